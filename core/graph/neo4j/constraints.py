"""Constraints and indexes of the graph on Neo4j, and how a database of an older form is emptied of what is ours.

Beyond the schema of `core.graph.schema` there are passages of the contracts' text, for the search by words, and one
node `Meta {key: 'state'}` that every writing transaction locks.
"""

from __future__ import annotations

from core.graph.neo4j.connection import Neo4jConnection
from core.graph.projection.writing import Run
from core.graph.schema import NODES

PASSAGE = "Passage"
LABELS = (*(node.label for node in NODES if node.label != "Meta"), PASSAGE)
"""Labels of ours but for `Meta`, whose nodes say that a database is ours and so go last."""
CONTENT = "|".join(label for label in LABELS if label != "ClauseType")
"""Labels whose nodes come from contracts, knowledge and people; the taxonomy stays when a graph is emptied."""
VECTORS = "shinsa_excerpt_embedding"
WORDS = "shinsa_passage_terms"
TEXTS = "shinsa_passage_text"
NAMES = "shinsa_organization_name"
FORM = "1"
"""Grows when what this module makes changes, or the terms of passages; other databases are emptied."""
_BATCH = 5_000


def prepare(connection: Neo4jConnection, dimension: int) -> None:
    """Make the constraints and indexes that are not there, and wait until they can be used.

    Raises:
        GraphError: the server refused.
    """
    known = {str(row["name"]) for kind in ("CONSTRAINTS", "INDEXES") for row in _run(connection, f"SHOW {kind}")}
    missing = {name: made for name, made in _statements(dimension).items() if name not in known}
    for statement, options in missing.values():
        _run(connection, statement, options=options)
    if missing:
        _run(connection, "CALL db.awaitIndexes(300)")


def prepare_meta(connection: Neo4jConnection) -> None:
    """Make the constraint on which everything else rests: there is one node of a key.

    Raises:
        GraphError: the server refused.
    """
    _run(connection, "CREATE CONSTRAINT shinsa_meta IF NOT EXISTS FOR (n:Meta) REQUIRE n.key IS UNIQUE")


def _statements(dimension: int) -> dict[str, tuple[str, dict[str, dict[str, object]]]]:
    """What makes each constraint and index, by name, with its options."""
    made: dict[str, tuple[str, dict[str, dict[str, object]]]] = {}
    for label, key in [(node.label, node.key) for node in NODES] + [(PASSAGE, "id")]:
        name = f"shinsa_{label.lower()}"
        made[name] = (f"CREATE CONSTRAINT {name} IF NOT EXISTS FOR (n:{label}) REQUIRE n.{key} IS UNIQUE", {})
    for label in ("ContractClause", "Excerpt", "Candidate", "Fact", PASSAGE):
        name = f"shinsa_{label.lower()}_contract"
        made[name] = (f"CREATE INDEX {name} IF NOT EXISTS FOR (n:{label}) ON (n.contract_id)", {})
    made[VECTORS] = (
        f"CREATE VECTOR INDEX {VECTORS} IF NOT EXISTS FOR (n:Excerpt) ON (n.embedding) OPTIONS $options",
        {"indexConfig": {"vector.dimensions": dimension, "vector.similarity_function": "cosine"}},
    )
    for name, label, columns, analyzer in (
        (NAMES, "Organization", "n.name", "cjk"),
        (TEXTS, PASSAGE, "n.text", "cjk"),
        (WORDS, PASSAGE, "n.terms, n.contract_id", "whitespace"),
    ):
        made[name] = (
            f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR (n:{label}) ON EACH [{columns}] OPTIONS $options",
            {"indexConfig": {"fulltext.analyzer": analyzer}},
        )
    return made


def empty(connection: Neo4jConnection, labels: str = CONTENT) -> None:
    """Take every node of some labels of ours out, in batches; other nodes of the database stay."""
    statement = f"MATCH (n:{labels}) WITH n LIMIT {_BATCH} DETACH DELETE n RETURN count(*) AS n"
    while _run(connection, statement)[0]["n"]:
        pass


def empty_few(run: Run) -> bool:
    """Take all content out within the caller's transaction; False, and nothing done, where it is too much for one."""
    count = run(f"MATCH (n:{CONTENT}) WITH n LIMIT {_BATCH} RETURN count(n) AS n", {})[0]["n"]
    if count == _BATCH:
        return False
    if count:
        run(f"MATCH (n:{CONTENT}) DETACH DELETE n", {})
    return True


def drop_indexes(connection: Neo4jConnection) -> None:
    """Take the indexes away that depend on the embedder or on this module's form; `prepare` makes them anew."""
    listed = "SHOW INDEXES YIELD name, type WHERE name STARTS WITH 'shinsa_' AND type IN ['VECTOR', 'FULLTEXT']"
    for row in _run(connection, f"{listed} RETURN name"):
        _run(connection, f"DROP INDEX {row['name']} IF EXISTS")


def foreign(connection: Neo4jConnection) -> str | None:
    """A label of ours that has nodes although the database is not yet ours, None when there is none."""
    for label in ("Meta", *LABELS):
        if _run(connection, f"MATCH (n:{label}) RETURN 1 AS n LIMIT 1"):
            return label
    return None


def _run(connection: Neo4jConnection, statement: str, **parameters: object) -> list[dict[str, object]]:
    return [dict(row) for row in connection.write(lambda run: run(statement, parameters))]
