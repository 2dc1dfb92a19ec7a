"""A finding: an approved entry held against one contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.evidence import Evidence
from core.knowledge import StoredEntry

Verdict = Literal["deviates", "missing", "unclear", "fine"]
VERDICTS: tuple[Verdict, ...] = ("deviates", "missing", "unclear", "fine")
"""In the order in which a person wants to see them."""
Reason = Literal[
    "differs",
    "absent",
    "absent_as_wanted",
    "not_found",
    "unknown_presence",
    "unread_pages",
    "matches",
    "matches_fallback",
    "not_comparable",
    "other_language",
    "blank",
    "parties",
    "more_words",
    "no_clause_type",
    "only_option",
    "left_open",
    "model",
    "model_without_quote",
    "model_quotes_option",
    "model_unsure",
]


@dataclass(frozen=True, slots=True)
class Change:
    """Words on which the meaning turns that the contract has otherwise.

    `kind` is negation, modal, number, unit or comparator; `ours` stands in the entry, `theirs` in the contract.
    """

    kind: str
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class OfferedWords:
    """Words of an option in a model contract, and the option's name as the contract prints it."""

    name: str
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Finding:
    """What one entry says of a contract.

    deviates: the contract has the clause with words that differ where the meaning turns. missing: the clause is absent,
    said by a person, by an endpoint or by an engine that rarely misses it. fine: it says what the entry recommends, or
    one of its fallback positions (`level`).
    unclear: that could not be told; a person reads both texts.

    `evidence` are the contract's words (verified or repaired ones only may be highlighted), None where there are none.
    `options` are words of a model contract's options for the same clause: named as such, agreed by nobody, and never
    what a verdict rests on.
    `level` is 0 for the recommended clause, n for the fallback position n, None where neither was matched.
    `explanation` is a model's own words, empty for the built-in engine.
    """

    stored: StoredEntry
    verdict: Verdict
    reason: Reason
    clause_type: str | None
    evidence: tuple[Evidence, ...] = ()
    changes: tuple[Change, ...] = ()
    options: tuple[OfferedWords, ...] = ()
    level: int | None = None
    check_parties: bool = False
    explanation: str = ""
    engine: str = "builtin"
