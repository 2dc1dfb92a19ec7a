"""What the built-in interviewer remembers beside the draft; stored with each turn, so that a restart loses nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.interview.builtin.replies import SLOTS, Slot
from core.knowledge import EntryDraft


@dataclass(frozen=True, slots=True)
class Memory:
    """What the interviewer remembers beside the draft.

    Attributes:
        asked: what was asked last; `review` when the draft was shown, `restart` when it was asked whether to.
        skipped: what the user could not say.
        last: the field that was filled last.
        heard: fields that were filled beside it from the same words.
        probed: what was asked a second time, which is not done again.
        checked: whether the rule was held against the case.
        times: how often the last question was put in a row.
        before: fields that the last change touched, as they were, to take it back.
    """

    asked: str | None = None
    skipped: tuple[str, ...] = ()
    last: str | None = None
    heard: tuple[str, ...] = ()
    probed: tuple[str, ...] = ()
    checked: bool = False
    times: int = 0
    before: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        """The memory as it is stored."""
        return {
            "asked": self.asked,
            "skipped": list(self.skipped),
            "last": self.last,
            "heard": list(self.heard),
            "probed": list(self.probed),
            "checked": self.checked,
            "times": self.times,
            "before": dict(self.before),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Memory:
        """The memory that was stored."""
        return cls(
            asked=value.get("asked"),
            skipped=tuple(value.get("skipped", ())),
            last=value.get("last"),
            heard=tuple(value.get("heard", ())),
            probed=tuple(value.get("probed", ())),
            checked=bool(value.get("checked", False)),
            times=int(value.get("times", 0)),
            before=dict(value.get("before", {})),
        )


def next_slot(draft: EntryDraft, memory: Memory) -> Slot | None:
    """What is to be asked for next."""
    return next((slot for slot in SLOTS if is_open(slot, draft, memory)), None)


def is_open(slot: Slot, draft: EntryDraft, memory: Memory) -> bool:
    """Whether something is still to be asked for."""
    if slot in memory.skipped:
        return False
    if slot == "check":
        return not memory.checked and draft.recommended_clause is not None and draft.source_case is not None
    if slot == "contract_types":
        return draft.contract_types is None
    if slot == "title":
        return draft.title is None
    return not getattr(draft, slot)
