"""The graph follows the store: what changed since the graph's revision is projected, what was deleted is removed."""

from __future__ import annotations

from collections.abc import Callable

from core.agreement_types import agreement_code, agreement_types
from core.contracts.library import Library
from core.errors import NotFound
from core.graph import GraphAgreementType, GraphContract, GraphEntry, GraphStore
from core.knowledge import KnowledgeBase, StoredEntry


def graph_contract(library: Library, contract_id: str) -> GraphContract:
    """A contract as the graph takes it: the extraction with the reviews applied.

    Raises:
        NotFound: there is no such contract.
    """
    detail = library.detail(contract_id)
    document = library.document(contract_id)
    return GraphContract(
        contract_id=contract_id,
        sha256=document.sha256,
        title=detail.row.summary.title,
        file_name=document.file_name,
        language=document.language,
        extraction=detail.shown,
        last_notice_day=detail.row.summary.last_notice_day,
        text=document.text,
        pages=document.pages,
    )


def sync(library: Library, graph: GraphStore, *, on_progress: Callable[[int, int], None] | None = None) -> int:
    """Bring the graph up to the store's newest revision and give the number of contracts touched.

    Each contract is one transaction of the graph, and the revision moves last: a crash in between repeats some
    projections, which changes nothing, and loses none.
    """
    changes = library.changes_since(graph.revision())
    total = len(changes.changed) + len(changes.deleted)
    for done, contract_id in enumerate(changes.deleted):
        graph.remove(contract_id)
        if on_progress is not None:
            on_progress(done + 1, total)
    for done, contract_id in enumerate(changes.changed, start=len(changes.deleted)):
        try:
            graph.project(graph_contract(library, contract_id))
        except NotFound:
            graph.remove(contract_id)
        if on_progress is not None:
            on_progress(done + 1, total)
    if total:
        graph.set_revision(changes.newest)
    return total


def rebuild(library: Library, graph: GraphStore, *, on_progress: Callable[[int, int], None] | None = None) -> int:
    """Empty the graph and project every contract again; gives their number."""
    graph.clear()
    graph.set_revision(0)
    return sync(library, graph, on_progress=on_progress)


def graph_entry(stored: StoredEntry) -> GraphEntry:
    """An approved entry as the graph takes it."""
    entry = stored.entry
    return GraphEntry(
        id=entry.id,
        number=stored.number,
        title=entry.title or "",
        severity=entry.severity,
        problem=entry.problem_pattern or "",
        risk=entry.risk or "",
        recommended_clause=entry.recommended_clause or "",
        walk_away=entry.walk_away,
        fallbacks=tuple((one.position, one.clause) for one in entry.fallback_positions),
        clause_types=tuple(dict.fromkeys(entry.clause_types)),
        agreement_types=tuple({kind.code: kind for kind in map(_agreement_type, entry.contract_types or ())}.values()),
    )


def _agreement_type(name: str) -> GraphAgreementType:
    code = agreement_code(name)
    if code is None:
        return GraphAgreementType(name.strip().casefold(), name, name)
    kind = agreement_types()[code]
    return GraphAgreementType(code, kind.en, kind.ja)


def sync_knowledge(knowledge: KnowledgeBase, graph: GraphStore) -> int:
    """Bring the graph's entries up to the knowledge base and give the number touched: only approved ones are there.

    As with contracts the counter moves last, so a crash repeats some projections and loses none.
    """
    changes = knowledge.changes_since(graph.knowledge_change())
    for stored in changes.entries:
        if stored.entry.status == "approved":
            graph.project_entry(graph_entry(stored))
        else:
            graph.remove_entry(stored.entry.id)
    if changes.entries:
        graph.set_knowledge_change(changes.newest)
    return len(changes.entries)
