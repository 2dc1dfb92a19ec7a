"""Rules of numbers: terms, notice periods and renewals by their length, clauses, pages and parties by their count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from core.questions.cascade import Token, joined
from core.questions.plan import Condition, NumberIs, Quantity, Renewal, RenewalIs, Unit
from core.questions.rules.run_rules import as_condition, value_of


def number(run: Sequence[Token]) -> Token | None:
    count, unit = cast(int, value_of(run, "num")), str(value_of(run, "unit"))
    low, high, strict = _bounds(run, count)
    return _number_cond(run, unit, low, high, strict)


def _bounds(run: Sequence[Token], count: int) -> tuple[int | None, int | None, bool]:
    """The least and the greatest number, and whether a term must be longer or shorter than that."""
    place = next(index for index, token in enumerate(run) if token.has("num"))
    tags = {tag for token in (*run[max(0, place - 1) : place], *run[place + 1 :]) for tag in token.values}
    if "least" in tags or "or_more" in tags:
        return count, None, False
    if "or_less" in tags or "most" in tags:
        return None, count, False
    if "more" in tags:
        return count, None, True
    if "less" in tags:
        return None, count, True
    return count, count, False


def _number_cond(run: Sequence[Token], unit: str, low: int | None, high: int | None, strict: bool) -> Token | None:
    notice = any(token.has("notice") for token in run)
    if unit in ("day", "week", "month", "year"):
        if notice:
            first, last = (None if bound is None else _days(bound, unit) for bound in (low, high))
            return as_condition(run, NumberIs("notice_days", *_whole(first, last, strict)))
        bounds = ("term", "run", "termfact", "lasting", "less", "more", "least", "most", "or_more", "or_less", "exact")
        if not any(token.has(*bounds) for token in run):
            return None
        if unit == "week":
            low, high, unit = (None if low is None else low * 7), (None if high is None else high * 7), "day"
        return as_condition(run, NumberIs("term_days", low, high, cast(Unit, unit), strict))
    low, high = _whole(low, high, strict)
    return as_condition(run, NumberIs(cast(Quantity, unit), low, high))


def length_of(run: Sequence[Token]) -> tuple[Condition, ...]:
    """The condition that a word for a period, a number and a unit make; none where they make none."""
    made = renewal_length(run) if run[0].has("renewal") else number(run)
    return () if made is None else cast(tuple[Condition, ...], made.values["cond"])


def _days(count: int, unit: str) -> int:
    """Days of so many units, a month counted as 30 days and 12 months as a year of 365."""
    if unit in ("day", "week"):
        return count * (7 if unit == "week" else 1)
    years, months = divmod(count * (12 if unit == "year" else 1), 12)
    return 365 * years + 30 * months


def renewal_length(run: Sequence[Token]) -> Token | None:
    """ "Renews for more than one year at a time", 「2年ごとに更新」: how long a renewal lasts."""
    unit = str(value_of(run, "unit"))
    if unit not in ("day", "week", "month", "year"):
        return None
    if any(not token.has(*_LENGTH_TAGS) and token.text not in _BESIDE_LENGTH for token in run):
        # "Renews automatically, over three years": the years are of the term.
        return None
    low, high, strict = _bounds(run, cast(int, value_of(run, "num")))
    if unit == "week":
        low, high, unit = (None if low is None else low * 7), (None if high is None else high * 7), "day"
    lasts = NumberIs("renewal_days", low, high, cast(Unit, unit), strict)
    renewals = value_of(run, "autorenew")
    if renewals is None:
        return as_condition(run, lasts)
    return as_condition(run, RenewalIs(cast(tuple[Renewal, ...], renewals)), lasts)


_LENGTH_TAGS = (
    *("renewal", "num", "unit", "more", "least", "less", "most", "exact", "or_more", "or_less", "each_time", "by"),
    "withJ",
)
_BESIDE_LENGTH = frozenset("for of by is are a an the another further at with が は の に も で、".split())
"""Words that may stand between a renewal and its length."""


_LONG: dict[str, Unit] = {
    "year": "year",
    "month": "month",
    "年": "year",
    "年間": "year",
    **dict.fromkeys(("か月", "ヶ月", "カ月", "ヵ月", "箇月"), "month"),
}
_MOST_YEARS = 120
"""What is longer is the number of a year."""


def long_contracts(run: Sequence[Token]) -> Token | None:
    """ "Three-year contracts", 「3年契約」: of that term. "Three years' contracts" are not read."""
    unit = next(token for token in run if token.has("unit"))
    name = _LONG.get(unit.text)
    count = cast(int, value_of(run, "num"))
    if name is None or count > _MOST_YEARS or any(token.soft for token in run):
        return None
    length = NumberIs("term_days", count, count, name)
    return as_condition(run, length)


def _whole(low: int | None, high: int | None, strict: bool) -> tuple[int | None, int | None]:
    """Bounds that are both included."""
    step = 1 if strict else 0
    return (None if low is None else low + step), (None if high is None else high - step)


def number_between(run: Sequence[Token]) -> Token | None:
    numbers = [cast(int, token.values["num"]) for token in run if token.has("num")]
    unit = str(value_of(run, "unit"))
    return _number_cond(run, unit, numbers[0], numbers[1], False) if len(numbers) == 2 else None


def number_between_strict(run: Sequence[Token]) -> Token | None:
    """ "at least five but fewer than ten clauses"."""
    numbers = [cast(int, token.values["num"]) for token in run if token.has("num")]
    return _number_cond(run, str(value_of(run, "unit")), numbers[0], numbers[1] - 1, False)


def having(run: Sequence[Token]) -> Token | None:
    count = cast(int, value_of(run, "num"))
    if not any(token.has("least", "more", "exact", "less", "most", "or_more", "or_less") for token in run):
        return None
    low, high, strict = _bounds(run, count)
    return joined(run, "having", _whole(low, high, strict))
