"""Questions to the retrieval functions, drawn from the labels of contracts without a model, and what the labels answer.

Used by the differential test over the shipped contracts and by `benchmarks/graph_scale.py` over CUAD's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from core.errors import BadArguments
from core.graph import GraphAgreementType, GraphContract, GraphEntry, GraphRelation, GraphStore
from core.graph.projection.records import plain_name
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.rows import row_dict
from core.lexicon.party_names import normal_name
from core.taxonomy import taxonomy

DATES = ("agreement_date", "effective_date", "expiration_date")
MOST = 500
_COUNTED = (
    "How many contracts are there?",
    "How many contracts have an insurance clause?",
    "How many contracts by governing law?",
    "Which contracts have price restrictions but no insurance?",
    "契約は何件ありますか",
    "準拠法ごとの契約数は？",
    "Top 5 governing laws by number of contracts",
    "How many contracts expire after 2020-01-01?",
)


@dataclass(frozen=True)
class Question:
    """A call, and the contracts that the labels give for it; None where labels do not say."""

    function: str
    arguments: dict[str, Any]
    scope: tuple[str, ...] | None
    truth: frozenset[str] | None
    at_least: bool = False
    """The truth is part of the answer, not all of it."""


def questions(contracts: Sequence[GraphContract], count: int, *, seed: int = 1) -> list[Question]:
    """So many questions, the functions in turn."""
    draw = random.Random(seed)
    makers = list(_MAKERS.values())
    found: list[Question] = []
    while len(found) < count:
        found.append(makers[len(found) % len(makers)](contracts, draw))
    return found


def covered() -> frozenset[str]:
    """Functions that questions are made for."""
    return frozenset(_MAKERS)


def answer(graph: GraphStore, question: Question) -> tuple[int, list[dict[str, Any]]]:
    """Total and rows as plain values, floats rounded to six digits; a refusal as one row with total -1."""
    try:
        result = FUNCTIONS[question.function].run(graph, question.arguments, question.scope)
    except BadArguments as error:
        return -1, [{"refused": str(error)}]
    return result.total, [rounded(row_dict(row)) for row in result.rows]


def rounded(value: Any) -> Any:
    """The same value with floats rounded to six digits."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(each) for each in value]
    return value


def right(question: Question, total: int, rows: Sequence[dict[str, Any]]) -> bool:
    """Whether rows agree with the labels."""
    if question.truth is None:
        return True
    if question.function == "count_contracts":
        return [row["count"] for row in rows] == [len(question.truth)]
    ids = {str(row["contract_id"]) for row in rows}
    if question.at_least or total > len(rows):
        return total >= len(question.truth) and (total > len(rows) or question.truth <= ids)
    return ids == question.truth


def entries() -> list[GraphEntry]:
    """Some knowledge, so that the search for it has something to find."""
    kind = GraphAgreementType("license", "License Agreement", "ライセンス契約")
    return [
        GraphEntry(
            id=f"entry-{number}",
            number=number,
            title=f"{category.en} / {category.ja}",
            severity=("high", "medium", "low")[number % 3],
            problem=f"The clause on {category.en} is missing or goes too far.",
            risk=f"{category.ja} に関する責任が過大になる。",
            recommended_clause=f"Each party's duty of {category.en} is mutual.",
            walk_away=None if number % 2 else "No mutuality at all.",
            fallbacks=(("Only for one year", "For one year after the end."),),
            clause_types=(category.code,),
            agreement_types=(kind,) if number % 4 == 0 else (),
        )
        for number, category in enumerate(taxonomy().clauses[::3], start=1)
    ]


def relations(contracts: Sequence[GraphContract]) -> list[GraphRelation]:
    """Some agreements that amend others, so that what applies on a day depends on more than dates."""
    pairs = zip(contracts[::5], contracts[1::5], strict=False)
    return [
        GraphRelation("AMENDS" if place % 2 else "SUPERSEDES", new.contract_id, old.contract_id, "stated", 1.0, "Ito")
        for place, (new, old) in enumerate(pairs)
    ]


def _in(contracts: Sequence[GraphContract], scope: tuple[str, ...] | None) -> Iterator[GraphContract]:
    wanted = None if scope is None else frozenset(scope)
    return (contract for contract in contracts if wanted is None or contract.contract_id in wanted)


def _scope(contracts: Sequence[GraphContract], draw: random.Random) -> tuple[str, ...] | None:
    if draw.random() < 0.7:
        return None
    return tuple(item.contract_id for item in draw.sample(list(contracts), max(1, len(contracts) // 4)))


def _ids(contracts: Iterator[GraphContract]) -> frozenset[str]:
    return frozenset(contract.contract_id for contract in contracts)


def _type(draw: random.Random) -> Any:
    return draw.choice(taxonomy().clauses)


def _presence(contract: GraphContract, code: str) -> str:
    return next((clause.presence for clause in contract.extraction.clauses if clause.type == code), "unknown")


def _contract(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    item = draw.choice(contracts)
    key = {"contract_id": item.contract_id}
    return Question("get_contract", key, None, frozenset([item.contract_id]))


def _excerpts(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    item = draw.choice(contracts)
    arguments: dict[str, Any] = {"contract_id": item.contract_id, "candidates": draw.random() < 0.5, "limit": MOST}
    if draw.random() < 0.4:
        arguments["clause_type"] = _type(draw).en
    return Question("get_contract_excerpts", arguments, None, None)


def _parties(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    named = [contract for contract in contracts if any(plain_name(party.name) for party in contract.extraction.parties)]
    name = plain_name(draw.choice(draw.choice(named).extraction.parties).name) or "Nobody"
    same = normal_name(name)
    scope = _scope(contracts, draw)
    truth = _ids(
        item
        for item in _in(contracts, scope)
        if any(plain_name(party.name) == name for party in item.extraction.parties) and same
    )
    asked: Any = name[:500]
    if draw.random() < 0.3:
        # A part or a misspelling: what it finds is the other backend's word against this one's.
        words = name.split()
        asked = [" ".join(words[:2])[:500] or name[:500], name[:3] + name[4:500] or name]
        return Question("get_contracts", {"organization_name": asked, "limit": MOST}, scope, None)
    return Question("get_contracts", {"organization_name": asked, "limit": MOST}, scope, truth, at_least=True)


def _with(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    kind, scope = _type(draw), _scope(contracts, draw)
    truth = _ids(item for item in _in(contracts, scope) if _presence(item, kind.code) == "present")
    named = draw.choice([kind.code, kind.en, kind.ja])
    return Question("get_contracts_with_clause_type", {"clause_type": named, "limit": MOST}, scope, truth)


def _without(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    kind, scope = _type(draw), _scope(contracts, draw)
    truth = _ids(item for item in _in(contracts, scope) if _presence(item, kind.code) != "present")
    return Question("get_contracts_without_clause", {"clause_type": kind.en, "limit": MOST}, scope, truth)


def _combined(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    kinds = draw.sample(list(taxonomy().clauses), 3)
    there, lacking = kinds[: draw.randint(1, 2)], kinds[2:]
    scope = _scope(contracts, draw)
    truth = _ids(
        item
        for item in _in(contracts, scope)
        if all(_presence(item, kind.code) == "present" for kind in there)
        and all(_presence(item, kind.code) != "present" for kind in lacking)
    )
    arguments = {"with_types": [kind.en for kind in there], "without_types": [kind.ja for kind in lacking]}
    return Question("get_contracts_by_clauses", {**arguments, "limit": MOST}, scope, truth)


def _similar(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    item = draw.choice(contracts)
    found = [excerpt.text for clause in item.extraction.clauses for excerpt in clause.excerpts if excerpt.text.strip()]
    kind = _type(draw)
    text = draw.choice([*found[:5], f"does any contract mention {kind.en}", f"{kind.ja}について定める契約は"])
    arguments = {"text": text[:2_000], "limit": draw.choice([5, 10, 30]), "findings_only": draw.random() < 0.3}
    return Question("get_contracts_similar_text", arguments, _scope(contracts, draw), None)


def _day(contract: GraphContract, field: str) -> date | None:
    for fact in contract.extraction.facts:
        if fact.name == field and fact.value is not None:
            try:
                return date.fromisoformat(fact.value)
            except ValueError:
                return None
    return None


def _dates(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    field, scope = draw.choice(DATES), _scope(contracts, draw)
    known = [day for contract in contracts if (day := _day(contract, field))] or [date(2020, 1, 1)]
    first = draw.choice(known)
    last = first + timedelta(days=draw.choice([0, 90, 400, 4_000]))
    truth = _ids(item for item in _in(contracts, scope) if (day := _day(item, field)) and first <= day <= last)
    window = {"field": field, "from_day": first.isoformat(), "to_day": last.isoformat(), "limit": MOST}
    return Question("get_contracts_by_date", window, scope, truth)


def _law(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    scope = _scope(contracts, draw)
    laws = [
        (contract.contract_id, fact.value)
        for contract in contracts
        for fact in contract.extraction.facts
        if fact.name == "governing_law" and fact.value
    ]
    country = draw.choice(laws)[1] if laws else "JP"
    wanted = _ids(_in(contracts, scope))
    truth = frozenset(key for key, value in laws if value == country and key in wanted)
    return Question("get_contracts_by_governing_law", {"country": country, "limit": MOST}, scope, truth)


def _listed(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    scope = _scope(contracts, draw)
    return Question("list_contracts", {"limit": MOST}, scope, _ids(_in(contracts, scope)))


def _count(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    scope = _scope(contracts, draw)
    return Question("count_contracts", {}, scope, _ids(_in(contracts, scope)))


def _knowledge(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    kind = _type(draw)
    arguments = draw.choice([{"query": kind.en}, {"query": kind.ja}, {"clause_type": kind.code}, {"query": None}])
    return Question("search_knowledge", dict(arguments), None, None)


def _as_of(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    known = [day for contract in contracts if (day := _day(contract, "effective_date"))] or [date(2020, 1, 1)]
    arguments: dict[str, Any] = {"day": draw.choice(known).isoformat(), "limit": MOST}
    if draw.random() < 0.4:
        arguments["clause_type"] = _type(draw).en
    return Question("get_contracts_as_of", arguments, _scope(contracts, draw), None)


def _counted(contracts: Sequence[GraphContract], draw: random.Random) -> Question:
    return Question("answer_aggregation_question", {"question": draw.choice(_COUNTED)}, None, None)


_MAKERS: dict[str, Callable[[Sequence[GraphContract], random.Random], Question]] = {
    "get_contract": _contract,
    "get_contracts": _parties,
    "get_contracts_with_clause_type": _with,
    "get_contracts_without_clause": _without,
    "get_contracts_by_clauses": _combined,
    "get_contracts_similar_text": _similar,
    "get_contract_excerpts": _excerpts,
    "get_contracts_by_date": _dates,
    "get_contracts_by_governing_law": _law,
    "list_contracts": _listed,
    "search_knowledge": _knowledge,
    "count_contracts": _count,
    "get_contracts_as_of": _as_of,
    "answer_aggregation_question": _counted,
}
