"""Lengths of time in a contract's words: "five (5) years", "ninety days", "3年間", as ISO 8601 durations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.contracts.builtin.dates.dates_numbers import CARDINAL, KANJI_NUMBER, cardinal, japanese_number

_UNITS = {"year": "Y", "month": "M", "week": "W", "day": "D"}
_KIND = (
    r"(?:(?:full|consecutive|calendar|additional|successive|further|contract|renewal|more|continuous|separate|"
    r"subsequent|fiscal|extra|whole|complete|"
    r"business|working|trading|banking)[\s-]+){0,3}"
)
_ENGLISH = re.compile(
    rf"(?<![\w.$/-])(?:(?P<word>{CARDINAL})[\s-]*(?:\(\s*(?P<digits>\d{{1,4}})\s*\)?)?|"
    rf"\(?\s*(?P<only>\d{{1,4}})\s*\)?(?:\s*\(\s*(?P<word2>{CARDINAL})\s*\))?)"
    rf"[\s~-]*(?P<kind>{_KIND})(?P<unit>year|month|week|day)s?\b(?:'|s')?(?!\s*(?:of\s+age|old\b))",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"\b(?:(?:another|an?\s+(?:additional|successive|further|subsequent|second|single|renewal|initial|full|"
    r"like))\s+(?:period\s+of\s+)?(?:a\s+)?(?:calendar\s+)?(?P<unit>year|month)\b(?!\s*(?:s|period\s+of))|"
    r"\b(?P<to>year|month)[\s-]+to[\s-]+(?:year|month)\b|"
    r"\b(?P<annual>annual(?:ly)?\s+(?:periods?|terms?|renewals?|basis)|(?:renew\w*|"
    r"extend\w*)\s+(?:\w+\s+)?(?:annually|every\s+year|yearly|each\s+year))\b|"
    r"\b(?P<half>half\s+a\s+year|one-half\s+(?:\(1/2\)\s+)?year|half-year)\b)",
    re.IGNORECASE,
)
_HALF = re.compile(
    r"(?:\band\s+(?:a\s+|one[\s-]+)?half|\d\s*1/2|\bone[\s-]+half|½)\W{0,3}(?:\(\d[^)]*\)\s*)?$", re.IGNORECASE
)
_HOLE = re.compile(
    r"(?:\[[^\[\]A-Za-z0-9]{0,20}\]|_{2,}|\*{2,}|[●•])\s*(?:\((?:\[[^\]]*\]|_+|"
    r"\*+)\)\s*)?[\s-]*(?:(?:additional|successive|calendar|consecutive|further)\s+){0,2}(?P<unit>years?|"
    r"months?|days?|weeks?)\b|"
    r"[●○◯_\[\]【】 　]{1,6}\s*(?:年間|[かヶカケ箇]月間?|日間)",
    re.IGNORECASE,
)
_AND = re.compile(r"\s*,?\s*(?:and|plus)\s+|", re.IGNORECASE)
# "for two years and six months' notice": a length with a sense of its own
_OWN_LENGTH = re.compile(r"[\s'\")]*(?:prior|advance|written|notice|before|in\s+advance|前|以内)", re.IGNORECASE)
_JAPANESE = re.compile(
    rf"(?<![\d/])(?:(?<!年)|(?=(?:\d{{1,2}}|{KANJI_NUMBER})\s*[かヶカケヵ箇]\s?月))(?P<number>\d{{1,4}}|{KANJI_NUMBER}|半)\s*(?:(?P<year>[かヶカケヵ箇]?年)(?:間)?(?!度|\s*\d{{1,2}}\s*月)|"
    rf"(?P<month>[かヶカケヵ箇ヵ]?[月])(?:間)?|(?P<week>週)間?|(?P<day>(?:営業)?日)(?:間)?)"
)
_BEFORE = re.compile(r"\s*前(?:まで)?(?:に|の間)")
_OF_AN_END = re.compile(
    r"(?:満了(?:する|の)?(?:日)?(?:の|より)?|終了(?:日)?の|少なくとも|遅くとも|は[、,]|が|から)\s*\Z"
)


@dataclass(frozen=True, slots=True)
class TermMention:
    """A length of time at character offsets.

    `iso` is None for a blank and for business days, which have no calendar length. `mismatch` marks words and figures
    that differ ("thirty (60) days"); then `iso` is of the words, as courts read it.
    """

    start: int
    end: int
    iso: str | None
    mismatch: bool = False
    business: bool = False


def find_terms(plain: str, start: int = 0, end: int | None = None) -> tuple[TermMention, ...]:
    """Lengths of time in reading order, without overlaps."""
    stop = len(plain) if end is None else end
    found = sorted(
        (*_english(plain, start, stop), *_japanese(plain, start, stop), *_holes(plain, start, stop)),
        key=lambda mention: (mention.start, -mention.end),
    )
    kept: list[TermMention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return tuple(_joined(plain, kept))


def _joined(plain: str, mentions: list[TermMention]) -> Iterator[TermMention]:
    """The lengths, with years and the months beside them as one: "two (2) years and six (6) months"."""
    position = 0
    while position < len(mentions):
        years, position = mentions[position], position + 1
        months = mentions[position] if position < len(mentions) else None
        if (
            months is not None
            and years.iso is not None
            and months.iso is not None
            and re.fullmatch(r"P\d+Y", years.iso)
            and re.fullmatch(r"P(?:[1-9]|1[01])M", months.iso)
            and _AND.fullmatch(plain, years.end, months.start)
            and not _OWN_LENGTH.match(plain, months.end)
        ):
            position += 1
            mismatch = years.mismatch or months.mismatch
            yield TermMention(years.start, months.end, years.iso + months.iso[1:], mismatch)
        else:
            yield years


def _english(plain: str, start: int, end: int) -> Iterator[TermMention]:
    for match in _ENGLISH.finditer(plain, start, end):
        word, digits = match["word"] or match["word2"], match["digits"] or match["only"]
        in_words = cardinal(word) if word else None
        number = in_words if in_words is not None else int(digits or 0)
        if _HALF.search(plain[max(start, match.start() - 24) : match.start()]) or not 0 < number < 1_000:
            continue
        if (
            not match["word"]
            and match["only"]
            and re.search(
                r"[\d.,]\s?$|\b(?:section|article|exhibit|clause)\s*$",
                plain[max(0, match.start() - 10) : match.start()],
                re.I,
            )
        ):
            continue
        mismatch = bool(word and digits) and in_words != int(digits or 0)
        business = bool(re.search(r"business|working|trading|banking", match["kind"], re.I))
        iso = None if business else f"P{number}{_UNITS[match['unit'].lower()]}"
        yield TermMention(match.start(), match.end(), iso, mismatch, business)
    for match in _BARE.finditer(plain, start, end):
        if match["half"]:
            yield TermMention(match.start(), match.end(), "P6M")
            continue
        unit = (match["unit"] or match["to"] or "year").lower()
        yield TermMention(match.start(), match.end(), f"P1{_UNITS[unit]}")


def _japanese(plain: str, start: int, end: int) -> Iterator[TermMention]:
    for match in _JAPANESE.finditer(plain, start, end):
        unit = next(name for name in ("year", "month", "week", "day") if match[name])
        bare_month = (
            match["month"] == "月"
            and not match[0].endswith("間")
            # 期間満了の六月前までに is a length; 毎年６月前 would be a month of the calendar
            and not (_BEFORE.match(plain, match.end()) and _OF_AN_END.search(plain, 0, match.start()))
        )
        bare_day = (
            unit == "day"
            and not match[0].endswith("間")
            and not re.match(r"\s*(?:前|以内|以上|後)", plain[match.end() : match.end() + 4])
        )
        if bare_month or bare_day:
            continue
        if match["number"] == "半":
            if unit == "year":
                yield TermMention(match.start(), match.end(), "P6M")
            continue
        number = japanese_number(match["number"])
        if number is None or not 0 < number < 1_000:
            continue
        if unit == "year" and plain[match.end() : match.end() + 1] == "半":
            yield TermMention(match.start(), match.end() + 1, f"P{number}Y6M")
            continue
        business = "営業" in match[0]
        yield TermMention(
            match.start(), match.end(), None if business else f"P{number}{_UNITS[unit]}", business=business
        )


def _holes(plain: str, start: int, end: int) -> Iterator[TermMention]:
    for match in _HOLE.finditer(plain, start, end):
        begin = match.start() + len(match[0]) - len(match[0].lstrip())
        if re.search(r"[●○◯_\[【*•]", match[0]):
            yield TermMention(begin, match.end(), None)
