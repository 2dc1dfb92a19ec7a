"""What an interview holds when a message is sent: the draft, the question, the label of the sentence before."""

from __future__ import annotations

from collections.abc import Collection

from core.interview.builtin.learned.field_signs import situation
from core.interview.builtin.learned.sentence_chain import Before
from core.interview.builtin.memory import InterviewMemory
from core.knowledge import FIELDS, EntryDraft

_ASSUMED = (3, 0.88)
"""As many sentences of this clarity are assumed before any is heard."""


class Heard:
    """What an interview holds before a message, and the labels of the sentences that are heard.

    Attributes:
        draft: as it stands before the message.
        asked: the field that was asked for.
        previous: the label of the sentence that was heard last; None where there was none.
        words: that sentence.
        clear: how many sentences the model was asked about, and the sum of what it gave their likeliest labels.
        talk: the sentences that are heard and tell nothing, in their order.
        weighed: the last sentence that says how grave the case is and names no level; empty where none does.
    """

    def __init__(
        self,
        draft: EntryDraft,
        asked_field: str | None,
        previous: str | None = None,
        told: Collection[str] = (),
        clear: tuple[int, float] = (0, 0.0),
        words: str = "",
    ) -> None:
        self.draft, self.asked_field, self.clear, self.words = draft, asked_field, clear, words
        self._told_before = frozenset(told) | {name for name in FIELDS if getattr(draft, name)}
        self._told = set(self._told_before)
        self._opens = not self._told and asked_field is None
        self.talk: list[str] = []
        self.weighed = ""
        self.previous = previous or ("talk" if self._told or asked_field else None)

    @property
    def opens_with_case(self) -> bool:
        """Whether nothing but talk has been heard."""
        return self._opens and not self._told

    @property
    def clarity(self) -> float:
        """How clearly the person speaks: the mean of the likeliest labels so far, from 0 to 1."""
        count, total = self.clear
        return (total + _ASSUMED[0] * _ASSUMED[1]) / (count + _ASSUMED[0])

    def weigh(self, chances: Collection[float]) -> None:
        """Take how likely the likeliest labels of a message are."""
        self.clear = (self.clear[0] + len(chances), self.clear[1] + sum(chances))

    @property
    def before(self) -> Before:
        """What stands before the next sentence."""
        return Before(self.previous, self.words, self.asked_field)

    def note(self, label: str, words: str) -> None:
        """Take the label of the sentence that was just heard, and its words."""
        self.previous, self.words = label, words
        if label != "talk":
            self._told.add(label)

    def around(self, *, first: bool) -> tuple[str, ...]:
        """The signs of what surrounds a sentence of the message."""
        return tuple(
            situation(told=self._told_before, asked_field=self.asked_field, first=first, opens_interview=self._opens)
        )


def heard_before(draft: EntryDraft, memory: InterviewMemory) -> Heard:
    """What is held before a message; words that wait to be sorted count as told where they likely belong."""
    told = {fields[0] for _, fields in memory.unsorted if fields}
    return Heard(draft, memory.asked, memory.ended or memory.last, told, memory.clear, memory.ended_with)
