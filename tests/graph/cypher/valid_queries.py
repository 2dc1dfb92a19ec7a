"""Questions as people and models write them for Neo4j, each with its rows computed from the small world in Python."""

# ruff: noqa: E501 (a query stays on one line, as it is asked)
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from small_world import COUNTRIES, TYPES, World

from core.taxonomy import taxonomy

Rows = Iterable[tuple[Any, ...]]
A = "MATCH (a:Agreement) "


def edges(world: World, kind: str, **wanted: Any) -> list[tuple[str, str, dict[str, Any]]]:
    found = world.relations[kind]
    return [each for each in found if all(each[2].get(name) == value for name, value in wanted.items())]


def ids(found: Iterable[dict[str, Any]]) -> list[tuple[str]]:
    return [(each["contract_id"],) for each in found]


def those(keep: Callable[[dict[str, Any]], bool]) -> Callable[[World], Rows]:
    return lambda world: ids(each for each in world.agreements() if keep(each))


def parties(world: World, key: str) -> list[str]:
    return [start for start, end, _ in world.relations["IS_PARTY_TO"] if end == key]


def clauses(world: World, key: str) -> list[str]:
    return [end for start, end, _ in world.relations["HAS_CLAUSE"] if start == key]


def excerpts(world: World, clause: str) -> list[str]:
    return [end for start, end, _ in world.relations["HAS_EXCERPT"] if start == clause]


def counted(values: Iterable[Any]) -> list[tuple[Any, int]]:
    return list(Counter(values).items())


def grouped(pairs: Iterable[tuple[Any, Any]]) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = defaultdict(list)
    for key, value in pairs:
        found[key].append(value)
    return found


def shared_parties(world: World) -> list[tuple[str, str, str]]:
    party = world.relations["IS_PARTY_TO"]
    return [(a, o, b) for o, a, _ in party for p, b, _ in party if o == p and a != b]


def of_type_with_excerpts(world: World, code: str, language: str) -> list[tuple[str, str]]:
    return [
        (key, excerpt)
        for key, clause, properties in world.relations["HAS_CLAUSE"]
        if properties["type"] == code and world.get("Agreement", key, "language") == language
        for excerpt in excerpts(world, clause)
    ]


def amended(world: World, key: str) -> list[str]:
    direct = [end for start, end, _ in world.relations["AMENDS"] if start == key]
    return direct + [later for each in direct for later in amended(world, each)]


def known(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if value is not None]


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def has(world: World, key: str, code: str, presence: str) -> bool:
    return any(s == key and t == code and p["presence"] == presence for s, t, p in world.relations["CHECKED_FOR"])


def bounded(low: int, value: int | None, high: int) -> bool:
    return value is not None and low <= value <= high


VALID: tuple[tuple[str, Callable[[World], Rows]], ...] = (
    (A + "RETURN count(a) AS n", lambda w: [(len(w.agreements()),)]),
    (A + "RETURN count(*)", lambda w: [(len(w.agreements()),)]),
    (A + "RETURN a.contract_id", lambda w: ids(w.agreements())),
    (A + "WHERE a.language = 'ja' RETURN a.contract_id", lambda w: ids(w.agreements(language="ja"))),
    ('MATCH (a:Agreement {language: "en"}) RETURN a.contract_id', lambda w: ids(w.agreements(language="en"))),
    (A + "WHERE a.language <> 'en' RETURN a.contract_id", lambda w: ids(w.agreements(language="ja"))),
    (
        A + "WHERE NOT a.agreement_type = 'supply' RETURN a.contract_id",
        lambda w: ids(w.agreements(agreement_type="license")),
    ),
    (A + "WHERE a.agreement_type IS NULL RETURN a.contract_id", lambda w: ids(w.agreements(agreement_type=None))),
    (A + "WHERE a.pages > 3 AND a.pages <= 9 RETURN a.contract_id", those(lambda a: bounded(4, a["pages"], 9))),
    (A + "WHERE 3 < a.pages <= 9 RETURN a.contract_id", those(lambda a: bounded(4, a["pages"], 9))),
    (A + "WHERE a.pages IN [1, 2, 3] RETURN a.contract_id", those(lambda a: a["pages"] in (1, 2, 3))),
    (A + "WHERE NOT a.pages IN [1, 2, 3] RETURN a.contract_id", those(lambda a: bounded(4, a["pages"], 99))),
    (A + "WHERE a.title CONTAINS 'Supply' RETURN a.contract_id", those(lambda a: "Supply" in a["title"])),
    (A + "WHERE a.title STARTS WITH '業務' RETURN a.contract_id", those(lambda a: a["title"].startswith("業務"))),
    (A + "WHERE a.title ENDS WITH '1' RETURN a.contract_id", those(lambda a: a["title"].endswith("1"))),
    (A + "WHERE toLower(a.title) CONTAINS 'license' RETURN a.contract_id", those(lambda a: "License" in a["title"])),
    (A + "WHERE a.title =~ '(?i)supply \\\\d+' RETURN a.contract_id", those(lambda a: "Supply" in a["title"])),
    (A + "WHERE a.title =~ 'Supply' RETURN a.contract_id", lambda w: []),
    (
        A + "WHERE a.effective_date >= date('2022-01-01') RETURN a.contract_id",
        those(lambda a: a["effective_date"] is not None and a["effective_date"] >= date(2022, 1, 1)),
    ),
    (
        A + "WHERE a.effective_date >= '2022-01-01' RETURN a.contract_id",
        those(lambda a: a["effective_date"] is not None and a["effective_date"] >= date(2022, 1, 1)),
    ),
    (
        A + "WHERE date('2021-01-01') <= a.effective_date < date('2022-01-01') RETURN a.contract_id",
        those(lambda a: a["effective_date"] is not None and a["effective_date"].year == 2021),
    ),
    (
        A + "WHERE a.effective_date.year = 2021 RETURN a.contract_id",
        those(lambda a: a["effective_date"] is not None and a["effective_date"].year == 2021),
    ),
    (
        A + "WHERE a.effective_date.month IN [1, 2, 3] RETURN a.contract_id",
        those(lambda a: a["effective_date"] is not None and a["effective_date"].month <= 3),
    ),
    (
        A + "WHERE a.effective_date IS NOT NULL RETURN a.effective_date.year AS year, count(*) AS n ORDER BY year",
        lambda w: sorted(counted(a["effective_date"].year for a in w.agreements() if a["effective_date"])),
    ),
    (
        A + "WITH a.effective_date AS d WHERE d IS NOT NULL RETURN d.quarter AS q, count(*) AS n ORDER BY q",
        lambda w: sorted(counted((a["effective_date"].month + 2) // 3 for a in w.agreements() if a["effective_date"])),
    ),
    (
        A + "WHERE a.expiration_date < date('2021-01-31') + duration('P1Y1M') RETURN a.contract_id",
        those(lambda a: a["expiration_date"] is not None and a["expiration_date"] < date(2022, 2, 28)),
    ),
    (
        A + "WHERE a.expiration_date < date({year: 2022, month: 3, day: 1}) - duration({days: 1}) RETURN a.contract_id",
        those(lambda a: a["expiration_date"] is not None and a["expiration_date"] < date(2022, 2, 28)),
    ),
    (
        A + "WHERE a.expiration_date < date() RETURN a.contract_id",
        those(lambda a: a["expiration_date"] is not None and a["expiration_date"] < datetime.now(UTC).date()),
    ),
    (
        A + "WHERE a.expiration_date IS NOT NULL AND a.effective_date IS NOT NULL RETURN a.contract_id AS id, "
        "duration.inDays(a.effective_date, a.expiration_date).days AS days",
        lambda w: [
            (a["contract_id"], (a["expiration_date"] - a["effective_date"]).days)
            for a in w.agreements()
            if a["expiration_date"] and a["effective_date"]
        ],
    ),
    (
        A + "WHERE a.effective_date IS NOT NULL RETURN date.truncate('month', a.effective_date) AS m, count(*) AS n",
        lambda w: counted(a["effective_date"].replace(day=1) for a in w.agreements() if a["effective_date"]),
    ),
    (
        A + "RETURN min(a.effective_date) AS first, max(a.expiration_date) AS last",
        lambda w: [
            (
                min(known(a["effective_date"] for a in w.agreements())),
                max(known(a["expiration_date"] for a in w.agreements())),
            )
        ],
    ),
    (A + "RETURN avg(a.pages) AS mean", lambda w: [(mean(known(a["pages"] for a in w.agreements())),)]),
    (A + "RETURN sum(a.pages) AS pages", lambda w: [(sum(known(a["pages"] for a in w.agreements())),)]),
    (
        A + "WHERE a.title = 'none' RETURN sum(a.pages) AS pages, count(a) AS n, collect(a.title) AS t",
        lambda w: [(0, 0, [])],
    ),
    (
        A + "RETURN count(a.pages) AS n, count(DISTINCT a.pages) AS d",
        lambda w: [
            (len(known(a["pages"] for a in w.agreements())), len(set(known(a["pages"] for a in w.agreements()))))
        ],
    ),
    (
        A + "RETURN a.language AS language, count(*) AS n ORDER BY n DESC, language",
        lambda w: sorted(counted(a["language"] for a in w.agreements()), key=lambda r: (-r[1], r[0])),
    ),
    (A + "RETURN a.agreement_type, count(*) AS n", lambda w: counted(a["agreement_type"] for a in w.agreements())),
    (
        A + "RETURN a.language, count(*) ORDER BY count(*) DESC LIMIT 1",
        lambda w: [Counter(a["language"] for a in w.agreements()).most_common(1)[0]],
    ),
    (
        A + "WITH a.language AS language, count(*) AS n WHERE n > 11 RETURN language, n",
        lambda w: [row for row in counted(a["language"] for a in w.agreements()) if row[1] > 11],
    ),
    (
        A + "RETURN a.contract_id AS id, a.pages AS p ORDER BY p, id",
        lambda w: [
            (a["contract_id"], a["pages"])
            for a in sorted(w.agreements(), key=lambda a: (a["pages"] is None, a["pages"] or 0))
        ],
    ),
    (
        A + "RETURN a.contract_id AS id, a.pages AS p ORDER BY p DESC, id",
        lambda w: [
            (a["contract_id"], a["pages"])
            for a in sorted(w.agreements(), key=lambda a: (a["pages"] is not None, -(a["pages"] or 0)))
        ],
    ),
    (A + "RETURN a.contract_id AS id ORDER BY id SKIP 3 LIMIT 4", lambda w: ids(w.agreements()[3:7])),
    (A + "RETURN a.contract_id AS id ORDER BY id OFFSET 20", lambda w: ids(w.agreements()[20:])),
    (A + "RETURN DISTINCT a.language", lambda w: [("en",), ("ja",)]),
    (
        A + "RETURN substring(a.title, 0, 3) AS s, count(*) AS n",
        lambda w: counted(a["title"][:3] for a in w.agreements()),
    ),
    (
        A + "RETURN a.contract_id, substring(a.title, 4)",
        lambda w: [(a["contract_id"], a["title"][4:]) for a in w.agreements()],
    ),
    (
        A + "RETURN a.contract_id, left(a.title, 2), right(a.title, 2)",
        lambda w: [(a["contract_id"], a["title"][:2], a["title"][-2:]) for a in w.agreements()],
    ),
    (
        A + "RETURN a.contract_id, size(a.title)",
        lambda w: [(a["contract_id"], len(a["title"])) for a in w.agreements()],
    ),
    (
        A + "RETURN a.contract_id, toUpper(a.language) + '-' + a.agreement_type AS c",
        lambda w: [
            (a["contract_id"], a["agreement_type"] and f"{a['language'].upper()}-{a['agreement_type']}")
            for a in w.agreements()
        ],
    ),
    (
        A + "RETURN a.contract_id, a.title + ' (' + toString(a.pages) + ')' AS c",
        lambda w: [(a["contract_id"], a["pages"] and f"{a['title']} ({a['pages']})") for a in w.agreements()],
    ),
    (
        A + "RETURN a.contract_id, coalesce(a.agreement_type, 'unknown') AS t",
        lambda w: [(a["contract_id"], a["agreement_type"] or "unknown") for a in w.agreements()],
    ),
    (
        A
        + "RETURN a.contract_id, CASE WHEN a.pages > 5 THEN 'long' WHEN a.pages IS NULL THEN 'none' ELSE 'short' END AS s",
        lambda w: [
            (a["contract_id"], "none" if a["pages"] is None else "long" if a["pages"] > 5 else "short")
            for a in w.agreements()
        ],
    ),
    (
        A + "RETURN sum(CASE WHEN a.pages > 5 THEN 1 ELSE 0 END) AS n",
        lambda w: [(sum(1 for a in w.agreements() if a["pages"] and a["pages"] > 5),)],
    ),
    (
        A + "RETURN a.contract_id, a.pages / 2 AS half, a.pages % 3 AS rest",
        lambda w: [
            (
                a["contract_id"],
                None if a["pages"] is None else a["pages"] // 2,
                None if a["pages"] is None else a["pages"] % 3,
            )
            for a in w.agreements()
        ],
    ),
    (
        A + "RETURN round(100.0 * count(a.pages) / count(*), 1) AS percent",
        lambda w: [(round(100 * len(known(a["pages"] for a in w.agreements())) / len(w.agreements()), 1),)],
    ),
    (
        A + "RETURN round(avg(a.pages)) AS r",
        lambda w: [(float(int(mean(known(a["pages"] for a in w.agreements())) + 0.5)),)],
    ),
    (A + "WHERE size(a.unread_pages) > 1 RETURN a.contract_id", those(lambda a: len(a["unread_pages"]) > 1)),
    (A + "WHERE 5 IN a.unread_pages RETURN a.contract_id", those(lambda a: 5 in a["unread_pages"])),
    (
        A + "RETURN a.contract_id, a.unread_pages[0] AS first, a.unread_pages[1] AS second, a.unread_pages[-1] AS last",
        lambda w: [
            (a["contract_id"], *((a["unread_pages"] + [None, None])[:2]), (a["unread_pages"] or [None])[-1])
            for a in w.agreements()
        ],
    ),
    (
        A + "RETURN a.contract_id, head(a.unread_pages), last(a.unread_pages), tail(a.unread_pages)",
        lambda w: [
            (
                a["contract_id"],
                (a["unread_pages"] or [None])[0],
                (a["unread_pages"] or [None])[-1],
                a["unread_pages"][1:],
            )
            for a in w.agreements()
        ],
    ),
    (
        A + "RETURN a.contract_id, a.unread_pages[..2] AS two, a.unread_pages[1..] AS rest",
        lambda w: [(a["contract_id"], a["unread_pages"][:2], a["unread_pages"][1:]) for a in w.agreements()],
    ),
    (
        A + "RETURN a.contract_id, [p IN a.unread_pages WHERE p > 2 | p * 10] AS p",
        lambda w: [(a["contract_id"], [p * 10 for p in a["unread_pages"] if p > 2]) for a in w.agreements()],
    ),
    (
        A + "WHERE any(p IN a.unread_pages WHERE p > 6) RETURN a.contract_id",
        those(lambda a: any(p > 6 for p in a["unread_pages"])),
    ),
    (
        A + "WHERE none(p IN a.unread_pages WHERE p > 6) RETURN a.contract_id",
        those(lambda a: all(p <= 6 for p in a["unread_pages"])),
    ),
    (A + "WHERE isEmpty(a.unread_pages) RETURN a.contract_id", those(lambda a: not a["unread_pages"])),
    (
        A + "RETURN a.contract_id, reverse([p IN a.unread_pages | p]) AS r",
        lambda w: [(a["contract_id"], a["unread_pages"][::-1]) for a in w.agreements()],
    ),
    (
        A + "UNWIND a.unread_pages AS p RETURN p, count(*) AS n",
        lambda w: counted(p for a in w.agreements() for p in a["unread_pages"]),
    ),
    (
        "MATCH (a:Agreement {contract_id: 'a03'}) RETURN a {.title, .pages, n: size(a.unread_pages)} AS m",
        lambda w: [
            ({"title": a["title"], "pages": a["pages"], "n": len(a["unread_pages"])},)
            for a in w.agreements(contract_id="a03")
        ],
    ),
    ("MATCH (o:Organization) WHERE o.name = 'O\\'Neil \"Quote\" \\\\ LLC' RETURN o.id", lambda w: [("o2",)]),
    ('MATCH (o:Organization) WHERE o.name CONTAINS "O\'Neil" RETURN o.id', lambda w: [("o2",)]),
    (
        "MATCH (o:Organization) WHERE o.name CONTAINS '\\u5c71\\u7530' OR o.name CONTAINS '🍣' RETURN o.id",
        lambda w: [("o1",), ("o3",)],
    ),
    (
        "MATCH (契約先:Organization) WHERE 契約先.name STARTS WITH '株式会社' RETURN 契約先.id AS 番号",
        lambda w: [("o1",)],
    ),
    (
        "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) RETURN o.name AS party, count(a) AS n ORDER BY n DESC, party",
        lambda w: sorted(
            counted(w.get("Organization", o, "name") for o, _, _ in w.relations["IS_PARTY_TO"]),
            key=lambda r: (-r[1], r[0]),
        ),
    ),
    (
        "MATCH (a:Agreement)<-[p:IS_PARTY_TO]-(o) WHERE p.role = 'Supplier' RETURN o.id, a.contract_id",
        lambda w: [(o, a) for o, a, _ in edges(w, "IS_PARTY_TO", role="Supplier")],
    ),
    (
        "MATCH (a:Agreement)<-[:IS_PARTY_TO {role: 'Buyer'}]-(o:Organization) RETURN count(DISTINCT o) AS n",
        lambda w: [(len({o for o, _, _ in edges(w, "IS_PARTY_TO", role="Buyer")}),)],
    ),
    (
        "MATCH (a:Agreement)<-[:IS_PARTY_TO]-(o:Organization)-[:IS_PARTY_TO]->(b:Agreement) RETURN a.contract_id, o.id, b.contract_id",
        shared_parties,
    ),
    (
        "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement), (o)-[:IS_PARTY_TO]->(b:Agreement) WHERE a.contract_id < b.contract_id "
        "RETURN a.contract_id, o.id, b.contract_id",
        lambda w: [row for row in shared_parties(w) if row[0] < row[2]],
    ),
    (
        "MATCH (o:Organization)-[p:IS_PARTY_TO]->(a:Agreement)-[g:GOVERNED_BY_LAW]->(c:Country) WHERE a.language = 'en' AND "
        "p.role = 'Supplier' AND c.code = 'US' RETURN o.id, a.contract_id",
        lambda w: [
            (o, a)
            for o, a, _ in edges(w, "IS_PARTY_TO", role="Supplier")
            if w.get("Agreement", a, "language") == "en"
            and any(s == a and t == "US" for s, t, _ in w.relations["GOVERNED_BY_LAW"])
        ],
    ),
    (
        A + "WHERE NOT (a)<-[:IS_PARTY_TO]-() RETURN a.contract_id",
        lambda w: [(a["contract_id"],) for a in w.agreements() if not parties(w, a["contract_id"])],
    ),
    (
        A + "WHERE COUNT { (a)<-[:IS_PARTY_TO]-(:Organization) } >= 2 RETURN a.contract_id",
        lambda w: [(a["contract_id"],) for a in w.agreements() if len(parties(w, a["contract_id"])) >= 2],
    ),
    (
        A + "OPTIONAL MATCH (a)<-[:IS_PARTY_TO]-(o:Organization) RETURN a.contract_id, count(o) AS n",
        lambda w: [(a["contract_id"], len(parties(w, a["contract_id"]))) for a in w.agreements()],
    ),
    (
        A + "OPTIONAL MATCH (a)-[:GOVERNED_BY_LAW]->(c:Country) RETURN coalesce(c.name, 'none') AS law, count(*) AS n",
        lambda w: counted(
            next((COUNTRIES[t] for s, t, _ in w.relations["GOVERNED_BY_LAW"] if s == a["contract_id"]), "none")
            for a in w.agreements()
        ),
    ),
    (
        A + "WHERE NOT EXISTS { (a)-[:GOVERNED_BY_LAW]->(:Country) } RETURN a.contract_id",
        lambda w: [
            (a["contract_id"],)
            for a in w.agreements()
            if not any(s == a["contract_id"] for s, _, _ in w.relations["GOVERNED_BY_LAW"])
        ],
    ),
    (
        "MATCH (a:Agreement)-[g:GOVERNED_BY_LAW]->(c:Country) WHERE g.state = 'New York' RETURN c.code, count(a) AS n",
        lambda w: counted(c for _, c, _ in edges(w, "GOVERNED_BY_LAW", state="New York")),
    ),
    (
        "MATCH (a:Agreement)-[h:CHECKED_FOR]->(t:ClauseType {code: 'insurance'}) WHERE h.presence = 'absent' RETURN a.contract_id",
        lambda w: [(a,) for a, t, _ in edges(w, "CHECKED_FOR", presence="absent") if t == "insurance"],
    ),
    (
        "MATCH (a:Agreement)-[h:CHECKED_FOR {presence: 'present'}]->(t:ClauseType) RETURN t.code AS code, count(DISTINCT a) AS n ORDER BY n DESC, code",
        lambda w: sorted(
            counted(t for _, t, _ in edges(w, "CHECKED_FOR", presence="present")), key=lambda r: (-r[1], r[0])
        ),
    ),
    (
        "MATCH (a:Agreement)-[h:CHECKED_FOR]->(t:ClauseType) WHERE a.language = 'ja' RETURN t.code, h.presence, count(*) AS n, avg(h.confidence) AS c",
        lambda w: [
            (t, p, len(v), mean(v))
            for (t, p), v in grouped(
                ((t, h["presence"]), h["confidence"])
                for a, t, h in w.relations["CHECKED_FOR"]
                if w.get("Agreement", a, "language") == "ja"
            ).items()
        ],
    ),
    (
        "MATCH (a:Agreement)-[h:CHECKED_FOR]->(t:ClauseType {code: 'insurance'}), (a)-[k:CHECKED_FOR]->(u:ClauseType {code: 'non_compete'}) "
        "WHERE h.presence = 'present' AND k.presence = 'absent' AND a.language = 'en' RETURN a.contract_id",
        lambda w: [
            (a["contract_id"],)
            for a in w.agreements(language="en")
            if has(w, a["contract_id"], "insurance", "present") and has(w, a["contract_id"], "non_compete", "absent")
        ],
    ),
    (
        A
        + "WHERE EXISTS { (a)-[h:CHECKED_FOR]->(t:ClauseType) WHERE h.presence = 'present' AND t.code = 'audit_rights' } "
        "AND NOT EXISTS { MATCH (a)-[k:CHECKED_FOR]->(u:ClauseType) WHERE k.presence = 'present' AND u.code = 'insurance' RETURN u } RETURN a.contract_id",
        lambda w: [
            (a["contract_id"],)
            for a in w.agreements()
            if has(w, a["contract_id"], "audit_rights", "present")
            and not has(w, a["contract_id"], "insurance", "present")
        ],
    ),
    (
        "MATCH (a:Agreement)-[h:HAS_CLAUSE]->(c:ContractClause)-[:HAS_EXCERPT]->(e:Excerpt) WHERE a.language = 'en' AND h.type = 'insurance' RETURN a.contract_id, e.id",
        lambda w: of_type_with_excerpts(w, "insurance", "en"),
    ),
    (
        "MATCH (e:Excerpt)<-[:HAS_EXCERPT]-(c:ContractClause)<-[:HAS_CLAUSE {type: 'exclusivity'}]-(a:Agreement {language: 'ja'}) RETURN a.contract_id, e.id",
        lambda w: of_type_with_excerpts(w, "exclusivity", "ja"),
    ),
    (
        "MATCH (a:Agreement)-[h:HAS_CLAUSE]->(c) WHERE h.type = 'insurance' AND a.language = 'en' MATCH (c)-[:HAS_EXCERPT]->(e) RETURN a.contract_id, e.id",
        lambda w: of_type_with_excerpts(w, "insurance", "en"),
    ),
    (
        "MATCH (a:Agreement)-[:HAS_CLAUSE]->(c:ContractClause) OPTIONAL MATCH (c)-[:HAS_EXCERPT]->(e:Excerpt) WHERE e.page > 2 RETURN c.id, count(e) AS n",
        lambda w: [
            (c, sum(1 for e in excerpts(w, c) if w.get("Excerpt", e, "page") > 2))
            for _, c, _ in w.relations["HAS_CLAUSE"]
        ],
    ),
    (
        "MATCH (a:Agreement)-[:HAS_CLAUSE]->(c:ContractClause)-[:HAS_TYPE]->(t:ClauseType) WITH a, count(DISTINCT t) AS n WHERE n >= 3 RETURN a.contract_id, n",
        lambda w: [
            (a["contract_id"], len(clauses(w, a["contract_id"])))
            for a in w.agreements()
            if len(clauses(w, a["contract_id"])) >= 3
        ],
    ),
    (
        "MATCH (a:Agreement)-[:HAS_CLAUSE]->(c) WITH a, count(c) AS n RETURN avg(n) AS mean, max(n) AS most",
        lambda w: [
            (mean(found := [n for n in (len(clauses(w, a["contract_id"])) for a in w.agreements()) if n]), max(found))
        ],
    ),
    (
        "MATCH (n) RETURN labels(n)[0] AS label, count(*) AS n",
        lambda w: [
            (label, len(nodes) if label != "ClauseType" else len(taxonomy().categories))
            for label, nodes in w.nodes.items()
            if nodes
        ],
    ),
    ("MATCH (n) WHERE 'Country' IN labels(n) RETURN n.code", lambda w: [(code,) for code in COUNTRIES]),
    (
        "MATCH (n:Country|Organization) WHERE n:Country RETURN n.name",
        lambda w: [(name,) for name in COUNTRIES.values()],
    ),
    (
        "MATCH (a:Agreement {contract_id: 'a03'})-[r]->(x) RETURN type(r) AS t, count(*) AS n",
        lambda w: counted(kind for kind, found in w.relations.items() for s, _, _ in found if s == "a03"),
    ),
    (
        "MATCH (a:Agreement)-[:AMENDS]->(b:Agreement) RETURN a.contract_id, b.contract_id",
        lambda w: [(a, b) for a, b, _ in w.relations["AMENDS"]],
    ),
    (
        "MATCH (a:Agreement)-[:AMENDS*]->(b:Agreement) RETURN a.contract_id, b.contract_id",
        lambda w: [(a["contract_id"], b) for a in w.agreements() for b in amended(w, a["contract_id"])],
    ),
    (
        "MATCH p = (a:Agreement {contract_id: 'a08'})-[:AMENDS*1..3]->(b:Agreement) RETURN b.contract_id, length(p) AS steps",
        lambda w: [(b, n + 1) for n, b in enumerate(amended(w, "a08"))],
    ),
    (
        "MATCH p = shortestPath((a:Agreement {contract_id: 'a08'})-[:AMENDS*]->(b:Agreement {contract_id: 'a01'})) RETURN length(p)",
        lambda w: [(3,)],
    ),
    (
        "MATCH (a:Agreement)-[:AMENDS]-(b:Agreement) RETURN a.contract_id, b.contract_id",
        lambda w: [pair for a, b, _ in w.relations["AMENDS"] for pair in ((a, b), (b, a))],
    ),
    (
        "MATCH (a:Agreement {language: 'en'}) RETURN a.contract_id AS id UNION MATCH (a:Agreement) WHERE a.pages > 3 RETURN a.contract_id AS id",
        those(lambda a: a["language"] == "en" or bounded(4, a["pages"], 99)),
    ),
    (
        "MATCH (a:Agreement) RETURN 'agreement' AS kind, count(a) AS n UNION ALL MATCH (o:Organization) RETURN 'organization' AS kind, count(o) AS n",
        lambda w: [("agreement", len(w.agreements())), ("organization", 6)],
    ),
    (
        A + "WITH max(a.pages) AS most MATCH (b:Agreement) WHERE b.pages = most RETURN b.contract_id",
        lambda w: [
            (a["contract_id"],) for a in w.agreements() if a["pages"] == max(known(b["pages"] for b in w.agreements()))
        ],
    ),
    (
        A + "WITH a ORDER BY a.contract_id LIMIT 5 RETURN collect(a.contract_id) AS ids",
        lambda w: [([a["contract_id"] for a in w.agreements()[:5]],)],
    ),
    (
        "MATCH (t:ClauseType) WHERE t.code IN ['insurance', 'exclusivity'] RETURN t.code",
        lambda w: [("insurance",), ("exclusivity",)],
    ),
    (
        "MATCH (o:Organization)-[:IS_PARTY_TO]->(a:Agreement) WITH o, collect(a.contract_id) AS ids WHERE size(ids) > 6 RETURN o.id, size(ids) AS n",
        lambda w: [row for row in counted(o for o, _, _ in w.relations["IS_PARTY_TO"]) if row[1] > 6],
    ),
    (
        "MATCH (ai:Agreement) WITH ai, ai.title AS transactions RETURN count(transactions) AS `set`",
        lambda w: [(len(w.agreements()),)],
    ),
    ("MATCH (show:Agreement) RETURN count(show) AS delete", lambda w: [(len(w.agreements()),)]),
    ("MATCH (`end`:Agreement) RETURN count(`end`) AS `order`", lambda w: [(len(w.agreements()),)]),
    (
        "Here is the query:\n\n```cypher\nMATCH (a:Agreement)\nRETURN count(a) AS n; // all\n```\n\nIt counts.",
        lambda w: [(len(w.agreements()),)],
    ),
    (
        "<think>CREATE or MATCH? Read only.</think>\nMATCH (a:Agreement) RETURN count(a) AS n",
        lambda w: [(len(w.agreements()),)],
    ),
    ("Cypher: MATCH (a:Agreement) RETURN count(a) AS n", lambda w: [(len(w.agreements()),)]),
    ("ＭＡＴＣＨ (a:Agreement)\u3000RETURN count(a) AS n", lambda w: [(len(w.agreements()),)]),
    (
        A + "WHERE a.title <> 'DELETE // SET /* x' AND a.title <> 'x; DROP TABLE' RETURN count(a) AS n",
        lambda w: [(len(w.agreements()),)],
    ),
    (
        A + "WHERE a.effective_date > date('2020-02-01') - duration('P1D') RETURN count(a) AS n",
        lambda w: [
            (
                sum(
                    1
                    for a in w.agreements()
                    if a["effective_date"] and a["effective_date"] > date(2020, 2, 1) - timedelta(days=1)
                ),
            )
        ],
    ),
    (
        "UNWIND ['insurance', 'exclusivity'] AS code MATCH (a:Agreement)-[h:CHECKED_FOR]->(t:ClauseType) WHERE t.code = code AND h.presence = 'present' RETURN code, count(a) AS n",
        lambda w: [
            row
            for row in counted(t for _, t, _ in edges(w, "CHECKED_FOR", presence="present"))
            if row[0] in ("insurance", "exclusivity")
        ],
    ),
    (
        "MATCH (a:Agreement)-[h:CHECKED_FOR]->(t:ClauseType) WITH t.code AS code, collect(DISTINCT h.presence) AS p RETURN code, size(p) AS n",
        lambda w: [
            (code, len({h["presence"] for _, t, h in w.relations["CHECKED_FOR"] if t == code})) for code in TYPES
        ],
    ),
)
