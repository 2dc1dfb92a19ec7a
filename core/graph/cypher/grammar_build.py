"""A plan as one Cypher query: parameterised, read-only, one text for both backends (the guard writes it in the embedded
graph's dialect).

Every stage ends in a WITH that carries the contract and what is known of it. Presence is read in one pass over the
edges of the types that are asked about: joins over several types explode on the embedded graph, and it loses filters
on a relation's property in longer patterns.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.graph.cypher.grammar_plan import (
    ClauseIs,
    Condition,
    DateIn,
    Group,
    LanguageIs,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Plan,
    Quantity,
    TypeIs,
    Unit,
)
from core.graph.schema import DATES
from core.graph.store import Scope

_ONE_LAW = "EXISTS { MATCH (a)-[:GOVERNED_BY_LAW]->(:Country) }"
_ONE_PARTY = "EXISTS { MATCH (:Organization)-[:IS_PARTY_TO]->(a) }"
_TERM_KNOWN = "a.effective_date IS NOT NULL AND a.expiration_date IS NOT NULL AND a.expiration_date >= a.effective_date"
_PERIOD = re.compile(r"P(?=\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?")
_CERTAIN, _UNSURE = "'certain'", "'unknown'"
_KEYS: dict[str, tuple[str, ...]] = {
    "law": ("country", "state"),
    "law_country": ("country",),
    "law_state": ("state",),
    "party": ("party",),
    "party_country": ("country",),
    "agreement_type": ("agreement_type",),
    "clause_type": ("clause_type",),
    "language": ("language",),
    "presence": ("presence",),
    "year": ("year",),
    "month": ("month",),
}


class Building:
    """One query while it is put together."""

    def __init__(self, plan: Plan, scope: Scope, periods: Sequence[str]) -> None:
        self._plan = plan
        self._periods = periods
        self._parts: list[str] = []
        self._carried: list[str] = []
        self._presence: dict[str, str] = {}
        self.parameters: dict[str, object] = {}
        if scope is not None:
            self.parameters["scope"] = list(dict.fromkeys(scope))
        self._scoped = scope is not None

    def query(self) -> str:
        """The query's text; its values are in `parameters`."""
        self._contracts()
        self._counted()
        self._verdicts()
        plan = self._plan
        if plan.measure == "list":
            self._list()
        elif plan.having is not None:
            self._having()
        elif plan.group is not None and plan.group.dimension == "clause_type":
            self._by_clause_type()
        else:
            self._aggregate()
        return "\n".join(self._parts)

    # Stages

    def _contracts(self) -> None:
        codes = dict.fromkeys(
            code
            for one in (*self._plan.among, *self._plan.conditions)
            if isinstance(one, ClauseIs)
            for code in one.codes
        )
        group = self._plan.group
        if group is not None and group.dimension == "presence" and group.of:
            codes[group.of] = None
        where = "a.contract_id IN $scope" if self._scoped else ""
        if not codes:
            self._parts.append("MATCH (a:Agreement)" + (f" WHERE {where}" if where else ""))
            return
        named = [self._parameter("type", code) for code in codes]
        self._presence = {code: f"presence_{index}" for index, code in enumerate(codes)}
        chosen = " OR ".join(f"t.code = {name}" for name in named)
        self._parts.append(
            f"MATCH (a:Agreement)-[k:CHECKED_FOR]->(t:ClauseType) WHERE ({chosen})" + (f" AND {where}" if where else "")
        )
        columns = [
            f"max(CASE WHEN t.code = {name} THEN k.presence END) AS {self._presence[code]}"
            for code, name in zip(codes, named, strict=True)
        ]
        self._carry(*columns)

    def _counted(self) -> None:
        """Numbers that have to be counted in the graph."""
        numbers: list[Quantity] = [
            one.quantity for one in (*self._plan.among, *self._plan.conditions) if isinstance(one, NumberIs)
        ]
        if self._plan.quantity:
            numbers.append(self._plan.quantity)
        if "clauses" in numbers:
            self._parts.append("MATCH (a)-[c:CHECKED_FOR]->(u:ClauseType) WHERE u.kind = 'clause'")
            self._carry(
                "count(CASE WHEN c.presence = 'present' THEN 1 END) AS clauses",
                "count(CASE WHEN c.presence <> 'absent' THEN 1 END) AS possible_clauses",
            )
        if "parties" in numbers:
            self._parts.append("OPTIONAL MATCH (o:Organization)-[:IS_PARTY_TO]->(a)")
            self._carry("count(DISTINCT o.id) AS parties")

    def _verdicts(self) -> None:
        plan = self._plan
        if plan.measure == "share":
            self._carry(f"{self._verdict(plan.among)} AS member", f"{self._verdict(plan.conditions)} AS verdict")
            self._parts.append("WHERE member <> 'no'")
        elif plan.conditions:
            self._carry(f"{self._verdict(plan.conditions)} AS verdict")
            self._parts.append("WHERE verdict <> 'no'")
        else:
            self._carry(f"{_CERTAIN} AS verdict")

    def _aggregate(self) -> None:
        plan = self._plan
        keys = self._keys(plan.group)
        values: list[str] = []
        if plan.measure == "share":
            hit = f"member = {_CERTAIN} AND verdict = {_CERTAIN}"
            values = [
                self._count(hit, "contracts"),
                self._count(f"member = {_CERTAIN}", "total"),
                self._count(f"member = {_UNSURE} OR verdict = {_UNSURE}", "unknown"),
                f"100.0 * count(CASE WHEN {hit} THEN 1 END) / (CASE WHEN count(CASE WHEN member = {_CERTAIN} THEN 1 END)"
                f" = 0 THEN 1 ELSE count(CASE WHEN member = {_CERTAIN} THEN 1 END) END) AS percent",
            ]
        elif plan.measure == "statistic":
            assert plan.statistic is not None
            values = [*self._statistic(), self._count(f"verdict = {_UNSURE}", "unknown")]
            if not plan.conditions:
                values.pop()
        else:
            values = self._counts()
        order = self._order(plan, keys)
        self._parts.append(f"RETURN {', '.join([*keys, *values])}" + (f" ORDER BY {order}" if keys else ""))

    def _counts(self) -> list[str]:
        found = [self._count(f"verdict = {_CERTAIN}", "contracts")]
        return [*found, self._count(f"verdict = {_UNSURE}", "unknown")] if self._plan.conditions else found

    def _statistic(self) -> list[str]:
        value = f"CASE WHEN verdict = {_CERTAIN} THEN {self._number(self._plan.quantity)} END"
        forms = {
            "average": f"avg({value})",
            "median": f"percentileCont({value}, 0.5)",
            "minimum": f"min({value})",
            "maximum": f"max({value})",
            "sum": f"sum({value})",
        }
        assert self._plan.statistic is not None
        return [
            f"{forms[self._plan.statistic]} AS {self._plan.statistic}",
            f"count({value}) AS contracts",
            f"count(CASE WHEN verdict = {_CERTAIN} THEN 1 END) - count({value}) AS not_known",
        ]

    def _by_clause_type(self) -> None:
        self._parts.append("MATCH (a)-[r:CHECKED_FOR]->(y:ClauseType) WHERE y.kind = 'clause'")
        sure = f"verdict = {_CERTAIN} AND r.presence = 'present'"
        values = [
            self._count(sure, "contracts"),
            self._count(f"r.presence = 'unknown' OR (r.presence = 'present' AND verdict = {_UNSURE})", "unknown"),
        ]
        if self._plan.measure == "share":
            total = f"count(CASE WHEN member = {_CERTAIN} THEN 1 END)"
            values.append(
                f"100.0 * {values[0].rsplit(' AS ', 1)[0]} / (CASE WHEN {total} = 0 THEN 1 ELSE {total} END) AS percent"
            )
        order = self._order(self._plan, ("y.code AS clause_type",))
        self._parts.append(f"RETURN y.code AS clause_type, {', '.join(values)} ORDER BY {order}")

    def _having(self) -> None:
        plan = self._plan
        having, group = plan.having, plan.group
        assert having is not None
        assert group is not None
        keys = self._keys(group)
        names = [key.rsplit(" AS ", 1)[1] for key in keys]
        counts = self._counts()
        if having.of == "laws":
            self._parts.append("OPTIONAL MATCH (a)-[w:GOVERNED_BY_LAW]->(z:Country)")
            law = f"CASE WHEN verdict = {_CERTAIN} THEN z.code + ' ' + coalesce(w.state, '') END"
            counts = [
                f"count(DISTINCT CASE WHEN verdict = {_CERTAIN} THEN a.contract_id END) AS contracts",
                f"count(DISTINCT {law}) AS laws",
            ]
        self._parts.append(f"WITH {', '.join([*keys, *counts])}")
        limits = [f"{names[0]} IS NOT NULL"]
        if having.low is not None:
            limits.append(f"{having.of} >= {self._parameter('least', having.low)}")
        if having.high is not None:
            limits.append(f"{having.of} <= {self._parameter('most', having.high)}")
        columns = ", ".join([*names, *(count.rsplit(" AS ", 1)[1] for count in counts)])
        self._parts.append(
            f"WHERE {' AND '.join(limits)} RETURN {columns} ORDER BY {having.of} DESC, {', '.join(names)}"
        )

    def _list(self) -> None:
        plan = self._plan
        columns = ["a.contract_id AS contract_id", "a.title AS title"]
        value, fact = self._listed()
        if plan.conditions:
            columns.append("verdict AS certainty")
        if value is not None:
            columns.append(f"{value} AS {self._value_name()}")
        if fact is not None:
            # The words that the date stands on: the first fact of that name.
            self._parts.append(
                f"OPTIONAL MATCH (a)-[:HAS_FACT]->(f:Fact) WHERE f.name = {self._parameter('fact', fact)}"
            )
            columns.append("min(f.page) AS page")
        if plan.top is not None and value is not None:
            self._filter(f"{value} IS NOT NULL AND verdict = {_CERTAIN}", fact)
        order = (
            f"{self._value_name()} {'ASC' if plan.ascending else 'DESC'}, " if plan.top is not None and value else ""
        )
        certainty = "certainty, " if plan.conditions and not order else ""
        self._parts.append(f"RETURN {', '.join(columns)} ORDER BY {order}{certainty}title, contract_id")

    def _filter(self, condition: str, fact: str | None) -> None:
        if fact is None:
            self._parts.append(f"WITH a, {', '.join(self._carried)} WHERE {condition}")
        else:
            self._parts.append(f"WITH a, f, {', '.join(self._carried)} WHERE {condition}")

    def _listed(self) -> tuple[str | None, str | None]:
        """The value that a list shows for each contract, and the fact whose page is given with it."""
        if self._plan.by_date is not None:
            name = self._plan.by_date
            return f"a.{name}", "notice_period" if name == "last_notice_day" else name
        quantity = self._plan.quantity
        if quantity is None:
            quantity = next((one.quantity for one in self._plan.conditions if isinstance(one, NumberIs)), None)
        if quantity is None:
            window = next((one for one in self._plan.conditions if isinstance(one, DateIn)), None)
            if window is None:
                return None, None
            return f"a.{window.field}", "notice_period" if window.field == "last_notice_day" else window.field
        facts = {"term_days": "expiration_date", "term_years": "expiration_date", "notice_days": "notice_period"}
        return self._number(quantity), facts.get(quantity)

    def _value_name(self) -> str:
        if self._plan.by_date is not None:
            return self._plan.by_date
        if self._plan.quantity is not None:
            return self._plan.quantity
        for one in self._plan.conditions:
            if isinstance(one, NumberIs):
                return one.quantity
        return next((one.field for one in self._plan.conditions if isinstance(one, DateIn)), "value")

    # Parts

    def _carry(self, *columns: str) -> None:
        """End a stage: keep the contract, what was carried so far, and new columns."""
        self._parts.append(f"WITH {', '.join(['a', *self._carried, *columns])}")
        self._carried += [column.rsplit(" AS ", 1)[1] for column in columns]

    def _parameter(self, name: str, value: object) -> str:
        known = next((key for key, held in self.parameters.items() if held == value and key.startswith(name)), None)
        if known is None:
            known = f"{name}_{len(self.parameters)}"
            self.parameters[known] = value
        return f"${known}"

    def _count(self, condition: str, name: str) -> str:
        return f"count(CASE WHEN {condition} THEN 1 END) AS {name}"

    def _keys(self, group: Group | None) -> list[str]:
        """Columns to group by, after the stage that reads them."""
        if group is None:
            return []
        kind = group.dimension
        carried = ", ".join(self._carried)
        if kind in ("law", "law_country", "law_state"):
            parts = {"law": ("l.code AS country", "g.state AS state"), "law_country": ("l.code AS country",)}
            columns = parts.get(kind, ("g.state AS state",))
            self._parts.append(
                f"OPTIONAL MATCH (a)-[g:GOVERNED_BY_LAW]->(l:Country) WITH DISTINCT a, {carried}, {', '.join(columns)}"
            )
        elif kind in ("party", "party_country"):
            column = "o.name AS party" if kind == "party" else "p.country AS country"
            self._parts.append(
                f"OPTIONAL MATCH (o:Organization)-[p:IS_PARTY_TO]->(a) WITH DISTINCT a, {carried}, {column}"
            )
        elif kind == "presence":
            return [f"{self._presence[group.of or '']} AS presence"]
        elif kind in ("year", "month"):
            year, month = f"a.{group.of}.year", f"a.{group.of}.month"
            return [f"{year} AS year" if kind == "year" else f"{year} * 100 + {month} AS month"]
        elif kind == "agreement_type":
            return ["a.agreement_type AS agreement_type"]
        elif kind == "language":
            return ["a.language AS language"]
        return [f"{name} AS {name}" for name in _KEYS[kind]]

    def _order(self, plan: Plan, keys: Sequence[str]) -> str:
        names = [key.rsplit(" AS ", 1)[1] for key in keys]
        if plan.group is not None and plan.group.dimension in ("year", "month") and plan.top is None:
            return ", ".join(names)
        value = plan.statistic if plan.measure == "statistic" else "percent" if plan.measure == "share" else "contracts"
        return f"{value} {'ASC' if plan.ascending else 'DESC'}, {', '.join(names)}"

    def _verdict(self, conditions: Sequence[Condition]) -> str:
        if not conditions:
            return _CERTAIN
        pairs = [self._condition(one) for one in conditions]
        sure = " AND ".join(f"({yes})" for yes, _ in pairs)
        possible = " AND ".join(f"(({yes}) OR ({unsure}))" if unsure else f"({yes})" for yes, unsure in pairs)
        return f"CASE WHEN {sure} THEN {_CERTAIN} WHEN {possible} THEN {_UNSURE} ELSE 'no' END"

    def _condition(self, one: Condition) -> tuple[str, str]:
        """When a condition is certainly met, and when it cannot be told."""
        match one:
            case ClauseIs(codes, wanted):
                columns = [self._presence[code] for code in codes]
                met = "present" if wanted else "absent"
                return (
                    " OR ".join(f"{column} = '{met}'" for column in columns),
                    " OR ".join(f"{column} = 'unknown'" for column in columns),
                )
            case LawIs(laws, wanted):
                met = " OR ".join(self._law(law.country, law.state) for law in laws)
                return (met if wanted else f"{_ONE_LAW} AND NOT ({met})"), f"NOT {_ONE_LAW}"
            case PartyIs(_, names):
                named = self._parameter("party", list(names))
                return (
                    f"EXISTS {{ MATCH (n:Organization)-[:IS_PARTY_TO]->(a) WHERE n.name IN {named} }}",
                    f"NOT {_ONE_PARTY}",
                )
            case PartyFrom(countries):
                named = self._parameter("country", list(countries))
                return (
                    f"EXISTS {{ MATCH (:Organization)-[q:IS_PARTY_TO]->(a) WHERE q.country IN {named} }}",
                    "NOT EXISTS { MATCH (:Organization)-[q:IS_PARTY_TO]->(a) WHERE q.country <> '' }",
                )
            case TypeIs(codes, wanted):
                named = self._parameter("kind", list(codes))
                met = f"a.agreement_type IN {named}"
                known = "a.agreement_type IS NOT NULL"
                return f"{known} AND {met if wanted else f'NOT {met}'}", "a.agreement_type IS NULL"
            case LanguageIs(language):
                return f"a.language = {self._parameter('language', language)}", ""
            case DateIn(field, first, last):
                assert field in DATES
                limits = [f"a.{field} IS NOT NULL"]
                if first is not None:
                    limits.append(f"a.{field} >= date({self._parameter('day', first)})")
                if last is not None:
                    limits.append(f"a.{field} <= date({self._parameter('day', last)})")
                return " AND ".join(limits), f"a.{field} IS NULL"
            case NumberIs():
                return self._number_is(one)

    def _law(self, country: str, state: str | None) -> str:
        where = f"y.code = {self._parameter('country', country)}"
        if state is not None:
            where += f" AND lower(v.state) = {self._parameter('state', state.lower())}"
        return f"EXISTS {{ MATCH (a)-[v:GOVERNED_BY_LAW]->(y:Country) WHERE {where} }}"

    def _number_is(self, one: NumberIs) -> tuple[str, str]:
        if one.quantity == "term_days":
            return self._term_is(one)
        if one.quantity == "clauses":
            return self._clauses_are(one)
        value = self._number(one.quantity)
        limits = [f"{value} IS NOT NULL"]
        if one.low is not None:
            limits.append(f"{value} >= {self._parameter('least', one.low)}")
        if one.high is not None:
            limits.append(f"{value} <= {self._parameter('most', one.high)}")
        return " AND ".join(limits), f"{value} IS NULL"

    def _clauses_are(self, one: NumberIs) -> tuple[str, str]:
        # A clause type that is unknown may be one more.
        sure, possible = [], []
        if one.low is not None:
            least = self._parameter("least", one.low)
            sure.append(f"clauses >= {least}")
            possible.append(f"possible_clauses >= {least}")
        if one.high is not None:
            most = self._parameter("most", one.high)
            sure.append(f"possible_clauses <= {most}")
            possible.append(f"clauses <= {most}")
        return " AND ".join(sure), " AND ".join(possible)

    def _term_is(self, one: NumberIs) -> tuple[str, str]:
        end, slack = "a.expiration_date", 0 if one.unit == "day" else 1
        limits = [_TERM_KNOWN]
        if one.low is not None:
            edge = self._later("a.effective_date", one.low, one.unit)
            limits.append(f"{end} > {edge}" if one.strict else f"{self._later(end, slack, 'day')} >= {edge}")
        if one.high is not None:
            edge = self._later("a.effective_date", one.high, one.unit)
            limits.append(f"{self._later(end, slack, 'day')} < {edge}" if one.strict else f"{end} <= {edge}")
        return " AND ".join(limits), "a.effective_date IS NULL OR a.expiration_date IS NULL"

    def _later(self, column: str, count: int, unit: Unit) -> str:
        if count == 0:
            return column
        return f"{column} + duration({{{unit}s: {int(count)}}})"

    def _number(self, quantity: Quantity | None) -> str:
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
                return self._notice()
            case "clauses" | "parties":
                return quantity
        raise ValueError("no quantity")

    def _notice(self) -> str:
        cases = [
            f"WHEN {self._parameter('period', period)} THEN {days}"
            for period in self._periods
            if (days := days_of(period)) is not None
        ]
        return f"CASE a.notice_period {' '.join(cases)} END" if cases else "NULL"


def days_of(period: str) -> int | None:
    """Days of an ISO 8601 duration, a month counted as 30 days and a year as 365; None for other words."""
    found = _PERIOD.fullmatch(period)
    if found is None:
        return None
    return sum(int(count) * days for count, days in zip(found.groups(), (365, 30, 7, 1), strict=True) if count)
