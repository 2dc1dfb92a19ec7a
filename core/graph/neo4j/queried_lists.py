"""Lists of agreements by queries: other processes change a server's graph, and the server has the memory for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from core.graph.cells import Rows, evidence, number, party_edges, presence, scoped, text, total
from core.graph.lists import (
    GoverningLaw,
    ListedCombination,
    ListedDay,
    ListedLaw,
    ListedPresence,
    Listing,
    PartyEdge,
    Portion,
)
from core.graph.store import Scope
from core.record import UNDECIDED, Presence

_MARK = "\x1f"
_EVIDENCE = (
    "g.evidence_state AS evidence_state, g.page AS page, g.start_offset AS start_offset, "
    "g.end_offset AS end_offset, g.quote AS quote"
)
_WITHOUT = {
    "governing_law": "NOT EXISTS { MATCH (a)-[:GOVERNED_BY_LAW]->(:Country) }",
    "parties": "NOT EXISTS { MATCH (:Organization)-[:IS_PARTY_TO]->(a) }",
}
_KNOWN = "EXISTS { MATCH (a)-[k:CHECKED_FOR]->(:ClauseType {code: $type}) WHERE k.presence = 'absent' }"
_PAGE = "SKIP $offset LIMIT $limit"


class QueriedLists:
    """`AgreementLists` that asks the server for each list."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def count(self, scope: Scope) -> int:
        """How many agreements there are."""
        where, parameters = scoped(scope)
        return total(self._rows, f"MATCH (a:Agreement) WHERE {where} RETURN count(a) AS n", parameters)

    def by_title(self, scope: Scope, portion: Portion) -> Listing[str]:
        """Ids of the agreements by title."""
        where, parameters = scoped(scope)
        rows = self._rows(
            f"MATCH (a:Agreement) WHERE {where} RETURN a.contract_id AS contract_id, a.title AS title "
            f"ORDER BY title, contract_id {_PAGE}",
            {**parameters, **_bounds(portion)},
        )
        return Listing([str(row["contract_id"]) for row in rows], self.count(scope))

    def by_presence(
        self, code: str, wanted: Sequence[Presence], scope: Scope, portion: Portion
    ) -> Listing[ListedPresence]:
        """Agreements whose presence of a clause type is one of those wanted, in the order of the presences' names."""
        where, limits = scoped(scope)
        path = (
            "MATCH (a:Agreement)-[k:CHECKED_FOR]->(:ClauseType {code: $type}) "
            f"WHERE k.presence IN $wanted AND {where} RETURN "
        )
        parameters = {**limits, "type": code, "wanted": list(wanted)}
        rows = self._rows(
            f"{path} a.contract_id AS contract_id, a.title AS title, k.presence AS presence, "
            f"k.confidence AS confidence ORDER BY presence, title, contract_id {_PAGE}",
            {**parameters, **_bounds(portion)},
        )
        page = [
            ListedPresence(str(row["contract_id"]), presence(row["presence"]), number(row["confidence"]))
            for row in rows
        ]
        return Listing(page, total(self._rows, f"{path} count(a) AS n", parameters))

    def by_clauses(
        self, present: Sequence[str], lacking: Sequence[str], scope: Scope, portion: Portion
    ) -> Listing[ListedCombination]:
        """Agreements with all of some types and, for all that is known, none of others; certain ones first."""
        states = self._states([*present, *lacking], scope)
        matching = [
            (any(known[code] in UNDECIDED for code in lacking), title, key)
            for (key, title), known in states.items()
            if all(known[code] == "present" for code in present) and all(known[code] != "present" for code in lacking)
        ]
        matching.sort()
        page = [
            ListedCombination(key, tuple(code for code in lacking if states[key, title][code] in UNDECIDED))
            for _, title, key in matching[portion.offset : portion.offset + portion.limit]
        ]
        return Listing(page, len(matching))

    def by_day(
        self, field: str, first: date | None, last: date | None, scope: Scope, portion: Portion
    ) -> Listing[ListedDay]:
        """Agreements whose day of a kind lies in a closed window, earliest first."""
        where, parameters = scoped(scope)
        column = f"a.{field}"
        conditions = [where, f"{column} IS NOT NULL"]
        if first is not None:
            conditions.append(f"{column} >= date($first)")
            parameters["first"] = first.isoformat()
        if last is not None:
            conditions.append(f"{column} <= date($last)")
            parameters["last"] = last.isoformat()
        path = f"MATCH (a:Agreement) WHERE {' AND '.join(conditions)} RETURN "
        rows = self._rows(
            f"{path} a.contract_id AS contract_id, a.title AS title, {column} AS day "
            f"ORDER BY day, title, contract_id {_PAGE}",
            {**parameters, **_bounds(portion)},
        )
        page = [ListedDay(str(row["contract_id"]), date.fromisoformat(text(row["day"]) or "")) for row in rows]
        return Listing(page, total(self._rows, f"{path} count(a) AS n", parameters))

    def by_law(self, country: str | None, state: str | None, scope: Scope, portion: Portion) -> Listing[ListedLaw]:
        """Agreements under a country's law, a state's or both; one entry for each such law."""
        where, parameters = scoped(scope)
        conditions = [where]
        if country is not None:
            conditions.append("c.code = $country")
            parameters["country"] = country
        if state is not None:
            conditions.append("lower(g.state) = lower($state)")
            parameters["state"] = state
        path = f"MATCH (a:Agreement)-[g:GOVERNED_BY_LAW]->(c:Country) WHERE {' AND '.join(conditions)} RETURN "
        rows = self._rows(
            f"{path} a.contract_id AS contract_id, a.title AS title, c.code AS country, c.name AS country_name, "
            f"g.state AS state, g.position AS position, {_EVIDENCE} ORDER BY title, contract_id, position {_PAGE}",
            {**parameters, **_bounds(portion)},
        )
        page = [
            ListedLaw(
                str(row["contract_id"]),
                GoverningLaw(str(row["country"]), str(row["country_name"]), text(row["state"]), evidence(row)),
            )
            for row in rows
        ]
        return Listing(page, total(self._rows, f"{path} count(a) AS n", parameters))

    def silent(self, field: str, scope: Scope) -> int:
        """How many agreements have no such day, law or party, and are not known to have none."""
        where, parameters = scoped(scope)
        lacking = _WITHOUT.get(field, f"a.{field} IS NULL")
        query = f"MATCH (a:Agreement) WHERE {lacking} AND NOT {_KNOWN} AND {where} RETURN count(a) AS n"
        return total(self._rows, query, {**parameters, "type": field})

    def presences(self, code: str, ids: Sequence[str]) -> Mapping[str, Presence]:
        """Presence of a clause type in some agreements, by id."""
        rows = self._rows(
            "MATCH (a:Agreement)-[k:CHECKED_FOR]->(:ClauseType {code: $type}) WHERE a.contract_id IN $ids "
            "RETURN a.contract_id AS contract_id, k.presence AS presence",
            {"type": code, "ids": list(ids)},
        )
        return {str(row["contract_id"]): presence(row["presence"]) for row in rows}

    def of_organizations(self, ids: Sequence[str]) -> Sequence[PartyEdge]:
        """All agreements that some organizations are party to, in no order."""
        return party_edges(self._rows, ids)

    def _states(self, types: Sequence[str], scope: Scope) -> dict[tuple[str, str], dict[str, Presence]]:
        """Presence by clause type for every contract that has all of some types checked, by contract id and title."""
        where, limits = scoped(scope)
        found: dict[tuple[str, str], dict[str, Presence]] = {}
        for code in types:
            # One query a type: a type's edges are reached from its one node, a join over several types is not. And one
            # row a presence: a list in a row is read ten times as fast as rows.
            for row in self._rows(
                f"MATCH (a:Agreement)-[k:CHECKED_FOR]->(:ClauseType {{code: $type}}) WHERE {where} "
                "RETURN k.presence AS presence, collect(a.contract_id + $mark + coalesce(a.title, '')) AS contracts",
                {**limits, "type": code, "mark": _MARK},
            ):
                state = presence(row["presence"])
                contracts = row["contracts"]
                assert isinstance(contracts, list)
                for contract in contracts:
                    contract_id, _, title = str(contract).partition(_MARK)
                    found.setdefault((contract_id, title), {})[code] = state
        return found


def _bounds(portion: Portion) -> dict[str, object]:
    return {"offset": portion.offset, "limit": portion.limit}
