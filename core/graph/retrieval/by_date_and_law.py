"""Contracts by their dates and by the law that governs them."""

from __future__ import annotations

from datetime import date

from core.errors import BadArguments
from core.graph.projection.records import plain_name
from core.graph.retrieval.agreements import fact_words, headers, widen
from core.graph.retrieval.arguments import DateWindow, LawArguments
from core.graph.rows import Result, RetrievedDate, RetrievedLaw
from core.graph.store import GraphStore, Scope
from core.lexicon import country_code, state_of

_RESTS_ON = {"last_notice_day": "notice_period", "current_end_date": "renewal_term"}


def get_contracts_by_date(graph: GraphStore, arguments: DateWindow, scope: Scope) -> Result:
    """`RetrievedDate` rows of contracts whose date lies in a window, earliest first; those without it are left out.

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
    first, last = map(_as_day, (arguments.from_day, arguments.to_day))
    listing = graph.lists().by_day(arguments.field, first, last, scope, arguments.portion)
    ids = [listed.contract_id for listed in listing.page]
    found = headers(graph, ids)
    # Some days are computed: what they rest on are the words of another fact.
    name = _RESTS_ON.get(arguments.field, arguments.field)
    words = fact_words(graph, ((key, name) for key in ids))
    contracts = tuple(
        widen(
            RetrievedDate,
            found[listed.contract_id],
            field=arguments.field,
            day=listed.day.isoformat(),
            evidence=words.get((listed.contract_id, name)),
        )
        for listed in listing.page
    )
    return Result(contracts, listing.total, not_found=graph.lists().silent(arguments.field, scope))


def _as_day(day: str | None) -> date | None:
    return None if day is None else date.fromisoformat(day)


def get_contracts_by_governing_law(graph: GraphStore, arguments: LawArguments, scope: Scope) -> Result:
    """`RetrievedLaw` rows of the contracts under a country's law, or a state's, by title.

    Raises:
        BadArguments: neither country nor state is given, or the country is not known.
    """
    if arguments.country is None and arguments.state is None:
        raise _bad_law("country", "name a country or a state")
    country = None if arguments.country is None else _country(arguments.country)
    state = None if arguments.state is None else plain_name(arguments.state)
    listing = graph.lists().by_law(country, state, scope, arguments.portion)
    found = headers(graph, [listed.contract_id for listed in listing.page])
    contracts = tuple(
        widen(
            RetrievedLaw,
            found[listed.contract_id],
            country=listed.law.country,
            country_name=listed.law.country_name,
            state=listed.law.state,
            evidence=listed.law.evidence,
        )
        for listed in listing.page
    )
    return Result(contracts, listing.total, not_found=graph.lists().silent("governing_law", scope))


def _country(country: str) -> str:
    """ISO 3166 alpha-2 code of a country given by code, or by name in English or Japanese.

    Raises:
        BadArguments: there is no such country.
    """
    code = country_code(country) or country_code(country.strip().upper())
    nation = state_of(country)
    if code is None and nation is not None and nation[0] == "GB":
        return "GB"
    if code is None:
        raise _bad_law("country", f"no country {country[:100]!r}")
    return code


def _bad_law(argument: str, reason: str) -> BadArguments:
    function = "get_contracts_by_governing_law"
    return BadArguments(f"{function}: {reason}", function=function, argument=argument, reason=reason, near=[])
