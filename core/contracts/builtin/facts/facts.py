"""The structured facts of a contract: its name, type, dates, term, renewal, notice, governing law and parties.

Rules, no model: what the words do not say has no value. Each fact carries the words it was read from as evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from core.contracts.builtin.dates.dates_named import agreement_date
from core.contracts.builtin.dates.effective import effective_date
from core.contracts.builtin.facts.facts_text import read_text
from core.contracts.builtin.facts.law import find_law
from core.contracts.builtin.facts.sureness import measured_shares
from core.contracts.builtin.facts.title import find_title
from core.contracts.builtin.japanese.flow import Flow, flowing, without_old_wording
from core.contracts.builtin.parties.parties import find_parties
from core.contracts.builtin.parties.preamble import Preamble, find_preamble
from core.contracts.builtin.terms.expiration import expiration_date
from core.contracts.builtin.terms.own_term import joined
from core.contracts.builtin.terms.renewal import renewal
from core.contracts.builtin.terms.terms_japanese import japanese_terms
from core.contracts.builtin.terms.whose_japanese import OwnJapaneseTerm
from core.contracts.builtin.terms.whose_term import OwnTerm
from core.documents import Document, agreed_text
from core.evidence import Evidence, from_span
from core.record import Clause, Fact, Party

Stated = TypeVar("Stated", Fact, Party)
_TITLED = ("document_name", "agreement_type")


def find_facts(document: Document, clauses: Sequence[Clause] = ()) -> tuple[tuple[Fact, ...], tuple[Party, ...]]:
    """The facts of a contract and its parties, with a confidence that was measured.

    Args:
        document: the contract.
        clauses: what the clause finder found; its sentences are looked at first.

    Raises:
        ConfigError: the file of measured shares is missing or damaged.
    """
    if document.language == "ja":
        return _japanese_facts(document, clauses)
    facts, parties = _agreed_facts(document, clauses)
    shares = measured_shares()
    return (
        tuple(replace(fact, confidence=shares.confidence(fact.name, fact.confidence)) for fact in facts),
        tuple(replace(party, confidence=shares.confidence("parties", party.confidence)) for party in parties),
    )


def _japanese_facts(document: Document, clauses: Sequence[Clause]) -> tuple[tuple[Fact, ...], tuple[Party, ...]]:
    """What is read of a Japanese contract, with sentences that a page's edge cut in one piece."""
    flowed = flowing(document)
    if flowed is None:
        return _agreed_facts(document, clauses)
    text, flow = flowed
    facts, parties = _agreed_facts(text, [flow.clause(clause) for clause in clauses])
    return (
        tuple(_at_source(document, flow, fact) for fact in facts),
        tuple(_at_source(document, flow, party) for party in parties),
    )


def _at_source(document: Document, flow: Flow, stated: Stated) -> Stated:
    """The same with its evidence in the document whose lines the page's edge cut."""
    evidence = stated.evidence
    if evidence is None or evidence.start is None or evidence.end is None:
        return stated
    found = from_span(document, *flow.source(evidence.start, evidence.end))
    titled = isinstance(stated, Fact) and stated.name in _TITLED
    return replace(stated, evidence=replace(found, shown=evidence.shown) if titled else found)


def _agreed_facts(document: Document, clauses: Sequence[Clause]) -> tuple[tuple[Fact, ...], tuple[Party, ...]]:
    """What is read outside of the options, explanations and open choices of a model contract.

    A fact that only those state has no value, and their words as its evidence.
    """
    agreed = agreed_text(document.text)
    if document.language == "ja":
        agreed = without_old_wording(agreed)
    if agreed == document.text:
        return read_facts(document, clauses)
    masked = replace(document, text=agreed)
    own, parties = read_facts(masked, clauses)
    offered = {fact.name: fact for fact in read_facts(document, clauses)[0] if fact.value is not None and fact.evidence}
    facts = (
        _only_offered(offered[fact.name]) if fact.value is None and fact.name in offered else _in_full(document, fact)
        for fact in own
    )
    return tuple(facts), tuple(_in_full(document, party) for party in parties)


def _only_offered(fact: Fact) -> Fact:
    evidence = fact.evidence
    assert evidence is not None
    if not evidence.offered:
        evidence = replace(evidence, state="option")
    return Fact(fact.name, None, evidence.shown, 0.0, evidence)


def _in_full(document: Document, stated: Stated) -> Stated:
    """The same with the document's own words as evidence where blanks stood for an open choice."""
    evidence = stated.evidence
    titled = isinstance(stated, Fact) and stated.name in _TITLED
    if titled or evidence is None or evidence.start is None or evidence.end is None:
        return stated
    found: Evidence = from_span(document, evidence.start, evidence.end)
    return replace(stated, evidence=replace(evidence, quote=found.quote, shown=found.shown))


def read_facts(document: Document, clauses: Sequence[Clause] = ()) -> tuple[tuple[Fact, ...], tuple[Party, ...]]:
    """The facts and parties with the strength of the rule that read each as its confidence.

    Every fact is there once (governing_law once for each law, the preferred one first); its `value` is None where the
    contract does not say, and then `detail` may hold the words of a blank or of an end that depends on an event.

    Args:
        document: the contract.
        clauses: what the clause finder found; its sentences are looked at first.
    """
    reading = read_text(document, clauses)
    japanese = document.language == "ja"
    preamble = Preamble(0, min(len(reading.plain), 3_000), sure=True) if japanese else find_preamble(reading.plain)
    name, kind = find_title(reading, preamble.start)
    agreed = agreement_date(reading, preamble)
    effective = effective_date(reading, preamble, agreed, name.value or "")
    if japanese:
        terms = japanese_terms(reading, agreed, effective, OwnJapaneseTerm(reading, name.value or ""))
    else:
        own = OwnTerm(reading, name.value or "")
        terms = (expiration_date(reading, agreed, effective, own), *renewal(reading, own))
    ends, *others = terms
    began = effective.fact
    if japanese and ends.value and began.value and ends.value < began.value:
        # one of the two is misread or miswritten: both are for a person to look at
        began, ends = replace(began, value=None, confidence=0.0), replace(ends, value=None, confidence=0.0)
    of_its_term = (joined(reading, ends, fact) for fact in others)
    facts = (name, kind, agreed.fact, began, ends, *of_its_term, *find_law(reading))
    return facts, find_parties(reading, preamble)
