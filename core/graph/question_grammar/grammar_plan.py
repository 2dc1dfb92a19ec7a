"""What a question about many contracts asks for, as values: conditions, a measure, what to group by.

Conditions have three values. A contract whose page was not read, or that has no such date, law, type or party at all,
is neither counted nor left out silently: it is counted apart as unknown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.questions import DateField

Measure = Literal["count", "share", "list", "statistic", "compare"]
Statistic = Literal["average", "median", "minimum", "maximum", "sum"]
Quantity = Literal["pages", "clauses", "parties", "term_days", "term_years", "notice_days"]
Unit = Literal["day", "month", "year"]
Dimension = Literal[
    "law",
    "law_country",
    "law_state",
    "party",
    "party_country",
    "agreement_type",
    "clause_type",
    "language",
    "presence",
    "year",
    "quarter",
    "month",
    "fiscal_year",
]
TIMES: tuple[Dimension, ...] = ("year", "quarter", "month", "fiscal_year")
"""Dimensions of a date. A quarter is one of the calendar year, a fiscal year begins on 1 April (年度)."""


@dataclass(frozen=True, slots=True)
class Law:
    """A governing law: ISO 3166 alpha-2 and, where named, the state."""

    country: str
    state: str | None = None


@dataclass(frozen=True, slots=True)
class ClauseIs:
    """The contract has one of these categories, or lacks the one."""

    codes: tuple[str, ...]
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class LawIs:
    """It is governed by one of these laws, or by none of them."""

    laws: tuple[Law, ...]
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class PartyIs:
    """One of these organizations is a party. `asked` is the name as the question has it.

    `others` are further names that a person joined with one of `names` into one party; they count as well.
    """

    asked: str
    names: tuple[str, ...]
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PartyFrom:
    """A party of it was incorporated in one of these countries."""

    countries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TypeIs:
    """It is of one of these agreement types, or of none of them."""

    codes: tuple[str, ...]
    wanted: bool = True


@dataclass(frozen=True, slots=True)
class LanguageIs:
    """It is written in this language."""

    language: str


@dataclass(frozen=True, slots=True)
class DateIn:
    """A date of it lies from `first` to `last`, ISO days, both included."""

    field: DateField
    first: str | None
    last: str | None


@dataclass(frozen=True, slots=True)
class NumberIs:
    """A number of it is from `low` to `high`, both included unless `strict`.

    A term is compared by the calendar, in `unit`: one that ends on the anniversary or the day before it is exactly so
    many months or years long.
    """

    quantity: Quantity
    low: int | None
    high: int | None
    unit: Unit = "day"
    strict: bool = False


Condition = ClauseIs | LawIs | PartyIs | PartyFrom | TypeIs | LanguageIs | DateIn | NumberIs


@dataclass(frozen=True, slots=True)
class Group:
    """What to group by; `of` is the date of a year, quarter, month or fiscal year, the clause type of a presence."""

    dimension: Dimension
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Having:
    """Only groups with so many contracts, or with contracts under so many governing laws."""

    of: Literal["contracts", "laws"]
    low: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """One question. Its parts in words:

    `measure` of the contracts that meet `conditions`; a share is taken of those that meet `among`.
    `quantity` is what a statistic is taken of, or what a list is ordered by; `by_date` orders a list by a date.
    `top` keeps so many groups or contracts, and those level with the last; `ascending` begins at the lesser end.
    `distinct` asks which groups there are, not how many contracts each has.
    `second` is grouped by beside `group`. A comparison counts the contracts of each of two `sides`.
    `joined` says that organizations joined into one party are counted as one.
    """

    measure: Measure
    conditions: tuple[Condition, ...] = ()
    among: tuple[Condition, ...] = ()
    statistic: Statistic | None = None
    quantity: Quantity | None = None
    by_date: DateField | None = None
    group: Group | None = None
    having: Having | None = None
    top: int | None = None
    ascending: bool = False
    distinct: bool = False
    second: Group | None = None
    sides: tuple[Condition, ...] = ()
    joined: bool = False

    @property
    def groups(self) -> tuple[Group, ...]:
        """What is grouped by, the first one first."""
        return tuple(one for one in (self.group, self.second) if one is not None)

    @property
    def every_condition(self) -> tuple[Condition, ...]:
        """All conditions, whatever they decide."""
        return (*self.among, *self.conditions, *self.sides)

    @property
    def for_fixed_functions(self) -> bool:
        """Whether the fixed retrieval functions answer it as well: a plain count or list."""
        counted = self.measure in ("count", "list") and not (self.group or self.top or self.quantity or self.by_date)
        windows = sum(isinstance(one, DateIn) for one in self.conditions)
        return counted and windows <= 1 and all(_fixed(one) for one in self.conditions)


def _fixed(condition: Condition) -> bool:
    if isinstance(condition, ClauseIs | PartyIs | DateIn):
        return True
    if isinstance(condition, LawIs):
        return condition.wanted and len(condition.laws) == 1
    return isinstance(condition, TypeIs) and condition.wanted and len(condition.codes) == 1
