"""What a reading says, sense by sense: whether it speaks of a date, denies something, counts, or is of a kind."""

from __future__ import annotations

from collections.abc import Callable

from core.questions.plan import (
    ClauseIs,
    ContractIs,
    DateIn,
    LanguageIs,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Question,
    RenewalIs,
    TypeIs,
)


class ToldReading:
    """What a reading says, for questions such as whether it speaks of a date."""

    def __init__(self, question: Question) -> None:
        plan = question.plan
        self.question = question
        self.plan = plan
        self.conditions = plan.every_condition
        self.groups = {group.dimension for group in plan.groups}
        self.dates: set[str] = {c.field for c in self.conditions if isinstance(c, DateIn)}
        self.dates |= {group.of for group in plan.groups if group.of} | ({plan.by_date} if plan.by_date else set())
        codes = {code for c in self.conditions if isinstance(c, ClauseIs) for code in c.codes}
        lists = question.kind in ("list", "count", "numbers") and question.day is None
        quoted = set() if lists or question.kind == "yes_no" else set(question.clauses)
        self.codes = codes | quoted | {g.of for g in plan.groups if g.dimension == "presence" and g.of}
        self.quantities = {c.quantity for c in self.conditions if isinstance(c, NumberIs)}
        self.quantities |= {plan.quantity} if plan.quantity else set()
        self.facts = set(question.facts)

    def has(self, *kinds: type) -> bool:
        """Whether one of the conditions is of such a kind."""
        return any(isinstance(condition, kinds) for condition in self.conditions)

    def of_type(self, code: object) -> bool:
        """Whether one of the conditions is of that agreement type."""
        return any(isinstance(condition, TypeIs) and code in condition.codes for condition in self.conditions)

    @property
    def dated(self) -> bool:
        """Whether days decide which contracts there are, or in which order."""
        asked = self.question.kind in ("facts", "differences") and bool(self.facts & DATES)
        return bool(self.dates) or self.question.day is not None or asked

    @property
    def denies(self) -> bool:
        """Whether something is said not to be; a date that is not past may be "not yet"."""
        return self.has(DateIn) or any(getattr(condition, "wanted", True) is False for condition in self.conditions)

    @property
    def denies_one_alone(self) -> bool:
        """Whether one clause type is denied beside others that are not."""
        wanted = [condition.wanted for condition in self.conditions if isinstance(condition, ClauseIs)]
        return wanted.count(False) == 1 and True in wanted

    @property
    def of_two_kinds(self) -> bool:
        """Whether one agreement would have to be of two kinds."""
        return sum(isinstance(condition, TypeIs) and condition.wanted for condition in self.conditions) > 1

    @property
    def numbered(self) -> bool:
        """Whether a number bounds something."""
        return self.has(NumberIs) or self.plan.having is not None or self.plan.top is not None or self.dated

    @property
    def any_of(self) -> bool:
        """Whether one of several will do."""
        members = ("codes", "laws", "names", "references", "countries")
        several = any(len(getattr(c, name, ())) > 1 for c in self.conditions for name in members)
        neither = sum(getattr(condition, "wanted", True) is False for condition in self.conditions) > 1
        return several or neither or self.numbered or bool(self.plan.sides) or self.question.kind == "differences"

    def fact(self, code: object) -> bool:
        """Whether it speaks of a fact of contracts, or of a date."""
        if code in self.facts or code in self.dates or code in self.codes:
            return True
        return code in _OTHERWISE and _OTHERWISE[str(code)](self)

    def dated_by(self, code: object) -> bool:
        """Whether a date is asked for, bounds or ranks the contracts, or is stated."""
        return code in self.facts | self.dates | self.codes or self.question.kind == "card"

    def counts(self) -> bool:
        """Whether something is counted."""
        named = [c for c in self.conditions if isinstance(c, ContractIs)]
        if self.question.kind == "count" and named and all(len(c.references) == 1 for c in named):
            # "How many insurance clauses does contract 3 have?": one contract is no number.
            return False
        measured = self.plan.measure in ("count", "share", "statistic", "compare") or bool(self.quantities)
        asked = self.facts & {"pages", "parties", "notice_period", "term"}
        return self.question.kind in ("count", "numbers", "clauses") or measured or bool(asked)

    def firms(self) -> bool:
        """Whether it speaks of parties."""
        of_groups = bool(self.groups & {"party", "party_country"}) or "parties" in self.quantities
        return self.has(PartyIs, PartyFrom, ContractIs) or "parties" in self.facts or of_groups


DATES = frozenset(
    {"expiration_date", "effective_date", "agreement_date", "last_notice_day", "term", "renewal_term", "notice_period"}
)
_OTHERWISE: dict[str, Callable[[ToldReading], bool]] = {
    "governing_law": lambda told: (
        told.has(LawIs) or bool(told.groups & {"law", "law_country", "law_state"}) or told.plan.having is not None
    ),
    "parties": ToldReading.firms,
    "agreement_type": lambda told: (
        told.has(TypeIs) or "agreement_type" in told.groups or _of_clauses(told) or told.question.kind == "card"
    ),
    "language": lambda told: told.has(LanguageIs) or "language" in told.groups,
    "term": lambda told: bool(told.quantities & {"term_days", "term_years"}),
    "pages": lambda told: "pages" in told.quantities,
    "clauses": lambda told: _of_clauses(told),
    "notice_period": lambda told: _of_notice(told),
    "renewal_term": lambda told: _renews(told),
    "last_notice_day": lambda told: _of_notice(told),
    "agreement_date": lambda told: told.has(PartyIs, PartyFrom, ContractIs) or "parties" in told.facts,
    "expiration_date": lambda told: _runs(told) or _of_notice(told),
    "effective_date": lambda told: _runs(told),
}
"""Where a fact is spoken of though it is neither asked for nor the date of a condition."""


def _of_clauses(told: ToldReading) -> bool:
    counted = "clauses" in told.quantities or "clause_type" in told.groups
    return counted or bool(told.codes) or told.question.kind in ("clauses", "differences")


def _of_notice(told: ToldReading) -> bool:
    asked = told.facts & {"notice_period", "last_notice_day"} or told.codes & {"notice_period"}
    return bool(asked) or "notice_days" in told.quantities or "last_notice_day" in told.dates


def _runs(told: ToldReading) -> bool:
    lasts = told.quantities & {"term_days", "term_years"} or "term" in told.facts or told.question.day is not None
    return bool(lasts) or (told.question.kind == "card")


def _ranks(told: ToldReading) -> bool:
    return (
        told.plan.top is not None or told.plan.by_date is not None or told.question.kind in ("numbers", "differences")
    )


def _renews(told: ToldReading) -> bool:
    return (
        told.has(RenewalIs)
        or "renewal_term" in told.codes | told.facts
        or bool(told.facts & {"last_notice_day", "notice_period"})
        or "renewal_days" in told.quantities
    )


SAID: dict[str, Callable[[ToldReading, object], bool]] = {
    "clause": lambda told, code: code in told.codes or "clause_type" in told.groups,
    "fact": lambda told, code: told.fact(code) and not (code == "agreement_date" and not told.dated_by(code)),
    "dverb": ToldReading.fact,
    "dverbJ": ToldReading.fact,
    "past": ToldReading.fact,
    "pastJ": ToldReading.fact,
    "type": lambda told, _: told.has(TypeIs, ContractIs) or "agreement_type" in told.groups,
    "super": lambda told, _: _ranks(told) or told.numbered,
    "stat": lambda told, _: told.plan.measure == "statistic" or told.question.kind in ("count", "numbers"),
    "share": lambda told, _: told.plan.measure == "share" or "revenue_profit_sharing" in told.codes,
    "lang": lambda told, _: told.has(LanguageIs) or "language" in told.groups or "language" in told.facts,
    "without": lambda told, _: told.denies,
    "withoutJ": lambda told, _: told.denies,
    "except": lambda told, _: told.denies,
    "exceptJ": lambda told, _: told.denies,
    "neither": lambda told, _: told.denies,
    "really": lambda told, _: not told.denies or told.has(DateIn),
    "both": lambda told, _: True,
    "or": lambda told, _: told.any_of,
    "today": lambda told, _: told.dated and told.question.kind != "facts",
    "already": lambda told, _: told.dated,
    "in_force": lambda told, _: told.dated or _runs(told),
    "count": lambda told, _: told.counts(),
    "more": lambda told, _: told.numbered,
    "least": lambda told, _: told.numbered,
    "less": lambda told, _: told.numbered,
    "most": lambda told, _: told.numbered,
    "or_more": lambda told, _: told.numbered,
    "or_less": lambda told, _: told.numbered,
    "exact": lambda told, _: told.numbered,
    "by": lambda told, _: bool(told.groups) or told.plan.by_date is not None or told.plan.measure == "statistic",
    "breakdown": lambda told, _: bool(told.groups),
    "several": lambda told, _: told.plan.having is not None or told.numbered,
    "renew": lambda told, _: _renews(told),
    "fiscal": lambda told, _: told.dated or "fiscal_year" in told.groups,
    "quarter": lambda told, _: told.dated or "quarter" in told.groups,
    "very": lambda told, _: _ranks(told),
    "notice_word": lambda told, _: _of_notice(told) or bool(told.codes),
    "company": lambda told, _: told.firms() or bool(told.codes),
    "presence": lambda told, _: "presence" in told.groups or bool(told.codes),
}
"""What a reading must say for a sense to be heard. Senses of other tags only carry a question."""
