"""Contracts by the clause types that they have or lack, presence having three values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.errors import BadArguments
from core.graph.lists import Portion
from core.graph.retrieval.agreements import excerpts, headers, widen
from core.graph.retrieval.arguments import Combination, OneType
from core.graph.rows import Result, RetrievedClause, RetrievedCombination
from core.graph.store import GraphStore, Scope
from core.record import UNDECIDED, Presence

_LACKING: tuple[Presence, ...] = ("absent", *UNDECIDED)
_ALL = 10**9
NEAREST = 5
"""Candidates shown with a contract, nearest first."""


def get_contracts_with_clause_type(graph: GraphStore, arguments: OneType, scope: Scope) -> Result:
    """`RetrievedClause` rows of the contracts that have a clause type, by title, with the words found."""
    found = _by_type(graph, arguments, scope, ["present"])
    return replace(found, not_found=len(_undecided(graph, arguments.clause_type, scope)))


def get_contracts_without_clause(graph: GraphStore, arguments: OneType, scope: Scope) -> Result:
    """`RetrievedClause` rows of the contracts without a clause type: absent ones first, then those where it
    was not found, then those where it is unknown."""
    return _by_type(graph, arguments, scope, _LACKING)


def _by_type(graph: GraphStore, arguments: OneType, scope: Scope, wanted: Sequence[Presence]) -> Result:
    chosen = graph.lists().by_presence(arguments.clause_type, wanted, scope, arguments.portion)
    found = headers(graph, [listed.contract_id for listed in chosen.page])
    # What was found stands where the clause is present, what is only near it where it is not.
    found_in = [listed.contract_id for listed in chosen.page if listed.presence == "present"]
    words = excerpts(graph, found_in, [arguments.clause_type], "finding")
    lacking = [listed.contract_id for listed in chosen.page if listed.presence != "present"]
    candidates = excerpts(graph, lacking, [arguments.clause_type], "candidate", most=NEAREST)
    rows = tuple(
        widen(
            RetrievedClause,
            found[listed.contract_id],
            type=arguments.clause_type,
            presence=listed.presence,
            confidence=listed.confidence if listed.presence == "present" else None,
            excerpts=tuple(words.get(listed.contract_id, ())),
            candidates=tuple(candidates.get(listed.contract_id, ())),
        )
        for listed in chosen.page
    )
    return Result(rows, chosen.total)


def get_contracts_by_clauses(graph: GraphStore, arguments: Combination, scope: Scope) -> Result:
    """`RetrievedCombination` rows of contracts with all of some clause types and none of others; certain ones first.

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
    matching = graph.lists().by_clauses(wanted, unwanted, scope, arguments.portion)
    ids = [match.contract_id for match in matching.page]
    found = headers(graph, ids)
    words = excerpts(graph, ids, wanted, "finding")
    candidates = excerpts(graph, ids, unwanted, "candidate", most=NEAREST)
    rows = tuple(
        widen(
            RetrievedCombination,
            found[match.contract_id],
            certainty="unknown" if match.unknown else "certain",
            present=tuple(wanted),
            absent=tuple(code for code in unwanted if code not in match.unknown),
            unknown=match.unknown,
            excerpts=tuple(words.get(match.contract_id, ())),
            candidates=tuple(candidates.get(match.contract_id, ())),
        )
        for match in matching.page
    )
    return Result(rows, matching.total, not_found=_perhaps(graph, wanted, unwanted, scope) if wanted else None)


def _perhaps(graph: GraphStore, wanted: Sequence[str], unwanted: Sequence[str], scope: Scope) -> int:
    """How many contracts may have all types that are wanted and none of the others, one of the former not found."""
    possible = list({key for code in wanted for key in _undecided(graph, code, scope)})
    for codes, fits in ((wanted, ("present", *UNDECIDED)), (unwanted, _LACKING)):
        for code in codes:
            known = graph.lists().presences(code, possible)
            possible = [key for key in possible if known.get(key) in fits]
    return len(possible)


def _undecided(graph: GraphStore, code: str, scope: Scope) -> list[str]:
    """Contracts in which a clause type was not found or is unknown."""
    listing = graph.lists().by_presence(code, UNDECIDED, scope, Portion(0, _ALL))
    return [listed.contract_id for listed in listing.page]
