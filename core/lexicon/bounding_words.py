"""Words that bound a day, in both languages: on which side of it, and whether the day itself counts.

「以前」, 「以降」, 「まで」 and "on or before" take the day in; 「より前」, 「未満」 and "before" leave it out.
A month, a quarter or a year is bounded whole: "before March" ends in February, 「3月以前」 with March. Each phrase
stands in one table below, where the longest that fits is taken, so that "not before" is no "before".
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from core.lexicon.calendar import Days

Side = Literal["first", "last"]
_Phrases = tuple[tuple[Side, bool, str], ...]
_Table = tuple[tuple[Side, bool, re.Pattern[str]], ...]

_END_OF = r"(?: (?:the )?(?:very )?end of)"
_BEFORE_DAYS_PHRASES: _Phrases = (
    (
        "last",
        True,
        r"(?:on|in|during) or before|on or (?:prior to|earlier than)|before or on|(?:no|not) later than"
        r"|not (?:after|beyond|past)"
        r"|(?:by|until|till|up to|up until|through)(?: to)?(?: and including)?|to and including"
        rf"|(?:before|prior to){_END_OF}|(?:at|by) the (?:very )?latest(?: (?:by|on|in))?",
    ),
    (
        "last",
        False,
        r"(?:strictly |any ?time )?(?:before|prior to|earlier than)|sooner than|preceding|ahead of"
        r"|(?:up to|up until|until|till|to)[ ,(]+but (?:not including|excluding|not)[ ,)]*"
        r"|before[ ,(]+but not on[ ,)]*",
    ),
    (
        "first",
        True,
        r"(?:on|in|during) (?:or|and) after|after or on|on or later than|(?:no|not) (?:earlier|sooner) than"
        r"|not before|since|from|as from|starting(?: (?:on|from|in|with))?|beginning(?: (?:on|in|with))?"
        r"|at the (?:very )?earliest(?: (?:on|in))?",
    ),
    ("first", False, r"(?:strictly )?(?:after|later than)|following|past|beyond|after[ ,(]+but not on[ ,)]*"),
)
_BEFORE_DAYS: _Table = tuple(
    (side, included, re.compile(rf"\b(?:{phrases})(?:\s+the)?(?:\s+year)?\s*$"))
    for side, included, phrases in _BEFORE_DAYS_PHRASES
)
_BEFORE_DAYS_JA: _Table = (
    ("last", True, re.compile(r"(?:遅くとも|遅くても|おそくとも|おそくても)、?$")),
    ("first", True, re.compile(r"(?:早くとも|早くても|はやくとも|はやくても)、?$")),
)
_AFTER_DAYS_PHRASES: _Phrases = (
    ("last", True, r"(?:or|and) (?:earlier|before(?:hand)?|sooner|previously)|at the (?:very )?latest"),
    (
        "first",
        True,
        r"(?:or|and) (?:later|after(?:wards)?|thereafter|beyond|onwards?)|onwards?|at the (?:very )?earliest"
        r"|on(?=\s*(?:[,.?;]|$))",
    ),
)
_AFTER_DAYS: _Table = tuple(
    (side, included, re.compile(rf"\s*,?\s*(?:{phrases})(?!\w)")) for side, included, phrases in _AFTER_DAYS_PHRASES
)
_EITHER = r"(?:か|または|又は|もしくは|若しくは|および|及び|と|を(?:含め|含み|含ん)(?:て|で)?、?)(?:それ|その日|同日)"
_AFTER_DAYS_JA_PHRASES: _Phrases = (
    ("last", True, rf"以前|[末中]?まで|の?終わりまで|{_EITHER}(?:以前|より(?:も)?前)|を?(?:過ぎ|超え|越え)(?:ない|ず)"),
    (
        "last",
        False,
        r"(?:より(?:も)?)?前|未満|に?先(?:立って|だって|立ち|立つ)|にな(?:る|らない)(?:前|うち)|より(?:も)?早く"
        r"|を含ま(?:ず|ない)(?:に)?、?(?:それ|その日)より(?:も)?前",
    ),
    ("first", True, rf"以降|以後|から|に(?:なって|入って|至って)も|{_EITHER}(?:以降|以後|より(?:も)?後)"),
    (
        "first",
        False,
        r"(?:より(?:も)?)?後|より(?:も)?(?:あと|遅く)|を?(?:過ぎ|すぎ|超え|越え)(?:ても|て|た|る)?(?:から)?(?!な[いかく]|いな|ず|ません)"
        r"|を?経過(?:後|して|した後)|を含ま(?:ず|ない)(?:に)?、?(?:それ|その日)より(?:も)?後",
    ),
)
_AFTER_DAYS_JA: _Table = tuple(
    (side, included, re.compile(phrases)) for side, included, phrases in _AFTER_DAYS_JA_PHRASES
)
_PARTICLE = re.compile(r"(?:に|の|も)?")
_THE_DAY_JA = r"(?:当日|同日|その日|両日|初日と末日|両端)"
_WITH_THE_DAY = re.compile(
    r"[\s,]*\(?(?:both |all )?(?:days |dates |ends )?(?:inclusive|included)\b(?: of (?:that|this) (?:day|date))?\)?"
    r"|[\s,]*\(?including (?:that|this|the) (?:day|date)(?: itself)?\b\)?"
    rf"|、?\(?{_THE_DAY_JA}(?:を|も)?含(?:む|み|めて|んで)\)?"
)
_WITHOUT_THE_DAY = re.compile(
    r"[\s,]*\(?(?:exclusive|excluded|not (?:inclusive|included))\b\)?(?=\s*(?:[,.?!;]|$))"
    r"|[\s,]*\(?(?:excluding|but not including|not including) (?:that|this|the) (?:day|date)(?: itself)?\b\)?"
    rf"|、?\(?{_THE_DAY_JA}(?:を|は)?(?:含ま(?:ない|ず)|除く|除いて)\)?"
)
_LOOKED_BACK = 48
"""Characters before a day in which the words that bound it stand."""


@dataclass(frozen=True, slots=True)
class DayBound:
    """Words at characters `start`–`end`, the day between them.

    Attributes:
        side: whether the day is the first or the last that counts; None where nothing bounds it.
        included: whether the day itself counts.
        unclear: whether the words speak against each other, such as "after, inclusive".
    """

    start: int
    end: int
    side: Side | None
    included: bool = True
    unclear: bool = False


def bound_around(text: str, start: int, end: int) -> DayBound:
    """What the words around days at characters `start`–`end` of a folded text say of them."""
    before, after = _before(text, start), _after(text, end)
    if before is not None and after is not None and before.side != after.side:
        # "From 1 April before …", 「3月までから」: the first word that stands with the day.
        after = None
    found = after if after is not None and (before is None or after.included is False) else before
    if found is None:
        return DayBound(start, end, None)
    begin = before.start if before is not None else start
    finish = after.end if after is not None else end
    return _with_or_without(text, DayBound(begin, finish, found.side, found.included))


def day_beside(text: str, days: Days) -> Days:
    """Days, or the day or month that words beside them count from them: "the end of …", 「…の前日」, 「…の10日前」."""
    for pattern, moved in _MOVED:
        match = pattern.match(text, days.end)
        if match is not None:
            first, last = moved(days, match)
            return replace(days, end=match.end(), first=first, last=last)
    match = _DAY_NEXT_TO.search(text, max(0, days.start - _LOOKED_BACK), days.start)
    if match is not None and days.first == days.last:
        day = days_on(days.first, -1 if match["side"] in ("before", "preceding") else 1)
        return replace(days, start=match.start(), first=day, last=day)
    match = _END_BEFORE.search(text, max(0, days.start - _LOOKED_BACK), days.start)
    bound = _before(text, match.start()) if match is not None else None
    if match is None or bound is None or days.first == days.last:
        return days
    words = text[bound.start : bound.end]
    if match["end"] and not re.search(r"\b(?:before|prior to|ahead of|sooner than|preceding)\b", words):
        return replace(days, start=match.start(), first=days.last)
    if match["beginning"] and (bound.side, bound.included) != ("first", False):
        return replace(days, start=match.start(), last=days.first)
    return days


_DAY_NEXT_TO = re.compile(r"\b(?:the )?day (?P<side>before|preceding|after|following)(?: the)?\s*$")
_END_BEFORE = re.compile(
    r"\b(?:the )?(?:very )?(?:(?P<end>end|close|last day)|(?P<beginning>beginning|start|first day))"
    r" of(?: the)?(?: year)?\s*$"
)
_BOUND_BEHIND = (
    r"(?=中?に?(?:まで|以前|以降|以後|より|から|前|後|未満|を(?:含|過|超|越|す)|か|または|又は|に(?:先|なる)))"
)


def _next_day(days: Days, match: re.Match[str]) -> tuple[date, date]:
    day = days_on(days.first, -1) if match["side"] == "前" else days_on(days.last, 1)
    return day, day


def _next_month(days: Days, match: re.Match[str]) -> tuple[date, date]:
    step = -1 if match["side"] == "前" else 1
    first = _months_on(days.first.replace(day=1), step * (12 if match["unit"] == "年" else 1))
    last = _months_on(days.last.replace(day=1), step * (12 if match["unit"] == "年" else 1))
    return first, last.replace(day=monthrange(last.year, last.month)[1])


def _so_far_from(days: Days, match: re.Match[str]) -> tuple[date, date]:
    count = int(match["count"]) * (-1 if match["side"] == "前" else 1)
    if match["unit"] in ("日", "週間"):
        day = days_on(days.first, count * (7 if match["unit"] == "週間" else 1))
    else:
        day = _months_on(days.first, count * (12 if match["unit"] == "年" else 1))
    return day, day


def days_on(day: date, count: int) -> date:
    """The day so many days later, the first or the last of the calendar where that lies beyond it."""
    return date.fromordinal(max(1, min(day.toordinal() + count, date.max.toordinal())))


def _months_on(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    year = max(1, min(year, date.max.year))
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


_MOVED: tuple[tuple[re.Pattern[str], Callable[[Days, re.Match[str]], tuple[date, date]]], ...] = (
    (re.compile(r"の?末日?(?:の時点)?" + _BOUND_BEHIND), lambda days, match: (days.last, days.last)),
    (re.compile(r"の(?P<side>[前翌])日" + _BOUND_BEHIND), _next_day),
    (re.compile(r"の(?P<side>[前翌])(?P<unit>[月年])" + _BOUND_BEHIND), _next_month),
    (
        re.compile(r"の(?P<count>\d{1,3})(?P<unit>日|週間|か月|ヶ月|カ月|年)(?P<side>[前後])" + _BOUND_BEHIND),
        _so_far_from,
    ),
)
"""Japanese words behind a day that name another one, where a word that bounds it follows."""


def beside_the_day(text: str, place: int) -> tuple[int, bool | None]:
    """Where "inclusive" or "exclusive" behind a place ends, and whether it takes the day in; None for neither."""
    for pattern, included in ((_WITH_THE_DAY, True), (_WITHOUT_THE_DAY, False)):
        match = pattern.match(text, place)
        if match is not None:
            return match.end(), included
    return place, None


def _with_or_without(text: str, bound: DayBound) -> DayBound:
    """A bound with what is said of the day itself, and the particle behind."""
    end, included = beside_the_day(text, bound.end)
    if included is None:
        included, unclear = bound.included, False
    else:
        unclear, included = included and not bound.included, included and bound.included
    particle = _PARTICLE.match(text, end)
    assert particle is not None
    return DayBound(bound.start, particle.end(), bound.side, included, unclear)


def _before(text: str, start: int) -> DayBound | None:
    found = [
        DayBound(match.start(), start, side, included)
        for side, included, pattern in (*_BEFORE_DAYS, *_BEFORE_DAYS_JA)
        if (match := pattern.search(text, max(0, start - _LOOKED_BACK), start))
    ]
    return min(found, key=lambda bound: bound.start, default=None)


def _after(text: str, end: int) -> DayBound | None:
    found = [
        DayBound(end, match.end(), side, included)
        for side, included, pattern in (*_AFTER_DAYS, *_AFTER_DAYS_JA)
        if (match := pattern.match(text, end))
    ]
    return max(found, key=lambda bound: bound.end, default=None)
