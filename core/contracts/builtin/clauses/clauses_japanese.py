"""Clauses of Japanese contracts by rules, the patterns being in `configs/ja_clauses.yaml`.

No labelled Japanese contracts were at hand: a confidence here is the fixed strength of a rule, not a measured
probability. Commentary in annotated model contracts and headings are passed over.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from core.contracts.builtin.clauses.scored import Scored
from core.errors import ConfigError
from core.taxonomy import taxonomy

PATH = Path(__file__).resolve().parents[4] / "configs" / "ja_clauses.yaml"
LONGEST = 1_500

_STOP = re.compile(
    r"。(?![」』)）])|[\n\f]+"
)  # a full stop before a closing bracket does not end the sentence around it
_ARTICLE = re.compile(r"^(?:[•・#]*)?(?:第(?:\d{1,3}|[一二三四五六七八九十百]{1,5})条|\d{1,3}条[((])")
_CONTENTS = re.compile(r"\t\d+$|\.{4,}|…{2,}")


def _compiled(value: str) -> str:
    re.compile(value)
    return value


class Rule(BaseModel):
    """What a sentence must and must not contain to be a clause of a type."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    code: str
    strength: Literal["strong", "fair", "weak"]
    all: tuple[str, ...]
    none: tuple[str, ...] = ()

    @field_validator("all", "none")
    @classmethod
    def _patterns(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(_compiled(pattern) for pattern in value)

    def fits(self, words: str) -> bool:
        """Whether the words (NFKC, no blanks) are such a clause."""
        return all(re.search(pattern, words) for pattern in self.all) and not any(
            re.search(pattern, words) for pattern in self.none
        )


class Rules(BaseModel):
    """The rule file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    confidence: dict[Literal["strong", "fair", "weak"], float]
    threshold: float
    commentary: str
    explains: str
    rules: tuple[Rule, ...]

    @model_validator(mode="after")
    def _known(self) -> Rules:
        for rule in self.rules:
            if taxonomy().find(rule.code) is None:
                raise ValueError(f"unknown category {rule.code}")
        return self

    @property
    def codes(self) -> frozenset[str]:
        """The categories that some rule looks for."""
        return frozenset(rule.code for rule in self.rules)


@cache
def japanese_rules() -> Rules:
    """The rules, read once.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        return Rules.model_validate(yaml.safe_load(PATH.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, re.error, ValidationError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error


class Sentence(NamedTuple):
    """A sentence's offsets and its words in NFKC without blanks."""

    start: int
    end: int
    words: str


def score_japanese(text: str) -> list[list[Scored]]:
    """For each category in taxonomy order the sentences that fit a rule, the surest first."""
    book = japanese_rules()
    best: dict[str, dict[tuple[int, int], float]] = {category.code: {} for category in taxonomy().categories}
    for sentence in binding_sentences(text, book):
        for rule in book.rules:
            if rule.fits(sentence.words):
                found = best[rule.code]
                span = sentence.start, sentence.end
                found[span] = max(found.get(span, 0.0), book.confidence[rule.strength])
    return [
        sorted((Scored(*span, value) for span, value in found.items()), key=lambda row: (-row.confidence, row.start))
        for found in best.values()
    ]


def binding_sentences(text: str, book: Rules) -> list[Sentence]:
    """The contract's own sentences: without headings, tables of contents and commentary."""
    kept: list[Sentence] = []
    commentary = re.compile(book.commentary)
    explains = re.compile(book.explains)
    explaining = False
    for start, end, raw in _pieces(text):
        words = _plain(raw)
        if _ARTICLE.match(words):
            explaining = False
        elif commentary.match(words):
            explaining = True
        if explaining or len(words) < 8 or _CONTENTS.search(raw.strip()) or explains.search(words):
            continue
        kept.append(Sentence(start, end, words))
    return kept


def _plain(words: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", words))


def _pieces(text: str) -> list[tuple[int, int, str]]:
    """Sentences by 。 and by line; a line that a page's edge cut in mid-sentence goes on in the next."""
    pieces: list[tuple[int, int, str]] = []
    start = 0
    for match in _STOP.finditer(text):
        if match[0][0] in "\n\f" and _goes_on(text, start, match):
            continue
        pieces.append((start, match.start() + (1 if match[0][0] == "。" else 0), ""))
        start = match.end() if match[0][0] != "。" else match.start() + 1
    pieces.append((start, len(text), ""))
    trimmed = []
    for begin, end, _ in pieces:
        words = text[begin:end]
        bare = words.strip()
        if bare:
            begin += words.index(bare)
            trimmed.append((begin, begin + len(bare), bare))
    return trimmed


def _goes_on(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether a line break stands in mid-sentence: a full line before it and no new item, heading or article after."""
    before = text[text.rfind("\n", 0, stop.start()) + 1 : stop.start()].strip()
    after = text[stop.end() : stop.end() + 12].lstrip()
    if stop.start() - start > LONGEST or not before or not after or before[-1] in "。」』)）＞>】:：":
        return False
    if stop[0].count("\n") > 1 and "\f" not in stop[0]:
        return False
    opens = re.match(
        r"第[\d一二三四五六七八九十百０-９]+条|\d|[0-9①-⑳(（・•【＜<「『■●○◆#]|[甲乙].{0,8}は|[ァ-ン][)）.]", after
    )
    return opens is None and len(before) >= 18 and re.search(r"[ぁ-ん、]$", before) is not None
