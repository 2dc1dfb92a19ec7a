"""The built-in way from a question to Cypher: question forms that are understood whole, or not at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.graph.cypher import grammar_conditions as conditions
from core.graph.cypher.grammar_build import Building
from core.graph.cypher.grammar_head import Head
from core.graph.cypher.grammar_heads import read_head
from core.graph.cypher.grammar_plan import ClauseIs, Condition, DateIn, Group, Plan
from core.graph.cypher.grammar_said import said
from core.graph.cypher.grammar_words import Words
from core.graph.kept import Kept
from core.graph.store import GraphStore, Scope
from core.taxonomy import Language

_SPLIT_JA = re.compile(r"のうち(?:で)?|の中で|に占める|全体の?(?:うち|中)")
_VERB = re.compile(
    r"\b(?:have|has|contain|contains|include|includes|are|is|were|expire|expires|expired|lack|lacks|do not"
    r"|don't|does not|run|"
    r"started|start|became)\b"
)
_WHOLE = re.compile(r"\b(?:of )?(?:all|our|the)?\s*(?:contracts?|agreements?)\b")


@dataclass(frozen=True, slots=True)
class Generated:
    """A query for a question.

    Attributes:
        query: Cypher, with every value of the question among `parameters`.
        parameters: by name.
        restated: what exactly is answered, by language.
        unused: words that nothing accounts for: they must be told, and a number that ignores them must not be given.
        plan: the question as values.
    """

    query: str
    parameters: dict[str, object]
    restated: dict[Language, str]
    unused: tuple[str, ...]
    plan: Plan


@dataclass(frozen=True, slots=True)
class Portfolio:
    """What of the graph a question is read with: names of organizations, and the notice periods that occur."""

    parties: tuple[str, ...] = ()
    notice_periods: tuple[str, ...] = ()


def portfolio_of(graph: GraphStore) -> Portfolio:
    """The portfolio of a graph as it is now.

    Raises:
        GraphError: the graph refused.
    """
    return _PORTFOLIO.of(graph)


def _portfolio(graph: GraphStore) -> Portfolio:
    parties = graph.rows("MATCH (o:Organization) RETURN o.name AS name ORDER BY name")
    periods = graph.rows(
        "MATCH (a:Agreement) WHERE a.notice_period IS NOT NULL "
        "RETURN DISTINCT a.notice_period AS period ORDER BY period"
    )
    return Portfolio(tuple(str(row["name"]) for row in parties), tuple(str(row["period"]) for row in periods))


_PORTFOLIO = Kept(_portfolio)


def generate(
    question: str,
    *,
    today: date,
    portfolio: Portfolio = Portfolio(),
    scope: Scope = None,
) -> Generated | None:
    """The query that answers a question; None when it is no question about many contracts.

    Args:
        question: as typed, in Japanese or English.
        today: what relative dates count from.
        portfolio: what is in the graph; a party's name in the question is recognised by it.
        scope: contracts that the question is limited to, None for all.
    """
    understood = understand(question, today=today, parties=portfolio.parties)
    if understood is None:
        return None
    plan, unused = understood
    building = Building(plan, scope, portfolio.notice_periods)
    query = building.query()
    restated: dict[Language, str] = {"en": said(plan, "en"), "ja": said(plan, "ja")}
    return Generated(query, building.parameters, restated, unused, plan)


def understand(question: str, *, today: date, parties: Sequence[str] = ()) -> tuple[Plan, tuple[str, ...]] | None:
    """A question as a plan, with the words that it does not account for; None when it is about no set of contracts.

    Args:
        question: as typed.
        today: what relative dates count from.
        parties: names of the organizations in the graph.
    """
    words = Words(question)
    found = conditions.read_parties(words, question, parties)
    head = read_head(words)
    if head.measure is None:
        return None
    among: list[Condition] = []
    if head.measure == "share":
        parts = _share_parts(words)
        if parts is None:
            return None
        among, more = _share(words, parts, today)
        found += more
        if words.japanese and not among and len(found) + len(head.numbers) > 1:
            # 「保険があるNDAの割合」: of the NDAs, or of all contracts? Nobody can tell.
            return None
    else:
        group = head.group
        default = group.of if group is not None and group.dimension in ("year", "month") else None
        found += _conditions(words, today, default)
    found += conditions.read_near_parties(words, question, parties)
    found += head.numbers
    if head.upcoming and head.by_date:
        found.append(DateIn(head.by_date, today.isoformat(), None))
    unused = words.unused()
    plan = _plan(head, tuple(found), tuple(among))
    if plan is None:
        return None
    return plan, unused


def _conditions(words: Words, today: date, default: str | None = None) -> list[Condition]:
    found = conditions.read_dates(words, today, default)
    found += conditions.read_language(words)
    found += conditions.read_laws(words)
    found += conditions.read_types(words)
    return found + conditions.read_clauses(words)


def _share_parts(words: Words) -> tuple[int, bool] | None:
    """Where the whole that a share is taken of ends, and whether it stands first."""
    if words.japanese:
        split = _SPLIT_JA.search(words.rest)
        if split is None:
            return 0, True
        words.mark(split.start(), split.end())
        return split.start(), True
    whole = _WHOLE.search(words.rest)
    if whole is None:
        of = re.search(r"\bof\b", words.rest)
        verb = of and _VERB.search(words.rest, of.end())
        return (verb.start(), True) if verb else None
    verb = _VERB.search(words.rest, whole.end())
    # "contracts under Delaware law have insurance": what stands before the verb is the whole.
    if verb is not None:
        return verb.start(), True
    return whole.end(), True


def _share(words: Words, parts: tuple[int, bool], today: date) -> tuple[list[Condition], list[Condition]]:
    place, _ = parts
    among: list[Condition] = []
    if place:
        before = words.part(0, place)
        among = _conditions(before, today)
        words.adopt(before, 0)
    after = words.part(place, len(words.text))
    found = _conditions(after, today)
    words.adopt(after, place)
    return among, found


def _plan(head: Head, found: tuple[Condition, ...], among: tuple[Condition, ...]) -> Plan | None:
    group = head.group
    if head.presence:
        codes = [one for one in found if isinstance(one, ClauseIs) and len(one.codes) == 1]
        if not codes:
            return None
        group = Group("presence", codes[0].codes[0])
        found = tuple(one for one in found if one is not codes[0])
    measure = head.measure
    assert measure is not None
    if measure == "share" and not found and (group is None or group.dimension != "clause_type"):
        return None
    plan = Plan(
        measure=measure,
        conditions=found,
        among=among,
        statistic=head.statistic,
        quantity=head.quantity,
        by_date=head.by_date,
        group=group,
        having=head.having,
        top=head.top,
        ascending=head.ascending,
        distinct=head.distinct,
    )
    if group is not None and group.dimension == "clause_type" and (measure == "statistic" or head.having):
        return None
    if measure == "list" and group is not None:
        return replace(plan, measure="count")
    return plan
