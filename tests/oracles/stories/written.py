"""Cases written down as people tell them, each part with its label; some are kept apart and never looked at.

Of the fourth writers' cases every eighth is kept apart, of the fifth and sixth writers' every third. Every sixth of the
first writers', every eighth of the second and every twelfth of the third was kept apart until 2026-11-30; these are
opened: looked at, and what the limits are chosen on.

The cases that the models of sentences and messages learn from ship in `scripts/training`. A part has one label and no
value, so a field of values counts as told where the draft took a value from the words.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from core.interview.builtin import InterviewMemory, hearing, reply
from core.interview.builtin.sentences import sentences
from core.interview.versions import empty_draft
from core.knowledge import FIELDS, EntryDraft
from core.wording import Language
from oracles.stories.judging import Judged

HERE = Path(__file__).resolve().parent
TRAINING = HERE.parents[2] / "scripts" / "training"
VALUES = ("contract_types", "clause_types", "law_references", "severity")
_STUCK = 3
_ENDS = (".", "!", "?", "。", "！", "？", ".)", '."', ".”", ",", "、", "，", ";", "；")
_LEAST_OF_A_SENTENCE = 0.4
_QUOTED = re.compile(r"「([^「」]{6,})」|“([^“”]{10,})”|\"([^\"]{10,})\"")


@dataclass(frozen=True)
class WrittenStory:
    """A case: its messages, each a list of label and text."""

    title: str
    language: Language
    messages: tuple[tuple[tuple[str, str], ...], ...]

    def texts(self) -> list[str]:
        """The messages as they are sent; a part that ends with no mark stands on a line of its own, one that ends with
        a comma in one sentence with the next."""
        return [self._joined([text for _, text in message]) for message in self.messages]

    def _joined(self, parts: list[str]) -> str:
        between = "" if self.language == "ja" else " "
        marks = tuple(part + (between if part.endswith(_ENDS) else "\n") for part in parts)
        return "".join(marks).strip()


@cache
def developed(language: Language) -> tuple[WrittenStory, ...]:
    """The cases to learn from and to develop with."""
    return _read(TRAINING / f"told_stories_{language}.jsonl", language)


@cache
def opened(language: Language, writers: Literal[1, 2, 3]) -> tuple[WrittenStory, ...]:
    """The cases of the first to the third writers that were kept apart and no longer are."""
    return _read(HERE / f"written_opened_{writers}_{language}.jsonl", language)


@cache
def sealed(language: Language, writers: Literal[4, 5, 6]) -> tuple[WrittenStory, ...]:
    """The cases kept apart of the fourth to the sixth writers: figures only."""
    return _read(HERE / f"written_sealed_{writers}_{language}.jsonl", language)


def judge_written(story: WrittenStory) -> Judged:
    """Hold a draft that the built-in interviewer makes of a written case against the labels of its parts."""
    draft: EntryDraft = empty_draft()
    memory, mode = InterviewMemory(), "interview"
    asked: list[str] = []
    judged = Judged(story.title)
    taken: dict[int, set[str]] = {}
    for number, text in enumerate(story.texts()):
        made = reply(text, draft, memory, story.language)
        after = made.content.draft or empty_draft()
        taken[number] = {
            name for name in VALUES if getattr(after, name) and getattr(after, name) != getattr(draft, name)
        }
        draft, memory, mode = after, InterviewMemory.from_json(made.memory.to_json()), made.content.mode
        asked.append(memory.asked or "")
    judged.finalized, judged.unsorted = mode == "finalize", len(memory.unsorted)
    judged.stuck = any(
        len(set(asked[begin : begin + _STUCK])) == 1 and asked[begin] not in ("", "review")
        for begin in range(len(asked) - _STUCK + 1)
    )
    held = _held(draft)
    told = [(label, text) for message in story.messages for label, text in message]
    for number, message in enumerate(story.messages):
        for label, text in message:
            _judge_part(judged, held, draft, label, text, took=label in taken[number], told=told)
    said = _squeezed("\n".join(story.texts()))
    judged.invented = [f"{n}: {line}" for n, lines in held.items() for line in lines if _squeezed(line) not in said]
    if draft.severity is not None and not any(label == "severity" for label, _ in told):
        judged.misfiled.append(f"severity has {draft.severity}")
    return judged


def _judge_part(
    judged: Judged,
    held: dict[str, list[str]],
    draft: EntryDraft,
    label: str,
    text: str,
    *,
    took: bool,
    told: list[tuple[str, str]],
) -> None:
    pieces = [piece for piece in sentences(text) if _squeezed(piece)]
    elsewhere = [
        f"{name} has {label} {piece}"
        for name in held
        if name not in (label, "title")
        for piece in pieces
        if _stands(held[name], piece) and not any(other == name and piece in words for other, words in told)
    ]
    judged.misfiled += elsewhere
    if label == "talk":
        return
    judged.told += 1
    if label in VALUES:
        right = took or _value_stands(draft, label, text)
    else:
        quote = next((next(filter(None, match.groups())) for match in _QUOTED.finditer(text)), None)
        right = all(_stands(held.get(label, []), piece, title=label == "title") for piece in pieces) or (
            quote is not None and any(_squeezed(quote) in _squeezed(line) for line in held.get(label, []))
        )
    if right:
        judged.right += 1
    else:
        judged.lost.append(f"{label}: {text}")


def _value_stands(draft: EntryDraft, label: str, text: str) -> bool:
    held = getattr(draft, label)
    if not held:
        return False
    if label == "severity":
        return bool(held == (hearing.severity_stated(text) or hearing.severity(text) or hearing.severity_loose(text)))
    read: dict[str, tuple[object, ...]] = {
        "contract_types": (*hearing.contract_types(text, "ja"), *hearing.contract_types(text, "en")),
        "clause_types": hearing.clause_types_named(text),
        "law_references": hearing.law_references(text, bare=True),
    }
    return bool(set(held) & set(read[label]))


def _stands(lines: list[str], piece: str, *, title: bool = False) -> bool:
    words = _squeezed(piece)
    least = 3 if title else max(4, _LEAST_OF_A_SENTENCE * len(words))
    return any(words in line or (line in words and len(line) >= least) for line in map(_squeezed, lines))


def _held(draft: EntryDraft) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {}
    for name in FIELDS:
        value = getattr(draft, name)
        if not value or name in VALUES:
            continue
        if name == "fallback_positions":
            held[name] = [position.position for position in value]
        else:
            held[name] = value.split("\n") if isinstance(value, str) else list(value)
    return held


def _squeezed(text: str) -> str:
    plain = unicodedata.normalize("NFKC", text).casefold()
    return re.sub(r"[\s。.、,!?]+", "", plain)


def _read(path: Path, language: Language) -> tuple[WrittenStory, ...]:
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return tuple(
        WrittenStory(
            row["title"],
            language,
            tuple(tuple((label, text) for label, text in message) for message in row["messages"]),
        )
        for row in rows
    )
