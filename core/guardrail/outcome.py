"""What the guard found: a valid value, or why it must be asked for again."""

from __future__ import annotations

from typing import Literal, NamedTuple

from core.guardrail.unreadable import Fault
from core.guardrail.violation import Violation

# Repairs so common and harmless that an answer is not counted as repaired for them alone.
_CHECKS = {"parse", "schema"}


class Outcome(NamedTuple):
    """The outcome of one answer; a named tuple, because it is made for every answer and a frozen dataclass costs 3 µs.

    Attributes:
        outcome: `ok` or `reask`.
        value: the valid value when it is ok, else None.
        steps: what was done, in order: `parse` and `schema` (with `:failed` where they failed), each repair, and
            `reask:<fault>` at the end when it must be asked again.
        errors: everything that is wrong when it must be asked again.
        fault: the kind of error, None when it is ok.
        milliseconds: how long it took.
    """

    outcome: Literal["ok", "reask"]
    value: object
    steps: tuple[str, ...]
    errors: tuple[Violation, ...] = ()
    fault: Fault | None = None
    milliseconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether there is a valid value."""
        return self.outcome == "ok"

    @property
    def repaired(self) -> bool:
        """Whether the value is good, but not as it came."""
        return self.ok and not _CHECKS.issuperset(self.steps)
