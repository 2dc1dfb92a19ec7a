"""Which words of a sentence speak of which field, from `configs/knowledge_llm/interviewer_cues.yaml`."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict

from core.interview.schemas import FOLDER
from core.knowledge import Severity
from core.taxonomy import taxonomy
from core.yaml_file import read_yaml

PATH = FOLDER / "interviewer_cues.yaml"
CuedField = Literal[
    "title",
    "note",
    "applicability",
    "walk_away",
    "fallback_positions",
    "recommended_clause",
    "problem_pattern",
    "risk",
]


def _compiles(pattern: str) -> str:
    try:
        re.compile(pattern, re.I)
    except re.error as error:
        raise ValueError(f"{pattern!r} is no regular expression: {error}") from None
    return pattern


def _is_listed(code: str) -> str:
    if code not in {category.code for category in taxonomy().clauses}:
        raise ValueError(f"{code!r} is no clause type")
    return code


Pattern = Annotated[str, AfterValidator(_compiles)]
Patterns = tuple[Pattern, ...]


class Cue(BaseModel):
    """Words that speak of a field.

    Attributes:
        field: that they speak of.
        strength: strong decides whatever was asked, weak only while the field is empty.
        patterns: tried in order; a group `value` is what is written down.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    field: CuedField
    strength: Literal["strong", "weak"]
    patterns: Patterns


class Cues(BaseModel):
    """The whole table.

    Attributes:
        cues: of the text fields, the first that is found decides.
        questions: what asks the interviewer something.
        corrections: how a change of mind begins.
        changes: what such a change puts in the place of the last words.
        kinds: a sentence that only names the kind of contract.
        sides: a sentence that only says which side of the contract was ours.
        clauses: a sentence that only names a clause type.
        laws: a sentence that only points to a law.
        greetings: what belongs nowhere.
        goes_on: how a sentence begins that is the end of the one before.
        others: how a sentence begins that tells what the other side does.
        title_wrappers: what stands around a title that is given.
        severity_words: plain words for a severity, where a sentence is known to tell one; the mildest are read first.
        clause_words: what else a clause type is called, where words are known to name one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    cues: tuple[Cue, ...]
    questions: Patterns
    corrections: Patterns
    changes: Patterns
    kinds: Patterns
    sides: Patterns
    clauses: Patterns
    laws: Patterns
    greetings: Patterns
    goes_on: Patterns
    others: Patterns
    title_wrappers: Patterns
    severity_words: dict[Severity, Pattern]
    clause_words: dict[Annotated[str, AfterValidator(_is_listed)], Pattern]


@cache
def cues() -> Cues:
    """The table, read once.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return read_yaml(PATH, Cues)
