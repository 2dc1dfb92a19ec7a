"""The structured facts of a contract: its name, type, dates, term, renewal, notice, governing law and parties.

Rules, no model: what the words do not say has no value. Each fact carries the words it was read from as evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.contracts.builtin.dates.dates_named import agreement_date, effective_date
from core.contracts.builtin.facts.facts_text import read_text
from core.contracts.builtin.facts.law import find_law
from core.contracts.builtin.facts.sureness import measured_shares
from core.contracts.builtin.facts.title import find_title
from core.contracts.builtin.parties.parties import find_parties
from core.contracts.builtin.parties.preamble import Preamble, find_preamble
from core.contracts.builtin.terms.expiration import expiration_date
from core.contracts.builtin.terms.own_term import joined
from core.contracts.builtin.terms.renewal import renewal
from core.contracts.builtin.terms.terms_japanese import japanese_terms
from core.documents import Document
from core.record import Clause, Fact, Party


def find_facts(document: Document, clauses: Sequence[Clause] = ()) -> tuple[tuple[Fact, ...], tuple[Party, ...]]:
    """The facts of a contract and its parties, with a confidence that was measured.

    Args:
        document: the contract.
        clauses: what the clause finder found; its sentences are looked at first.

    Raises:
        ConfigError: the file of measured shares is missing or damaged.
    """
    facts, parties = read_facts(document, clauses)
    if document.language == "ja":
        return facts, parties
    shares = measured_shares()
    return (
        tuple(replace(fact, confidence=shares.confidence(fact.name, fact.confidence)) for fact in facts),
        tuple(replace(party, confidence=shares.confidence("parties", party.confidence)) for party in parties),
    )


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
    effective = effective_date(reading, preamble, agreed)
    if japanese:
        terms = japanese_terms(reading, agreed, effective)
    else:
        terms = (expiration_date(reading, agreed, effective), *renewal(reading))
    ends, *others = terms
    of_its_term = (joined(reading, ends, fact) for fact in others)
    facts = (name, kind, agreed.fact, effective.fact, ends, *of_its_term, *find_law(reading))
    return facts, find_parties(reading, preamble)
