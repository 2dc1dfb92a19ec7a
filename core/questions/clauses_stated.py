"""Which clause types a statement names, and whether it says that they are there or missing.

Read by the words and the grammar that questions are read by. A denial that the grammar joins to no name is not passed
over: "no contract has an insurance clause" denies the one thing it names, and where it may belong to several, or to
what was already said to be there, the statement is unclear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from core.questions.cascade import Token
from core.questions.conditions import clause_types_reduced
from core.questions.lattice import segmentations
from core.questions.lexicon import clause_codes, folded
from core.questions.names import Names
from core.questions.plan import ClauseIs

_SENTENCE_END = re.compile(r"[。?!;\n]|\.(?=\s)")
_DENIALS = ("without", "withoutJ", "absent", "neither", "neitherJ", "except", "exceptJ")
_LONGEST = 600
"""Characters of a sentence that is read; what is longer is no count and no list."""
_NO_DAY = date(2000, 1, 1)
"""Relative days have no part in which clause types are there."""


@dataclass(frozen=True, slots=True)
class ClauseStatement:
    """A clause type that a statement names."""

    code: str
    presence: Literal["there", "missing", "unclear"]


def clause_statements(statement: str) -> tuple[ClauseStatement, ...]:
    """Clause types that a statement names, in reading order, each once for each way it is named."""
    sentences = [part.strip() for part in _SENTENCE_END.split(folded(statement)) if part.strip()]
    return tuple(dict.fromkeys(stated for sentence in sentences for stated in _stated_in(sentence)))


def _stated_in(sentence: str) -> Iterator[ClauseStatement]:
    named = clause_codes(sentence)
    if not named:
        return
    ways = segmentations(sentence, sentence, Names(), today=_NO_DAY) if len(sentence) <= _LONGEST else []
    if not ways:
        yield from (ClauseStatement(code, "unclear") for code in named)
        return
    tokens = clause_types_reduced(ways[0])
    read = [token for token in tokens if token.has("clauses")]
    denials = [token for token in tokens if _denies(token)]
    one_thing_denied = len(denials) == 1 and not any(token.has("explicit") for token in read)
    for condition in (condition for token in read for condition in _clause_conditions(token)):
        for code in condition.codes:
            if one_thing_denied:
                yield ClauseStatement(code, "missing")
            else:
                yield ClauseStatement(code, "unclear" if denials else "there" if condition.wanted else "missing")
    reached = {code for token in read for condition in _clause_conditions(token) for code in condition.codes}
    yield from (ClauseStatement(code, "unclear") for code in named if code not in reached)


def _denies(token: Token) -> bool:
    return token.has(*_DENIALS) and not token.has("cond", "with")


def _clause_conditions(token: Token) -> tuple[ClauseIs, ...]:
    conditions = token.values.get("cond")
    return tuple(c for c in conditions if isinstance(c, ClauseIs)) if isinstance(conditions, tuple) else ()
