"""What a model says of one window, as values. The schema's own home is `configs/extraction/contract.schema.json`."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class _AnswerPart(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class FactAnswer(_AnswerPart):
    """A fact: its normalised value, the contract's words for a relative one, and the quote behind it."""

    value: str | None
    words: str | None
    quote: str | None


class PartyAnswer(_AnswerPart):
    """A party with what the contract says of it."""

    name: str
    role: str | None
    country: str | None
    state: str | None
    quote: str | None


class LawAnswer(_AnswerPart):
    """The governing law, its country by name."""

    country: str | None
    state: str | None
    quote: str | None


class ClauseAnswer(_AnswerPart):
    """Whether a clause is there, with its excerpts."""

    present: bool
    excerpts: tuple[str, ...]


class ContractAnswer(_AnswerPart):
    """Everything that was said of one window; `facts` and `clauses` are keyed by taxonomy code."""

    agreement_type: FactAnswer
    facts: dict[str, FactAnswer]
    parties: tuple[PartyAnswer, ...]
    governing_law: LawAnswer
    clauses: dict[str, ClauseAnswer]
