"""What a decision is about: what the engine said, what a person says instead, and both as the store keeps them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from pydantic import JsonValue, TypeAdapter, ValidationError

from core.documents import Document
from core.errors import BadArguments, StoreError
from core.evidence import Evidence, locate
from core.record import Excerpt, Fact, Party, Presence


@dataclass(frozen=True, slots=True)
class StatedPresence:
    """Whether a contract has a clause type; a person says present, absent or unknown."""

    presence: Presence


ReviewValue: TypeAlias = Fact | Party | Excerpt | StatedPresence
"""What an engine or a person says about a subject; the subject's kind says which of them it is."""


@dataclass(frozen=True, slots=True)
class FactCorrection:
    """A fact's right value and detail, as `Fact` has them; `quote` is words of the contract that say so."""

    value: str | None
    detail: str | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class PartyCorrection:
    """A party as it should be, as `Party` has it; `quote` is words of the contract that name it."""

    name: str
    role: str | None = None
    country: str | None = None
    state: str | None = None
    quote: str | None = None


@dataclass(frozen=True, slots=True)
class ExcerptCorrection:
    """The words of the contract that should stand in an excerpt's place."""

    quote: str


Correction: TypeAlias = FactCorrection | PartyCorrection | ExcerptCorrection | StatedPresence
"""What a person says instead of the engine."""

_FACT: TypeAdapter[Fact] = TypeAdapter(Fact)
_PARTY: TypeAdapter[Party] = TypeAdapter(Party)
_EXCERPT: TypeAdapter[Excerpt] = TypeAdapter(Excerpt)
_PRESENCE: TypeAdapter[StatedPresence] = TypeAdapter(StatedPresence)


def corrected_value(document: Document, subject: str, correction: Correction) -> ReviewValue:
    """The value that a correction gives a subject, its quote located in the document.

    Raises:
        BadArguments: it is no correction of such a subject, or its quote is not in the contract.
    """
    kind, _, rest = subject.partition(":")
    match kind, correction:
        case "presence", StatedPresence("present" | "absent" | "unknown"):
            return correction
        case "presence", StatedPresence():
            raise BadArguments("presence is present, absent or unknown", subject=subject)
        case "fact", FactCorrection(value, detail, quote):
            return Fact(rest.split(":")[0], value, detail, evidence=_located(document, subject, quote))
        case "party", PartyCorrection(name, role, country, state, quote):
            return Party(name, role, country, state, evidence=_located(document, subject, quote))
        case "excerpt", ExcerptCorrection(quote):
            evidence = _evidence_for(document, subject, quote)
            return Excerpt(evidence.shown, 1.0, evidence)
    raise BadArguments(f"{type(correction).__name__} does not correct {kind}", subject=subject)


def _located(document: Document, subject: str, quote: str | None) -> Evidence | None:
    return None if quote is None else _evidence_for(document, subject, quote)


def _evidence_for(document: Document, subject: str, quote: str) -> Evidence:
    evidence = locate(document, quote)
    if evidence.state == "unverified":
        raise BadArguments("these words are not in the contract", subject=subject, quote=quote)
    return evidence


def value_to_json(value: ReviewValue) -> dict[str, JsonValue]:
    """A value as the store keeps it."""
    match value:
        case Fact():
            stored = _FACT.dump_python(value, mode="json")
        case Party():
            stored = _PARTY.dump_python(value, mode="json")
        case Excerpt():
            stored = _EXCERPT.dump_python(value, mode="json")
        case StatedPresence():
            stored = _PRESENCE.dump_python(value, mode="json")
    return cast(dict[str, JsonValue], stored)


def value_from_json(subject: str, stored: Mapping[str, object]) -> ReviewValue:
    """The value that the store keeps for a subject; a correction of earlier versions has only what was corrected.

    Raises:
        StoreError: it is no value of such a subject: the store's file is damaged.
    """
    kind, _, rest = subject.partition(":")
    try:
        match kind:
            case "fact":
                return _FACT.validate_python({**stored, "name": rest.split(":")[0]})
            case "party":
                return _PARTY.validate_python(stored)
            case "presence":
                return _PRESENCE.validate_python(stored)
            case "excerpt":
                return _EXCERPT.validate_python(stored)
    except ValidationError as error:
        raise StoreError("A decision in the store is damaged; restore it", reason="review") from error
    raise StoreError(f"A decision in the store is about {kind}, which is nothing to decide on", reason="review")
