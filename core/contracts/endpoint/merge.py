"""What was said of the windows of one contract, located and merged into one extraction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.contracts.endpoint.answer import ContractAnswer, SaidFact, SaidLaw, SaidParty
from core.contracts.endpoint.categories import CONFIDENCE, all_categories, by_words, clause, excerpt, united
from core.contracts.endpoint.fact_values import bare, names_it, normalised, placed, proven
from core.contracts.endpoint.text_windows import Window
from core.documents import Document
from core.evidence import Evidence, locate
from core.record import Clause, Extraction, Fact, Party
from core.taxonomy import taxonomy

Answered = Sequence[tuple[Window, ContractAnswer]]


def merged(document: Document, answered: Answered, engine: str) -> Extraction:
    """One extraction from the answers to all windows of a document."""
    facts = {fact.name: fact for fact in _facts(document, answered)}
    parties = _parties(document, answered)
    clauses = {category.code: _clause(document, answered, category.code) for category in taxonomy().clauses}
    return Extraction(
        engine=engine,
        facts=tuple(facts.values()),
        parties=parties,
        clauses=all_categories(clauses, facts, parties, by_words(document)),
    )


def _clause(document: Document, answered: Answered, code: str) -> Clause:
    said = [(window, answer.clauses[code]) for window, answer in answered]
    excerpts = united(
        excerpt(locate(document, quote, near=window.start)) for window, one in said for quote in one.excerpts
    )
    claimed = any(one.present for _, one in said)
    return clause(code, by_words(document)(claimed, excerpts), excerpts)


def _facts(document: Document, answered: Answered) -> Iterable[Fact]:
    yield _best(
        "agreement_type", (_fact(document, window, "agreement_type", one.agreement_type) for window, one in answered)
    )
    for code in (category.code for category in taxonomy().facts):
        if code == "governing_law":
            yield _best(code, (_law(document, window, one.governing_law) for window, one in answered))
        elif code != "parties":
            yield _best(code, [_fact(document, window, code, one.facts[code]) for window, one in answered])


def _best(name: str, facts: Iterable[Fact]) -> Fact:
    """The first of the surest; a value goes before mere words, words before nothing."""
    return max(facts, key=lambda fact: (fact.value is not None, fact.confidence), default=Fact(name, None))


def _fact(document: Document, window: Window, name: str, said: SaidFact) -> Fact:
    value = normalised(name, said.value)
    detail = said.words or (said.value if value is None else None) or None
    if value is None and detail is None:
        return Fact(name, None)
    quote = said.quote or detail or ""
    if name == "document_name" and value is not None and not names_it(quote, value):
        quote = value
    evidence = proven(name, value, locate(document, quote, near=window.start)) if quote.strip() else None
    return Fact(name, value, detail, _confidence(evidence), evidence)


def _law(document: Document, window: Window, said: SaidLaw) -> Fact:
    country, state = placed(said.country, said.state)
    detail = state if country is not None else (said.state or said.country)
    if country is None and detail is None:
        return Fact("governing_law", None)
    evidence = None
    if said.quote and said.quote.strip():
        evidence = proven("governing_law", country, locate(document, said.quote, near=window.start))
    return Fact("governing_law", country, detail, _confidence(evidence), evidence)


def _confidence(evidence: Evidence | None) -> float:
    return CONFIDENCE["unverified" if evidence is None else evidence.state]


def _parties(document: Document, answered: Answered) -> tuple[Party, ...]:
    """Each party once, in the order of mention; of several mentions the first whose words were found."""
    best: dict[str, Party] = {}
    for window, answer in answered:
        for said in answer.parties:
            party = _party(document, window, said)
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


def _party(document: Document, window: Window, said: SaidParty) -> Party:
    country, state = placed(said.country, said.state)
    quote = said.quote if said.quote and names_it(said.quote, said.name) else said.name
    evidence = proven("party", said.name, locate(document, quote, near=window.start))
    return Party(said.name, said.role or None, country, state, _confidence(evidence), evidence)
