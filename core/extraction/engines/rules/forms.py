"""Values that have a form of their own: names, addresses, dates, durations, places."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from core.extraction.engines.rules.cue_words import folded, plain
from core.extraction.files import Find
from core.guardrail import violations
from core.lexicon import NUMBER, number_of, places_in
from core.llm import Schema

_EMAIL = re.compile(r"[A-Za-z0-9._%+\-]+@[A-Za-z0-9.@\-]*[A-Za-z0-9]")
_EMAIL_FORM = Schema("email", {"type": "string", "format": "email"})
_MONTHS = "january february march april may june july august september october november december".split()
_MONTH = "|".join(rf"{name}|{name[:3]}" for name in _MONTHS)
_DATE = re.compile(
    rf"(?P<m1>{_MONTH})\.?\s+(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y1>(?:19|20)\d\d)"
    rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:day\s+of\s+)?(?P<m2>{_MONTH})\.?,?\s+(?P<y2>(?:19|20)\d\d)"
    r"|(?P<y3>(?:19|20)\d\d)-(?P<m3>\d{2})-(?P<d3>\d{2})"
    r"|(?P<y4>(?:19|20)\d\d)年(?P<m4>\d{1,2})月(?P<d4>\d{1,2})日"
)
_UNITS = {"day": "D", "week": "W", "month": "M", "year": "Y"}
_TENS = {
    name: 10 * number
    for number, name in enumerate("ten twenty thirty forty fifty sixty seventy eighty ninety".split(), 1)
}
_NUMBER_WORD = "|".join((*_TENS, *"one two three four five six seven eight nine ten eleven twelve".split()))
_DURATION = re.compile(
    r"\b(?P<yearly>year[- ]to[- ]year|annual(?:ly)?)\b"
    rf"|(?:\b(?P<word>(?:{_NUMBER_WORD})(?:-(?:{_NUMBER_WORD}))?)\s*)?\(?\b(?P<count>\d{{1,3}})\)?[\s-]*"
    r"(?:calendar |business )?(?P<unit>day|week|month|year)s?\b"
    rf"|\b(?P<spelled>(?:{_NUMBER_WORD})(?:-(?:{_NUMBER_WORD}))?)[\s-]+(?:calendar |business )?"
    r"(?P<unit2>day|week|month|year)s?\b"
)
_CLAUSE = re.compile(r"[.;](?=\s|$)")
_REACH = 70
_BEHIND = 30
_CLOSE = 45


def known_name(text: str, find: Find) -> str | None:
    """A known name that the text holds, as the task writes it, else what stands behind a label."""
    seen = folded(text)
    places = [(at, name) for name in find.values for at in _state(seen, folded(name), find.never)]
    if places:
        counts = {name: sum(other == name for _, other in places) for _, name in places}
        return max(places, key=lambda place: (counts[place[1]], -place[0]))[1]
    for label in find.labels:
        match = re.search(rf"{re.escape(folded(label))}\s*[:=]\s*([^\n。、,/]{{2,50}})", plain(text), re.IGNORECASE)
        if match is not None:
            return match[1].strip()
    return None


def _state(text: str, word: str, never: Sequence[str]) -> Iterator[int]:
    for match in re.finditer(re.escape(word), text):
        if not any(text.startswith(folded(other), match.end()) for other in never):
            yield match.start()


def email(text: str, find: Find) -> str | None:
    """The first well-formed address that is not among those to leave alone."""
    for match in _EMAIL.finditer(text):
        behind = text[match.end() : match.end() + _BEHIND]
        if not violations(_EMAIL_FORM, match[0]) and not any(word in behind for word in find.never):
            return match[0]
    return None


def stated_date(text: str, find: Find) -> str | None:
    """The first date that stands near its words, as ISO writes it."""
    seen = folded(text)
    for match in _DATE.finditer(seen):
        before = seen[max(0, match.start() - _REACH) : match.start()]
        if _last_close(before, find) and (day := _iso(match)):
            return day
    return None


def _iso(match: re.Match[str]) -> str | None:
    parts = match.groupdict()
    for number in "1234":
        year, month, day = (parts[f"{letter}{number}"] for letter in "ymd")
        if year and month and day:
            at = int(month) if month.isdecimal() else 1 + [name[:3] for name in _MONTHS].index(month[:3])
            try:
                return date(int(year), at, int(day)).isoformat()
            except ValueError:
                return None
    return None


def duration(text: str, find: Find) -> str | None:
    """The duration whose nearest words say that it is this one, as ISO 8601 writes it; years before months and days."""
    seen = folded(text)
    best: tuple[float, str] | None = None
    for match in _DURATION.finditer(seen):
        written = _period(match)
        if written is None:
            continue
        ends = [end.start() for end in _CLAUSE.finditer(seen)]
        start = max((end for end in ends if end < match.start()), default=0)
        end = min((end for end in ends if end >= match.end()), default=len(seen))
        wanted = _nearest(seen, match, find.near, start, end)
        other = _nearest(seen, match, find.never, start, end)
        if wanted < other and wanted <= _REACH and (best is None or wanted < best[0]):
            best = (wanted, written)
    return None if best is None else best[1]


def _nearest(text: str, match: re.Match[str], words: Sequence[str], start: int, end: int) -> float:
    """Characters between a match and the nearest of the words inside the bounds; infinite without one."""
    gaps = [
        max(at - match.end(), match.start() - at - len(word), 0)
        for word in map(folded, words)
        for at in (occurrence.start() for occurrence in re.finditer(re.escape(word), text))
        if start <= at < end
    ]
    return min(gaps, default=float("inf"))


def _period(match: re.Match[str]) -> str | None:
    if match["yearly"]:
        return "P1Y"
    if match["count"]:
        count = int(match["count"])
        return f"P{count}{_UNITS[match['unit']]}" if count else None
    number = _spelled(match["spelled"])
    return f"P{number}{_UNITS[match['unit2']]}" if number else None


def _spelled(word: str) -> int | None:
    if word in _TENS:
        return _TENS[word]
    tens, _, ones = word.partition("-")
    if ones and tens in _TENS and re.fullmatch(NUMBER, ones):
        return _TENS[tens] + number_of(ones)
    return number_of(word) if re.fullmatch(NUMBER, word) else None


def place(text: str, find: Find) -> str | None:
    """The first state or country behind words that make it the one, as the text names it."""
    for mention in places_in(text):
        before = folded(text[max(0, mention.start - _REACH) : mention.start])
        if _last_close(before, find):
            return text[mention.start : mention.end].strip()
    return None


def _last_close(before: str, find: Find) -> bool:
    """Whether words stand before a value that it must have, and none close to it that it must not have."""
    close = before[-_CLOSE:]
    return any(folded(word) in before for word in find.near) and not any(folded(word) in close for word in find.never)


def dates_in(text: str) -> set[str]:
    """All dates of a text, as ISO writes them."""
    return {day for match in _DATE.finditer(folded(text)) if (day := _iso(match))}


def durations_in(text: str) -> set[str]:
    """All durations of a text, as ISO 8601 writes them."""
    return {period for match in _DURATION.finditer(folded(text)) if (period := _period(match))}
