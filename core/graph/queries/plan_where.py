"""Conditions as Cypher: when one is certainly met, and when that cannot be told."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.graph.schema import DATES
from core.questions import (
    ClauseIs,
    ClauseSays,
    Condition,
    ContractIs,
    DateIn,
    LanguageIs,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Quantity,
    RenewalIs,
    TypeIs,
    Unit,
)

_ONE_LAW = "EXISTS { MATCH (a)-[:GOVERNED_BY_LAW]->(:Country) }"
_ONE_PARTY = "EXISTS { MATCH (:Organization)-[:IS_PARTY_TO]->(a) }"
_TERM_KNOWN = "a.effective_date IS NOT NULL AND a.expiration_date IS NOT NULL AND a.expiration_date >= a.effective_date"
_PERIOD = re.compile(r"P(?=\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?")
WordedContracts = Mapping[ClauseSays, tuple[Sequence[str], Sequence[str]]]
"""Ids of the contracts whose clause says something, and of those that may say it all the same."""
NO_WORDED_CONTRACTS: WordedContracts = MappingProxyType({})
_CERTAIN, _UNSURE = "'certain'", "'unknown'"


class Where:
    """Conditions of one query; their values become `parameters`.

    `presence` names the column that holds the presence of each category; `worded` is what is known of clauses' words.
    """

    def __init__(
        self, periods: Sequence[str], renewals: Sequence[str] = (), worded: WordedContracts = NO_WORDED_CONTRACTS
    ) -> None:
        self._periods = periods
        self._renewals = renewals
        self._worded = worded
        self.presence: dict[str, str] = {}
        self.parameters: dict[str, object] = {}

    def parameter(self, name: str, value: object) -> str:
        """Name of a parameter with this value, `$` before it; equal values share one."""
        known = next((key for key, held in self.parameters.items() if held == value and key.startswith(name)), None)
        if known is None:
            known = f"{name}_{len(self.parameters)}"
            self.parameters[known] = value
        return f"${known}"

    def verdict(self, conditions: Sequence[Condition]) -> str:
        """All conditions together: 'certain', 'unknown' or 'no'."""
        if not conditions:
            return _CERTAIN
        pairs = [self._condition(condition) for condition in conditions]
        sure = " AND ".join(f"({yes})" for yes, _ in pairs)
        possible = " AND ".join(f"(({yes}) OR ({unsure}))" if unsure else f"({yes})" for yes, unsure in pairs)
        return f"CASE WHEN {sure} THEN {_CERTAIN} WHEN {possible} THEN {_UNSURE} ELSE 'no' END"

    def _condition(self, condition: Condition) -> tuple[str, str]:
        """When a condition is certainly met, and when it cannot be told."""
        match condition:
            case ContractIs(references, _):
                return f"a.contract_id IN {self.parameter('contract', list(references))}", ""
            case ClauseIs(codes, wanted):
                columns = [self.presence[code] for code in codes]
                met = "present" if wanted else "absent"
                return (
                    " OR ".join(f"{column} = '{met}'" for column in columns),
                    " OR ".join(f"{column} IN ['not_found', 'unknown']" for column in columns),
                )
            case ClauseSays():
                saying, perhaps = self._worded[condition]
                yes = f"a.contract_id IN {self.parameter('saying', list(saying))}"
                return yes, f"a.contract_id IN {self.parameter('perhaps', list(perhaps))}"
            case LawIs(laws, wanted):
                met = " OR ".join(self._law(law.country, law.state) for law in laws)
                return (met if wanted else f"{_ONE_LAW} AND NOT ({met})"), f"NOT {_ONE_LAW}"
            case PartyIs(_, names, others, wanted, roles):
                named = self.parameter("party", [*names, *others])
                called = f" AND q.role IN {self.parameter('role', list(roles))}" if roles else ""
                met = f"EXISTS {{ MATCH (n:Organization)-[q:IS_PARTY_TO]->(a) WHERE n.name IN {named}{called} }}"
                return (met if wanted else f"{_ONE_PARTY} AND NOT ({met})"), f"NOT {_ONE_PARTY}"
            case PartyFrom(countries):
                named = self.parameter("country", list(countries))
                return (
                    f"EXISTS {{ MATCH (:Organization)-[q:IS_PARTY_TO]->(a) WHERE q.country IN {named} }}",
                    "NOT EXISTS { MATCH (:Organization)-[q:IS_PARTY_TO]->(a) WHERE q.country <> '' }",
                )
            case TypeIs(codes, wanted):
                named = self.parameter("kind", list(codes))
                met = f"a.agreement_type IN {named}"
                known = "a.agreement_type IS NOT NULL"
                return f"{known} AND {met if wanted else f'NOT {met}'}", "a.agreement_type IS NULL"
            case LanguageIs(language):
                return f"a.language = {self.parameter('language', language)}", ""
            case RenewalIs(renewals, wanted):
                return self._renewal_is(renewals, wanted)
            case DateIn(field, first, last, wanted):
                assert field in DATES
                column = f"a.{field}"
                limits = []
                if first is not None:
                    limits.append(f"{column} >= date({self.parameter('day', first)})")
                if last is not None:
                    limits.append(f"{column} <= date({self.parameter('day', last)})")
                if not wanted:
                    limits = [f"NOT ({' AND '.join(limits)})"] if limits else ["false"]
                return " AND ".join([f"{column} IS NOT NULL", *limits]), f"{column} IS NULL"
            case NumberIs():
                return self._number_is(condition)

    def _renewal_is(self, renewals: Sequence[str], wanted: bool) -> tuple[str, str]:
        # A contract without a renewal has none of any kind; where its words do not say how it is renewed, who knows.
        found = f"{self.presence['renewal_term']}"
        # One that says that it is not renewed has none, though no clause of renewal was found.
        missing = f"{found} IN ['not_found', 'unknown']"
        stated = f"({found} = 'present' AND a.renewal_kind IS NOT NULL)"
        known = f"({stated} OR ({missing} AND a.renewal_kind = 'none'))"
        met = f"a.renewal_kind IN {self.parameter('renewal', list(renewals))}"
        unsure = (
            f"({missing} AND (a.renewal_kind IS NULL OR a.renewal_kind <> 'none')) "
            f"OR ({found} = 'present' AND a.renewal_kind IS NULL)"
        )
        return (f"{known} AND {met}" if wanted else f"{found} = 'absent' OR ({known} AND NOT {met})"), unsure

    def _law(self, country: str, state: str | None) -> str:
        where = f"y.code = {self.parameter('country', country)}"
        if state is not None:
            where += f" AND lower(v.state) = {self.parameter('state', state.lower())}"
        return f"EXISTS {{ MATCH (a)-[v:GOVERNED_BY_LAW]->(y:Country) WHERE {where} }}"

    def _number_is(self, condition: NumberIs) -> tuple[str, str]:
        if condition.quantity == "term_days":
            return self._term_is(condition)
        if condition.quantity == "clauses":
            return self._clauses_are(condition)
        if condition.quantity == "renewal_days":
            return self._renewal_lasts(condition)
        value = self.number(condition.quantity)
        limits = [f"{value} IS NOT NULL"]
        if condition.low is not None:
            limits.append(f"{value} >= {self.parameter('least', condition.low)}")
        if condition.high is not None:
            limits.append(f"{value} <= {self.parameter('most', condition.high)}")
        return " AND ".join(limits), f"{value} IS NULL"

    def _clauses_are(self, condition: NumberIs) -> tuple[str, str]:
        # A clause type that is unknown may be one more.
        sure, possible = [], []
        if condition.low is not None:
            least = self.parameter("least", condition.low)
            sure.append(f"clauses >= {least}")
            possible.append(f"possible_clauses >= {least}")
        if condition.high is not None:
            most = self.parameter("most", condition.high)
            sure.append(f"possible_clauses <= {most}")
            possible.append(f"clauses <= {most}")
        return " AND ".join(sure), " AND ".join(possible)

    def _renewal_lasts(self, condition: NumberIs) -> tuple[str, str]:
        # A contract without a renewal has none of any length; one whose length is not told may have it.
        value, found = self.number("renewal_days"), self.presence["renewal_term"]
        limits = [f"{found} = 'present'", f"{value} IS NOT NULL"]
        for bound, above in ((condition.low, True), (condition.high, False)):
            if bound is not None:
                sign = (">" if above else "<") + ("" if condition.strict else "=")
                limits.append(f"{value} {sign} {self.parameter('length', days_in(bound, condition.unit))}")
        unsure = f"{found} IN ['not_found', 'unknown'] OR ({found} = 'present' AND {value} IS NULL)"
        return " AND ".join(limits), unsure

    def _term_is(self, condition: NumberIs) -> tuple[str, str]:
        end, slack = "a.expiration_date", 0 if condition.unit == "day" else 1
        limits = [_TERM_KNOWN]
        if condition.low is not None:
            edge = self._later("a.effective_date", condition.low, condition.unit)
            limits.append(f"{end} > {edge}" if condition.strict else f"{self._later(end, slack, 'day')} >= {edge}")
        if condition.high is not None:
            edge = self._later("a.effective_date", condition.high, condition.unit)
            limits.append(f"{self._later(end, slack, 'day')} < {edge}" if condition.strict else f"{end} <= {edge}")
        return " AND ".join(limits), "a.effective_date IS NULL OR a.expiration_date IS NULL"

    def _later(self, column: str, count: int, unit: Unit) -> str:
        if count == 0:
            return column
        return f"{column} + duration({{{unit}s: {int(count)}}})"

    def number(self, quantity: Quantity | None) -> str:
        """A number of the contract, null where it is not known."""
        days = "duration.inDays(a.effective_date, a.expiration_date).days"
        match quantity:
            case "pages":
                return "a.pages"
            case "term_days":
                return f"CASE WHEN {_TERM_KNOWN} THEN {days} END"
            case "term_years":
                return f"CASE WHEN {_TERM_KNOWN} THEN {days} / 365.25 END"
            case "notice_days":
                return self._lasting("a.notice_period", self._periods)
            case "renewal_days":
                return self._lasting("a.renewal_term", self._renewals)
            case "clauses" | "parties":
                return quantity
        raise ValueError("no quantity")

    def _lasting(self, column: str, periods: Sequence[str]) -> str:
        """Days of the durations that a column holds."""
        cases = [
            f"WHEN {self.parameter('period', period)} THEN {days}"
            for period in periods
            if (days := days_of(period)) is not None
        ]
        # Never a bare NULL: the embedded engine must know of what kind the values that are not there would be.
        return f"CASE {column} {' '.join(cases)} END" if cases else "CASE WHEN false THEN 0 END"


def days_of(period: str) -> int | None:
    """Days of an ISO 8601 duration, a month counted as 30 days and 12 months as 365; None for other words."""
    found = _PERIOD.fullmatch(period)
    if found is None:
        return None
    years, months, weeks, days = (int(count or 0) for count in found.groups())
    return days_in(12 * years + months, "month") + 7 * weeks + days


def days_in(count: int, unit: Unit) -> int:
    """Days of so many days, months or years, counted as those of a duration are."""
    if unit == "day":
        return count
    years, months = divmod(count if unit == "month" else 12 * count, 12)
    return 365 * years + 30 * months
