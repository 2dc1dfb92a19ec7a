"""What a question asks for, as values: conditions, a measure, what to group by, and what is wanted of the contracts.

Conditions have three values. A contract whose page was not read, or that has no such date, law, type or party at all,
is neither counted nor left out silently: it is counted apart as unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

DateField = Literal["expiration_date", "effective_date", "agreement_date", "last_notice_day"]
Measure = Literal["count", "share", "list", "statistic", "compare"]
Statistic = Literal["average", "median", "minimum", "maximum", "sum"]
Quantity = Literal["pages", "clauses", "parties", "term_days", "term_years", "notice_days", "renewal_days"]
Unit = Literal["day", "month", "year"]
Renewal = Literal["automatic", "once", "evergreen", "mutual", "option", "none"]
"""How a contract goes on after its term, by the words of its renewal."""
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
    kind: Literal["clause"] = "clause"


@dataclass(frozen=True, slots=True)
class ClauseSays:
    """It has a clause of this type, whose words hold one of these spellings: an institution, a court, a length.

    Only the words that were located for the clause are looked at. Where they hold none of the spellings it is not known
    that the contract does not say it: the rest of the clause may not have been located.
    """

    code: str
    words: tuple[str, ...]
    kind: Literal["words"] = "words"


@dataclass(frozen=True, slots=True)
class LawIs:
    """It is governed by one of these laws, or by none of them."""

    laws: tuple[Law, ...]
    wanted: bool = True
    kind: Literal["law"] = "law"


@dataclass(frozen=True, slots=True)
class PartyIs:
    """One of these organizations is a party, or none of them is. `asked` is the name as the question has it.

    `others` are further names that a person joined with one of `names` into one party; they count as well. `roles`, as
    contracts write them, are what the party must be called there; none means any.
    """

    asked: str
    names: tuple[str, ...]
    others: tuple[str, ...] = ()
    wanted: bool = True
    roles: tuple[str, ...] = ()
    kind: Literal["party"] = "party"


@dataclass(frozen=True, slots=True)
class PartyFrom:
    """A party of it was incorporated in one of these countries."""

    countries: tuple[str, ...]
    kind: Literal["home"] = "home"


@dataclass(frozen=True, slots=True)
class TypeIs:
    """It is of one of these agreement types, or of none of them."""

    codes: tuple[str, ...]
    wanted: bool = True
    kind: Literal["type"] = "type"


@dataclass(frozen=True, slots=True)
class LanguageIs:
    """It is written in this language."""

    language: str
    kind: Literal["language"] = "language"


@dataclass(frozen=True, slots=True)
class DateIn:
    """A date of it lies from `first` to `last`, ISO days, both included; or elsewhere, where that is not `wanted`."""

    field: DateField
    first: str | None
    last: str | None
    wanted: bool = True
    kind: Literal["date"] = "date"

    @classmethod
    def between(cls, field: DateField, first: date | None, last: date | None) -> DateIn:
        """The condition that a date lies from one day to another; None where that side is open."""
        return cls(field, None if first is None else first.isoformat(), None if last is None else last.isoformat())


@dataclass(frozen=True, slots=True)
class NumberIs:
    """A number of it is from `low` to `high`, both included unless `strict`.

    A term is compared by the calendar, in `unit`: one that ends on the anniversary or the day before it is exactly so
    many months or years long. A renewal is compared in days, twelve months being a year.
    """

    quantity: Quantity
    low: int | None
    high: int | None
    unit: Unit = "day"
    strict: bool = False
    kind: Literal["number"] = "number"


@dataclass(frozen=True, slots=True)
class RenewalIs:
    """Its renewal is of one of these kinds; or of none of them, or there is no renewal, where that is not `wanted`."""

    renewals: tuple[Renewal, ...]
    wanted: bool = True
    kind: Literal["renewal"] = "renewal"


@dataclass(frozen=True, slots=True)
class ContractIs:
    """It is one of these, by number or by id; `asked` is how the question calls them."""

    references: tuple[str, ...]
    asked: str
    kind: Literal["contract"] = "contract"


Condition = Annotated[
    ContractIs
    | ClauseIs
    | ClauseSays
    | LawIs
    | PartyIs
    | PartyFrom
    | TypeIs
    | LanguageIs
    | RenewalIs
    | DateIn
    | NumberIs,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True)
class GroupBy:
    """What to group by; `of` is the date of a year, quarter, month or fiscal year, the clause type of a presence."""

    dimension: Dimension
    of: str | None = None


@dataclass(frozen=True, slots=True)
class Having:
    """Only groups with so many contracts, or with contracts under so many governing laws."""

    of: Literal["contracts", "laws"]
    low: int | None
    high: int | None


EVERY_CONTRACT = 1_000_000
"""The `top` of a list of all contracts in order."""


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
    group: GroupBy | None = None
    having: Having | None = None
    top: int | None = None
    ascending: bool = False
    distinct: bool = False
    second: GroupBy | None = None
    sides: tuple[Condition, ...] = ()
    joined: bool = False

    @property
    def groups(self) -> tuple[GroupBy, ...]:
        """What is grouped by, the first one first."""
        return tuple(grouping for grouping in (self.group, self.second) if grouping is not None)

    @property
    def every_condition(self) -> tuple[Condition, ...]:
        """All conditions, whatever they decide."""
        return (*self.among, *self.conditions, *self.sides)


Kind = Literal[
    "list",
    "count",
    "numbers",
    "yes_no",
    "facts",
    "excerpts",
    "card",
    "clauses",
    "differences",
    "passages",
    "house",
    "refused",
    "more",
    "why",
    "undo",
]
Topic = Literal[
    "change",
    "draft",
    "advice",
    "opinion",
    "legal",
    "prediction",
    "money",
    "people",
    "elsewhere",
    "greeting",
    "instruction",
    "vague",
    "not_meant",
]


@dataclass(frozen=True, slots=True)
class Question:
    """One question, understood.

    Attributes:
        kind: what is wanted: `numbers` of groups, shares, statistics, extremes and comparisons of counts; `differences`
            of contracts side by side; `passages` to read, where the question is open.
        plan: about which contracts, in what order, how many.
        facts: facts that are wanted of each contract, by code.
        clauses: clause types whose words are wanted.
        day: only contracts in force on this ISO day.
        every: a yes or no about all contracts, not about any.
        text: the question as typed, where it is open or about knowledge.
        topic: why it is refused.
        stance_open: whether it asks if something is allowed, which the presence of a clause does not say.
    """

    kind: Kind
    plan: Plan = Plan("list")
    facts: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    day: str | None = None
    every: bool = False
    text: str = ""
    topic: Topic | None = None
    stance_open: bool = False

    def to_json(self) -> dict[str, Any]:
        """The question as a conversation keeps it."""
        value: dict[str, Any] = _QUESTION.dump_python(self, mode="json")
        return value


def question_from_json(value: object) -> Question:
    """The question that `Question.to_json` wrote.

    Raises:
        ValidationError: it is no question.
    """
    return _QUESTION.validate_python(value)


def same_meaning(question: Question, other: Question) -> bool:
    """Whether two questions ask the same, however they call what they are about."""
    return _meaning(question) == _meaning(other)


def _meaning(question: Question) -> tuple[object, ...]:
    plan = question.plan
    sets = tuple(
        frozenset(_plain(condition) for condition in conditions) for conditions in (plan.conditions, plan.among)
    )
    bare = replace(plan, measure="list", conditions=(), among=()) if question.kind == "count" else plan
    rest = replace(bare, conditions=(), among=())
    asked = frozenset(question.facts), frozenset(question.clauses), question.day, question.every, question.topic
    return (question.kind, rest, *sets, *asked)


def _plain(condition: Condition) -> Condition:
    """A condition without the words that a question has for it, its alternatives in one order."""
    match condition:
        case ClauseIs(codes) | TypeIs(codes):
            return replace(condition, codes=tuple(sorted(codes)))
        case LawIs(laws):
            return replace(condition, laws=tuple(sorted(laws, key=lambda law: (law.country, law.state or ""))))
        case PartyIs():
            return replace(condition, asked="", names=tuple(sorted(condition.names)))
        case ContractIs():
            return replace(condition, asked="", references=tuple(sorted(condition.references)))
        case PartyFrom(countries):
            return replace(condition, countries=tuple(sorted(countries)))
    return condition


_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)
