"""Which labels and relations of the schema a picture shows, read from the schema so that new ones appear.

A clause stands between a contract and a clause type, and between a contract and its words: the picture draws the
contract's relation to the type, and to the words, directly. Facts and candidates are no nodes of it: facts stand in
the panel of their contract, candidates are no findings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.graph.schema import NODES, RELATIONS
from core.taxonomy import shipped_taxonomy, taxonomy

Direction = Literal["out", "in"]
_FACT_CODES = [category.code for category in shipped_taxonomy().facts]
_INSIDE = frozenset({"Meta", "ContractClause", "Candidate", "Fact"})
_FIRST = ("Agreement", "Party", "Organization", "Country", "ClauseType", "KnowledgeEntry", "AgreementType", "Excerpt")
_NAMES = ("title", "name", "text")
_NAMED_BY = {"ClauseType": ("name_ja",), "AgreementType": ("name_ja",), "KnowledgeEntry": ("number",)}
_EXPLAINED_BY = ("role", "state", "contract_id", "page", "start_offset", "end_offset", "evidence_state")


def clause_type_codes() -> list[str]:
    """Codes of the clause types; the other categories of the taxonomy are facts, and no nodes of a picture."""
    return [category.code for category in taxonomy().clauses]


@dataclass(frozen=True, slots=True, order=True)
class Ref:
    """A node of the graph."""

    label: str
    key: str

    def __str__(self) -> str:
        return f"{self.label}.{self.key}"


@dataclass(frozen=True, slots=True)
class Kind:
    """A label that is shown: its key, the properties that its name is made of (the name itself first)."""

    label: str
    key: str
    names: tuple[str, ...]

    def columns(self, node: str) -> str:
        """What a query returns of a node to name it: `key` and the names by position."""
        names = ", ".join(f"{node}.{name} AS name_{place}" for place, name in enumerate(self.names))
        return f"{node}.{self.key} AS key, {names}"


@dataclass(frozen=True, slots=True)
class Way:
    """A relation that is shown, from `x` to `y` in `pattern`.

    Attributes:
        where: a condition on the pattern, ended by AND.
        explained: properties that `r` has to say.
    """

    type: str
    source: str
    target: str
    pattern: str
    where: str = ""
    explained: tuple[str, ...] = ()


def _kinds() -> dict[str, Kind]:
    found = {}
    for node in NODES:
        if node.label in _INSIDE:
            continue
        properties = [name for name, _ in node.properties]
        name = next((name for name in _NAMES if name in properties), node.key)
        found[node.label] = Kind(node.label, node.key, (name, *_NAMED_BY.get(node.label, ())))
    order = [label for label in _FIRST if label in found] + sorted(label for label in found if label not in _FIRST)
    return {label: found[label] for label in order}


KINDS = _kinds()
"""The labels that are shown, in the order of legends and lists."""

_CLAUSE = "ContractClause"
_THROUGH_CLAUSES = (
    Way(
        "HAS_CLAUSE",
        "Agreement",
        "ClauseType",
        "(x:Agreement)-[r:HAS_CLAUSE]->(c:ContractClause)-[:HAS_TYPE]->(y:ClauseType)",
        "y.kind = 'clause' AND ",
    ),
    Way(
        "HAS_EXCERPT",
        "Agreement",
        "Excerpt",
        "(x:Agreement)-[:HAS_CLAUSE]->(c:ContractClause)-[r:HAS_EXCERPT]->(y:Excerpt)",
        f"NOT y.type IN {_FACT_CODES!r} AND ",
    ),
    Way(
        "HAS_TYPE",
        "Excerpt",
        "ClauseType",
        "(x:Excerpt)<-[:HAS_EXCERPT]-(c:ContractClause)-[r:HAS_TYPE]->(y:ClauseType)",
        "y.kind = 'clause' AND ",
    ),
)


def _ways() -> tuple[Way, ...]:
    direct = []
    for relation in RELATIONS:
        # What a contract was checked for is a filter: all contracts were checked for all types.
        if relation.type == "CHECKED_FOR" or not {relation.source, relation.target} <= set(KINDS):
            continue
        properties = {name for name, _ in relation.properties}
        direct.append(
            Way(
                relation.type,
                relation.source,
                relation.target,
                f"(x:{relation.source})-[r:{relation.type}]->(y:{relation.target})",
                explained=tuple(name for name in _EXPLAINED_BY if name in properties),
            )
        )
    return (*direct, *_THROUGH_CLAUSES)


WAYS = _ways()
"""The relations that are shown."""


def ways_of(label: str) -> list[tuple[Way, Direction]]:
    """Relations of a label with the side that it stands on, those to contracts first."""
    order = list(KINDS)
    found: list[tuple[Way, Direction]] = [(way, "out") for way in WAYS if way.source == label]
    found += [(way, "in") for way in WAYS if way.target == label]
    return sorted(found, key=lambda item: order.index(item[0].target if item[1] == "out" else item[0].source))


def parse_ref(text: str) -> Ref | None:
    """The node that an address names, None when there can be no such node."""
    label, _, key = text.partition(".")
    return Ref(label, key) if label in KINDS and key else None
