"""Contracts by the clause types that they have or lack, presence having three values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import BadArguments
from core.graph.embedded.columns import Columns, Places
from core.graph.retrieval.agreements import excerpts, headers, number, presence, scoped, total, widen
from core.graph.retrieval.arguments import Combination, OneType
from core.graph.rows import ClauseHit, CombinationHit, Result
from core.graph.store import GraphStore, Scope
from core.record import Presence

_MARK = "\x1f"
NEAREST = 5
"""Candidates shown with a contract, nearest first."""


def get_contracts_with_clause_type(graph: GraphStore, arguments: OneType, scope: Scope) -> Result:
    """`ClauseHit` rows of the contracts that have a clause type, by title, with the words found."""
    return _by_type(graph, arguments, scope, ["present"])


def get_contracts_without_clause(graph: GraphStore, arguments: OneType, scope: Scope) -> Result:
    """`ClauseHit` rows of the contracts without a clause type: absent ones first, then those where it is unknown."""
    return _by_type(graph, arguments, scope, ["absent", "unknown"])


def _by_type(graph: GraphStore, arguments: OneType, scope: Scope, wanted: Sequence[Presence]) -> Result:
    columns = graph.columns()
    chosen = _asked(graph, arguments, scope, wanted) if columns is None else _kept(columns, arguments, scope, wanted)
    found = headers(graph, [one.contract_id for one in chosen.page])
    # What was found stands where the clause is present, what is only near it where it is not.
    found_in = [one.contract_id for one in chosen.page if one.presence == "present"]
    words = excerpts(graph, found_in, [arguments.clause_type], "finding")
    lacking = [one.contract_id for one in chosen.page if one.presence != "present"]
    near = excerpts(graph, lacking, [arguments.clause_type], "candidate", most=NEAREST)
    hits = tuple(
        widen(
            ClauseHit,
            found[one.contract_id],
            type=arguments.clause_type,
            presence=one.presence,
            confidence=one.confidence,
            excerpts=tuple(words.get(one.contract_id, ())),
            candidates=tuple(near.get(one.contract_id, ())),
        )
        for one in chosen.page
    )
    return Result(hits, chosen.total)


@dataclass(frozen=True, slots=True)
class _Verdict:
    contract_id: str
    presence: Presence
    confidence: float


@dataclass(frozen=True, slots=True)
class _Chosen:
    """One page of contracts, and how many there are."""

    page: Sequence[_Verdict]
    total: int


def _kept(columns: Columns, arguments: OneType, scope: Scope, wanted: Sequence[Presence]) -> _Chosen:
    code = arguments.clause_type
    places = columns.by_presence(columns.having(columns.within(scope), code, wanted), code)
    page = places[arguments.offset : arguments.offset + arguments.limit].tolist()
    verdicts = [
        _Verdict(columns.ids[place], columns.presence(place, code), columns.confidence(place, code)) for place in page
    ]
    return _Chosen(verdicts, len(places))


def _asked(graph: GraphStore, arguments: OneType, scope: Scope, wanted: Sequence[Presence]) -> _Chosen:
    where, limits = scoped(scope)
    path = (
        "MATCH (a:Agreement)-[k:CHECKED_FOR]->(:ClauseType {code: $type}) "
        f"WHERE k.presence IN $wanted AND {where} RETURN "
    )
    parameters = {**limits, "type": arguments.clause_type, "wanted": list(wanted)}
    rows = graph.rows(
        f"{path} a.contract_id AS contract_id, a.title AS title, k.presence AS presence, k.confidence AS confidence "
        "ORDER BY presence, title, contract_id SKIP $offset LIMIT $limit",
        {**parameters, "offset": arguments.offset, "limit": arguments.limit},
    )
    page = [_Verdict(str(row["contract_id"]), presence(row["presence"]), number(row["confidence"])) for row in rows]
    return _Chosen(page, total(graph, f"{path} count(a) AS n", parameters))


def get_contracts_by_clauses(graph: GraphStore, arguments: Combination, scope: Scope) -> Result:
    """`CombinationHit` rows of the contracts with all of some clause types and none of others; certain ones first.

    Raises:
        BadArguments: no type at all, or one that should be there and lacking at once.
    """
    wanted, unwanted = list(dict.fromkeys(arguments.with_types)), list(dict.fromkeys(arguments.without_types))
    both = sorted(set(wanted) & set(unwanted))
    if both or not (wanted or unwanted):
        reason = f"{both[0]} cannot be there and lacking at once" if both else "name at least one clause type"
        raise BadArguments(
            f"get_contracts_by_clauses: {reason}",
            function="get_contracts_by_clauses",
            argument="with_types",
            reason=reason,
            near=[],
        )
    columns = graph.columns()
    if columns is None:
        matching = _combined(_states(graph, wanted + unwanted, scope), wanted, unwanted)
        page, count = matching[arguments.offset : arguments.offset + arguments.limit], len(matching)
    else:
        places = _combined_kept(columns, wanted, unwanted, scope)
        chosen = places[arguments.offset : arguments.offset + arguments.limit].tolist()
        page, count = [_match(columns, place, unwanted) for place in chosen], len(places)
    ids = [one.contract_id for one in page]
    found = headers(graph, ids)
    words = excerpts(graph, ids, wanted, "finding")
    near = excerpts(graph, ids, unwanted, "candidate", most=NEAREST)
    rows = tuple(
        widen(
            CombinationHit,
            found[one.contract_id],
            certainty="unknown" if one.unknown else "certain",
            present=tuple(wanted),
            absent=tuple(code for code in unwanted if code not in one.unknown),
            unknown=one.unknown,
            excerpts=tuple(words.get(one.contract_id, ())),
            candidates=tuple(near.get(one.contract_id, ())),
        )
        for one in page
    )
    return Result(rows, count)


@dataclass(frozen=True, slots=True)
class _Match:
    """A contract with all that should be there; `unknown` are those types that should be lacking and may be there."""

    contract_id: str
    unknown: tuple[str, ...]


def _combined_kept(columns: Columns, wanted: Sequence[str], unwanted: Sequence[str], scope: Scope) -> Places:
    places = columns.within(scope)
    for code in wanted:
        places = columns.having(places, code, ["present"])
    for code in unwanted:
        places = columns.having(places, code, ["absent", "unknown"])
    certain = places
    for code in unwanted:
        certain = columns.having(certain, code, ["absent"])
    return np.concatenate((certain, np.setdiff1d(places, certain, assume_unique=True)))


def _match(columns: Columns, place: int, unwanted: Sequence[str]) -> _Match:
    unknown = tuple(code for code in unwanted if columns.presence(place, code) == "unknown")
    return _Match(columns.ids[place], unknown)


def _combined(
    states: Mapping[tuple[str, str], Mapping[str, str]], wanted: Sequence[str], unwanted: Sequence[str]
) -> Sequence[_Match]:
    matching = [
        (any(known[code] == "unknown" for code in unwanted), title, key)
        for (key, title), known in states.items()
        if all(known[code] == "present" for code in wanted) and all(known[code] != "present" for code in unwanted)
    ]
    matching.sort()
    return [
        _Match(key, tuple(code for code in unwanted if states[key, title][code] == "unknown"))
        for _, title, key in matching
    ]


def _states(graph: GraphStore, types: list[str], scope: Scope) -> dict[tuple[str, str], dict[str, str]]:
    """Presence by clause type for every contract that has all of some types checked, by contract id and title."""
    where, limits = scoped(scope)
    found: dict[tuple[str, str], dict[str, str]] = {}
    for code in types:
        # One query a type: a type's edges are reached from its one node, a join over several types is not. And one row
        # a presence: a list in a row is read ten times as fast as rows.
        for row in graph.rows(
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
