"""A plan as one Cypher query: parameterised, read-only, one text for both backends (the guard writes it in the embedded
graph's dialect).

Every stage ends in a WITH that carries the contract and what is known of it. Presence is read in one pass over the
edges of the types that are asked about: joins over several types explode on the embedded graph, and it loses filters
on a relation's property in longer patterns.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.graph.queries.plan_where import NO_WORDED_CONTRACTS, Where, WordedContracts
from core.graph.store import Scope
from core.questions import (
    TIMES,
    ClauseIs,
    Condition,
    DateIn,
    Dimension,
    GroupBy,
    NumberIs,
    Plan,
    Quantity,
    RenewalIs,
)

_CERTAIN, _UNSURE = "'certain'", "'unknown'"
_MEMBERS = f"count(CASE WHEN member = {_CERTAIN} THEN 1 END)"
_AT_LEAST_ONE = f"(CASE WHEN {_MEMBERS} = 0 THEN 1 ELSE {_MEMBERS} END)"
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
    "quarter": ("quarter",),
    "month": ("month",),
    "fiscal_year": ("fiscal_year",),
}


def _time(kind: Dimension, day: str) -> str:
    """The column of a date's year, quarter (20212), month (202104) or fiscal year."""
    year, month = f"{day}.year", f"{day}.month"
    if kind == "month":
        return f"{year} * 100 + {month} AS month"
    if kind == "quarter":
        quarter = f"CASE WHEN {month} <= 3 THEN 1 WHEN {month} <= 6 THEN 2 WHEN {month} <= 9 THEN 3 ELSE 4 END"
        return f"{year} * 10 + {quarter} AS quarter"
    if kind == "fiscal_year":
        return f"{year} - CASE WHEN {month} < 4 THEN 1 ELSE 0 END AS fiscal_year"
    return f"{year} AS year"


class Building:
    """One query while it is put together."""

    def __init__(
        self,
        plan: Plan,
        scope: Scope,
        periods: Sequence[str],
        renewals: Sequence[str] = (),
        worded: WordedContracts = NO_WORDED_CONTRACTS,
    ) -> None:
        self._plan = plan
        self._where = Where(periods, renewals, worded)
        self._parts: list[str] = []
        self._carried: list[str] = []
        self.parameters = self._where.parameters
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
        elif plan.measure == "compare":
            self._compare()
        elif plan.having is not None:
            self._having()
        elif plan.group is not None and plan.group.dimension == "clause_type":
            self._by_clause_type()
        else:
            self._aggregate()
        return "\n".join(self._parts)

    # Stages

    def _contracts(self) -> None:
        codes = dict.fromkeys(code for condition in self._plan.every_condition for code in _codes(condition))
        for group in self._plan.groups:
            if group.dimension == "presence" and group.of:
                codes[group.of] = None
        where = "a.contract_id IN $scope" if self._scoped else ""
        if not codes:
            self._parts.append("MATCH (a:Agreement)" + (f" WHERE {where}" if where else ""))
            return
        named = [self._where.parameter("type", code) for code in codes]
        self._where.presence = {code: f"presence_{index}" for index, code in enumerate(codes)}
        chosen = " OR ".join(f"t.code = {name}" for name in named)
        self._parts.append(
            f"MATCH (a:Agreement)-[k:CHECKED_FOR]->(t:ClauseType) WHERE ({chosen})" + (f" AND {where}" if where else "")
        )
        columns = [
            f"max(CASE WHEN t.code = {name} THEN k.presence END) AS {self._where.presence[code]}"
            for code, name in zip(codes, named, strict=True)
        ]
        self._carry(*columns)

    def _counted(self) -> None:
        """Numbers that have to be counted in the graph."""
        numbers: list[Quantity] = [
            condition.quantity for condition in self._plan.every_condition if isinstance(condition, NumberIs)
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
            if self._plan.joined:
                self._parts.append("OPTIONAL MATCH (o)-[:ALIAS_OF]->(x:Party)")
            one_party = "coalesce(x.id, o.id)" if self._plan.joined else "o.id"
            self._carry(f"count(DISTINCT {one_party}) AS parties")

    def _verdicts(self) -> None:
        plan = self._plan
        if plan.measure == "share":
            self._carry(
                f"{self._where.verdict(plan.among)} AS member", f"{self._where.verdict(plan.conditions)} AS verdict"
            )
            self._parts.append("WHERE member <> 'no'")
        elif plan.measure == "compare":
            self._carry(
                *(f"{self._where.verdict((side,))} AS verdict_{place}" for place, side in enumerate(plan.sides, 1))
            )
        elif plan.conditions:
            self._carry(f"{self._where.verdict(plan.conditions)} AS verdict")
            self._parts.append("WHERE verdict <> 'no'")
        else:
            self._carry(f"{_CERTAIN} AS verdict")

    def _aggregate(self) -> None:
        plan = self._plan
        keys = self._all_keys()
        values: list[str] = []
        if plan.measure == "share":
            certain = f"member = {_CERTAIN} AND verdict = {_CERTAIN}"
            values = [
                self._count(certain, "contracts"),
                self._count(f"member = {_CERTAIN}", "total"),
                self._count(f"member = {_UNSURE} OR verdict = {_UNSURE}", "unknown"),
                f"100.0 * count(CASE WHEN {certain} THEN 1 END) / {_AT_LEAST_ONE} AS percent",
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
        value = f"CASE WHEN verdict = {_CERTAIN} THEN {self._where.number(self._plan.quantity)} END"
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

    def _compare(self) -> None:
        def where(state: str) -> str:
            sides = range(1, len(self._plan.sides) + 1)
            return " OR ".join(f"(side = {place} AND verdict_{place} = {state})" for place in sides)

        self._parts.append("UNWIND [1, 2] AS side")
        counts = [self._count(where(_CERTAIN), "contracts"), self._count(where(_UNSURE), "unknown")]
        self._parts.append(f"RETURN side, {', '.join(counts)} ORDER BY side")

    def _by_clause_type(self) -> None:
        self._parts.append("MATCH (a)-[r:CHECKED_FOR]->(y:ClauseType) WHERE y.kind = 'clause'")
        sure = f"verdict = {_CERTAIN} AND r.presence = 'present'"
        values = [
            self._count(sure, "contracts"),
            self._count(
                f"r.presence IN ['not_found', 'unknown'] OR (r.presence = 'present' AND verdict = {_UNSURE})", "unknown"
            ),
        ]
        if self._plan.measure == "share":
            values.append(f"100.0 * {values[0].rsplit(' AS ', 1)[0]} / {_AT_LEAST_ONE} AS percent")
        order = self._order(self._plan, ("y.code AS clause_type",))
        if self._plan.top is not None and self._plan.ascending:
            # The rarest of those that occur: a type that is in no contract, or that nobody looked for, is not rare.
            names = ", ".join(["clause_type", *(value.rsplit(" AS ", 1)[1] for value in values)])
            self._parts.append(f"WITH y.code AS clause_type, {', '.join(values)} WHERE contracts > 0")
            self._parts.append(f"RETURN {names} ORDER BY {order}")
            return
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
            limits.append(f"{having.of} >= {self._where.parameter('least', having.low)}")
        if having.high is not None:
            limits.append(f"{having.of} <= {self._where.parameter('most', having.high)}")
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
                f"OPTIONAL MATCH (a)-[:HAS_FACT]->(f:Fact) WHERE f.name = {self._where.parameter('fact', fact)}"
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
            quantity = next(
                (condition.quantity for condition in self._plan.conditions if isinstance(condition, NumberIs)), None
            )
        if quantity is None:
            window = next((condition for condition in self._plan.conditions if isinstance(condition, DateIn)), None)
            if window is None:
                return None, None
            fact = "notice_period" if window.field == "last_notice_day" else window.field
            return f"a.{window.field}", fact
        facts = {
            "term_days": "expiration_date",
            "term_years": "expiration_date",
            "notice_days": "notice_period",
            "renewal_days": "renewal_term",
        }
        return self._where.number(quantity), facts.get(quantity)

    def _value_name(self) -> str:
        if self._plan.by_date is not None:
            return self._plan.by_date
        if self._plan.quantity is not None:
            return self._plan.quantity
        for condition in self._plan.conditions:
            if isinstance(condition, NumberIs):
                return condition.quantity
        return next((condition.field for condition in self._plan.conditions if isinstance(condition, DateIn)), "value")

    # Parts

    def _carry(self, *columns: str) -> None:
        """End a stage: keep the contract, what was carried so far, and new columns."""
        self._parts.append(f"WITH {', '.join(['a', *self._carried, *columns])}")
        self._carried += [column.rsplit(" AS ", 1)[1] for column in columns]

    def _count(self, condition: str, name: str) -> str:
        return f"count(CASE WHEN {condition} THEN 1 END) AS {name}"

    def _all_keys(self) -> list[str]:
        """Columns of all groups; what a stage has read is carried through the next one."""
        keys: list[str] = []
        for group in self._plan.groups:
            found = self._keys(group)
            names = [key.rsplit(" AS ", 1)[1] for key in found]
            self._carried += [name for name, key in zip(names, found, strict=True) if key == f"{name} AS {name}"]
            keys += found
        return keys

    def _keys(self, group: GroupBy) -> list[str]:
        """Columns of a group, after the stage that reads them."""
        kind = group.dimension
        carried = ", ".join(self._carried)
        if kind in ("law", "law_country", "law_state"):
            parts = {"law": ("l.code AS country", "g.state AS state"), "law_country": ("l.code AS country",)}
            columns = parts.get(kind, ("g.state AS state",))
            self._parts.append(
                f"OPTIONAL MATCH (a)-[g:GOVERNED_BY_LAW]->(l:Country) WITH DISTINCT a, {carried}, {', '.join(columns)}"
            )
        elif kind in ("party", "party_country"):
            joined = self._plan.joined and kind == "party"
            name = "coalesce(x.name, o.name)" if joined else "o.name"
            column = f"{name} AS party" if kind == "party" else "p.country AS country"
            self._parts.append(
                "OPTIONAL MATCH (o:Organization)-[p:IS_PARTY_TO]->(a)"
                + (" OPTIONAL MATCH (o)-[:ALIAS_OF]->(x:Party)" if joined else "")
                + f" WITH DISTINCT a, {carried}, {column}"
            )
        elif kind == "presence":
            return [f"{self._where.presence[group.of or '']} AS presence"]
        elif kind in TIMES:
            return [_time(kind, f"a.{group.of}")]
        elif kind == "agreement_type":
            return ["a.agreement_type AS agreement_type"]
        elif kind == "language":
            return ["a.language AS language"]
        return [f"{name} AS {name}" for name in _KEYS[kind]]

    def _order(self, plan: Plan, keys: Sequence[str]) -> str:
        names = [key.rsplit(" AS ", 1)[1] for key in keys]
        if plan.top is None and any(group.dimension in TIMES for group in plan.groups):
            return ", ".join(names)
        value = plan.statistic if plan.measure == "statistic" else "percent" if plan.measure == "share" else "contracts"
        return f"{value} {'ASC' if plan.ascending else 'DESC'}, {', '.join(names)}"


def _codes(condition: Condition) -> Sequence[str]:
    """Categories whose presence decides a condition."""
    match condition:
        case ClauseIs(codes):
            return codes
        case RenewalIs() | NumberIs(quantity="renewal_days"):
            return ("renewal_term",)
    return ()
