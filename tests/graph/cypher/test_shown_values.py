"""A query that a model wrote shows only what it read."""

from __future__ import annotations

import re

import pytest

from core.cypher import shown_values
from core.graph.retrieval.generated import check_query
from core.graph.schema import SCHEMA
from core.settings import ROOT


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
        # names that fit what they hold
        ("MATCH (o:Organization)-[p:IS_PARTY_TO]->(a:Agreement) RETURN o.name AS party, p.role AS role, a.title AS "
         "contract", False),
        ("MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(c:Country) RETURN a.contract_id AS contract_id, c.name AS law",
         True),
        ("MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN a.contract_id AS contract_id, f.value AS expiration_date",
         True),
        ("MATCH (a:Agreement) RETURN max(a.expiration_date) AS latest_expiration_date", False),
        ("MATCH (a:Agreement) RETURN a.expiration_date.year AS year, count(a) AS contracts", False),
        ("MATCH (a:Agreement) RETURN date.truncate('year', a.expiration_date) AS year, count(a) AS contracts", False),
        # counts of what settles its row
        ("MATCH (a:Agreement) RETURN count(CASE WHEN a.language = 'ja' THEN 1 END) AS contracts", False),
        ("MATCH (a:Agreement)-[:HAS_CLAUSE]->(c:ContractClause) RETURN count(c) AS clauses", False),
        ("MATCH (a:Agreement)-[:HAS_CLAUSE]->(c:ContractClause) RETURN a.contract_id AS contract_id, count(*) AS "
         "clauses", True),
        ("MATCH (a:Agreement)-[k:CHECKED_FOR]->(t:ClauseType) WHERE t.code = 'insurance' AND k.presence = 'present' "
         "RETURN count(a) AS contracts", False),
        ("MATCH (a:Agreement)-[:CHECKED_FOR]->(t:ClauseType) RETURN t.code AS type, count(a) AS contracts", False),
        ("MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) RETURN o.name AS party, count(DISTINCT a) AS contracts",
         False),
        ("MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WITH o, count(DISTINCT a) AS n RETURN avg(n) AS average",
         False),
        ("MATCH (a:Agreement) WITH DISTINCT a.agreement_type AS agreement_type RETURN count(agreement_type) AS types",
         False),
        ("MATCH (a:Agreement) RETURN count(DISTINCT a.agreement_type) AS agreement_types", False),
        ("MATCH (a:Agreement) UNWIND a.parties AS p RETURN p AS party, count(a) AS contracts", False),
        ("MATCH (a:Agreement) RETURN a.contract_id AS contract_id, size(a.unread_pages) AS pages", True),
        ("MATCH (a:Agreement) RETURN a.contract_id AS contract_id, COUNT { (a)-[:HAS_FACT]->(:Fact) } AS facts", True),
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


def test_the_examples_of_the_prompt_may_run() -> None:
    """One of them was refused: a model that followed it had no answer."""
    examples = re.findall(
        r"^ +(MATCH .*)$", (ROOT / "prompts" / "text_to_cypher.yaml").read_text("utf-8"), re.MULTILINE
    )
    assert len(examples) == 10
    assert [query for query in examples if shown_values(query, SCHEMA).refused] == []
    assert all(check_query(query, backend).allowed for query in examples for backend in ("embedded", "neo4j"))


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
        # counts that other patterns multiply, of what the column does not name, of letters
        "MATCH (a:Agreement), (p:Party) RETURN count(a) AS contracts",
        "MATCH (a:Agreement), (p:Party) RETURN count(*) AS number",
        "MATCH (a:Agreement) MATCH (b:Agreement) WHERE a.pages > b.pages RETURN count(a) AS contracts",
        "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) RETURN count(a) AS contracts",
        "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WHERE o.name CONTAINS 'A' RETURN count(a) AS contracts",
        "MATCH (o:Organization)-[:INCORPORATED_IN]->(c:Country) WHERE c.code = 'US' RETURN count(o) AS parties",
        "MATCH (a:Agreement)-[:HAS_CLAUSE]->(c:ContractClause), (a)-[:HAS_FACT]->(f:Fact) RETURN count(c) AS clauses",
        "MATCH (a:Agreement)-[:HAS_CLAUSE]->(c), (a)-[:HAS_FACT]->(f) RETURN a.contract_id AS contract_id, count(c) AS "
        "clauses",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN sum(a.pages) AS pages",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN avg(a.pages) AS pages",
        "MATCH (a:Agreement) RETURN sum(DISTINCT a.pages) AS pages",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) WITH a RETURN count(a) AS contracts",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) WITH a AS b RETURN count(b) AS contracts",
        "MATCH (a:Agreement)-[:HAS_FACT]->(:Fact) WITH a MATCH (f:Fact) RETURN count(f) AS facts",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN size(collect(a)) AS contracts",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN collect(a.title) AS titles",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) WITH collect(a) AS l UNWIND l AS x RETURN count(x) AS contracts",
        "MATCH (a:Agreement) UNWIND a.parties AS p RETURN count(a) AS contracts",
        "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WITH o, count(DISTINCT a) AS n RETURN sum(n) AS number",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN sum(CASE WHEN a.language = 'ja' THEN 1 ELSE 0 END) AS "
        "contracts",
        "MATCH (a:Agreement) RETURN COUNT { MATCH (p:Party), (o:Organization) } AS parties",
        "MATCH (o:Organization) RETURN count(o) AS contracts",
        "MATCH (f:Fact) WITH count(f) AS contracts RETURN contracts",
        "MATCH (f:Fact) WITH count(f) AS n RETURN n AS contracts",
        "MATCH (:Agreement)-[:HAS_FACT]->(f) RETURN count(*) AS contracts",
        "MATCH (a:Agreement) RETURN size(a.title) AS contracts",
        "MATCH (a:Agreement) WITH a.title AS t RETURN size(t) AS contracts",
        "MATCH (a:Agreement) RETURN char_length(a.title) AS contracts",
        "MATCH (a:Agreement) RETURN count(CASE WHEN a.language = 'ja' THEN 1 ELSE 0 END) AS contracts",
        "MATCH (a:Agreement) RETURN count(CASE WHEN 1 = 1 THEN 1 END) AS contracts",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN count(CASE WHEN a.language = 'ja' THEN 1 END) AS contracts",
        # texts cut, or put together from what was read; what a subquery gives
        "MATCH (e:Excerpt) RETURN substring(e.text, 12) AS text",
        "MATCH (e:Excerpt) RETURN right(e.text, 20) AS text",
        "MATCH (e:Excerpt) RETURN split(e.text, 'not ')[1] AS text",
        "MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) RETURN replace(f.quote, f.value, a.title) AS quote",
        "MATCH (a:Agreement) RETURN a.title + a.renewal_kind AS title",
        "MATCH (a:Agreement) WITH a.title AS t, a.engine AS e RETURN t + e AS title",
        "CALL { RETURN 'void' AS x } RETURN x AS title",
        "MATCH (a:Agreement) CALL { WITH a RETURN 'void' AS x } RETURN a.title AS title, x AS text",
        # a property under another one's name, a smallest day called the latest, a number of no time called months
        "MATCH (a:Agreement) RETURN a.effective_date AS title",
        "MATCH (a:Agreement) RETURN a.title AS effective_date",
        "MATCH (a:Agreement) RETURN max(a.pages) AS contracts",
        "MATCH (f:Fact) RETURN f.value AS title",
        "MATCH (a:Agreement) RETURN a.title AS party",
        "MATCH (o:Organization) RETURN o.name AS title",
        "MATCH (o:Organization) WITH o AS p RETURN p.name AS contract",
        "MATCH (a:Agreement) RETURN min(a.expiration_date) AS latest_expiration_date",
        "MATCH (a:Agreement) RETURN sum(a.pages) / count(a) * 12 AS months",
        "MATCH (e:Excerpt) RETURN e.text AS quote, e.page + 1 AS page",
    ],
)
def test_what_was_not_read_is_refused(query: str) -> None:
    assert shown_values(query, SCHEMA).refused is not None
