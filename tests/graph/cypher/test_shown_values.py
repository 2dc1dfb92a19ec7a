"""A query that a model wrote shows only what it read."""

from __future__ import annotations

import pytest

from core.cypher import shown_values
from core.graph.schema import SCHEMA


@pytest.mark.parametrize(
    ("query", "linked"),
    [
        ("MATCH (a:Agreement) RETURN a.contract_id AS contract_id, a.title AS title", True),
        ("MATCH (a:Agreement) RETURN count(a) AS contracts", False),
        ("MATCH (a:Agreement) RETURN a.agreement_type AS agreement_type, avg(a.pages) AS average_pages", False),
        ("MATCH (a:Agreement) RETURN sum(CASE WHEN a.language = 'ja' THEN 1 ELSE 0 END) AS contracts", False),
        ("MATCH (a:Agreement) RETURN 100.0 * count(a.expiration_date) / count(a) AS percent", False),
        ("MATCH (a:Agreement) RETURN count(a) - count(a.expiration_date) AS contracts", False),
        ("MATCH (a:Agreement) UNWIND [1, 2] AS i RETURN count(DISTINCT a) AS contracts", False),
        ("MATCH (a:Agreement) RETURN size(collect(a)) AS contracts", False),
        ("MATCH (a:Agreement) WITH count(a) AS x, count(a.expiration_date) AS y RETURN 100 * y / x AS percent", False),
        ("MATCH (a:Agreement) RETURN sum(a.pages) / count(a) AS average_pages", False),
        ("MATCH (a:Agreement) RETURN a.contract_id AS contract_id, duration.inDays(a.effective_date, "
         "a.expiration_date).days AS days", True),
        ("MATCH (a:Agreement) RETURN a.expiration_date + duration('P6M') AS date", False),
        ("MATCH (a:Agreement) WITH a, a.title AS title RETURN a.contract_id AS contract_id, title", True),
        ("MATCH (a:Agreement) WITH a AS b RETURN b.contract_id AS contract_id, b.title AS title", True),
        ("MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN f.contract_id AS contract_id, f.page AS page, f.quote AS "
         "quote", True),
        ("MATCH (a:Agreement) RETURN collect(a.title) AS titles", False),
        ("MATCH (a:Agreement) WITH a.expiration_date AS day RETURN max(day) AS expiration_date", False),
        # the row's id, title and evidence are not one node's: no link
        ("MATCH (a:Agreement), (b:Agreement) RETURN a.contract_id AS contract_id, b.title AS title", False),
        ("MATCH (a:Agreement) RETURN a.title AS contract_id, a.title AS title", False),
        ("MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN a.contract_id AS contract_id, f.page AS page", False),
        ("MATCH (a:Agreement) RETURN a.contract_id AS contract_id, a.title AS title UNION "
         "MATCH (a:Agreement), (b:Agreement) RETURN a.contract_id AS contract_id, b.title AS title", False),
    ],
)  # fmt: skip
def test_what_was_read_may_be_shown(query: str, linked: bool) -> None:
    shown = shown_values(query, SCHEMA)
    assert (shown.refused, shown.linked) == (None, linked)


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (a:Agreement) RETURN a.title AS title, 'void' AS text",
        "RETURN 'All contracts are void' AS text",
        "MATCH (a:Agreement) RETURN 42 AS contracts",
        "MATCH (a:Agreement) RETURN count(a) + 40 AS contracts",
        "MATCH (a:Agreement) RETURN sum(5) AS contracts",
        "MATCH (a:Agreement) RETURN a.pages * 1000 AS pages",
        "MATCH (a:Agreement) RETURN a.title + ' is void' AS title",
        "MATCH (a:Agreement) RETURN coalesce(a.expiration_date, 'never expires') AS expiration_date",
        "MATCH (a:Agreement) RETURN CASE WHEN a.pages > 1 THEN 'uninsured' ELSE 'insured' END AS state",
        "MATCH (a:Agreement) RETURN replace(a.title, 'Supply', 'Void') AS title",
        "MATCH (a:Agreement) WITH a, 'void' AS word RETURN a.title AS title, word AS text",
        "UNWIND ['Acme', 'Zenith'] AS party RETURN party",
        "UNWIND [1, 2, 3] AS contracts RETURN contracts",
        "MATCH (a:Agreement) RETURN ['void', a.title] AS text",
        "MATCH (a:Agreement) RETURN {verdict: 'void'} AS text",
        "MATCH (a:Agreement) RETURN collect('void') AS text",
        "MATCH (a:Agreement) RETURN max('void') AS text",
        "MATCH (a:Agreement) RETURN true AS value",
        # a count that counts twice, and a day under another day's name
        "MATCH (a:Agreement) RETURN 2 * count(a) AS contracts",
        "MATCH (a:Agreement) RETURN count(a) ^ 2 AS contracts",
        "MATCH (a:Agreement) RETURN a.effective_date AS expiration_date",
        "MATCH (a:Agreement) WITH a.effective_date AS day RETURN day AS expiration_date",
        "MATCH (a:Agreement) RETURN max(a.effective_date) AS expiration_date",
        "MATCH (a:Agreement) RETURN coalesce(a.expiration_date, a.effective_date) AS expiration_date",
        "MATCH (a:Agreement) RETURN a.expiration_date + duration('P100Y') AS expiration_date",
        "MATCH (a:Agreement) RETURN a.title AS title, {verdict: 'void'}.verdict AS text",
        "MATCH (a:Agreement) RETURN a {.title, verdict: 'void'} AS text",
        "MATCH (a:Agreement) RETURN [x IN collect(a.title) WHERE true | 'void'] AS titles",
        "MATCH (a:Agreement) RETURN nullIf('void', a.title) AS title",
        "MATCH (a:Agreement) RETURN toString(2027) AS date",
        "MATCH (a:Agreement) RETURN a.pages > 3 AS value",
        "MATCH (a:Agreement) RETURN date('2030-01-01') AS expiration_date",
        "MATCH (a:Agreement) RETURN a.title AS void_contracts",
        "MATCH (a:Agreement) RETURN a.title AS `These contracts are all void`",
        "MATCH (a:Agreement) RETURN count(a) AS uninsured",
        "MATCH (a:Agreement) RETURN $word AS text",
        "MATCH (a:Agreement) RETURN a.title AS title UNION RETURN 'void' AS title",
        "MATCH (a:Agreement) RETURN reduce(s = 'void', x IN [1] | s) AS text",
        # counts of different things, of one thing twice, or of the query's own rows
        "MATCH (a:Agreement), (b:Party) RETURN count(a) + count(b) AS contracts",
        "MATCH (a:Agreement) WITH count(a) AS x MATCH (p:Party) WITH x, count(p) AS y RETURN x + y AS contracts",
        "MATCH (a:Agreement) WITH count(a) AS x MATCH (p:Party) WITH x, count(p) AS y RETURN x * y AS contracts",
        "MATCH (a:Agreement) WITH count(a) AS x MATCH (p:Party) WITH x, count(p) AS y RETURN x - y AS contracts",
        "MATCH (a:Agreement) RETURN count(a) * 0 + 7 AS contracts",
        "MATCH (a:Agreement) RETURN count(a) / count(a) AS contracts",
        "MATCH (a:Agreement) RETURN count(a) - count(a) AS contracts",
        "MATCH (a:Agreement) RETURN count(*) + count(*) AS contracts",
        "MATCH (a:Agreement) RETURN count(a) + 1 AS contracts",
        "MATCH (a:Agreement) RETURN count(a) % 7 AS contracts",
        "MATCH (a:Agreement) RETURN max(a.pages) * count(a) AS pages",
        "MATCH (a:Agreement) RETURN a.pages + a.pages AS pages",
        "MATCH (a:Agreement) RETURN size([1, 2, 3]) AS contracts",
        "MATCH (a:Agreement) RETURN size([a.title, a.title, a.title]) AS contracts",
        "MATCH (a:Agreement) UNWIND [1, 2, 3] AS i RETURN count(*) AS contracts",
        "MATCH (a:Agreement) UNWIND range(1, 7) AS i RETURN count(a) AS contracts",
        "UNWIND range(1, 7) AS i RETURN count(i) AS contracts",
        "UNWIND [1, 2, 3] AS i RETURN count(*) AS contracts",
        "WITH 1 AS x RETURN count(x) AS contracts",
        "UNWIND [1, 2, 3] AS i RETURN sum(i) AS contracts",
        "RETURN sum(1) AS contracts",
        "MATCH (a:Agreement) RETURN duration.between(date('2020-01-01'), a.expiration_date) AS term",
        "MATCH (a:Agreement) RETURN a.effective_date + duration('P99Y') AS end_day",
        "RETURN count(1) AS contracts",
        "MATCH (a:Agreement) RETURN COUNT { MATCH (p:Party) } + COUNT { MATCH (c:Agreement) } AS contracts",
        "MATCH (a:Agreement) RETURN date('2020-01-01') + duration('P1Y') AS date",
    ],
)
def test_what_was_not_read_is_refused(query: str) -> None:
    assert shown_values(query, SCHEMA).refused is not None
