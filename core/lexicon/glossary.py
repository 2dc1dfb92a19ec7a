"""Legal terms in English and Japanese that mean the same: taxonomy names and aliases, and `configs/glossary.yaml`."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from core.lexicon.alternatives import any_of, characters
from core.taxonomy import shipped_taxonomy
from core.yaml_file import read_yaml

PATH = Path(__file__).resolve().parents[2] / "configs" / "glossary.yaml"
_JAPANESE = re.compile(r"[ぁ-ヿ\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning with its words in both languages, lower case."""

    code: str
    english: tuple[str, ...]
    japanese: tuple[str, ...]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    en: tuple[str, ...]
    ja: tuple[str, ...]


class _GlossaryFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    terms: dict[str, _Entry]


@cache
def concepts() -> tuple[Concept, ...]:
    """All concepts: the taxonomy's categories, then the glossary's terms.

    Raises:
        ConfigError: the glossary's file is missing or wrong.
    """
    entries = read_yaml(PATH, _GlossaryFile).terms
    found = []
    for category in shipped_taxonomy().categories:
        names = category.spoken_names
        found.append(
            Concept(
                category.code,
                tuple(_plain(name) for name in names if not _JAPANESE.search(name)),
                tuple(_plain(name) for name in names if _JAPANESE.search(name)),
            )
        )
    found += [
        Concept(f"term:{code}", tuple(map(_plain, entry.en)), tuple(map(_plain, entry.ja)))
        for code, entry in entries.items()
    ]
    return tuple(found)


def concepts_in(text: str) -> list[tuple[Concept, str]]:
    """Concepts whose words stand in a text of form NFKC lower case, with those words; longest words first.

    A word inside a longer one that was found is not found again: 競業避止 is not also 競業.
    """
    found: list[tuple[Concept, str]] = []
    taken = [False] * len(text)
    english, japanese = _patterns()
    # Every Japanese word has a letter beyond ASCII.
    for pattern, by_words in (english,) if text.isascii() else (english, japanese):
        for match in pattern.finditer(text):
            if not any(taken[match.start() : match.end()]):
                taken[match.start() : match.end()] = [True] * len(match[0])
                found.append((by_words[match[0]], match[0]))
    return found


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], dict[str, Concept]], ...]:
    # English words are bounded; Japanese ones are not.
    english = {words: concept for concept in reversed(concepts()) for words in concept.english}
    japanese = {words: concept for concept in reversed(concepts()) for words in concept.japanese}
    return (
        (re.compile(rf"(?<!\w){any_of(map(characters, english))}(?!\w)"), english),
        (re.compile(any_of(map(characters, japanese))), japanese),
    )


def _plain(words: str) -> str:
    return unicodedata.normalize("NFKC", words).casefold().strip()
