"""What an interview holds when a sentence is said: the draft, the question, the labels of the sentences before."""

from __future__ import annotations

from collections.abc import Collection

from core.interview.builtin.field_signs import START, situation
from core.interview.builtin.memory import InterviewMemory
from core.knowledge import FIELDS, EntryDraft


class Heard:
    """What an interview holds before a sentence.

    Attributes:
        draft: as it stands before the message.
        asked: the field that was asked for.
        previous: the label of the sentence before.
    """

    def __init__(
        self, draft: EntryDraft, asked: str | None, previous: str | None = None, told: Collection[str] = ()
    ) -> None:
        self.draft, self.asked = draft, asked
        self._told = {name for name in FIELDS if getattr(draft, name)} | set(told)
        self._opens = not self._told and asked is None
        self.previous = previous or ("talk" if self._told or asked else START)
        self._starts = True

    @property
    def opens_with_case(self) -> bool:
        """Whether nothing but talk has been heard."""
        return self._opens and not self._told

    def note(self, label: str) -> None:
        """Take the label of the sentence that was just heard."""
        self.previous, self._starts = label, False
        if label != "talk":
            self._told.add(label)

    def around(self) -> list[str]:
        """The signs of what surrounds the next sentence."""
        return situation(
            told=self._told,
            asked=self.asked,
            previous=self.previous,
            starts_message=self._starts,
            opens_interview=self._opens,
        )


def heard_before(draft: EntryDraft, memory: InterviewMemory) -> Heard:
    """What is held before a message; words that wait to be sorted count as told where they likely belong."""
    told = {fields[0] for _, fields in memory.unsorted if fields}
    return Heard(draft, memory.asked, memory.ended or memory.last, told)
