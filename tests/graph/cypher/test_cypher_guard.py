"""The guard: nothing hostile comes through, nothing valid is refused, and what runs is what was judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from valid_queries import VALID

from core.cypher import Backend, GuardVerdict
from core.graph.retrieval.generated import check_query
from core.graph.schema import NODES

HOSTILE = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "cypher" / "hostile.jsonl").read_text("utf-8").splitlines()
]
BACKENDS: tuple[Backend, ...] = ("embedded", "neo4j")
LABELS = "|".join(node.label for node in NODES if node.label != "Meta")
COUNT = "MATCH (a:Agreement) RETURN count(a)"
TITLES = "MATCH (a:Agreement) RETURN a.title"


def test_there_are_many_hostile_texts_of_every_kind() -> None:
    kinds = {text["kind"] for text in HOSTILE}
    assert len(HOSTILE) >= 300
    assert kinds == {
        *("write", "hidden_keyword", "unicode", "second_statement", "schema_change", "load", "system"),
        *("procedure", "function", "schema", "bomb", "not_a_query"),
    }


@pytest.mark.parametrize("backend", BACKENDS)
def test_nothing_hostile_comes_through(backend: Backend) -> None:
    through = [text for text in HOSTILE if check_query(text["query"], backend).allowed]
    assert through == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_without_the_schema_only_what_the_schema_forbids_comes_through(backend: Backend) -> None:
    through = [text["kind"] for text in HOSTILE if check_query(text["query"], backend, any_schema=True).allowed]
    assert set(through) <= {"schema"}


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_refusal_has_a_rule_and_says_why(backend: Backend) -> None:
    verdicts = [check_query(text["query"], backend) for text in HOSTILE]
    assert all(verdict.rule and verdict.rule.isidentifier() for verdict in verdicts)
    assert all(len(verdict.reason) > 20 for verdict in verdicts)


@pytest.mark.parametrize("backend", BACKENDS)
def test_nothing_valid_is_refused(backend: Backend) -> None:
    refused = [(query, verdict.reason) for query, _ in VALID if not (verdict := check_query(query, backend)).allowed]
    assert refused == []


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_runs_is_let_through_again_unchanged_in_meaning(backend: Backend) -> None:
    """On Neo4j the guard's own text is a fixed point: it cannot be read in two ways."""
    for query, _ in VALID:
        once = check_query(query, "neo4j").query
        assert check_query(once, backend).allowed == check_query(query, backend).allowed
        assert check_query(once, "neo4j").query == once


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("CREATE (n)", "write"),
        ("MATCH (n) DETACH DELETE n", "write"),
        ("DROP TABLE Agreement", "schema_change"),
        ("LOAD CSV FROM 'x' AS l RETURN l", "load"),
        ("COPY Agreement TO 'x.csv'", "load"),
        ("INSTALL httpfs", "system"),
        ("USE x MATCH (n) RETURN n", "use"),
        ("SHOW DATABASES", "show"),
        ("EXPLAIN MATCH (n) RETURN n", "prefix"),
        ("BEGIN TRANSACTION", "transaction"),
        ("MATCH (a:Agreement) RETURN a; MATCH (b) RETURN b", "second_statement"),
        ("CALL dbms.listConfig()", "procedure"),
        ("RETURN apoc.version()", "function"),
        ("MATCH (u:User) RETURN u", "label"),
        ("MATCH (:Agreement)-[:OWNS]->(b) RETURN b", "relation_type"),
        ("MATCH (a:Agreement) RETURN a.password", "property"),
        ("MATCH (a:Agreement)-[:IS_PARTY_TO]->(o:Organization) RETURN o", "direction"),
        ("MATCH (a:Agreement) WHERE a.pages = 'five' RETURN a", "type"),
        ("MATCH (a:Agreement) WHERE a.effective_date = 'May 2020' RETURN a", "type"),
        ("MATCH (a)-[:AMENDS*16..]->(b) RETURN a", "path_length"),
        ("RETURN range(1, 1000000000)", "too_large"),
        ("RETURN " + "(" * 99 + "1" + ")" * 99, "too_deep"),
        ("x" * 20_001, "too_long"),
        ("MATCH (n) D\u200bELETE n", "hidden_text"),
        ("MATCH (n) WHERE n.title = 'x", "unterminated"),
        ("MATCH (a:Agreement)", "no_return"),
        ("", "no_statement"),
        ("How many contracts?", "syntax"),
        ("FILTER true RETURN 1", "clause"),
    ],
)
def test_rules(text: str, rule: str) -> None:
    assert [check_query(text, backend).rule for backend in BACKENDS] == [rule, rule]


@pytest.mark.parametrize(
    ("text", "embedded"),
    [
        ("MATCH (a:Agreement) CALL (a) { MATCH (a)-->(x) RETURN count(x) AS n } RETURN n", "dialect"),
        ("MATCH (a:Agreement) RETURN COLLECT { MATCH (a)-->(x) RETURN x } AS l", "dialect"),
        ("MATCH (a:Agreement) RETURN [(a)-->(x) | x] AS l", "dialect"),
        ("MATCH (n:Agreement:Country) RETURN n", "dialect"),
        ("MATCH (a:Agreement) RETURN split(a.title, ' ') AS l", "dialect"),
        ("MATCH (a:Agreement) WITH a ORDER BY a.pages RETURN collect(a.title) AS l", "dialect"),
        ("MATCH (a:Agreement) RETURN toString(true) AS l", "dialect"),
        ("MATCH (a:Agreement) RETURN CASE a.pages WHEN null THEN 1 END AS l", "dialect"),
        ("MATCH (a:Agreement) WHERE a.title IN ['x', null] RETURN a", "dialect"),
        ("MATCH (a:Agreement) OPTIONAL MATCH (a)-->(x:Country) WHERE a.pages IS NULL RETURN x", "dialect"),
        ("MATCH (a:Agreement) WHERE (a)-[:HAS_CLAUSE {type: 'x'}]->()-[:HAS_EXCERPT]->() RETURN a", "dialect"),
        ("CALL db.index.fulltext.queryNodes('x', 'y') YIELD node, score RETURN score", "procedure"),
    ],
)
def test_neo4j_runs_what_the_embedded_graph_would_answer_otherwise(text: str, embedded: str) -> None:
    assert [check_query(text, "neo4j").rule, check_query(text, "embedded").rule] == [None, embedded]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (COUNT, COUNT),
        (f"```cypher\n{COUNT};\n```", COUNT),
        (f"The query is:\n\n{COUNT}\n\nIt counts all.", COUNT),
        (f"<think>SET?</think>{COUNT}", COUNT),
        ("match (a:Agreement) /* all */ return count(a) // end", "match (a:Agreement)  return count(a)"),
        (TITLES, f"{TITLES}\nLIMIT 1000"),
        (f"{TITLES} LIMIT 5", f"{TITLES} LIMIT 5"),
        (f"{TITLES} LIMIT 50000", f"{TITLES} LIMIT 1000"),
        (f"{TITLES} LIMIT $n", f"{TITLES} LIMIT $n"),
        (f"{TITLES} AS t UNION {TITLES} AS t", f"{TITLES} AS t\nLIMIT 1000 UNION {TITLES} AS t\nLIMIT 1000"),
        ("MATCH (n) RETURN count(n)", f"MATCH (n:{LABELS}) RETURN count(n)"),
        (
            "MATCH (a)-[:AMENDS*]->(b) RETURN count(b)",
            "MATCH (a)-[:AMENDS*..15]->(b) RETURN count(b)",
        ),
        (
            "MATCH (a)-[:AMENDS]->+(b) RETURN count(b)",
            "MATCH (a)-[:AMENDS]->{1,15}(b) RETURN count(b)",
        ),
        (
            'MATCH (a:Agreement) WHERE a.title = "it\'s \\u5951" RETURN count(a)',
            "MATCH (a:Agreement) WHERE a.title = 'it\\'s 契' RETURN count(a)",
        ),
        (
            "MATCH (a:Agreement {effective_date: '2020-01-31'}) RETURN count(a)",
            "MATCH (a:Agreement {effective_date: date('2020-01-31')}) RETURN count(a)",
        ),
    ],
)
def test_the_query_as_it_would_run_on_neo4j(text: str, query: str) -> None:
    found = check_query(text, "neo4j")
    assert (found.allowed, " ".join(found.query.split())) == (True, " ".join(query.split()))


def test_a_verdict_says_what_was_changed() -> None:
    assert check_query("MATCH p=(a)-[:AMENDS*]->(b) RETURN p", "neo4j") == GuardVerdict(
        True,
        None,
        "Paths are followed for at most 15 steps. At most 1,000 rows are returned.",
        "MATCH p=(a)-[:AMENDS*..15]->(b) RETURN p\nLIMIT 1000",
        True,
    )
