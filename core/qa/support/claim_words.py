"""Words by which statements are compared, read once from `configs/claims.yaml`."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict

from core.graph.text import stem
from core.settings import ROOT
from core.yaml_file import read_yaml

PATH = ROOT / "configs" / "claims.yaml"
PARAPHRASES = ROOT / "configs" / "paraphrases.yaml"


class _Reporting(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    en: str
    ja: str


class ClaimWords(BaseModel):
    """The file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    synonyms: tuple[tuple[str, ...], ...]
    synonyms_ja: tuple[tuple[str, ...], ...]
    opposites: tuple[tuple[str, ...], ...]
    strong: tuple[tuple[str, ...], ...]
    reporting: _Reporting
    common: str
    verbs: str
    translations: tuple[str, ...]


class Paraphrases(BaseModel):
    """The file of other words."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    english: tuple[tuple[str, ...], ...]
    english_forms: tuple[tuple[str, str], ...]
    antonyms: tuple[tuple[str, str], ...]
    light: str
    japanese: tuple[tuple[str, ...], ...]
    japanese_verbs: dict[str, str]
    japanese_forms: tuple[tuple[str, str], ...]


@cache
def claim_words() -> ClaimWords:
    """The words.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return read_yaml(PATH, ClaimWords)


@cache
def paraphrases() -> Paraphrases:
    """Other words for what contracts say.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return read_yaml(PARAPHRASES, Paraphrases)


@cache
def synonyms(*, everyday: bool = True) -> dict[str, frozenset[str]]:
    """For each stem those that may stand for it, itself included; `everyday`: also those that answers use."""
    found: dict[str, frozenset[str]] = {}
    like = (frozenset(map(stem, line)) for line in paraphrases().english) if everyday else ()
    for line in (*claim_words().synonyms, *like):
        for word in line:
            found[word] = found.get(word, frozenset()) | frozenset(line)
    return found


@cache
def synonyms_ja() -> tuple[frozenset[str], ...]:
    """Japanese words, as pairs of characters, that may stand for one another."""
    return tuple(frozenset(line) for line in (*claim_words().synonyms_ja, *paraphrases().japanese))


@cache
def common() -> frozenset[str]:
    """English words without content of their own."""
    return frozenset(claim_words().common.split())


@cache
def verbs() -> frozenset[str]:
    """Stems of English verbs by which contracts say what is done."""
    return frozenset(map(stem, claim_words().verbs.split()))


@cache
def reporting(*, japanese: bool) -> frozenset[str]:
    """Words such as "states" or "provides", which only report that something is said; English ones also as stems."""
    lists = claim_words().reporting
    words = (lists.ja if japanese else f"{lists.en} {paraphrases().light}").split()
    return frozenset(words) if japanese else frozenset((*words, *map(stem, words)))


@cache
def translations() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """English stems with the Japanese words that say the same."""
    rows = (line.split(" = ") for line in claim_words().translations)
    return tuple((frozenset(map(stem, english.split())), frozenset(japanese.split())) for english, japanese in rows)
