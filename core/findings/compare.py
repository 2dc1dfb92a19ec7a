"""Whether a stretch of a contract says what a position of an entry says, sentence by sentence; never by likeness alone.

A sentence of the position is looked for by the evidence matcher: it is there when its words are (slips of spelling
apart), it is changed when it is there but for a negation, a duty, a number, a unit or a comparison, and everything else
cannot be told. So the same clause in other words is never called fine, and never called a deviation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import Levenshtein

from core.evidence import Difference, Skeleton, TextToken, compare, fuzzy_match, skeleton, tokens
from core.findings.types import Change

Outcome = Literal["same", "changed", "unsure"]
Doubt = Literal["not_comparable", "blank", "parties", "more_words"]
_DECISIVE = {"veto_negation", "veto_modal", "veto_number", "veto_unit", "veto_comparator"}
_LIKE = 0.8
_MOST_CHANGES = 3
_MOST_APART = 0.1
_BLANK = re.compile(r"[●○◯■□▲＿_]{1,}|［[^］]*］|\[[^\]]*\]|\bXX+\b|…")
_HEAD = re.compile(
    r"^[\s　]*(?:第[0-9０-９一二三四五六七八九十百●]+条|[0-9０-９]+[.．、）)]?|[（(][0-9０-９]+[)）]|[①-⑳])[\s　]*"
)
_STOP = re.compile(r"(?<=[。．！？])(?![」』）)”])|(?<=[.!?;])\s+(?=[A-Z(])|\n+")
_EXCEPTION = re.compile(
    r"ただし|但し|にかかわらず|限りでない|限りではない|除き|除く|適用しない"
    r"|\b(?:notwithstanding|except|unless|provided|other than|does not apply|shall not apply|excluding|subject to)\b",
    re.IGNORECASE,
)
_PARTY = re.compile(r"[甲乙丙丁]")
_BOTH = re.compile(r"[甲乙](?:および|及び|または|又は|、)[甲乙]|[甲乙]{2}|各当事者|当事者")
_LEAST_LETTERS = 8


@dataclass(frozen=True, slots=True)
class PositionComparison:
    """How a position stands in a text.

    `spans` are the places of its sentences in the text given. `equal` is the share of the position's letters that were
    found, the same or changed, in 0–1. `check_parties` says that the words name one of the parties only, so that a
    reader must see which side that is here.
    """

    outcome: Outcome
    equal: float
    spans: tuple[tuple[int, int], ...] = ()
    changes: tuple[Change, ...] = ()
    doubt: Doubt = "not_comparable"
    check_parties: bool = False


def compare_position(position: str, text: str) -> PositionComparison:
    """Whether `text`, a contract's article or passage, says what a position says."""
    wanted = sentences(position)
    if not wanted or not text.strip():
        return PositionComparison("unsure", 0.0)
    source = skeleton(text)
    total = found = 0
    spans: list[tuple[int, int]] = []
    changed: list[tuple[int, int]] = []
    changes: list[Change] = []
    doubts: list[Doubt] = []
    for sentence in wanted:
        quote = skeleton(sentence)
        total += len(quote.key)
        place = _place(sentence, quote, text, source)
        if place is None:
            doubts.append("blank" if _BLANK.search(sentence) else "not_comparable")
            continue
        found += len(quote.key)
        # What differs stands first: a comment or a highlight goes to the first place.
        (changed if place.changes else spans).append(place.span)
        if place.doubt is not None:
            doubts.append(place.doubt)
        changes += place.changes
    equal = found / total if total else 0.0
    spans = changed + spans
    one_sided = bool(_PARTY.search(_BOTH.sub("", position)))
    if changes and equal >= 0.5:
        return PositionComparison("changed", equal, tuple(spans), tuple(changes), check_parties=one_sided)
    if doubts or changes:
        return PositionComparison(
            "unsure", equal, tuple(spans), (), doubts[0] if doubts else "not_comparable", one_sided
        )
    if _more(text, spans):
        return PositionComparison("unsure", equal, tuple(spans), (), "more_words", one_sided)
    return PositionComparison("same", equal, tuple(spans), check_parties=one_sided)


def sentences(position: str) -> list[str]:
    """A position's sentences without numbers of articles and paragraphs; scraps without words are left out."""
    parts = (_HEAD.sub("", part).strip() for part in _STOP.split(position))
    return [part for part in parts if len(re.findall(r"\w", part)) >= _LEAST_LETTERS]


@dataclass(frozen=True, slots=True)
class _Place:
    span: tuple[int, int]
    changes: tuple[Change, ...] = ()
    doubt: Doubt | None = None


def _place(sentence: str, quote: Skeleton, text: str, source: Skeleton) -> _Place | None:
    blank = _BLANK.search(sentence) is not None
    first = source.key.find(quote.key)
    if first >= 0 and compare(quote, source, first).difference is not Difference.REFUSED:
        return _Place(source.span(first, len(quote.key)), doubt="blank" if blank else None)
    match = fuzzy_match(quote, source)
    if match is None:
        return None
    span = (match.start, match.end)
    if not match.veto:
        return _Place(span, doubt="blank" if blank else None)
    if blank:
        return _Place(span, doubt="blank")
    if match.veto in _DECISIVE and match.equal >= _LIKE:
        changes = _changes(sentence, text[slice(*span)], match.veto.removeprefix("veto_"))
        if any(_PARTY.search(change.ours + change.theirs) for change in changes):
            return _Place(span, doubt="parties")
        return _Place(span, changes) if changes else _Place(span, doubt="not_comparable")
    return _Place(span, doubt="parties" if match.veto == "veto_name" else "not_comparable")


def _changes(ours: str, theirs: str, kind: str) -> tuple[Change, ...]:
    """The words that differ, figures with their unit; none where more differs than can be told at a glance."""
    a, b = tokens(_HEAD.sub("", ours)), tokens(theirs)
    found, apart = [], 0
    least = 10 if is_japanese(ours) else 4
    for op in Levenshtein.opcodes([t.key for t in a], [t.key for t in b]):
        if op.tag == "equal":
            continue
        wanted, written = a[op.src_start : op.src_end], b[op.dest_start : op.dest_end]
        apart += max(len(wanted), len(written))
        numbers = [any(t.kind == "number" for t in block) for block in (wanted, written)]
        if kind == "number" and not all(numbers):
            # A number that came or went with other words is another sentence, not another number.
            return ()
        stretch = _words(_HEAD.sub("", ours), a, op.src_start, op.src_end)
        found.append(Change(kind, stretch, _words(theirs, b, op.dest_start, op.dest_end)))
    return tuple(found) if len(found) <= _MOST_CHANGES and apart <= max(least, len(a) * _MOST_APART) else ()


def _words(text: str, part: Sequence[TextToken], start: int, end: int) -> str:
    if start >= end:
        return ""
    stop = end
    # A number without its unit says nothing: "2" or "2年間".
    if part[end - 1].kind == "number":
        stop = min(len(part), end + 2)
    return text[part[start].start : part[stop - 1].end].strip()


def _more(text: str, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the text has words beside those found that could take back what they say."""
    rest = list(text)
    for start, end in spans:
        rest[start:end] = " " * (end - start)
    return _EXCEPTION.search("".join(rest)) is not None


@lru_cache(maxsize=256)
def is_japanese(text: str) -> bool:
    """Whether a text is written in Japanese."""
    return len(re.findall(r"[ぁ-ヿ\u3400-\u9fff]", text)) * 4 > len(re.findall(r"\w", text))
