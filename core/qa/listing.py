"""Contracts that meet every condition of a question, and why: one call a condition, the results intersected.

What the fixed functions cannot say (numbers, homes of parties, "other than") is asked of the graph as one query.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from types import MappingProxyType

from core.contracts import law_name
from core.graph.retrieval import (
    ContractDetail,
    EvidenceRow,
    ExcerptRow,
    RetrievedClause,
    RetrievedCombination,
    RetrievedContract,
    RetrievedDate,
    RetrievedLaw,
    RetrievedParty,
)
from core.qa import phrases
from core.qa.restatement import conditions_words
from core.qa.toolbox import Toolbox
from core.qa.writing.located_words import contracts_that_say, text_around
from core.questions import (
    ClauseIs,
    ClauseSays,
    Condition,
    ContractIs,
    DateIn,
    Law,
    LawIs,
    NumberIs,
    PartyIs,
    Plan,
    Question,
    RenewalIs,
    TypeIs,
)
from core.record import UNDECIDED
from core.taxonomy import taxonomy
from core.wording import Language

DATES = ("agreement_date", "effective_date", "expiration_date", "last_notice_day")
_CITED = 50
"""So many contracts of a list are given with the facts that a length or a renewal was read from."""
RECKONED_FROM: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "term_days": ("effective_date", "expiration_date"),
        "term_years": ("effective_date", "expiration_date"),
        "notice_days": ("notice_period",),
        "renewal_days": ("renewal_term",),
    }
)
"""The facts that a number of a contract is reckoned from."""
Rows = dict[str, RetrievedContract]
"""Contracts by id."""


@dataclass(frozen=True, slots=True)
class WrittenParty:
    """A party as a contract has it; `alias_of` is the name that was found, where this is another name of its party."""

    name: str
    alias_of: str | None = None


@dataclass(slots=True)
class ConditionListing:
    """Rows that certainly meet the conditions, rows where something is unknown, and the reasons by contract.

    `what` is the question as it was understood, `plain` says that it had no condition at all. `silent` is how many of
    the `looked_at` contracts have no date, law, party or type that was found, for each that was asked for: they may
    have one all the same. `open` are those of them that may meet all conditions for that reason. `renewed` are
    contracts that meet all conditions by the end of the term that now runs, and not by the stated end. `going_on` are
    contracts that are listed by a stated end after which their renewed term runs on, if nobody gave notice.
    `otherwise` are the words of a clause that was located and does not say what is asked of it; `cut_texts`
    are the words of long clauses from shortly before those that were asked for.
    """

    what: str = ""
    plain: bool = True
    rows: list[RetrievedContract] = field(default_factory=list)
    unknown: list[RetrievedContract] = field(default_factory=list)
    excerpts: dict[str, list[ExcerptRow]] = field(default_factory=dict)
    absent: dict[str, list[str]] = field(default_factory=dict)
    unsure: dict[str, list[str]] = field(default_factory=dict)
    facts: dict[str, list[tuple[str, str, EvidenceRow | None]]] = field(default_factory=dict)
    matched: dict[str, list[WrittenParty]] = field(default_factory=dict)
    silent: dict[str, int] = field(default_factory=dict)
    looked_at: int = 0
    open: list[RetrievedContract] = field(default_factory=list)
    but_for: dict[str, list[RetrievedContract]] = field(default_factory=dict)
    renewed: list[RetrievedDate] = field(default_factory=list)
    going_on: set[str] = field(default_factory=set)
    otherwise: dict[str, list[ExcerptRow]] = field(default_factory=dict)
    cut_texts: dict[str, str] = field(default_factory=dict)


def contradictory(conditions: Sequence[Condition]) -> bool:
    """Whether none can meet all: a clause there and missing, days that end before they begin, two laws, two types."""
    there = {c.codes[0] for c in conditions if isinstance(c, ClauseIs) and c.wanted and len(c.codes) == 1}
    gone = {code for c in conditions if isinstance(c, ClauseIs) and not c.wanted for code in c.codes}
    windows: dict[str, tuple[str, str]] = {}
    for condition in conditions:
        if isinstance(condition, DateIn) and condition.wanted:
            first, last = windows.get(condition.field, ("0000", "9999"))
            windows[condition.field] = max(first, condition.first or first), min(last, condition.last or last)
    laws = [c.laws for c in conditions if isinstance(c, LawIs) and c.wanted]
    types = [set(c.codes) for c in conditions if isinstance(c, TypeIs) and c.wanted]
    apart = any(not _overlap(first, second) for first, second in combinations(laws, 2))
    apart = apart or any(first.isdisjoint(second) for first, second in combinations(types, 2))
    return bool(there & gone) or apart or any(first > last for first, last in windows.values()) or _ends_first(windows)


def _ends_first(windows: Mapping[str, tuple[str, str]]) -> bool:
    """Whether it would have to end before it began or was signed."""
    _, end = windows.get("expiration_date", ("0000", "9999"))
    return any(end < windows[name][0] for name in ("effective_date", "agreement_date") if name in windows)


def _overlap(laws: Sequence[Law], others: Sequence[Law]) -> bool:
    """Whether one law meets both: the law of a state is one of its country."""
    return any(
        law.country == other.country and (law.state == other.state or None in (law.state, other.state))
        for law in laws
        for other in others
    )


def list_contracts(question: Question, tools: Toolbox, language: Language) -> ConditionListing:
    """The contracts that a question is about.

    Args:
        question: whose conditions must be met; those on contracts hold ids.
        tools: runs and records the calls.
        language: of the restated question.
    """
    conditions = question.plan.conditions
    listing = ConditionListing(plain=not conditions)
    listing.what = conditions_words(question.plan, language)
    found: list[tuple[Rows, Rows]] = []
    parts: list[Condition | None] = []
    clauses = [condition for condition in conditions if isinstance(condition, ClauseIs) and _is_clause(condition)]
    if clauses:
        found.append(_by_clauses(clauses, tools, listing))
        parts.append(None)
    rest = [condition for condition in conditions if condition not in clauses]
    for condition in rest:
        parts.append(condition)
        match condition:
            case PartyIs(wanted=True, roles=()):
                found.append((_by_party(condition, tools, listing), {}))
            case LawIs(laws, True) if len(laws) == 1:
                found.append((_by_law(condition, tools, listing, language), {}))
            case DateIn(wanted=True):
                found.append((_by_date(condition, tools, listing, language), {}))
            case ClauseSays():
                found.append(_by_words(condition, tools, listing))
            case ContractIs() | TypeIs(_, True):
                found.append((_among_all(condition, tools), {}))
            case _:
                found.append(_by_query(condition, tools))
    if not found:
        parts.append(None)
        found.append((_everything(tools), {}))
    _intersect(listing, found)
    _add_reckoned(rest, listing, tools, language)
    ends = [condition for condition in conditions if isinstance(condition, DateIn) and _is_end(condition)]
    if ends and all(condition.wanted for condition in ends):
        others = [certain for part, (certain, _) in zip(parts, found, strict=True) if part not in ends]
        listing.renewed = _renewed(ends, others, listing, tools)
    _count_silent(listing, parts, found, tools)
    return listing


def _read_field(condition: Condition | None) -> str | None:
    """What a condition reads of a contract that may have it without its having been found."""
    match condition:
        case DateIn(field):
            return field
        case LawIs():
            return "governing_law"
        case PartyIs():
            return "parties"
        case TypeIs():
            return "agreement_type"
    return None


def _count_silent(
    listing: ConditionListing, parts: Sequence[Condition | None], results: list[tuple[Rows, Rows]], tools: Toolbox
) -> None:
    """Record how many contracts lack what a condition reads; such a contract is never said not to meet it."""
    fields = [_read_field(condition) for condition in parts]
    if not any(fields):
        return
    named = [key for condition in parts if isinstance(condition, ContractIs) for key in condition.references]
    inside = {key: row for key, row in _everything(tools).items() if not named or key in named}
    lacking = {name: without_known(name, inside, tools) for name in fields if name}
    listing.looked_at = len(inside)
    # Where the graph was asked, contracts without it are among the unknown ones.
    unsettled = {name for name, (_, unsure) in zip(fields, results, strict=True) if name and unsure}
    listing.silent = {name: len(keys) for name, keys in lacking.items() if name in DATES or name not in unsettled}
    perhaps = (
        {*certain, *unsure, *lacking.get(name or "", ())}
        for name, (certain, unsure) in zip(fields, results, strict=True)
    )
    told = {row.contract_id for row in (*listing.rows, *listing.unknown)}
    listing.open = [inside[key] for key in set.intersection(*perhaps) - told if key in inside]
    for row in listing.open if len(parts) > 1 else ():
        unmet = [name for name, (certain, _) in zip(fields, results, strict=True) if row.contract_id not in certain]
        if len(unmet) == 1 and unmet[0] is not None:
            listing.but_for.setdefault(unmet[0], []).append(row)


def without_known(field: str, rows: Rows, tools: Toolbox) -> set[str]:
    """Contracts of which nothing was found, and nobody said that there is nothing."""
    empty = [key for key, row in rows.items() if not getattr(row, field)]
    return set(empty) - tools.known_absent(field, empty) if empty else set()


def _everything(tools: Toolbox) -> Rows:
    return {row.contract_id: row for row in tools.all_rows(RetrievedContract, "list_contracts")}


def _is_end(condition: DateIn) -> bool:
    return condition.field == "expiration_date"


def _renewed(
    ends: Sequence[DateIn], others: Sequence[Rows], listing: ConditionListing, tools: Toolbox
) -> list[RetrievedDate]:
    """Contracts whose initial term ended at another time and whose renewed term ends in all windows."""
    found = [_in_window(condition, "current_end_date", tools) for condition in ends]
    windows: list[Collection[str]] = [*found, *others]
    renewed = {
        key: row
        for key, row in found[0].items()
        if row.expiration_date not in (None, row.day) and all(key in keys for keys in windows)
    }
    listed = {row.contract_id for row in listing.rows}
    return [row for key, row in renewed.items() if key not in listed]


def _in_window(condition: DateIn, field: str, tools: Toolbox) -> dict[str, RetrievedDate]:
    limits = {"from_day": condition.first, "to_day": condition.last}
    days = {name: day for name, day in limits.items() if day is not None}
    rows = tools.all_rows(RetrievedDate, "get_contracts_by_date", field=field, **days)
    return {row.contract_id: row for row in rows}


def _is_clause(condition: ClauseIs) -> bool:
    return all(taxonomy().get(code).kind == "clause" for code in condition.codes)


def _intersect(listing: ConditionListing, parts: list[tuple[Rows, Rows]]) -> None:
    possible = set.intersection(*({*certain, *unsure} for certain, unsure in parts))
    first = {key: row for certain, unsure in reversed(parts) for key, row in (unsure | certain).items()}
    for key, row in first.items():
        if key in possible:
            certain_everywhere = all(key in certain for certain, _ in parts)
            (listing.rows if certain_everywhere else listing.unknown).append(row)


def _among_all(condition: Condition, tools: Toolbox) -> Rows:
    if isinstance(condition, ContractIs):
        order = {key: place for place, key in enumerate(condition.references)}
        found = tools.rows_of(RetrievedContract, "list_contracts", within=list(order), limit=500)
        return {row.contract_id: row for row in sorted(found, key=lambda row: order[row.contract_id])}
    assert isinstance(condition, TypeIs)
    return {key: row for key, row in _everything(tools).items() if row.agreement_type in condition.codes}


def _by_query(condition: Condition, tools: Toolbox) -> tuple[Rows, Rows]:
    _, rows = tools.query(Question("list", Plan("list", (condition,))))
    known = _everything(tools)
    certain: Rows = {}
    unsure: Rows = {}
    for row in rows:
        key = row.contract_id
        if key is not None and key in known:
            (unsure if row.get("certainty") == "unknown" else certain)[key] = known[key]
    return certain, unsure


def _by_clauses(conditions: Sequence[ClauseIs], tools: Toolbox, listing: ConditionListing) -> tuple[Rows, Rows]:
    either = [condition for condition in conditions if len(condition.codes) > 1]
    with_types = [condition.codes[0] for condition in conditions if condition.wanted and len(condition.codes) == 1]
    without_types = [condition.codes[0] for condition in conditions if not condition.wanted]
    found: list[tuple[Rows, Rows]] = []
    for condition in either:
        certain: Rows = {}
        unsure: Rows = {}
        for code in condition.codes:
            rows = _combination([code], [], tools, listing)
            certain |= rows[0]
            unsure |= rows[1] | _perhaps(code, tools, listing)
        found.append((certain, {key: row for key, row in unsure.items() if key not in certain}))
    if with_types or without_types:
        certain, unsure = _combination(with_types, without_types, tools, listing)
        for code in with_types:
            others = [other for other in with_types if other != code]
            lacking = _perhaps(code, tools, listing)
            possible = _possible(lacking, others, without_types, tools)
            unsure |= {key: row for key, row in lacking.items() if key in possible}
        found.append((certain, unsure))
    if len(found) == 1:
        return found[0]
    inner = ConditionListing()
    _intersect(inner, found)
    return {row.contract_id: row for row in inner.rows}, {row.contract_id: row for row in inner.unknown}


def _possible(rows: Rows, with_types: Sequence[str], without_types: Sequence[str], tools: Toolbox) -> set[str]:
    """Contracts of some that are not known to lack a type, nor to have one of others."""
    possible = set(rows)
    for codes, excluded in ((with_types, "absent"), (without_types, "present")):
        for code in codes:
            possible -= {key for key, presence in tools.presences(code, list(rows)).items() if presence == excluded}
    return possible


def _by_words(condition: ClauseSays, tools: Toolbox, listing: ConditionListing) -> tuple[Rows, Rows]:
    """Contracts whose clause says something; where it was located without it, or not found, it is not known."""
    saying = contracts_that_say(condition, partial(tools.all_rows, RetrievedClause))
    for key, excerpt in saying.certain.items():
        earlier = [each for each in listing.excerpts.get(key, ()) if each != excerpt]
        listing.excerpts[key] = [excerpt, *earlier]
        listing.cut_texts[excerpt.text] = text_around(excerpt, condition)
    for key, excerpts in saying.otherwise.items():
        listing.otherwise.setdefault(key, []).extend(excerpts)
    for key in saying.not_found:
        listing.unsure.setdefault(key, []).append(condition.code)
    unsure = {key: saying.rows[key] for key in (*saying.otherwise, *saying.not_found)}
    return {key: saying.rows[key] for key in saying.certain}, unsure


def _perhaps(code: str, tools: Toolbox, listing: ConditionListing) -> Rows:
    """A contract whose pages could not all be read may have the clause after all."""
    unsure: Rows = {}
    for row in tools.all_rows(RetrievedClause, "get_contracts_without_clause", clause_type=code):
        if row.presence in UNDECIDED:
            unsure[row.contract_id] = row
            listing.unsure.setdefault(row.contract_id, []).append(code)
    return unsure


def _combination(
    with_types: list[str], without_types: list[str], tools: Toolbox, listing: ConditionListing
) -> tuple[Rows, Rows]:
    certain: Rows = {}
    unsure: Rows = {}
    for row in tools.all_rows(
        RetrievedCombination, "get_contracts_by_clauses", with_types=with_types, without_types=without_types
    ):
        key = row.contract_id
        (certain if row.certainty == "certain" else unsure)[key] = row
        excerpts = listing.excerpts.setdefault(key, [])
        shown = {excerpt.type for excerpt in excerpts}
        for excerpt in row.excerpts:
            if excerpt.type not in shown:
                excerpts.append(excerpt)
                shown.add(excerpt.type)
        listing.absent[key] = list(row.absent)
        if row.unknown:
            listing.unsure[key] = list(row.unknown)
    return certain, unsure


def _by_party(condition: PartyIs, tools: Toolbox, listing: ConditionListing) -> Rows:
    """Contracts of exactly the organizations that the condition names, and of the other names of their party."""
    wanted = {*condition.names, *condition.others}
    found: Rows = {}
    for name in condition.names:
        for row in tools.all_rows(RetrievedParty, "get_contracts", organization_name=name):
            matched = [party for party in row.matched if party.name in wanted or party.alias_of in wanted]
            if matched:
                key = row.contract_id
                found[key] = row
                new = (WrittenParty(party.name, party.alias_of) for party in matched)
                written = [*listing.matched.get(key, ()), *new]
                listing.matched[key] = list({party.name: party for party in reversed(written)}.values())
    return found


def _by_law(condition: LawIs, tools: Toolbox, listing: ConditionListing, language: Language) -> Rows:
    law = condition.laws[0]
    rows = tools.all_rows(RetrievedLaw, "get_contracts_by_governing_law", country=law.country, state=law.state)
    for row in rows:
        shown = law_name(row.country, row.state, language)
        listing.facts.setdefault(row.contract_id, []).append(("governing_law", shown, row.evidence))
    return {row.contract_id: row for row in rows}


def _by_date(condition: DateIn, tools: Toolbox, listing: ConditionListing, language: Language) -> Rows:
    rows = _in_window(condition, condition.field, tools)
    for row in rows.values():
        shown = phrases.day(row.day, language)
        until = row.current_end_date
        if condition.field == "expiration_date" and until is not None and until != row.day:
            shown = phrases.say("renewed_until", language, initial=shown, until=phrases.day(until, language))
            listing.going_on.add(row.contract_id)
        listing.facts.setdefault(row.contract_id, []).append((condition.field, shown, row.evidence))
    return {**rows}


def _add_reckoned(
    conditions: Sequence[Condition], listing: ConditionListing, tools: Toolbox, language: Language
) -> None:
    """Put down, for the contracts that are shown first, the facts that a length or a renewal was read from."""
    names = {name for condition in conditions for name in _reckoned_from(condition)}
    for row in listing.rows[:_CITED] if names else ():
        detail = tools.rows_of(ContractDetail, "get_contract", contract_id=row.contract_id)[0]
        told = listing.facts.setdefault(row.contract_id, [])
        known = {name for name, *_ in told}
        for fact in detail.facts:
            if fact.name in names and fact.name not in known and fact.value is not None:
                shown = phrases.fact_value(fact.name, fact.value, fact.detail, language)
                told.append((fact.name, shown, fact.evidence))


def _reckoned_from(condition: Condition) -> tuple[str, ...]:
    match condition:
        case RenewalIs():
            return ("renewal_term",)
        case NumberIs(quantity):
            return RECKONED_FROM.get(quantity, ())
    return ()
