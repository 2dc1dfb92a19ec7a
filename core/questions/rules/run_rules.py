"""What every rule makes: the value of a tag in a run of tokens, and a run as one token that is a condition."""

from __future__ import annotations

from collections.abc import Sequence

from core.questions.cascade import Token, joined
from core.questions.plan import Condition


def value_of(run: Sequence[Token], tag: str) -> object:
    return next((token.values[tag] for token in run if tag in token.values), None)


def as_condition(run: Sequence[Token], *conditions: Condition) -> Token:
    return joined(run, "cond", conditions)
