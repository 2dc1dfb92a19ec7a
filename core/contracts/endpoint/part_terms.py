"""Whether a contract states a term of its own beside one that is named for a part of it, such as a "Services Term".

In a services agreement a "Services Term" is the contract's own term, unless the contract says elsewhere how long it
itself runs: then an end, a renewal or a notice of the Services Term is another's.
"""

from __future__ import annotations

import re

from core.contracts.builtin.dates import find_dates
from core.contracts.builtin.facts.facts_text import DocumentReading, SentenceSpan
from core.contracts.builtin.terms.own_term import terms_named
from core.contracts.builtin.terms.terms import find_terms
from core.contracts.builtin.terms.whose_term import OwnTerm
from core.evidence import Evidence

_RUNS = re.compile(
    r"\b(?:continu(?:es?|ing)|remains?|runs?|lasts?|expires?|ends?|in\s+(?:full\s+)?(?:force|effect)|effective|"
    r"(?:term|duration)\s+of\s+(?:this|the)\s+(?:[\w&-]+\s+){0,4}?(?:agreement|contract)\s+(?:is|shall|will))\b",
    re.IGNORECASE,
)
_UNTIL = re.compile(r"\b(?:until|unless\s+and\s+until|through|indefinite\w*|perpetual\w*)\b", re.IGNORECASE)
_IF_ENDED = re.compile(r"\b(?:terminat\w+|ended|cancel\w*|expir(?:y|ation)|survi\w+)\b", re.IGNORECASE)
_DAYS = re.compile(r"P\d+[DW]")


def states_another_term(reading: DocumentReading, term: OwnTerm, evidence: Evidence) -> bool:
    """Whether another sentence than that of an evidence says how long the contract itself runs.

    A sentence that names the evidence's term ("this Agreement continues for the Services Term") says that both are one.
    """
    if evidence.start is None or evidence.end is None:
        return False
    first, last = reading.sentence_at(evidence.start), reading.sentence_at(max(evidence.start, evidence.end - 1))
    named = _named(reading, evidence)
    for span in reading.spans:
        words = reading.plain[span.start : span.end]
        if first.start <= span.start < last.end or terms_named(words, "en") & named:
            continue
        # up to the verb: what stands behind it ("after the end of this Agreement") is not what runs
        runs = (SentenceSpan(span.start, span.start + verb.end()) for verb in _RUNS.finditer(words))
        if any(term.whose(part, part.end) == "own" for part in runs) and _says_how_long(words):
            return True
    return False


def names_a_term(reading: DocumentReading, evidence: Evidence) -> bool:
    """Whether the sentences of an evidence name a term other than the contract's: "the Services Term"."""
    return bool(_named(reading, evidence))


def _named(reading: DocumentReading, evidence: Evidence) -> frozenset[str]:
    if evidence.start is None or evidence.end is None:
        return frozenset()
    first, last = reading.sentence_at(evidence.start), reading.sentence_at(max(evidence.start, evidence.end - 1))
    return terms_named(reading.plain[first.start : last.end], "en")


def _says_how_long(words: str) -> bool:
    """Whether words fix an end, a length of more than days, or that there is none until somebody ends it.

    "May be terminated on thirty days' notice" does not say how long something runs.
    """
    if _UNTIL.search(words) or any(mention.value for mention in find_dates(words)):
        return True
    lengths = [length.iso for length in find_terms(words) if length.iso is not None]
    return not _IF_ENDED.search(words) and any(not _DAYS.fullmatch(iso) for iso in lengths)
