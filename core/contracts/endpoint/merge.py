"""What was said of the windows of one contract, located and merged into one extraction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.contracts.builtin.parties.name_shape import names_nobody
from core.contracts.endpoint.answer import ContractAnswer, FactAnswer, LawAnswer, PartyAnswer
from core.contracts.endpoint.categories import CONFIDENCE, all_categories, by_words, clause, excerpt, united
from core.contracts.endpoint.fact_values import bare, names_it, normalised, placed
from core.contracts.endpoint.text_windows import Window
from core.contracts.endpoint.type_check import builtin_types, with_types_checked
from core.contracts.endpoint.value_check import OwnReading, checked_fact, checked_party, own_reading
from core.documents import Document
from core.evidence import Evidence, locate
from core.record import Excerpt, Extraction, Fact, Party
from core.taxonomy import shipped_taxonomy

Answered = Sequence[tuple[Window, ContractAnswer]]


def merged(document: Document, answered: Answered, engine: str) -> Extraction:
    """One extraction from the answers to all windows: quotes located, values read again, clause types checked."""
    own, types = own_reading(document), builtin_types(document)
    facts = {fact.name: fact for fact in _facts(document, answered, own)}
    read_parties = _parties(document, answered)
    names = [*(party.name for party in read_parties), *own.names]
    parties = tuple(
        checked_party(party, document, [name for name in names if name != party.name]) for party in read_parties
    )
    excerpts = {
        category.code: with_types_checked(category.code, _excerpts(document, answered, category.code), types)
        for category in shipped_taxonomy().clauses
    }
    located = [fact.evidence for fact in facts.values()] + [party.evidence for party in parties]
    located += [excerpt.evidence for of_type in excerpts.values() for excerpt in of_type]
    rule = by_words(
        document,
        quoted=any(
            located_evidence is not None and located_evidence.state != "unverified" for located_evidence in located
        ),
    )
    clauses = {
        code: clause(code, rule(any(answer.clauses[code].present for _, answer in answered), of_type), of_type)
        for code, of_type in excerpts.items()
    }
    return Extraction(
        engine=engine,
        facts=tuple(facts.values()),
        parties=parties,
        clauses=all_categories(clauses, facts, parties, rule),
    )


def _excerpts(document: Document, answered: Answered, code: str) -> tuple[Excerpt, ...]:
    return united(
        excerpt(locate(document, quote, around=window.start))
        for window, answer in answered
        for quote in answer.clauses[code].excerpts
    )


def _facts(document: Document, answered: Answered, own: OwnReading) -> Iterable[Fact]:
    kinds = (_fact(document, window, "agreement_type", answer.agreement_type) for window, answer in answered)
    yield _best("agreement_type", (checked_fact(_by_title(kind, own), own) for kind in kinds))
    for code in (category.code for category in shipped_taxonomy().facts):
        if code == "governing_law":
            read = [_law(document, window, answer.governing_law) for window, answer in answered]
        elif code != "parties":
            read = [_fact(document, window, code, answer.facts[code]) for window, answer in answered]
        else:
            continue
        yield _best(code, (checked_fact(fact, own) for fact in read))


def _by_title(kind: Fact, own: OwnReading) -> Fact:
    """A type that came without a quote, beside the contract's title."""
    if kind.value is None or kind.evidence is not None:
        return kind
    title = next((fact for fact in own.facts if fact.name == "document_name" and fact.evidence is not None), None)
    return kind if title is None else replace(kind, confidence=CONFIDENCE["verified"], evidence=title.evidence)


def _best(name: str, facts: Iterable[Fact]) -> Fact:
    """The first of the surest; a value that its words say goes before others, a value before words, then a refusal."""

    def rank(fact: Fact) -> tuple[bool, bool, float, bool]:
        return (
            fact.value is not None and fact.borne_out,
            fact.value is not None,
            fact.confidence,
            fact.check is not None,
        )

    return max(facts, key=rank, default=Fact(name, None))


def _fact(document: Document, window: Window, name: str, answer: FactAnswer) -> Fact:
    value = normalised(name, answer.value)
    detail = answer.words or (answer.value if value is None else None) or None
    if value is None and detail is None:
        return Fact(name, None)
    quote = answer.quote or detail or ""
    if name == "document_name" and value is not None and not names_it(quote, value):
        quote = value
    evidence = locate(document, quote, around=window.start) if quote.strip() else None
    if evidence is not None and evidence.offered:
        return Fact(name, None, evidence.shown, _confidence(evidence), evidence)
    return Fact(name, value, detail, _confidence(evidence), evidence)


def _law(document: Document, window: Window, answer: LawAnswer) -> Fact:
    country, state = placed(answer.country, answer.state)
    detail = state if country is not None else (answer.state or answer.country)
    if country is None and detail is None:
        return Fact("governing_law", None)
    evidence = None
    if answer.quote and answer.quote.strip():
        evidence = locate(document, answer.quote, around=window.start)
    if evidence is not None and evidence.offered:
        return Fact("governing_law", None, evidence.shown, _confidence(evidence), evidence)
    return Fact("governing_law", country, detail, _confidence(evidence), evidence)


def _confidence(evidence: Evidence | None) -> float:
    return CONFIDENCE["unverified" if evidence is None else evidence.state]


def _parties(document: Document, answered: Answered) -> tuple[Party, ...]:
    """Each party once, in the order of mention; of several mentions the first whose words were found."""
    best: dict[str, Party] = {}
    for window, answer in answered:
        for stated in answer.parties:
            if names_nobody(stated.name):
                continue
            party = _party(document, window, stated)
            known = best.get(bare(party.name))
            if known is None:
                best[bare(party.name)] = party
            else:
                best[bare(party.name)] = _joined(known, party)
    return tuple(best.values())


def _joined(known: Party, again: Party) -> Party:
    """The surer of two mentions, completed by what only the other one says."""
    first, second = (again, known) if again.confidence > known.confidence else (known, again)
    same_country = first.country is None or second.country in (None, first.country)
    return Party(
        name=first.name,
        role=first.role or second.role,
        country=first.country or second.country,
        state=first.state or (second.state if same_country else None),
        confidence=first.confidence,
        evidence=first.evidence,
    )


def _party(document: Document, window: Window, answer: PartyAnswer) -> Party:
    country, state = placed(answer.country, answer.state)
    quote = answer.quote if answer.quote and names_it(answer.quote, answer.name) else answer.name
    evidence = locate(document, quote, around=window.start)
    return Party(answer.name, answer.role or None, country, state, _confidence(evidence), evidence)
