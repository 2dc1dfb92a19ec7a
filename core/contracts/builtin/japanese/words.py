"""Words of Japanese contracts in the one form that rules are written for, and the settings that all rules share."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from core.errors import ConfigError
from core.taxonomy import Category, Pattern, Rule, shipped_taxonomy
from core.yaml_file import read_yaml

_ROOT = Path(__file__).resolve().parents[4]
PATH = _ROOT / "configs" / "ja_clauses.yaml"
MEASURED = _ROOT / "data" / "models" / "japanese_rules.json"

Grounds = Literal[
    "strong_under_heading", "strong", "fair_under_heading", "fair", "weak_under_heading", "heading", "weak"
]

# 負います → 負う: the vowel of the stem decides what the plain form is.
_GODAN = dict(zip("いきしちにひみりぎじびぴ", "うくすつぬふむるぐずぶぷ", strict=True))
_NEGATIVE = dict(zip("いきしちにひみりぎじびぴ", "わかさたなはまらがざばぱ", strict=True))
_WHOLE = (
    ("でございます", "である"),
    ("ものとします", "ものとする"),
    ("いただけません", "できない"),
    ("いただけます", "できる"),
    ("いたしかねます", "しない"),
    ("かねます", "ない"),
    ("いたしません", "しない"),
    ("致しません", "しない"),
    ("いたします", "する"),
    ("致します", "する"),
    ("できません", "できない"),
    ("できます", "できる"),
    ("ではありません", "ではない"),
    ("ありません", "ない"),
    ("あります", "ある"),
    ("しません", "しない"),
    ("します", "する"),
    ("てください", "なければならない"),
    ("でください", "なければならない"),
    ("でしょう", "であろう"),
    ("です", "である"),
)
_POLITE = re.compile(r"([ぁ-ん])(ません|ます|ました)")


class RuleBook(BaseModel):
    """What the rules of all clause types share.

    `expected` is the share of right claims by what they rest on, as a lawyer would guess it; `threshold` the
    confidence above which a claim is made. `patterns` are named parts of patterns: <number> stands for the one called
    number. `commentary` and `explains` are words of annotated model contracts that bind nobody.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    expected: dict[Grounds, float]
    threshold: float
    patterns: dict[str, Pattern]
    commentary: Pattern
    explains: Pattern


@cache
def rule_book() -> RuleBook:
    """The shared settings, read once.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return read_yaml(PATH, RuleBook)


def expected_confidence() -> dict[Grounds, float]:
    """The share of right claims that the setting expects, by what they rest on."""
    return rule_book().expected


class _Measured(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    right: int
    wrong: int
    confidence: float


_MEASURED: TypeAdapter[dict[Grounds, _Measured]] = TypeAdapter(dict[Grounds, _Measured])


@cache
def confidences() -> dict[Grounds, float]:
    """The share of right claims by what they rest on, measured on labelled contracts (scripts/train_japanese.py).

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        measured = _MEASURED.validate_json(MEASURED.read_bytes())
    except (OSError, ValidationError) as error:
        raise ConfigError(f"{MEASURED.name}: {error}", file=MEASURED.name) from error
    return {grounds: row.confidence for grounds, row in measured.items()}


@cache
def named_parts(pattern: str) -> re.Pattern[str]:
    """A pattern with its named parts filled in."""
    for name, part in rule_book().patterns.items():
        pattern = pattern.replace(f"<{name}>", f"(?:{part})")
    return re.compile(pattern)


def fits(rule: Rule, words: str) -> bool:
    """Whether a sentence (as `plain_words` gives it) is such a clause."""
    return all(named_parts(pattern).search(words) for pattern in rule.all) and not any(
        named_parts(pattern).search(words) for pattern in rule.none
    )


@cache
def ruled() -> tuple[Category, ...]:
    """The categories that have Japanese rules or headings, in taxonomy order."""
    return tuple(category for category in shipped_taxonomy().categories if category.japanese or category.headings.ja)


def bare(words: str) -> str:
    """NFKC without blanks."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", words))


def plain_words(words: str) -> str:
    """NFKC without blanks, です・ます turned to plain forms.

    A rule then holds for contracts and for terms of use. Stems of one row are taken as if they were of five rows
    where only a dictionary would tell: 用います becomes 用う, which no rule looks for.
    """
    text = bare(words)
    if "ま" not in text and "です" not in text and "ください" not in text:
        return text
    for polite, plain in _WHOLE:
        text = text.replace(polite, plain)
    return _POLITE.sub(_plain_form, text)


def _plain_form(match: re.Match[str]) -> str:
    stem, ending = match[1], match[2]
    if ending == "ません":
        return _NEGATIVE.get(stem, stem) + "ない"
    if ending == "ました":
        return stem + "た"
    return _GODAN.get(stem) or stem + "る"
