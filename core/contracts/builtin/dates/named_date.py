"""A date as a fact: with its words as evidence, or the blank that was left for it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from core.contracts.builtin.dates.dates import DateMention
from core.contracts.builtin.facts.facts_text import DocumentReading
from core.evidence import from_span
from core.record import Fact


@dataclass(frozen=True, slots=True)
class NamedDate:
    """A date with its fact; `signed` when it is that of the last signature."""

    value: date | None
    fact: Fact
    signed: bool = False


def dated_fact(reading: DocumentReading, name: str, mention: DateMention, confidence: float) -> NamedDate:
    """A date of the text as a fact; a date that can be read in two ways says how it was read."""
    words = reading.words(mention.start, mention.end)
    if mention.ambiguous:
        words += " (read as month/day／月/日と読んだ)"
        confidence = min(confidence, 0.7)
    assert mention.value is not None
    fact = Fact(
        name, mention.value.isoformat(), words, confidence, from_span(reading.document, mention.start, mention.end)
    )
    return NamedDate(mention.value, fact)


def blank_fact(reading: DocumentReading, name: str, mention: DateMention | None) -> NamedDate:
    """A fact without value: the words of the blank that was left for a date, or none."""
    if mention is None:
        return NamedDate(None, Fact(name, None))
    # the width of a blank is what shows that it is one
    words = " ".join(reading.document.text[mention.start : mention.end].split("\n"))
    return NamedDate(None, Fact(name, None, words, 0.0, from_span(reading.document, mention.start, mention.end)))
