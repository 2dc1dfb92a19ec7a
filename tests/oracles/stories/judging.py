"""What became of a story: which parts stand where they belong, which elsewhere, and what nobody said."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.interview.builtin import InterviewMemory, reply
from core.knowledge import FIELDS, EntryDraft
from core.taxonomy import taxonomy
from oracles.stories.story import Story, Told

_VALUES = ("contract_types", "clause_types", "law_references", "severity")
_STUCK = 3


@dataclass
class Judged:
    """Counts over one story, with the parts to look at.

    `unsorted` counts the words that wait to be sorted at the end, neither right nor misfiled.
    """

    name: str
    told: int = 0
    right: int = 0
    misfiled: list[str] = field(default_factory=list)
    invented: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    stuck: bool = False
    finalized: bool = False
    unsorted: int = 0


def judge(story: Story) -> Judged:
    """Hold a draft that the built-in interviewer makes of a story against what its parts tell."""
    draft: EntryDraft | None = None
    memory, mode = InterviewMemory(), "interview"
    questions: list[str | None] = []
    for message in story.messages:
        made = reply(message.text, draft, memory, story.language)
        draft, memory, mode = made.content.draft, InterviewMemory.from_json(made.memory.to_json()), made.content.mode
        questions.append(memory.asked)
    judged = Judged(story.name, finalized=mode == "finalize", stuck=_is_stuck(questions))
    judged.unsorted = len(memory.unsorted)
    held = _contents(draft)
    told = [part for message in story.messages for part in message.told]
    for part in told:
        if part.replaced:
            continue
        judged.told += 1
        if any(_holds(held, name, part.core) for name in part.fields):
            judged.right += 1
        else:
            judged.lost.append(f"{'/'.join(part.fields)}: {part.core}")
    judged.misfiled = _misfiled(held, told)
    judged.misfiled += _commands(held, [message.text for message in story.messages if not message.told])
    judged.invented = _invented(held, "\n".join(message.text for message in story.messages))
    return judged


def _is_stuck(questions: Sequence[str | None]) -> bool:
    asked = [name for name in questions if name not in (None, "review")]
    return any(asked.count(name) > _STUCK - 1 and _in_a_row(asked, name) for name in set(asked))


def _in_a_row(asked: Sequence[str | None], name: str | None) -> bool:
    return any(list(asked[begin : begin + _STUCK]) == [name] * _STUCK for begin in range(len(asked)))


def _contents(draft: EntryDraft | None) -> dict[str, list[str]]:
    """Texts and values of the fields, as they are compared."""
    contents: dict[str, list[str]] = {}
    for name in FIELDS:
        value = getattr(draft, name) if draft is not None else None
        if not value:
            continue
        if name == "fallback_positions":
            contents[name] = [position.position for position in value]
        elif name == "law_references":
            contents[name] = [law.law for law in value]
        else:
            contents[name] = [value] if isinstance(value, str) else list(value)
    return {name: [_plain(text) for text in texts] for name, texts in contents.items()}


def _holds(held: dict[str, list[str]], name: str, core: str) -> bool:
    texts = held.get(name, [])
    return _plain(core) in texts if name in _VALUES else any(_plain(core) in text for text in texts)


def _misfiled(held: dict[str, list[str]], told: list[Told]) -> list[str]:
    """Texts under a field that is none of theirs, values that no part names, and words that were taken back."""
    wrong = []
    for part in told:
        if part.fields[0] in (*_VALUES, "title"):
            wrong += _titles(held, part)
            continue
        wrong += [
            f"{name} has {part.core}"
            for name in held
            if name not in _VALUES
            and name not in (*part.fields, "title")
            and _holds(held, name, part.core)
            and not any(name in other.fields and part.core in other.core and other is not part for other in told)
        ]
        if part.replaced and any(_holds(held, name, part.core) for name in part.fields):
            wrong.append(f"still there: {part.core}")
    for name in _VALUES:
        named = {_plain(part.core) for part in told if name in part.fields and not part.replaced}
        wrong += [f"{name} has {text}" for text in held.get(name, []) if text not in named and not _is_fine(name, text)]
    return wrong


def _titles(held: dict[str, list[str]], part: Told) -> list[str]:
    """Titles that stand elsewhere as a line of their own; a title within other words is only their subject."""
    if part.fields[0] != "title":
        return []
    lines = {name: [line for text in held[name] for line in text.split("\n")] for name in held if name != "title"}
    return [f"{name} has the title {part.core}" for name, texts in lines.items() if _plain(part.core) in texts]


def _is_fine(name: str, text: str) -> bool:
    """Whether a value that was not told by name does no harm: laws cited inside a clause stay references."""
    return name == "law_references" and "著作権法" in text


def _commands(held: dict[str, list[str]], commands: list[str]) -> list[str]:
    return [
        f"{name} has the command {command}"
        for command in commands
        for name, texts in held.items()
        if name not in _VALUES and any(_plain(command) == line for text in texts for line in text.split("\n"))
    ]


def _invented(held: dict[str, list[str]], said: str) -> list[str]:
    """Words in the draft that nobody said."""
    plain = _squeezed(said)
    return [
        f"{name}: {line}"
        for name, texts in held.items()
        if name not in _VALUES
        for text in texts
        for line in text.split("\n")
        if _squeezed(line) not in plain
    ]


def _plain(text: str) -> str:
    codes = {category.code for category in taxonomy().clauses}
    plain = unicodedata.normalize("NFKC", text).strip().casefold()
    return plain if plain in codes else plain.rstrip("。.")


def _squeezed(text: str) -> str:
    return "".join(_plain(text).split())
