"""Queries that take time or memory without end, if nothing ends them (issue 12, 17)."""

from __future__ import annotations

_A, _B, _C = "(a:Agreement)", "(b:Agreement)", "(c:Agreement)"
_X = "(x:Excerpt)"


def _chain(step: str, times: int, first: str, last: str) -> str:
    return f"WITH {first} AS s " + f"WITH {step} AS s " * times + last


PRODUCTS = [
    f"MATCH {_A}, {_B}, {_C} RETURN DISTINCT a.title, b.title, c.title",
    f"MATCH {_A}, {_B}, {_C}, (d:Agreement) RETURN a.title",
    f"MATCH {_A} MATCH {_B} MATCH {_C} RETURN count(*) AS n",
    "MATCH (a:Excerpt), (b:Excerpt), (c:Excerpt) WHERE a.page + b.page <> c.page RETURN count(*) AS n",
    f"MATCH {_A}, {_B}, {_C} WITH DISTINCT a, b, c RETURN count(*) AS n",
    f"MATCH {_A}, {_B}, {_C} RETURN a.title, b.title ORDER BY c.title DESC LIMIT 5",
    f"MATCH {_A}, {_B} UNWIND range(1, 1000) AS i RETURN DISTINCT a.title, b.title, i",
    f"MATCH {_A}, {_B} UNWIND range(1, 1000) AS i RETURN count(*) AS n",
    f"MATCH {_A}, (o:Organization), (x:Excerpt), (t:ClauseType) RETURN collect(a.title) AS t",
    f"MATCH {_A}, {_B} WITH a, b MATCH {_C} WHERE a.title <> c.title RETURN count(DISTINCT c) AS n",
    "MATCH (a), (b), (c) RETURN a, b, c",
    f"MATCH {_A} OPTIONAL MATCH {_B} OPTIONAL MATCH {_C} RETURN count(*) AS n",
    f"MATCH {_A}, {_B}, {_C} RETURN max(a.title + b.title + c.title) AS m",
    f"MATCH {_A}, {_B}, {_C} WHERE NOT (a)-[:AMENDS]->(b) RETURN DISTINCT c.title",
    f"MATCH {_A}, {_B}, {_C} RETURN a.title UNION MATCH {_A}, {_B}, {_C} RETURN b.title AS `a.title`",
]
RANGES = [
    "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*) AS n",
    "UNWIND range(1, 1000) AS a UNWIND range(1, 1000) AS b UNWIND range(1, 1000) AS c RETURN DISTINCT a * b * c AS n",
    "UNWIND range(1, 1000 * 1000 * 1000) AS a RETURN count(*) AS n",
    "WITH 1000 AS n UNWIND range(1, n * n * n) AS a RETURN max(a) AS m",
    "RETURN size(range(1, 10 ^ 9)) AS n",
    "RETURN size([x IN range(1, 100000) | range(1, 100000)]) AS n",
    "UNWIND [x IN range(1, 10000) | range(1, x * 1000)] AS l RETURN count(l) AS n",
    "WITH range(1, 1000000) AS l UNWIND l AS x UNWIND l AS y RETURN count(*) AS n",
    "UNWIND range(1, 100000) AS a RETURN collect(range(1, 100000)) AS l",
    "WITH [x IN range(1, 100000) | x] AS l RETURN [a IN l | [b IN l | a + b]] AS m",
    "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN DISTINCT a + b AS s",
    "UNWIND range(1, 10000) AS a WITH a UNWIND range(a, a + 100000) AS b RETURN max(a * b) AS m",
    "RETURN size([x IN range(1, 1000000) WHERE any(y IN range(1, 1000000) WHERE x * y = 7)]) AS n",
    "RETURN all(x IN range(1, 1000000) WHERE none(y IN range(1, 1000000) WHERE x = -y)) AS n",
]
COLLECTIONS = [
    f"MATCH {_A} WITH collect(a.title) AS t MATCH {_B} WITH collect(t) AS u MATCH {_C} RETURN collect(u) AS v",
    f"MATCH {_X} WITH collect(x.text) AS t MATCH (y:Excerpt) RETURN collect(t) AS u",
    f"MATCH {_A}, {_B} RETURN collect([a.title, b.title]) AS t",
    f"MATCH {_A}, {_B} WITH collect(a) AS l, collect(b) AS m RETURN size(l) * size(m) AS n",
    "WITH range(1, 1000000) AS l RETURN [l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l, l] AS m",
    _chain("s + s", 40, "[1, 2, 3]", "RETURN size(s) AS n"),
    _chain("[s, s]", 60, "[1]", "RETURN s"),
    "UNWIND range(1, 1000000) AS x WITH collect(x) AS l UNWIND l AS y RETURN collect(l) AS m",
    f"MATCH {_X} WITH collect(x) AS l UNWIND l AS y UNWIND l AS z RETURN collect([y, z]) AS m",
    f"MATCH {_X} WITH collect(x.text) AS l RETURN [a IN l | [b IN l | a + b]] AS m",
]
TEXTS = [
    _chain("replace(s, 'a', 'aaaaaaaaaa')", 10, "'aaaaaaaaaa'", "RETURN size(s) AS n"),
    _chain("s + s", 40, "'abc'", "RETURN size(s) AS n"),
    _chain("replace(s, '', 'ab')", 30, "'abc'", "RETURN size(s) AS n"),
    "RETURN size(" + "replace(" * 9 + "'aaaaaaaaaa'" + ", 'a', 'aaaaaaaaaa')" * 9 + ") AS n",
    f"MATCH {_X} WITH x.text + x.text AS s WITH s + s AS s WITH s + s AS s "
    + "WITH s + s AS s " * 25
    + "RETURN size(s) AS n",
    f"MATCH {_X} WITH collect(x.text) AS l RETURN reduce(s = '', t IN l | s + t + s) AS s",
    "RETURN reduce(s = 'a', x IN range(1, 60) | s + s) AS s",
    "RETURN reduce(s = 'a', x IN range(1, 60) | replace(s, 'a', 'aa')) AS s",
    "RETURN size(split(reduce(s = 'a', x IN range(1, 40) | s + s), 'a')) AS n",
    _chain("replace(replace(s, 'a', 'bb'), 'b', 'aa')", 25, "'ab'", "RETURN size(s) AS n"),
    _chain("toUpper(s) + toLower(s) + reverse(s)", 30, "'ab'", "RETURN s"),
]
LOOPS = [
    "RETURN reduce(s = 0, x IN range(1, 1000000) | s + reduce(t = 0, y IN range(1, 1000000) | t + y)) AS s",
    f"MATCH {_A}, {_B} RETURN sum(reduce(s = 0, x IN range(1, 100000) | s + x)) AS s",
    f"MATCH {_X} RETURN sum(reduce(s = 0, x IN range(1, 1000000) | s + x * x)) AS s",
    "RETURN reduce(s = [], x IN range(1, 1000000) | s + [s]) AS s",
    "RETURN reduce(s = [0], x IN range(1, 60) | s + s) AS s",
    "RETURN [x IN range(1, 10000) | [y IN range(1, 10000) | [z IN range(1, 10000) | x + y + z]]] AS l",
    "RETURN reduce(s = 0, x IN range(1, 100000) | s + size([y IN range(1, 100000) WHERE y % 7 = x % 7])) AS s",
    f"MATCH {_A} WHERE any(x IN range(1, 1000000) WHERE sqrt(x) = a.pages) RETURN a.title",
    "UNWIND range(1, 1000000) AS i RETURN max(reduce(s = 0, x IN range(1, 1000) | s + x)) AS m",
]
EXPRESSIONS = [
    f"MATCH {_X} WHERE x.text =~ '(a+)+$' RETURN x.text",
    f"MATCH {_X} WHERE x.text =~ '(.*)*law' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '(\\\\w+\\\\s?)*!' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '(a|a)*b' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '(a|aa)+$' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '.*.*.*.*.*.*.*.*.*.*!' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '([a-z]+)*[0-9]' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '(x+x+)+y' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '((a{{1,30}}){{1,30}}){{1,30}}b' RETURN count(*) AS n",
    f"MATCH {_X}, (y:Excerpt) WHERE x.text =~ y.text RETURN count(*) AS n",
    "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a*)*b' AS m",
    "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a?){60}a{60}' AS m",
    "RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(.*?)\\\\1+b' AS m",
]
HOSTILE = [*PRODUCTS, *RANGES, *COLLECTIONS, *TEXTS, *LOOPS, *EXPRESSIONS]

ALLOWED_BUT_LONG = [
    # What the estimate lets through and the limits of time and memory must end. They run behind the guard as well.
    f"MATCH {_A}, {_B} RETURN count(DISTINCT a.title + b.title) AS n",
    "UNWIND range(1, 10000) AS a UNWIND range(1, 9999) AS b RETURN count(DISTINCT a * b) AS n",
    "UNWIND range(1, 1000000) AS a RETURN collect(a) AS l",
    "MATCH (x:Excerpt), (y:Excerpt) WHERE x.text CONTAINS y.text RETURN count(*) AS n",
]
"""Legitimate shapes that grow with the data."""

ORDINARY = [
    f"MATCH {_A}, {_B} WHERE a.contract_id < b.contract_id AND a.expiration_date = b.expiration_date "
    "RETURN a.title, b.title",
    "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WITH o, collect(a.title) AS titles "
    "RETURN collect({name: o.name, titles: titles}) AS all",
    f"MATCH {_A} WITH count(a) AS agreements MATCH (o:Organization) WITH agreements, count(o) AS names "
    "MATCH (x:Excerpt) RETURN agreements, names, count(x) AS excerpts",
    f"MATCH {_X} WHERE x.text =~ '(?i).*governing.*law.*' RETURN count(*) AS n",
    f"MATCH {_X} WHERE x.text =~ '.*(Delaware|New York).*' RETURN count(*) AS n",
    "UNWIND range(0, 11) AS month RETURN month",
    f"MATCH {_A} RETURN a.title, [p IN a.unread_pages WHERE p > 2 | p * 10] AS pages",
    "MATCH p = (a:Agreement)-[:AMENDS*1..5]->(b:Agreement) UNWIND range(0, size(nodes(p)) - 1) AS i RETURN i",
    f"MATCH {_A} RETURN replace(replace(a.title, 'Agreement', 'Agr.'), ' ', '_') AS t",
]
