"""The words of the built-in interviewer, from `configs/knowledge_llm/interviewer.yaml`."""

from __future__ import annotations

import re
from functools import cache
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, model_validator

from core.interview.schemas import FOLDER
from core.interview.turn import Phase
from core.wording import Language, Wording
from core.yaml_file import read_yaml

PATH = FOLDER / "interviewer.yaml"
Slot = Literal[
    "source_case",
    "contract_types",
    "problem_pattern",
    "risk",
    "severity",
    "applicability",
    "recommended_clause",
    "check",
    "clause_types",
    "fallback_positions",
    "walk_away",
    "law_references",
    "note",
    "title",
]
SLOTS: tuple[Slot, ...] = get_args(Slot)
"""What is asked for, in this order; `check` holds a stated rule against the case and fills no field."""


class FieldWords(BaseModel):
    """How a field is called, asked for and named as missing.

    Attributes:
        label: on the page and in the chat.
        names: what users call it when they correct it.
        short: in the list of what is missing.
        question: that asks for it.
        labels: what else users write before a colon for it.
        why: what the answer is for.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    label: Wording
    names: tuple[str, ...]
    short: str
    question: Wording
    labels: tuple[str, ...] = ()
    why: Wording


class ReplyWeights(BaseModel):
    """What speaks for which severity.

    Attributes:
        high_from, medium_from: amounts of damage in yen.
        yen_to_the_dollar: what an amount in dollars, euros or pounds counts.
        high_words: patterns of words that weigh as much where no amount is told.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    high_from: float
    medium_from: float
    yen_to_the_dollar: float
    high_words: tuple[str, ...]


class InterviewerWords(BaseModel):
    """All words of the interviewer."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    fields: dict[str, FieldWords]
    groups: dict[Phase, tuple[Slot, ...]]
    says: dict[str, Wording]
    severities: dict[str, Wording]
    phrases: dict[str, tuple[str, ...]]
    weights: ReplyWeights

    @model_validator(mode="after")
    def _whole(self) -> InterviewerWords:
        lacking = [slot for slot in SLOTS if slot not in self.fields]
        grouped = [slot for slots in self.groups.values() for slot in slots]
        for name, patterns in self.phrases.items():
            for pattern in patterns:
                try:
                    re.compile(pattern)
                except re.error as error:
                    raise ValueError(f"phrases.{name}: {pattern!r} is no regular expression: {error}") from None
        if lacking or tuple(grouped) != SLOTS:
            raise ValueError(f"fields or groups are not the slots in their order: {lacking or grouped}")
        return self

    def phase(self, slot: str) -> Phase:
        """The phase that a slot belongs to; the review when it is none."""
        return next((phase for phase, slots in self.groups.items() if slot in slots), "review_knowledge")

    def label(self, field: str, language: Language) -> str:
        """What a field is called."""
        return self.fields[field].label.text(language)


@cache
def wording() -> InterviewerWords:
    """The words, read once.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return read_yaml(PATH, InterviewerWords)
