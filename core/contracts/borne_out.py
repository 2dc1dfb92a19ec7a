"""An extraction without the values that their words do not say: what lists, graph, answers and sums go by."""

from __future__ import annotations

from dataclasses import replace

from core.record import Extraction, Fact


def borne_out(extraction: Extraction) -> Extraction:
    """The extraction with each value gone that its words do not say; the words stay, and so does a contract's name."""
    return replace(extraction, facts=tuple(map(_fact, extraction.facts)))


def _fact(fact: Fact) -> Fact:
    if fact.borne_out or fact.name == "document_name":
        return fact
    return replace(fact, value=None, detail=None, confidence=0.0)
