"""The statements that make the graph's parties and agreement relations those that people decided on.

What is there is compared with what should be, and only the difference is written: the same again costs one reading.
Ends that are not in the graph (a contract that was deleted) are left out; they are linked when they come back.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.graph.projection.links import GraphParty, GraphRelation, RelationKind
from core.graph.projection.records import Properties, Value, clean, organization_id, plain_name
from core.graph.projection.writing import Run
from core.graph.schema import RELATIONS
from core.graph.store import Row

_COLUMNS = {relation.type: [name for name, _ in relation.properties] for relation in RELATIONS}
_Edges = dict[tuple[str, str], tuple[Value, ...]]

_PARTY = "MERGE (p:Party {id: $id}) SET p.name = $name"
_UNUSED = "MATCH (p:Party {id: $id}) DETACH DELETE p"


def write_parties(run: Run, groups: Sequence[GraphParty]) -> None:
    """Make the graph's parties these, within the caller's transaction."""
    known = {str(row["id"]) for row in run("MATCH (o:Organization) RETURN o.id AS id", {})} if groups else set()
    wanted: _Edges = {}
    names: dict[str, str] = {}
    for group in groups:
        for member in group.members:
            key = organization_id(plain_name(member.name))
            if key in known:
                names[group.id] = clean(group.name) or ""
                decision = (member.method, member.score, clean(member.approved_by), member.approved_at)
                wanted[key, group.id] = decision
    there = {str(row["id"]): row["name"] for row in run("MATCH (p:Party) RETURN p.id AS id, p.name AS name", {})}
    for key, name in names.items():
        if there.get(key) != name:
            run(_PARTY, {"id": key, "name": name})
    _replace(run, "ALIAS_OF", "(x:Organization {id: $source})", "(y:Party {id: $target})", ("id", "id"), wanted)
    for key in sorted(there.keys() - names.keys()):
        run(_UNUSED, {"id": key})


def write_relations(run: Run, relations: Sequence[GraphRelation]) -> None:
    """Make the graph's relations between agreements these, within the caller's transaction."""
    ids = sorted({end for relation in relations for end in (relation.source, relation.target)})
    found = run("MATCH (a:Agreement) WHERE a.contract_id IN $ids RETURN a.contract_id AS id", {"ids": ids})
    known = {str(row["id"]) for row in found} if ids else set()
    kinds: tuple[RelationKind, ...] = ("AMENDS", "SUPERSEDES")
    for kind in kinds:
        wanted: _Edges = {
            (relation.source, relation.target): (
                relation.method,
                relation.score,
                clean(relation.approved_by),
                relation.page,
                relation.start,
                relation.end,
                clean(relation.quote),
            )
            for relation in relations
            if relation.kind == kind and relation.source in known and relation.target in known
        }
        source, target = "(x:Agreement {contract_id: $source})", "(y:Agreement {contract_id: $target})"
        _replace(run, kind, source, target, ("contract_id", "contract_id"), wanted)


def _replace(run: Run, kind: str, source: str, target: str, keys: tuple[str, str], wanted: _Edges) -> None:
    columns = _COLUMNS[kind]
    ends = (source.split(" ", 1)[0] + ")", target.split(" ", 1)[0] + ")")
    listed = "".join(f", r.{name} AS {name}" for name in columns)
    there = {
        (str(row["source"]), str(row["target"])): _values(row, columns)
        for row in run(
            f"MATCH {ends[0]}-[r:{kind}]->{ends[1]} RETURN x.{keys[0]} AS source, y.{keys[1]} AS target{listed}", {}
        )
    }
    for ends_of in sorted(there.keys() | wanted.keys()):
        if there.get(ends_of) == wanted.get(ends_of):
            continue
        found: Properties = {"source": ends_of[0], "target": ends_of[1]}
        if ends_of in there:
            run(f"MATCH {source}-[r:{kind}]->{target} DELETE r", found)
        if ends_of in wanted:
            properties = ", ".join(f"{name}: ${name}" for name in columns)
            run(
                f"MATCH {source}, {target} CREATE (x)-[:{kind} {{{properties}}}]->(y)",
                found | dict(zip(columns, wanted[ends_of], strict=True)),
            )


def _values(row: Row, columns: Sequence[str]) -> tuple[Value, ...]:
    found: list[Value] = []
    for name in columns:
        cell = row[name]
        found.append(cell if isinstance(cell, str | int | float) else None)
    return tuple(found)
