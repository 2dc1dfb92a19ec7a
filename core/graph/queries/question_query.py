"""From a question to the query that answers it: understood once, with the names of the graph as they are now."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date

from core.graph.cells import party_groups
from core.graph.memo import GraphMemo
from core.graph.queries.plan_query import Building
from core.graph.queries.plan_where import NO_WORDED_CONTRACTS, WordedContracts
from core.graph.store import GraphStore, Scope
from core.questions import (
    NamedContract,
    Names,
    NumberIs,
    Plan,
    Question,
    Understood,
    restated,
    unconfirmed,
    understand,
)
from core.wording import Language, languages

_QUERIED = ("count", "list", "numbers", "yes_no")


@dataclass(frozen=True, slots=True)
class PortfolioWords:
    """What of the graph a question is read with: its names, and the lengths of notices and renewals that occur.

    `aliases` are the names that a person joined into one party, party by party.
    """

    names: Names = field(default_factory=Names)
    notice_periods: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()
    renewal_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Generated:
    """A query for a question.

    Attributes:
        query: Cypher, with every value of the question among `parameters`.
        parameters: by name.
        restated: what exactly is answered, by language.
        plan: the question as values.
    """

    query: str
    parameters: dict[str, object]
    restated: dict[Language, str]
    plan: Plan


def portfolio_of(graph: GraphStore) -> PortfolioWords:
    """The portfolio of a graph as it is now.

    Raises:
        GraphError: the graph refused.
    """
    return _PORTFOLIO.of(graph)


def _portfolio(graph: GraphStore) -> PortfolioWords:
    parties = graph.rows("MATCH (o:Organization) RETURN o.name AS name ORDER BY name")
    contracts = graph.rows(
        "MATCH (a:Agreement) RETURN a.contract_id AS id, a.title AS title, a.file_name AS file, "
        "a.agreement_type AS type ORDER BY id"
    )
    periods, renewals = (
        tuple(
            str(row["period"])
            for row in graph.rows(
                f"MATCH (a:Agreement) WHERE a.{column} IS NOT NULL RETURN DISTINCT a.{column} AS period ORDER BY period"
            )
        )
        for column in ("notice_period", "renewal_term")
    )
    aliases = tuple(tuple(names) for names in party_groups(graph.rows))
    roles = graph.rows(
        "MATCH (o:Organization)-[q:IS_PARTY_TO]->(a:Agreement) "
        "RETURN o.name AS name, a.contract_id AS id, q.role AS role ORDER BY id, name, role"
    )
    parties_of: dict[str, list[str]] = defaultdict(list)
    for row in roles:
        parties_of[str(row["id"])].append(str(row["name"]))
    names = Names(
        [str(row["name"]) for row in parties],
        [
            NamedContract(
                str(row["id"]),
                None,
                str(row["title"] or ""),
                str(row["file"] or ""),
                None if row["type"] is None else str(row["type"]),
                tuple(parties_of[str(row["id"])]),
            )
            for row in contracts
        ],
        aliases=aliases,
        roles=sorted({str(row["role"]) for row in roles if row["role"]}),
    )
    return PortfolioWords(names, periods, aliases, renewals)


_PORTFOLIO = GraphMemo(_portfolio)


def generate(
    question: str, *, today: date, portfolio: PortfolioWords | None = None, scope: Scope = None
) -> Generated | Understood:
    """The query that answers a question about many contracts; what was understood of it where no query does.

    Args:
        question: as typed, in Japanese or English.
        today: what relative dates count from.
        portfolio: what is in the graph.
        scope: contracts that the question is limited to, None for all.
    """
    known = portfolio or PortfolioWords()
    understood = understand(question, today=today, names=known.names)
    if not understood.sure or understood.guesses or not is_query(understood.readings[0]):
        return understood
    doubtful = unconfirmed(question, understood.readings[0], known.names, today=today)
    if doubtful:
        return replace(understood, unused=doubtful)
    return query_of(understood.readings[0], known, scope)


def is_query(question: Question) -> bool:
    """Whether one query answers the question: a number, a group or a list of contracts."""
    return question.kind in _QUERIED and question.day is None and not question.every


def query_of(
    question: Question, portfolio: PortfolioWords, scope: Scope = None, worded: WordedContracts = NO_WORDED_CONTRACTS
) -> Generated:
    """The query that answers an understood question.

    Args:
        question: the question.
        portfolio: what is in the graph.
        scope: contracts that it is limited to, None for all.
        worded: for each condition on a clause's words, what is known of the contracts.
    """
    plan = question.plan
    if portfolio.aliases and _counts_parties(plan):
        plan = replace(plan, joined=True)
    if question.kind == "count":
        plan = replace(plan, measure="count")
    building = Building(plan, scope, portfolio.notice_periods, portfolio.renewal_terms, worded)
    query = building.query()
    return Generated(query, building.parameters, {language: restated(plan, language) for language in languages()}, plan)


def _counts_parties(plan: Plan) -> bool:
    numbers = [condition.quantity for condition in plan.every_condition if isinstance(condition, NumberIs)]
    return "parties" in (*numbers, plan.quantity) or any(group.dimension == "party" for group in plan.groups)
