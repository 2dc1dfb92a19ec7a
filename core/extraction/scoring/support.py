"""Whether the text supports a value: found as it stands, written otherwise, or by a word that means it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from core.extraction.engines.rules import dates_in, durations_in
from core.extraction.files import FieldGuide

Support = Literal["exact", "normalised", "alias", "judged", "absent", "unchecked", "none"]
"""`judged` is a value that the labelling rules allow without a word, `unchecked` one whose field has no rule."""

_NOISE = re.compile(r"[\s、。，．,.・:：;；!！?？「」『』()（）\[\]［］\"'”“’‘\-‐—–ー~〜／/]+")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*|\d+(?:[.,]\d+)*|[\u30a0-\u30ffー]{2,}|[\u4e00-\u9fff々]{2,}")
_STRONG = re.compile(r"[A-Za-z0-9]")
_DURATION = re.compile(r"P\d+[DWMY]")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SHARE = 0.6
"""Share of a free text's content words that the text must hold; every name in Latin letters and every number must."""
_FREE = frozenset(
    "方法 手順 機能 希望 依頼 質問 確認 連絡 対応 状態 内容 問題 発生 場合 必要 使用 利用 要望 報告 相談".split()
)
"""Words of whoever sums up, which say nothing that the text could lack."""
_ORDER: tuple[Support, ...] = ("none", "unchecked", "judged", "alias", "normalised", "exact", "absent")


def support_of(
    value: object, text: str, guide: FieldGuide, rule: Mapping[str, Any], *, missing: bool = False
) -> Support:
    """How a text supports a field's value; the weakest part counts where it has several.

    Args:
        value: of the field.
        text: what was read.
        guide: of the field.
        rule: the field's part of the schema.
        missing: whether the text is known not to give the field: nothing judges it into being then.
    """
    if value is None:
        return "absent"
    if isinstance(value, dict):
        inner = rule.get("properties", {})
        return _weakest(support_of(part, text, guide, inner.get(name, {})) for name, part in value.items())
    if isinstance(value, list):
        items = rule.get("items", {})
        return _weakest(support_of(part, text, guide, items if isinstance(items, dict) else {}) for part in value)
    if isinstance(value, bool):
        return "unchecked"
    if isinstance(value, int | float):
        return _number(value, text)
    return _words(str(value), text, guide, rule, missing=missing)


def normal(text: str) -> str:
    """A text as two ways of writing the same are compared: one width, small letters, no spaces or marks."""
    return _NOISE.sub("", unicodedata.normalize("NFKC", text).casefold())


def _words(value: str, text: str, guide: FieldGuide, rule: Mapping[str, Any], *, missing: bool) -> Support:
    if value and value in text and not (missing and guide.support == "judged"):
        return "exact"
    wanted, seen = normal(value), normal(text)
    if wanted and wanted in seen and not (missing and guide.support == "judged"):
        return "normalised"
    if _DATE.fullmatch(value) and value in dates_in(text):
        return "normalised"
    if _DURATION.fullmatch(value) and value in durations_in(text):
        return "normalised"
    if any(normal(alias) in seen for alias in guide.aliases.get(value, ())):
        return "alias"
    if guide.support == "words" and _holds_words(value, seen):
        return "normalised"
    if guide.support == "judged" and value in guide.assumed and not missing:
        return "judged"
    if guide.support == "quoted" and "enum" in rule and not guide.aliases:
        return "unchecked"
    return "none"


def _holds_words(value: str, seen: str) -> bool:
    words = [word for word in _WORD.findall(unicodedata.normalize("NFKC", value)) if word not in _FREE]
    held = [normal(word) in seen for word in words]
    strong = [there for word, there in zip(words, held, strict=True) if _STRONG.search(word)]
    return bool(words) and all(strong) and sum(held) >= _SHARE * len(held)


def _number(value: float, text: str) -> Support:
    plain = unicodedata.normalize("NFKC", text)
    if str(value) in plain:
        return "exact"
    numbers = {float(digits.replace(",", "")) for digits in re.findall(r"\d[\d,]*(?:\.\d+)?", plain)}
    return "normalised" if float(value) in numbers else "none"


def _weakest(supports: Iterator[Support]) -> Support:
    return min(supports, key=_ORDER.index, default="absent")
