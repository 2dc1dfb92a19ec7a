"""What the built-in interviewer remembers beside the draft; stored with each turn, so that a restart loses nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.interview.builtin.replies import SLOTS, Slot
from core.knowledge import EntryDraft

LONGEST_WAY_BACK = 20
"""Changes that can be taken back one after the other."""


@dataclass(frozen=True, slots=True)
class InterviewMemory:
    """What the interviewer remembers beside the draft.

    Attributes:
        asked: what was asked last; `review` when the draft was shown, `restart` when it was asked whether to.
        skipped: what the user could not say.
        last: the field that was filled last.
        heard: fields that were filled beside it from the same words.
        probed: what was asked a second time, which is not done again.
        checked: whether the rule was held against the case.
        times: how often the last question was put in a row.
        before: for each change that can be taken back, the fields that it touched as they were; the last one last.
        filed: field and words of each part that the last message told, for a person who wants it elsewhere.
        proposed: the severity that was proposed with the last question.
        weighed: words that say how grave the case is and name no level.
        unsorted: words whose field is unsure, with the fields that they may belong to; kept until a person sorts them.
        ended: the label of the last sentence that was heard, talk included.
        ended_with: that sentence.
        clear: how many sentences the model was asked about, and the sum of what it gave their likeliest labels.
    """

    asked: str | None = None
    skipped: tuple[str, ...] = ()
    last: str | None = None
    heard: tuple[str, ...] = ()
    probed: tuple[str, ...] = ()
    checked: bool = False
    times: int = 0
    before: tuple[Mapping[str, Any], ...] = ()
    filed: tuple[tuple[str, str], ...] = ()
    proposed: str | None = None
    weighed: str = ""
    unsorted: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ended: str | None = None
    ended_with: str = ""
    clear: tuple[int, float] = (0, 0.0)

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
            "before": [dict(change) for change in self.before],
            "filed": [list(pair) for pair in self.filed],
            "proposed": self.proposed,
            "weighed": self.weighed,
            "unsorted": [[words, list(fields)] for words, fields in self.unsorted],
            "ended": self.ended,
            "ended_with": self.ended_with,
            "clear": list(self.clear),
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> InterviewMemory:
        """The memory that was stored."""
        return cls(
            asked=value.get("asked"),
            skipped=tuple(value.get("skipped", ())),
            last=value.get("last"),
            heard=tuple(value.get("heard", ())),
            probed=tuple(value.get("probed", ())),
            checked=bool(value.get("checked", False)),
            times=int(value.get("times", 0)),
            before=_changes(value.get("before", ())),
            filed=tuple((str(name), str(words)) for name, words in value.get("filed", ())),
            proposed=value.get("proposed"),
            weighed=str(value.get("weighed", "")),
            unsorted=tuple((str(words), tuple(map(str, names))) for words, names in value.get("unsorted", ())),
            ended=value.get("ended"),
            ended_with=str(value.get("ended_with", "")),
            clear=(int(clear[0]), float(clear[1])) if (clear := value.get("clear")) else (0, 0.0),
        )


def _changes(stored: Any) -> tuple[Mapping[str, Any], ...]:
    """Changes as stored; an older turn holds one, as a mapping."""
    changes = [stored] if isinstance(stored, Mapping) else stored
    return tuple(dict(change) for change in changes if change)


def next_slot(draft: EntryDraft, memory: InterviewMemory) -> Slot | None:
    """What is to be asked for next."""
    return next((slot for slot in SLOTS if is_open(slot, draft, memory)), None)


def is_open(slot: Slot, draft: EntryDraft, memory: InterviewMemory) -> bool:
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
