"""The graph follows the store: what changed since the graph's revision is projected, what was deleted is removed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from core.contracts import Library, borne_out, term_days
from core.errors import NotFound
from core.graph import GraphAgreementType, GraphAlias, GraphContract, GraphEntry, GraphParty, GraphRelation, GraphStore
from core.knowledge import KnowledgeBase, StoredEntry
from core.lexicon import agreement_code, agreement_types
from core.parties import JoinedParty, PartyBook
from core.relations import DecidedRelation, RelationBook


def graph_contract(library: Library, contract_id: str, *, today: date) -> GraphContract:
    """A contract as the graph takes it: the extraction with the reviews applied, its term as it is on a day.

    Raises:
        NotFound: there is no such contract.
    """
    detail, document = library.with_document(contract_id)
    days = term_days(detail.row.summary, today=today)
    renewal = detail.row.summary.renewal_kind
    return GraphContract(
        contract_id=contract_id,
        sha256=document.sha256,
        title=detail.row.summary.title,
        file_name=document.file_name,
        language=document.language,
        extraction=borne_out(detail.shown),
        last_notice_day=_iso(days.notice),
        current_end_date=_iso(days.end),
        runs_on=days.runs_on,
        rolls_after=_iso(days.rolls_after),
        renewal_kind=None if renewal == "unstated" else renewal,
        text=document.text,
        pages=document.pages,
    )


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def rolled(graph: GraphStore, *, today: date) -> list[str]:
    """Contracts whose term has become another one since the graph took them in, by the calendar alone."""
    query = "MATCH (a:Agreement) WHERE a.rolls_after < date($today) RETURN a.contract_id AS id"
    return [str(row["id"]) for row in graph.rows(query, {"today": today.isoformat()})]


def sync(
    library: Library, graph: GraphStore, *, today: date, on_progress: Callable[[int, int], None] | None = None
) -> int:
    """Bring the graph up to the store's newest revision and to a day, and give the number of contracts touched.

    No contract is projected in part, and the revision moves last: a crash in between repeats some projections, which
    changes nothing, and loses none.
    """
    changes = library.changes_since(graph.revision())
    outdated = [key for key in rolled(graph, today=today) if key not in set(changes.changed) | set(changes.deleted)]
    renewed = [*changes.changed, *outdated]
    total = len(renewed) + len(changes.deleted)
    for done, contract_id in enumerate(changes.deleted):
        graph.remove(contract_id)
        if on_progress is not None:
            on_progress(done + 1, total)

    def changed() -> Iterator[GraphContract]:
        for done, contract_id in enumerate(renewed, start=len(changes.deleted)):
            try:
                contract = graph_contract(library, contract_id, today=today)
            except NotFound:
                graph.remove(contract_id)
            else:
                yield contract
            if on_progress is not None:
                on_progress(done + 1, total)

    graph.project_many(changed())
    if total:
        graph.set_revision(changes.newest, library.token_of(changes.newest))
    return total


def fits(library: Library, knowledge: KnowledgeBase, graph: GraphStore) -> bool:
    """Whether the graph follows this very store: not a database that is gone, nor one that an older copy took the place
    of."""
    return graph.knowledge_change() <= knowledge.newest_change() and library.fits(graph.revision(), graph.token())


def agreements_of_other_stores(library: Library, graph: GraphStore) -> int:
    """How many contracts the graph holds that this store has never had: those of another workbench.

    The graph is read first: a contract comes into the store before it comes into the graph.
    """
    held = {str(row["id"]) for row in graph.rows("MATCH (a:Agreement) RETURN a.contract_id AS id")}
    known = library.changes_since(0)
    return len(held.difference(known.changed, known.deleted))


def rebuild(
    library: Library, graph: GraphStore, *, today: date, on_progress: Callable[[int, int], None] | None = None
) -> int:
    """Empty the graph and project every contract again; gives their number."""
    graph.clear()
    return sync(library, graph, today=today, on_progress=on_progress)


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
        fallbacks=tuple(
            (fallback_position.position, fallback_position.clause) for fallback_position in entry.fallback_positions
        ),
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


def graph_party(group: JoinedParty) -> GraphParty:
    """A group of names as the graph takes it."""
    members = tuple(
        GraphAlias(
            member.name,
            member.method,
            member.score,
            member.approved_by,
            member.approved_at.isoformat(timespec="seconds"),
        )
        for member in group.members
    )
    return GraphParty(group.id, group.name, members)


def graph_relation(decided: DecidedRelation) -> GraphRelation:
    """A relation between agreements as the graph takes it."""
    words = decided.evidence
    return GraphRelation(
        decided.kind,
        decided.source,
        decided.target,
        decided.method,
        decided.score,
        decided.decided_by,
        page=words.page if words else None,
        start=words.start if words else None,
        end=words.end if words else None,
        quote=words.quote if words else None,
    )


def sync_links(
    parties: PartyBook,
    relations: RelationBook,
    graph: GraphStore,
    *,
    within: Callable[[list[JoinedParty]], list[JoinedParty]] = list,
) -> bool:
    """Bring the graph's parties and relations up to people's decisions; False when they were.

    Projecting a contract again takes its links away with it, so they are compared whenever contracts or decisions have
    changed, and the mark of what was compared moves last: a crash in between repeats that.

    Args:
        parties, relations: what people decided.
        graph: what follows them.
        within: what of the joined names this graph may have.
    """
    mark = _link_mark(graph.revision(), parties, relations)
    if graph.linked() == mark:
        return False
    graph.project_parties([graph_party(group) for group in within(parties.groups())])
    graph.project_relations([graph_relation(relation) for relation in relations.approved()])
    graph.set_linked(mark)
    return True


def behind(
    library: Library,
    knowledge: KnowledgeBase,
    parties: PartyBook,
    relations: RelationBook,
    graph: GraphStore,
    *,
    today: date,
) -> bool:
    """Whether the store holds anything that the graph has not followed yet."""
    revision = graph.revision()
    changes = library.changes_since(revision)
    return bool(
        changes.changed
        or changes.deleted
        or rolled(graph, today=today)
        or knowledge.changes_since(graph.knowledge_change()).entries
        or graph.linked() != _link_mark(revision, parties, relations)
    )


def _link_mark(revision: int, parties: PartyBook, relations: RelationBook) -> str:
    return f"{revision}/{parties.change()}/{relations.change()}"
