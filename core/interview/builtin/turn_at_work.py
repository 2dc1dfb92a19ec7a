"""A turn of the built-in interviewer as it is worked out: the draft and memory so far, and what has been said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from core.interview.builtin.filling import with_heard
from core.interview.builtin.memory import InterviewMemory
from core.interview.builtin.replies import wording
from core.interview.builtin.shown import label, quoted, shown
from core.interview.turn import Mode
from core.knowledge import EntryDraft
from core.wording import Language, listed, wording_text


@dataclass(slots=True)
class TurnAtWork:
    """The turn as it is worked out.

    Attributes:
        message: as typed.
        draft, memory: as they stand by now.
        language: of the answer.
        parts: paragraphs of the answer.
        mode: of the turn.
        ask: whether the next question is still to be put.
        put: whether a question was put.
        put_aside: whether words of this message were put aside to be sorted.
        undone: whether a change was taken back.
    """

    message: str
    draft: EntryDraft
    memory: InterviewMemory
    language: Language
    parts: list[str]
    mode: Mode = "interview"
    ask: bool = True
    put: bool = False
    put_aside: bool = False
    undone: bool = False

    def say(self, key: str, **values: object) -> None:
        """Add a paragraph."""
        self.parts.append(wording().says[key].text(self.language, **values))

    def clarify(self, key: str, **values: object) -> None:
        """Add a paragraph that says that the message was no plain answer."""
        self.mode = "clarify"
        self.say(key, **values)

    def remember(self, **changes: Any) -> None:
        """Change the memory."""
        self.memory = replace(self.memory, **changes)

    def set(self, **fields: Any) -> None:
        """Change the draft."""
        self.draft = self.draft.model_copy(update=fields)

    def names(self, fields: tuple[str, ...]) -> str:
        """What fields are called, as a list."""
        return listed((label(name, self.language) for name in fields), self.language)

    def recorded(self, fields: tuple[str, ...]) -> None:
        """Say what was written under which field."""
        lines = [f"{label(name, self.language)} — {quoted(self.draft, name, self.language)}" for name in fields]
        self.say("recorded", what=wording_text("punctuation.semicolon", self.language).join(lines))

    def hear(self, text: str, *, beside: str) -> None:
        """Take what any message tells for certain beside what it answers."""
        self.draft, names = with_heard(self.draft, text, self.language)
        names = tuple(name for name in names if name != beside)
        self.remember(heard=names)
        if names:
            lines = [f"{label(name, self.language)} — {shown(self.draft, name, self.language)}" for name in names]
            self.say("heard", what=wording_text("punctuation.semicolon", self.language).join(lines))
