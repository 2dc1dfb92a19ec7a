"""What is known of one contract: facts, parties and clauses, each with its evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pydantic import TypeAdapter, ValidationError

from core.errors import StoreError
from core.evidence import Evidence
from core.taxonomy import taxonomy

Presence = Literal["present", "absent", "not_found", "unknown"]
"""Whether a contract has a clause type.

present: words of it were found. absent: it is not there, said by a person, by an endpoint whose quotes were located, or
by the built-in engine where its measured miss rate is low. not_found: the built-in engine read every page and found
nothing, which does not prove that nothing is there. unknown: a page is unread, or nobody can tell.
"""
PRESENCES: tuple[Presence, ...] = ("present", "absent", "not_found", "unknown")
UNDECIDED: tuple[Presence, ...] = ("not_found", "unknown")
"""Where the clause may be there after all."""


@dataclass(frozen=True, slots=True)
class ValueCheck:
    """What reading an endpoint's value again from its quote gave.

    verified: the words say the same. refused: the words say something else; then the value is taken out. not_in_words:
    the words do not say it, or there are none. `claimed` is what the engine said, `read` what the words say, both as
    people write them or in normal form; None where there is nothing.
    """

    state: Literal["verified", "refused", "not_in_words"]
    claimed: str | None = None
    read: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact. `name` is a fact's taxonomy code or `agreement_type`.

    `value` is ISO 8601 for dates, ISO 8601 duration for terms where it is absolute (P1Y, P30D), the ISO 3166
    alpha-2 code for the governing law's country; None when the contract does not say.
    `detail` holds the words behind it, the state of a governing law, or a relative date as written.
    `check` says whether the value follows from the words, where an endpoint gave both; the built-in engine reads a
    value from its words, and a person answers for theirs.
    """

    name: str
    value: str | None
    detail: str | None = None
    confidence: float = 0.0
    evidence: Evidence | None = None
    check: ValueCheck | None = None

    @property
    def borne_out(self) -> bool:
        """Whether the words, where there are any, say the value."""
        return self.check is None or self.check.state == "verified"


@dataclass(frozen=True, slots=True)
class Party:
    """A contracting party. `country` is ISO 3166 alpha-2, `state` an English name such as Delaware.

    `unstated` holds what an endpoint said of it and its words do not say, as people write it: a role or a country. It
    is shown as such and goes no further.
    """

    name: str
    role: str | None = None
    country: str | None = None
    state: str | None = None
    confidence: float = 0.0
    evidence: Evidence | None = None
    unstated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Words of the contract for a clause type, with the engine's confidence in 0–1.

    `confirmed` is false where the words are there and their type is in doubt: the built-in classifier takes what an
    endpoint found for another type, the words do not say the value that they are given for, or they are named only
    because nothing is to be missed.
    """

    text: str
    confidence: float
    evidence: Evidence
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """One category's verdict for a contract.

    `type` is a taxonomy code (facts included). `excerpts` are findings; `candidates` are the nearest
    sentences below the threshold, shown as candidates and never counted as findings.
    """

    type: str
    presence: Presence
    confidence: float
    excerpts: tuple[Excerpt, ...] = ()
    candidates: tuple[Excerpt, ...] = ()


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that one engine found in one document. `clauses` holds all categories once, in taxonomy order."""

    engine: str
    facts: tuple[Fact, ...]
    parties: tuple[Party, ...]
    clauses: tuple[Clause, ...]

    def fact(self, name: str) -> Fact | None:
        """The fact of that name, None when it was not extracted."""
        return next((fact for fact in self.facts if fact.name == name), None)

    def clause(self, code: str) -> Clause:
        """The verdict for a category.

        Raises:
            KeyError: `code` is no category.
        """
        for clause in self.clauses:
            if clause.type == code:
                return clause
        raise KeyError(code)


_ADAPTER: TypeAdapter[Extraction] = TypeAdapter(Extraction)


def to_json(extraction: Extraction) -> bytes:
    """UTF-8 JSON of an extraction, as the store keeps it."""
    return _ADAPTER.dump_json(extraction)


def from_json(data: bytes | str) -> Extraction:
    """The extraction that `to_json` wrote; a category that was added to the taxonomy since is unknown in it.

    Raises:
        StoreError: `to_json` did not write it: the store's file is damaged.
    """
    try:
        stored = _ADAPTER.validate_json(data)
    except ValidationError as error:
        raise StoreError("A contract's extraction in the store is damaged; restore it", reason="extraction") from error
    verdicts = {clause.type: clause for clause in stored.clauses}
    codes = [category.code for category in taxonomy().categories]
    clauses = tuple(verdicts.get(code) or Clause(code, "unknown", 0.0) for code in codes)
    return replace(stored, clauses=clauses)
