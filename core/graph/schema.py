"""Labels, relations and properties of the graph: one home for the embedded store, Neo4j and the query guard.

Offsets are called `start_offset` and `end_offset` because `end` is a keyword of the embedded store's Cypher.
"""

from __future__ import annotations

from core.cypher import GraphSchema, NodeLabel, Relation

VERSION = "8"
"""Grows when the schema or the projection changes; a graph of another version is emptied and projected anew."""

EMBEDDING = "FLOAT[{dimension}]"
_SPAN = (("page", "INT64"), ("start_offset", "INT64"), ("end_offset", "INT64"))
_EVIDENCE = (("evidence_state", "STRING"), *_SPAN, ("quote", "STRING"))
_BETWEEN_AGREEMENTS = (
    ("method", "STRING"),
    ("score", "DOUBLE"),
    ("approved_by", "STRING"),
    *_SPAN,
    ("quote", "STRING"),
)


NODES = (
    NodeLabel("Meta", "key", (("key", "STRING"), ("value", "STRING"))),
    NodeLabel(
        "Agreement",
        "contract_id",
        (
            ("contract_id", "STRING"),
            ("sha256", "STRING"),
            ("digest", "STRING"),
            ("title", "STRING"),
            ("name", "STRING"),
            ("file_name", "STRING"),
            ("language", "STRING"),
            ("engine", "STRING"),
            ("agreement_type", "STRING"),
            ("agreement_date", "DATE"),
            ("effective_date", "DATE"),
            ("expiration_date", "DATE"),
            ("last_notice_day", "DATE"),
            ("current_end_date", "DATE"),
            ("rolls_after", "DATE"),
            ("renewal_term", "STRING"),
            ("renewal_kind", "STRING"),
            ("notice_period", "STRING"),
            ("most_favored_country", "STRING"),
            ("pages", "INT64"),
            ("unread_pages", "INT64[]"),
            ("parties", "STRING[]"),
        ),
    ),
    NodeLabel("Organization", "id", (("id", "STRING"), ("name", "STRING"))),
    NodeLabel("Country", "code", (("code", "STRING"), ("name", "STRING"))),
    NodeLabel(
        "ClauseType",
        "code",
        (
            ("code", "STRING"),
            ("kind", "STRING"),
            ("name", "STRING"),
            ("name_ja", "STRING"),
            ("group_code", "STRING"),
        ),
    ),
    NodeLabel(
        "ContractClause",
        "id",
        (("id", "STRING"), ("contract_id", "STRING"), ("type", "STRING"), ("confidence", "DOUBLE")),
    ),
    NodeLabel(
        "Excerpt",
        "id",
        (
            ("id", "STRING"),
            ("contract_id", "STRING"),
            ("type", "STRING"),
            ("position", "INT64"),
            ("text", "STRING"),
            ("state", "STRING"),
            *_SPAN,
            ("confidence", "DOUBLE"),
            ("embedding", EMBEDDING),
        ),
    ),
    NodeLabel(
        "Candidate",
        "id",
        (
            ("id", "STRING"),
            ("contract_id", "STRING"),
            ("type", "STRING"),
            ("position", "INT64"),
            ("text", "STRING"),
            ("state", "STRING"),
            *_SPAN,
            ("confidence", "DOUBLE"),
        ),
    ),
    NodeLabel(
        "Fact",
        "id",
        (
            ("id", "STRING"),
            ("contract_id", "STRING"),
            ("name", "STRING"),
            ("position", "INT64"),
            ("value", "STRING"),
            ("detail", "STRING"),
            ("confidence", "DOUBLE"),
            *_EVIDENCE,
        ),
    ),
    NodeLabel(
        "KnowledgeEntry",
        "id",
        (
            ("id", "STRING"),
            ("number", "INT64"),
            ("title", "STRING"),
            ("severity", "STRING"),
            ("problem", "STRING"),
            ("risk", "STRING"),
            ("recommended_clause", "STRING"),
            ("walk_away", "STRING"),
            ("fallback_positions", "STRING[]"),
            ("fallback_clauses", "STRING[]"),
        ),
    ),
    NodeLabel("AgreementType", "code", (("code", "STRING"), ("name", "STRING"), ("name_ja", "STRING"))),
    NodeLabel("Party", "id", (("id", "STRING"), ("name", "STRING"))),
)

RELATIONS = (
    Relation(
        "IS_PARTY_TO",
        "Organization",
        "Agreement",
        (
            ("role", "STRING"),
            ("position", "INT64"),
            ("country", "STRING"),
            ("state", "STRING"),
            ("confidence", "DOUBLE"),
            *_EVIDENCE,
        ),
    ),
    Relation("INCORPORATED_IN", "Organization", "Country", (("state", "STRING"), ("contract_id", "STRING"))),
    Relation(
        "GOVERNED_BY_LAW",
        "Agreement",
        "Country",
        (("state", "STRING"), ("position", "INT64"), ("confidence", "DOUBLE"), *_EVIDENCE),
    ),
    Relation("CHECKED_FOR", "Agreement", "ClauseType", (("presence", "STRING"), ("confidence", "DOUBLE")), "pair"),
    Relation("HAS_CLAUSE", "Agreement", "ContractClause", (("type", "STRING"),), "source"),
    Relation("HAS_TYPE", "ContractClause", "ClauseType", single="target"),
    Relation("HAS_EXCERPT", "ContractClause", "Excerpt", single="source"),
    Relation("HAS_CANDIDATE", "Agreement", "Candidate", (("type", "STRING"),), "source"),
    Relation("HAS_FACT", "Agreement", "Fact", (("name", "STRING"),), "source"),
    Relation("ABOUT_CLAUSE", "KnowledgeEntry", "ClauseType", single="pair"),
    Relation("APPLIES_TO", "KnowledgeEntry", "AgreementType", single="pair"),
    Relation(
        "ALIAS_OF",
        "Organization",
        "Party",
        (("method", "STRING"), ("score", "DOUBLE"), ("approved_by", "STRING"), ("approved_at", "STRING")),
        "target",
    ),
    Relation("AMENDS", "Agreement", "Agreement", _BETWEEN_AGREEMENTS),
    Relation("SUPERSEDES", "Agreement", "Agreement", _BETWEEN_AGREEMENTS),
)

SCHEMA = GraphSchema(NODES, RELATIONS, hidden_labels=frozenset(("Meta",)), hidden_properties=frozenset(("embedding",)))
"""What the guard lets a query read."""

DATES = ("agreement_date", "effective_date", "expiration_date", "last_notice_day", "current_end_date", "rolls_after")


def embedded_ddl(dimension: int) -> list[str]:
    """Statements that create the schema in an empty embedded graph whose vectors have `dimension` numbers."""
    statements = []
    for node in NODES:
        columns = ", ".join(f"{name} {kind.format(dimension=dimension)}" for name, kind in node.properties)
        statements.append(f"CREATE NODE TABLE {node.label}({columns}, PRIMARY KEY({node.key}))")
    for relation in RELATIONS:
        columns = "".join(f", {name} {kind}" for name, kind in relation.properties)
        statements.append(f"CREATE REL TABLE {relation.type}(FROM {relation.source} TO {relation.target}{columns})")
    return statements
