"""Rules of days: stretches of days with the date that they are said of, what is past and what is in force."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import cast

from core.questions.cascade import Token, joined
from core.questions.plan import DateField, DateIn
from core.questions.ranges import Range
from core.questions.rules.run_rules import as_condition, value_of

DATE_FACTS = ("expiration_date", "effective_date", "agreement_date", "last_notice_day")


def adjoining(run: Sequence[Token]) -> Token | None:
    """Two stretches of days of which one begins where the other ends, as one: "in 2020 or 2021"."""
    first, second = (cast(Range, token.values["range"]) for token in run if token.has("range"))
    if None in (first.first, first.last, second.first, second.last):
        return None
    assert first.last is not None
    if first.last + timedelta(days=1) != second.first:
        return None
    return joined(run, "range", Range(first.start, second.end, first.first, second.last))


def date_in(run: Sequence[Token], today: date) -> Token | None:
    span = cast(Range, value_of(run, "range"))
    past = next((token for token in run if token.has("past", "pastJ")), None)
    field = _field(run)
    if field is None:
        return None
    first, last = span.first, span.last
    if field == "expiration_date" and first is None and _UNTIL_THEN.search(_words_of_range(run)) and _goes_on(run):
        # 「2030年まで続く」 is no list of all that have ended by then.
        return joined(run, "unread", True)
    if field == "effective_date" and first is None and _EFFECTIVE.search(_words_of_verb(run)) and _ends_then(run):
        # "Effective until 31 March": ending that day, or not before it? Nobody asks what began before it.
        return joined(run, "unread", True)
    if field == "effective_date" and last is None and _SINCE_THEN.search(_words_of_range(run)):
        # 「2024年4月から始まった」: begun then, or then and later? Nobody can tell.
        return joined(run, "unread", True)
    if field == "expiration_date" and last is None and _SINCE_THEN.search(_words_of_range(run)) and _goes_on(run):
        # 「2020年から続いている」 speaks of the beginning.
        return joined(run, "unread", True)
    if field == "expiration_date" and first is not None and last is not None and _goes_on(run):
        # 「来年も続いている」: what has not ended by then. 「2027年に続く」 is no list of what ends then.
        if not _also(run):
            return joined(run, "unread", True)
        return as_condition(run, DateIn.between(field, first, None))
    if field == "agreement_date" and first == today and last is not None and _WITHIN.search(_words_of_range(run)):
        # Nothing has been signed tomorrow: "signed within two years" counts back from today.
        first, last = _back(today, last), today
    ahead = first is None and last is not None and last >= today and past is None
    if ahead and field in ("expiration_date", "last_notice_day") and _DEADLINE.search(_words_of_range(run)):
        # "Expiring by the end of next month": what has expired long ago is not meant.
        first = today
    if past is not None and field == "expiration_date" and not (past.has("dverb", "dverbJ")):
        yesterday = today - timedelta(days=1)
        # "Expired on or before today" says of the day itself that it counts.
        named = last == today and _TODAY.search(_words_of_range(run)) is not None
        if (first is None or first <= yesterday) and not named:
            last = yesterday if last is None else min(last, yesterday)
    return as_condition(run, DateIn.between(field, first, last))


_DEADLINE = re.compile(
    r"\b(?:by|until|till|before) (?:the )?(?:end of )?(?:the |this |next )(?:month|week|quarter|year|fiscal year)"
    r"|(?:今|来|本|翌)(?:月|年|年度|週|四半期|期)末?まで"
)
"""A last day that is told from today."""
_TODAY = re.compile(r"\btoday\b|本日|今日")
_WITHIN = re.compile(r"\bwithin\b|以内|の間|内")


_EFFECTIVE = re.compile(r"^(?:(?:is|are|was|were|being|be|remains?)\s+)?(?:effective|valid|in effect|in force)$")
"""A state that lasts, not the day on which it began."""
_SINCE_THEN = re.compile(r"から$")
_UNTIL_THEN = re.compile(r"まで(?:に|の)?$")


def _ends_then(run: Sequence[Token]) -> bool:
    return re.search(r"^(?:until|till|through|up to|up until)\b", _words_of_range(run)) is not None


def _words_of_verb(run: Sequence[Token]) -> str:
    return next((token.text for token in run if token.has("dverb", "dverbJ", "datefact")), "")


def _goes_on(run: Sequence[Token]) -> bool:
    return any(token.text.startswith(("続", "縛", "拘束")) for token in run if token.has("dverb", "dverbJ"))


def _also(run: Sequence[Token]) -> bool:
    """Whether days are said with も: 来年も, 2030年になっても."""
    return _words_of_range(run).endswith("も") or any(token.has("mo") for token in run)


def _words_of_range(run: Sequence[Token]) -> str:
    return next(token.text for token in run if token.has("range"))


def _back(today: date, last: date) -> date:
    """As long before today as a day is after it, by months where it is the same day of a month."""
    if last.day != today.day:
        return today - (last - today)
    months = (last.year - today.year) * 12 + last.month - today.month
    year, month = divmod(today.year * 12 + today.month - 1 - months, 12)
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))


def date_elsewhere(run: Sequence[Token], today: date) -> Token | None:
    """ "do not expire in 2027": the date is known and lies elsewhere. "Not until 2027" says something else."""
    made = date_in([token for token in run if not token.has("without", "withoutJ")], today)
    if made is None or _UNTIL.search(_words_of_range(run)):
        return None
    (condition,) = cast(tuple[DateIn, ...], made.values["cond"])
    return as_condition(run, replace(condition, wanted=False))


_UNTIL = re.compile(r"\b(?:until|till)\b|まで(?!に)")


def two_windows(run: Sequence[Token]) -> Token | None:
    """ "before 2020 and after 2025": both of one date, which no contract can meet; "in 2019 and 2021" is not read."""
    first, second = (cast(Range, token.values["range"]) for token in run if token.has("range"))
    field = _field(run)
    sides = {(window.first is None, window.last is None) for window in (first, second)}
    if field is None or sides != {(True, False), (False, True)}:
        return None
    return as_condition(run, *(DateIn.between(field, window.first, window.last) for window in (first, second)))


def _field(run: Sequence[Token]) -> DateField | None:
    for tag in ("datefact", "past", "pastJ", "dverb", "dverbJ"):
        found = value_of(run, tag)
        if found in DATE_FACTS:
            return cast(DateField, found)
    return None


def not_yet(run: Sequence[Token], today: date) -> Token | None:
    """ "not expired", "already expired"."""
    field = _field(run)
    if field != "expiration_date":
        return None
    past = any(token.has("past", "pastJ") for token in run)
    if any(token.has("without", "withoutJ", "except", "exceptJ") for token in run):
        return as_condition(run, DateIn.between(field, today, None)) if past else None
    return as_condition(run, DateIn.between(field, None, today - timedelta(days=1))) if past else None


def in_force(run: Sequence[Token], today: date) -> Token | None:
    span = cast(Range, value_of(run, "range"))
    if span.first is not None and span.first != span.last and _also(run):
        # 「2030年になっても有効」, 「来年も有効」: what has not ended by then.
        return as_condition(run, DateIn.between("expiration_date", span.first, None))
    if span.first is None or span.first != span.last:
        return None
    del today
    return joined(run, "on_day", span.first.isoformat())
