"""The verdicts of an extraction: clause types as found, facts from their values and evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from core.documents import Document
from core.evidence import OFFERED, Evidence, State
from core.record import Clause, Excerpt, Fact, Party, Presence
from core.taxonomy import Category, taxonomy

# An endpoint gives no probability: what can be ranked is how far its words were found in the contract.
CONFIDENCE: Mapping[State, float] = {
    "verified": 0.9,
    "repaired": 0.75,
    "text_layer": 0.6,
    "option": 0.3,
    "explanation": 0.3,
    "unverified": 0.3,
}


def excerpt(evidence: Evidence) -> Excerpt:
    """A quote as an excerpt: the source's words where they were found, else the words that were claimed."""
    return Excerpt(evidence.shown or evidence.quote, CONFIDENCE[evidence.state], evidence)


def united(excerpts: Iterable[Excerpt]) -> tuple[Excerpt, ...]:
    """Excerpts in the contract's order, each place once; those that were not found come last, each quote once."""
    placed: list[Excerpt] = []
    lost: dict[str, Excerpt] = {}
    for excerpt in sorted(excerpts, key=_place):
        if excerpt.evidence.start is None:
            lost.setdefault(excerpt.text, excerpt)
        elif not placed or _place(excerpt)[1] > _place(placed[-1])[1]:
            placed.append(excerpt)
    return (*placed, *lost.values())


def _place(excerpt: Excerpt) -> tuple[int, int, int]:
    """Start, end, and of equal starts the longer first."""
    start, end = excerpt.evidence.start or 0, excerpt.evidence.end or 0
    return start, end, -end


def clause(code: str, presence: Presence, excerpts: tuple[Excerpt, ...]) -> Clause:
    """A verdict; it is as sure as its best excerpt. What a model contract only offers or explains is a candidate."""
    own = tuple(excerpt for excerpt in excerpts if not excerpt.evidence.offered)
    offered = tuple(excerpt for excerpt in excerpts if excerpt.evidence.offered)
    return Clause(code, presence, max((excerpt.confidence for excerpt in own), default=0.0), own, offered)


Rule = Callable[[bool | None, tuple[Excerpt, ...]], Presence]


def by_words(document: Document, *, quoted: bool) -> Rule:
    """The rule of presence for a model that was asked for every type.

    Present needs words that were found and whose type is not in doubt; absent needs every page, and a model that showed
    by located quotes that it read this contract.

    Args:
        document: the contract.
        quoted: whether any of the model's quotes was located in it.
    """

    def verdict(claimed: bool | None, excerpts: tuple[Excerpt, ...]) -> Presence:
        if any(excerpt.evidence.state not in ("unverified", *OFFERED) and excerpt.confirmed for excerpt in excerpts):
            return "present"
        unsure = claimed is not False or not document.read_in_full or not document.text.strip()
        return "unknown" if unsure or not quoted else "absent"

    return verdict


def all_categories(
    clauses: Mapping[str, Clause], facts: Mapping[str, Fact], parties: tuple[Party, ...] | None, rule: Rule
) -> tuple[Clause, ...]:
    """One verdict for each of the categories, in taxonomy order.

    Args:
        clauses: verdicts by code; a clause type that is missing is unknown.
        facts: by name; a fact that is missing was not asked for, one without value and words is not there.
        parties: None when they were not asked for.
        rule: presence of what is claimed (None: nothing was said) with these excerpts.
    """
    found: list[Clause] = []
    for category in taxonomy().categories:
        if category.code in clauses:
            found.append(clauses[category.code])
            continue
        fact = facts.get(category.code)
        claimed, proofs = _clause_answer(category, fact, parties)
        borne_out = fact is None or fact.borne_out
        excerpts = united(replace(excerpt(proof), confirmed=borne_out) for proof in proofs if proof is not None)
        found.append(clause(category.code, rule(claimed, excerpts), excerpts))
    return tuple(found)


def _clause_answer(
    category: Category, fact: Fact | None, parties: tuple[Party, ...] | None
) -> tuple[bool | None, list[Evidence | None]]:
    if category.code == "parties" and parties is not None:
        return bool(parties), [party.evidence for party in parties]
    if fact is None:
        return None, []
    return fact.value is not None or fact.detail is not None or fact.check is not None, [fact.evidence]
