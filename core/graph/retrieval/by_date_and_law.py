"""Contracts by their dates and by the law that governs them."""

from __future__ import annotations

from datetime import date
from functools import cache

from babel import Locale

from core.errors import BadArguments
from core.graph.embedded.columns import GoverningLaw
from core.graph.projection.records import plain_name
from core.graph.retrieval.agreements import evidence, fact_words, headers, scoped, text, total, widen
from core.graph.retrieval.arguments import DateWindow, Law
from core.graph.rows import DateHit, LawHit, Result
from core.graph.store import GraphStore, Scope
from core.graph.text.terms import normal

_EVIDENCE = (
    "{0}.evidence_state AS evidence_state, {0}.page AS page, {0}.start_offset AS start_offset, "
    "{0}.end_offset AS end_offset, {0}.quote AS quote"
)


def get_contracts_by_date(graph: GraphStore, arguments: DateWindow, scope: Scope) -> Result:
    """`DateHit` rows of the contracts whose date lies in a window, earliest first; those without the date are left out.

    Raises:
        BadArguments: the window ends before it begins.
    """
    if arguments.from_day and arguments.to_day and arguments.from_day > arguments.to_day:
        reason = "from_day is after to_day"
        raise BadArguments(
            f"get_contracts_by_date: {reason}",
            function="get_contracts_by_date",
            argument="from_day",
            reason=reason,
            near=[],
        )
    columns = graph.columns()
    if columns is None:
        page, count = _asked(graph, arguments, scope)
    else:
        first, last = map(_as_day, (arguments.from_day, arguments.to_day))
        within = columns.between(columns.within(scope), arguments.field, first, last)
        chosen = within[arguments.offset : arguments.offset + arguments.limit].tolist()
        page = [(columns.ids[place], columns.day(place, arguments.field).isoformat()) for place in chosen]
        count = len(within)
    ids = [key for key, _ in page]
    found = headers(graph, ids)
    # The last day to give notice is computed: what it rests on is the notice period's words.
    name = "notice_period" if arguments.field == "last_notice_day" else arguments.field
    words = fact_words(graph, ((key, name) for key in ids))
    hits = tuple(
        widen(DateHit, found[key], field=arguments.field, day=day, evidence=words.get((key, name))) for key, day in page
    )
    return Result(hits, count)


def _as_day(day: str | None) -> date | None:
    return None if day is None else date.fromisoformat(day)


def _asked(graph: GraphStore, arguments: DateWindow, scope: Scope) -> tuple[list[tuple[str, str]], int]:
    """A page of contracts with their days, and how many there are."""
    where, parameters = scoped(scope)
    column = f"a.{arguments.field}"
    conditions = [where, f"{column} IS NOT NULL"]
    if arguments.from_day:
        conditions.append(f"{column} >= date($from_day)")
        parameters["from_day"] = arguments.from_day
    if arguments.to_day:
        conditions.append(f"{column} <= date($to_day)")
        parameters["to_day"] = arguments.to_day
    path = f"MATCH (a:Agreement) WHERE {' AND '.join(conditions)} RETURN "
    rows = graph.rows(
        f"{path} a.contract_id AS contract_id, a.title AS title, {column} AS day "
        "ORDER BY day, title, contract_id SKIP $offset LIMIT $limit",
        {**parameters, "offset": arguments.offset, "limit": arguments.limit},
    )
    page = [(str(row["contract_id"]), text(row["day"]) or "") for row in rows]
    return page, total(graph, f"{path} count(a) AS n", parameters)


def get_contracts_by_governing_law(graph: GraphStore, arguments: Law, scope: Scope) -> Result:
    """`LawHit` rows of the contracts under a country's law, or a state's, by title.

    Raises:
        BadArguments: neither country nor state is given, or the country is not known.
    """
    if arguments.country is None and arguments.state is None:
        raise _bad_law("country", "name a country or a state")
    country = None if arguments.country is None else country_code(arguments.country)
    state = None if arguments.state is None else plain_name(arguments.state)
    columns = graph.columns()
    if columns is None:
        page, count = _asked_law(graph, arguments, country, state, scope)
    else:
        governed = columns.governed(scope, country, state)
        chosen = map(columns.law, governed[arguments.offset : arguments.offset + arguments.limit].tolist())
        page, count = [(columns.ids[place], law) for place, law in chosen], len(governed)
    found = headers(graph, [key for key, _ in page])
    hits = tuple(
        widen(
            LawHit,
            found[key],
            country=law.country,
            country_name=law.country_name,
            state=law.state,
            evidence=law.evidence,
        )
        for key, law in page
    )
    return Result(hits, count)


def _asked_law(
    graph: GraphStore, arguments: Law, country: str | None, state: str | None, scope: Scope
) -> tuple[list[tuple[str, GoverningLaw]], int]:
    """A page of contracts with a law each, and how many there are."""
    where, parameters = scoped(scope)
    conditions = [where]
    if country is not None:
        conditions.append("c.code = $country")
        parameters["country"] = country
    if state is not None:
        conditions.append("lower(g.state) = lower($state)")
        parameters["state"] = state
    path = f"MATCH (a:Agreement)-[g:GOVERNED_BY_LAW]->(c:Country) WHERE {' AND '.join(conditions)} RETURN "
    rows = graph.rows(
        f"{path} a.contract_id AS contract_id, a.title AS title, c.code AS country, c.name AS country_name, "
        f"g.state AS state, g.position AS position, {_EVIDENCE.format('g')} "
        "ORDER BY title, contract_id, position SKIP $offset LIMIT $limit",
        {**parameters, "offset": arguments.offset, "limit": arguments.limit},
    )
    page = [
        (
            str(row["contract_id"]),
            GoverningLaw(str(row["country"]), str(row["country_name"]), text(row["state"]), evidence(row)),
        )
        for row in rows
    ]
    return page, total(graph, f"{path} count(a) AS n", parameters)


def country_code(country: str) -> str:
    """ISO 3166 alpha-2 code of a country given by code, or by name in English or Japanese.

    Raises:
        BadArguments: there is no such country.
    """
    code = _codes().get(_plain(country))
    if code is None:
        raise _bad_law("country", f"no country {country[:100]!r}")
    return code


@cache
def _codes() -> dict[str, str]:
    codes: dict[str, str] = {}
    for language in ("en", "ja"):
        for code, name in Locale(language).territories.items():
            if len(code) == 2 and code.isalpha() and code not in ("EU", "EZ", "UN", "XA", "XB", "ZZ", "QO"):
                codes[_plain(name)] = codes[_plain(code)] = code
    short = {"usa": "US", "unitedstatesofamerica": "US", "uk": "GB", "england": "GB", "greatbritain": "GB"}
    more = {"米国": "US", "英国": "GB", "日本国": "JP", "korea": "KR", "prc": "CN", "中華人民共和国": "CN"}
    return codes | short | more


def _plain(name: str) -> str:
    return "".join(character for character in normal(name) if character.isalnum()).removeprefix("the")


def _bad_law(argument: str, reason: str) -> BadArguments:
    function = "get_contracts_by_governing_law"
    return BadArguments(f"{function}: {reason}", function=function, argument=argument, reason=reason, near=[])
