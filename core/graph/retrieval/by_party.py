"""Contracts of an organization, found although a letter is missing or the legal form differs.

Nothing is merged: every organization whose name is near enough is named with its score, and a person judges. The other
names of a party that a person has grouped are found with it, and the row says that it came by that way.
"""

from __future__ import annotations

from core.graph.cells import party_groups
from core.graph.memo import GraphMemo
from core.graph.projection.records import organization_id
from core.graph.retrieval.agreements import headers, widen
from core.graph.retrieval.arguments import OrganizationArguments
from core.graph.retrieval.organization_names import Organizations, compared, organizations
from core.graph.rows import MatchedParty, Result, RetrievedParty
from core.graph.store import GraphStore, Scope
from core.lexicon import same_name_score

FLOOR = 0.55
"""Names below this score are not given; a name that begins with the one asked for has 0.6 or more."""
PART = 0.9
"""Factor for a name of which only a part was asked for, such as Mount Knowledge for Mount Knowledge Holdings."""
INSIDE = 0.7
"""Score of a name that holds the one asked for as it stands, in scripts that put no blank between words."""
_ENOUGH_LETTERS = 2


def get_contracts(graph: GraphStore, arguments: OrganizationArguments, scope: Scope) -> Result:
    """`RetrievedParty` rows of the contracts with a party of that name, one near it or another name of the same party.

    Best name first; another name of the same party has the score of the name by which it was found (`alias_of`).
    """
    matched = {
        (contract_id, title): parties
        for contract_id, (title, parties) in parties_named(graph, arguments.names, scope).items()
    }
    ranked = sorted(
        (
            (-max(party.score for party in parties), title, contract_id, parties)
            for (contract_id, title), parties in matched.items()
        ),
        key=lambda entry: entry[:3],
    )
    page = ranked[arguments.offset : arguments.offset + arguments.limit]
    found = headers(graph, [contract_id for _, _, contract_id, _ in page])
    rows = tuple(
        widen(
            RetrievedParty,
            found[contract_id],
            matched=tuple(sorted(parties, key=lambda party: (-party.score, party.name, party.asked, party.role or ""))),
            score=-score,
        )
        for score, _, contract_id, parties in page
    )
    return Result(rows, len(ranked), not_found=graph.lists().silent("parties", scope))


def parties_named(
    graph: GraphStore, names: tuple[str, ...], scope: Scope
) -> dict[str, tuple[str, dict[MatchedParty, None]]]:
    """Title and matching parties, by contract id, of the contracts with a party of some name or near it."""
    known = organizations(graph)
    scores = _scores(names, known)
    found_by = _with_other_names(graph, scores)
    edges = graph.lists().of_organizations([organization_id(name) for name in found_by])
    allowed = None if scope is None else frozenset(scope)
    matched: dict[str, tuple[str, dict[MatchedParty, None]]] = {}
    for edge in edges:
        if allowed is not None and edge.contract_id not in allowed:
            continue
        for query, score, alias_of in found_by[edge.name]:
            party = MatchedParty(name=edge.name, role=edge.role, asked=query, score=score, alias_of=alias_of)
            matched.setdefault(edge.contract_id, (edge.title, {}))[1][party] = None
    return matched


_Found = tuple[str, float, str | None]


def _with_other_names(graph: GraphStore, scores: dict[str, list[tuple[str, float]]]) -> dict[str, list[_Found]]:
    """What was asked, the score, and the name by which it was found, for each name and the other names of its party."""
    found: dict[str, dict[str, tuple[float, str | None]]] = {
        name: {query: (score, None) for query, score in asked_for} for name, asked_for in scores.items()
    }
    others = _OTHER_NAMES.of(graph)
    for via in (name for name in scores if name in others):
        for other in others[via]:
            for query, score in scores[via]:
                known = found.setdefault(other, {}).get(query)
                if known is None or known[0] < score:
                    found[other][query] = (score, via)
    return {name: [(query, *how) for query, how in asked_for.items()] for name, asked_for in found.items()}


def _other_names(graph: GraphStore) -> dict[str, list[str]]:
    """All names of its party for each name that a person has put together with others."""
    return {name: names for names in party_groups(graph.rows) for name in names}


_OTHER_NAMES = GraphMemo(_other_names)


def name_score(searched: str, name: str) -> float:
    """How surely a party's name is the one that was asked for, 0–1; a part of the name may be asked for."""
    whole = same_name_score(searched, name)
    words, wanted = compared(name).split(), compared(searched).split()
    if not wanted:
        return 0.0
    query = " ".join(wanted)
    windows = (" ".join(words[start : start + len(wanted)]) for start in range(len(words) - len(wanted) + 1))
    part = max((same_name_score(query, window) for window in windows), default=0.0) if len(words) > len(wanted) else 0.0
    inside = 0.0
    if not query.isascii() and len(query) >= _ENOUGH_LETTERS and query.replace(" ", "") in "".join(words):
        inside = INSIDE
    return max(whole, PART * part, inside)


def _scores(wanted: tuple[str, ...], known: Organizations) -> dict[str, list[tuple[str, float]]]:
    # Of thousands of names only a few need the careful comparison.
    found: dict[str, list[tuple[str, float]]] = {}
    for query in wanted:
        for place in known.index.candidates(compared(query)):
            score = name_score(query, known.names[place])
            if score >= FLOOR:
                found.setdefault(known.names[place], []).append((query, score))
    return found
