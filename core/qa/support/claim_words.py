"""Words by which statements are compared, read once from `configs/claims.yaml`."""

from __future__ import annotations

from functools import cache

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import ConfigError
from core.graph.text import stem
from core.settings import ROOT

PATH = ROOT / "configs" / "claims.yaml"


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


@cache
def claim_words() -> ClaimWords:
    """The words.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        return ClaimWords.model_validate(yaml.safe_load(PATH.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error


@cache
def synonyms() -> dict[str, frozenset[str]]:
    """For each stem those that may stand for it, itself included."""
    found: dict[str, frozenset[str]] = {}
    for line in claim_words().synonyms:
        for word in line:
            found[word] = found.get(word, frozenset()) | frozenset(line)
    return found


@cache
def synonyms_ja() -> tuple[frozenset[str], ...]:
    """Japanese words, as pairs of characters, that may stand for one another."""
    return tuple(frozenset(line) for line in claim_words().synonyms_ja)


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
    """Words that carry nothing of what is said."""
    lists = claim_words().reporting
    words = (lists.ja if japanese else lists.en).split()
    return frozenset(words) if japanese else frozenset((*words, *map(stem, words)))


@cache
def translations() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """English stems with the Japanese words that say the same."""
    rows = (line.split(" = ") for line in claim_words().translations)
    return tuple((frozenset(map(stem, english.split())), frozenset(japanese.split())) for english, japanese in rows)
