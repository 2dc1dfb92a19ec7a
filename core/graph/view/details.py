"""What is known of one node: its facts, and its relations with the place in a contract that each rests on."""

from __future__ import annotations

from dataclasses import dataclass

from core.graph.store import Cell, GraphStore, Row
from core.graph.view.labels import name_of
from core.graph.view.node_kinds import KINDS, Direction, Ref, Way, ways_of
from core.wording import Language

LINES = 8
"""Relations of one kind that are listed; more are counted."""


@dataclass(frozen=True, slots=True)
class TextPlace:
    """Where the words stand: a contract, its page, and the words' offsets; what they are about, to open them by.

    `subject` is the name of a fact, `party`, a clause type's code, or empty. `state` says whether the quote was found
    on the page, as `core.evidence` does; empty where there is none.
    """

    contract_id: str
    page: int | None = None
    start: int | None = None
    end: int | None = None
    subject: str = ""
    state: str = ""


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact: its name in the taxonomy (or of a property), its normal form, and what is said beside it."""

    name: str
    value: str | None
    detail: str | None
    place: TextPlace | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A neighbour: the relation's role or state, and where its words are."""

    ref: Ref
    name: str
    note: str
    place: TextPlace | None


@dataclass(frozen=True, slots=True)
class NeighbourGroup:
    """Neighbours over one relation on one of its sides: the first of them by name, and how many there are."""

    type: str
    direction: Direction
    label: str
    lines: tuple[Line, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Details:
    """A node's facts and relations; `presence` counts the contracts by what was found of a clause type."""

    ref: Ref
    name: str
    facts: tuple[FactLine, ...]
    groups: tuple[NeighbourGroup, ...]
    presence: tuple[tuple[str, int], ...] = ()


_FACTS = (
    "MATCH (x:Agreement)-[:HAS_FACT]->(f:Fact) WHERE x.contract_id = $key "
    "RETURN f.name AS name, f.value AS value, f.detail AS detail, f.page AS page, f.start_offset AS start_offset, "
    "f.end_offset AS end_offset, f.evidence_state AS evidence_state, f.position AS position ORDER BY position"
)
_OWN = {
    "Agreement": ("last_notice_day", "pages", "file_name"),
    "Excerpt": ("text",),
    "KnowledgeEntry": ("severity", "problem", "risk", "recommended_clause", "walk_away"),
}
_PRESENCE = (
    "MATCH (a:Agreement)-[r:CHECKED_FOR]->(t:ClauseType) WHERE t.code = $key "
    "RETURN r.presence AS presence, count(a) AS contracts ORDER BY presence"
)
_EXCERPT = (
    "MATCH (x:Excerpt) WHERE x.id = $key RETURN x.contract_id AS contract_id, x.type AS type, x.page AS page, "
    "x.start_offset AS start_offset, x.end_offset AS end_offset, x.state AS evidence_state"
)


def details(graph: GraphStore, ref: Ref, language: Language) -> Details | None:
    """Everything to show of a node, None when it is not in the graph."""
    kind = KINDS[ref.label]
    with graph.snapshot():
        own = _OWN.get(ref.label, ())
        extra = "".join(f", x.{name} AS {name}" for name in own)
        rows = graph.rows(
            f"MATCH (x:{ref.label}) WHERE x.{kind.key} = $key RETURN {kind.columns('x')}{extra}", {"key": ref.key}
        )
        if not rows:
            return None
        facts = [FactLine(name, str(rows[0][name]), None) for name in own if rows[0][name] not in (None, "", [])]
        presence: tuple[tuple[str, int], ...] = ()
        if ref.label == "Agreement":
            facts = [_fact(ref.key, row) for row in graph.rows(_FACTS, {"key": ref.key})] + facts
        elif ref.label == "Excerpt":
            facts = [FactLine(fact.name, fact.value, None, _excerpt_place(graph, ref)) for fact in facts]
        elif ref.label == "ClauseType":
            counted = graph.rows(_PRESENCE, {"key": ref.key})
            presence = tuple((str(row["presence"]), int(str(row["contracts"]))) for row in counted)
        groups = [_group(graph, ref, way, direction, language) for way, direction in ways_of(ref.label)]
    shown = tuple(group for group in groups if group.total)
    return Details(ref, name_of(ref.label, rows[0], language), tuple(facts), shown, presence)


def _fact(contract_id: str, row: Row) -> FactLine:
    place = _place_of(row, contract_id, str(row["name"]))
    return FactLine(str(row["name"]), _text(row["value"]), _text(row["detail"]), place)


def _excerpt_place(graph: GraphStore, ref: Ref) -> TextPlace:
    row = graph.rows(_EXCERPT, {"key": ref.key})[0]
    return _place_of(row, str(row["contract_id"]), str(row["type"]))


def _place_of(row: Row, contract_id: str, subject: str) -> TextPlace:
    """The place of a row with the columns of evidence, as far as it has them."""
    page, start, end = (_number(row.get(name)) for name in ("page", "start_offset", "end_offset"))
    return TextPlace(contract_id, page, start, end, subject, _text(row.get("evidence_state")) or "")


def _group(graph: GraphStore, ref: Ref, way: Way, direction: Direction, language: Language) -> NeighbourGroup:
    near, far = ("x", "y") if direction == "out" else ("y", "x")
    label = way.target if direction == "out" else way.source
    kind, own = KINDS[label], KINDS[ref.label]
    where = f"{way.where}{near}.{own.key} = $key"
    explained = "".join(f", r.{name} AS {name}" for name in way.explained)
    excerpt = {way.target: "y", way.source: "x"}.get("Excerpt")
    if excerpt is not None:
        names = ("contract_id", "type", "page", "start_offset", "end_offset")
        explained = "".join(f", {excerpt}.{name} AS {name}" for name in names)
        explained += f", {excerpt}.state AS evidence_state"
    rows = graph.rows(
        f"MATCH {way.pattern} WHERE {where} RETURN {kind.columns(far)}{explained} ORDER BY name_0, key "
        f"LIMIT {LINES * 4:d}",
        {"key": ref.key},
    )
    lines: dict[Ref, Line] = {}
    for row in rows:
        found = Ref(label, str(row["key"]))
        ends = (ref, found) if direction == "out" else (found, ref)
        lines.setdefault(found, Line(found, name_of(label, row, language), _note(row), _place(ends, way, row)))
    total = len(lines)
    if total > LINES:
        counted = graph.rows(
            f"MATCH {way.pattern} WHERE {where} RETURN count(DISTINCT {far}.{kind.key}) AS total", {"key": ref.key}
        )
        total = int(str(counted[0]["total"]))
    return NeighbourGroup(way.type, direction, label, tuple(lines.values())[:LINES], total)


def _note(row: Row) -> str:
    return " · ".join(text for name in ("role", "state") if (text := _text(row.get(name))))


_SUBJECTS = {"IS_PARTY_TO": "party", "INCORPORATED_IN": "party", "GOVERNED_BY_LAW": "governing_law"}


def _place(ends: tuple[Ref, Ref], way: Way, row: Row) -> TextPlace | None:
    """The contract that the relation's words stand in: the one that says it, for two contracts the source."""
    contract = _text(row.get("contract_id")) or next((end.key for end in ends if end.label == "Agreement"), None)
    if contract is None:
        return None
    subject = _SUBJECTS.get(way.type, "")
    if way.type == "HAS_CLAUSE":
        subject = next(end.key for end in ends if end.label == "ClauseType")
    elif "Excerpt" in (way.source, way.target):
        subject = str(row["type"])
    return _place_of(row, contract, subject)


def _text(value: Cell) -> str | None:
    text = "" if value is None else str(value).strip()
    return text or None


def _number(value: Cell) -> int | None:
    return value if isinstance(value, int) else None
