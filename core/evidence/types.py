"""Evidence: where in a document the words for a fact stand, and how surely they are there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from core.documents import Box

State = Literal["verified", "repaired", "text_layer", "option", "explanation", "unverified"]
OFFERED: tuple[State, ...] = ("option", "explanation")
"""States of words that are there and that nobody has agreed on: they stand in a part of a model contract."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Result of looking for a quote in a document.

    verified: the quote's words are the source's words (up to canonical form).
    repaired: the source says nearly this, with the same negations, modals, numbers and names; `shown` is the source's.
    text_layer: verified or repaired in the text layer of a scan, but not found again in the scan's picture.
    option: the words are there, in wording that a model contract offers as an option. explanation: in what it explains.
    unverified: not found, or vetoed; nothing may be highlighted, `shown` is empty and the span is None.

    `start` and `end` are character offsets into the document's text, `boxes` one rectangle a line.
    `rule` names what decided: exact, canonical, ellipsis, fuzzy, span, empty, not_found, or veto_… (veto_negation, …).
    """

    sha256: str
    state: State
    rule: str
    quote: str
    shown: str = ""
    start: int | None = None
    end: int | None = None
    pages: tuple[int, ...] = ()
    boxes: tuple[Box, ...] = ()

    @property
    def page(self) -> int | None:
        """First page of the evidence, None when unverified."""
        return self.pages[0] if self.pages else None

    @property
    def offered(self) -> bool:
        """Whether the words belong to an option or an explanation of a model contract, and so bind nobody."""
        return self.state in OFFERED
