"""A turn of the interview: what a model must answer, in each version, and the one form that the program works with.

The pydantic models are the schemas in `configs/knowledge_llm` once more, as types; a test keeps both equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from core.knowledge import EntryDraft, Severity

Mode = Literal["interview", "clarify", "finalize"]
Phase = Literal["collect_case", "organize_risks", "draft_knowledge", "review_knowledge"]
PHASES: tuple[Phase, ...] = ("collect_case", "organize_risks", "draft_knowledge", "review_knowledge")


class _Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Control(_Closed):
    """Version and mode of a turn 1.0."""

    schema_version: Literal["1.0"]
    mode: Mode


class ControlTwo(_Closed):
    """Version and mode of a turn 2.0."""

    schema_version: Literal["2.0"]
    mode: Mode


class InterviewState(_Closed):
    """How far the interview is. `missing_info` are short Japanese words."""

    phase: Phase
    missing_info: tuple[str, ...]


class StateTwo(InterviewState):
    """The same with what was answered and how far the user's words carry the draft."""

    answered: tuple[str, ...]
    confidence: Severity | None


class TurnOne(_Closed):
    """One answer, version 1.0."""

    control: Control
    state: InterviewState
    assistant_message: str = Field(min_length=1, pattern=r"\S")
    knowledge_json: EntryDraft | None


class TurnTwo(_Closed):
    """One answer, version 2.0."""

    control: ControlTwo
    state: StateTwo
    assistant_message: str = Field(min_length=1, pattern=r"\S")
    knowledge_json: EntryDraft | None


@dataclass(frozen=True, slots=True)
class TurnContent:
    """What an answer says, whatever version it was written in.

    Attributes:
        mode: what the model wants next; `finalize` when the draft is ready to be approved.
        phase: how far the interview is.
        missing_info: short words for what is still to be asked.
        message: the only thing that the user sees.
        draft: the entry as the model has it; None while there is none.
        answered: fields that the user has answered; empty in versions that do not say.
        confidence: how far the user's words carry the draft; None where it is not said.
        other: what an old log holds as its knowledge that is no draft of today; kept to be read, never worked on.
    """

    mode: Mode
    phase: Phase
    missing_info: tuple[str, ...]
    message: str
    draft: EntryDraft | None
    answered: tuple[str, ...] = ()
    confidence: Severity | None = None
    other: str | None = None
