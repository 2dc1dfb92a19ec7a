"""The built-in way from a question to Cypher: question forms that are understood whole, or not at all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from core.graph.memo import Kept
from core.graph.question_grammar import grammar_conditions as conditions
from core.graph.question_grammar.grammar_build import Building
from core.graph.question_grammar.grammar_compare import read_comparison
from core.graph.question_grammar.grammar_head import Head
from core.graph.question_grammar.grammar_heads import read_head
from core.graph.question_grammar.grammar_numbers import read_numbers
from core.graph.question_grammar.grammar_parties import read_near_parties, read_parties, with_other_names
from core.graph.question_grammar.grammar_plan import TIMES, ClauseIs, Condition, DateIn, Group, NumberIs, Plan
from core.graph.question_grammar.grammar_said import said
from core.graph.question_grammar.grammar_words import Words
from core.graph.store import GraphStore, Scope
from core.wording import Language

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
    """What of the graph a question is read with: names of organizations, and the notice periods that occur.

    `aliases` are the names that a person joined into one party, party by party.
    """

    parties: tuple[str, ...] = ()
    notice_periods: tuple[str, ...] = ()
    aliases: tuple[tuple[str, ...], ...] = ()


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
    joined: dict[str, list[str]] = {}
    for row in graph.rows(
        "MATCH (o:Organization)-[:ALIAS_OF]->(p:Party) RETURN p.id AS id, o.name AS name ORDER BY id, name"
    ):
        joined.setdefault(str(row["id"]), []).append(str(row["name"]))
    return Portfolio(
        tuple(str(row["name"]) for row in parties),
        tuple(str(row["period"]) for row in periods),
        tuple(tuple(names) for names in joined.values()),
    )


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
    understood = understand(question, today=today, parties=portfolio.parties, aliases=portfolio.aliases)
    if understood is None:
        return None
    plan, unused = understood
    building = Building(plan, scope, portfolio.notice_periods)
    query = building.query()
    restated: dict[Language, str] = {"en": said(plan, "en"), "ja": said(plan, "ja")}
    return Generated(query, building.parameters, restated, unused, plan)


def understand(
    question: str, *, today: date, parties: Sequence[str] = (), aliases: Sequence[Sequence[str]] = ()
) -> tuple[Plan, tuple[str, ...]] | None:
    """A question as a plan, with the words that it does not account for; None when it is about no set of contracts.

    Args:
        question: as typed.
        today: what relative dates count from.
        parties: names of the organizations in the graph.
        aliases: names that a person joined into one party, party by party.
    """

    def side(part: Words, default: str | None) -> list[Condition]:
        return read_parties(part, question, parties) + _conditions(part, today, default)

    words = Words(question)
    compared = read_comparison(words, side)
    if compared is not None:
        plan, unused = compared
        return replace(plan, sides=tuple(with_other_names(plan.sides, aliases))), unused
    found = read_parties(words, question, parties)
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
        found, head.numbers = _moved(question, parts[0], parties, found, head.numbers, among)
        if words.japanese and not among and len(found) + len(head.numbers) > 1:
            # 「保険があるNDAの割合」: of the NDAs, or of all contracts? Nobody can tell.
            return None
    else:
        group = head.group
        default = next((one.of for one in (group, head.second) if one is not None and one.dimension in TIMES), None)
        found += _conditions(words, today, default)
    found += read_near_parties(words, question, parties, aliases)
    found += head.numbers
    if head.upcoming and head.by_date:
        found.append(DateIn(head.by_date, today.isoformat(), None))
    unused = words.unused()
    wanted, whole = with_other_names(found, aliases), with_other_names(among, aliases)
    made = _plan(head, tuple(wanted), tuple(whole))
    if made is None:
        return None
    return replace(made, joined=bool(aliases) and _counts_parties(made)), unused


def _counts_parties(plan: Plan) -> bool:
    numbers = [one.quantity for one in plan.every_condition if isinstance(one, NumberIs)]
    return "parties" in (*numbers, plan.quantity) or any(group.dimension == "party" for group in plan.groups)


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


def _moved(
    question: str,
    place: int,
    parties: Sequence[str],
    found: list[Condition],
    numbers: tuple[NumberIs, ...],
    among: list[Condition],
) -> tuple[list[Condition], tuple[NumberIs, ...]]:
    """The parties and numbers that do not stand before `place`; those that do are put among the whole."""
    before = Words(question).part(0, place)
    head = Head()
    whole = read_parties(before, question, parties)
    read_numbers(before, head)
    among += [one for one in found if one in whole] + [one for one in numbers if one in head.numbers]
    return [one for one in found if one not in whole], tuple(one for one in numbers if one not in head.numbers)


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
        second=head.second,
        having=head.having,
        top=head.top,
        ascending=head.ascending,
        distinct=head.distinct,
    )
    if group is not None and group.dimension == "clause_type" and (measure == "statistic" or head.having):
        return None
    if head.second is not None and not _two_groups(plan):
        return None
    if measure == "list" and group is not None:
        return replace(plan, measure="count")
    return plan


def _two_groups(plan: Plan) -> bool:
    """Whether two groups make one table: of two different things, and nothing but counted or measured."""
    first, second = plan.groups
    kinds = {first.dimension, second.dimension}
    if plan.having or plan.top or plan.distinct or kinds & {"clause_type", "presence"}:
        return False
    families = [
        {"law", "law_country", "law_state"},
        {"party", "party_country"},
        {"law", "law_country", "party_country"},
    ]
    return len(kinds) == 2 and not any(kinds <= family for family in families) and not kinds <= set(TIMES)
