"""Why a text cannot be read as one JSON value without guessing."""

from __future__ import annotations

from typing import Literal

Fault = Literal[
    "empty", "parse_error", "schema_error", "truncated", "ambiguous", "refusal", "content_filter", "stopped"
]
"""What is wrong with an answer."""


class UnreadableAnswer(ValueError):
    """There is no certain reading.

    Attributes:
        fault: what the model is told that went wrong.
        reason: key of the wording, without `unreadable_`.
        facts: values for the wording.
    """

    def __init__(self, fault: Fault, reason: str, at: str = "", **facts: object) -> None:
        super().__init__(reason)
        self.fault = fault
        self.reason = reason
        self.path = at
        self.facts = facts
