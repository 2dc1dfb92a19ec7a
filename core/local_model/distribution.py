"""What a model would write next, before and after the grammar's mask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.local_model.generation import LocalModel, read_prompt
from core.structured import Matcher


@dataclass(frozen=True, slots=True)
class TokenChance:
    """A token and its share of the distribution; `after` is 0 for one that the grammar refuses."""

    token: int
    text: bytes
    end: bool
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class NextTokens:
    """The likeliest tokens, and how much of the model's belief stays inside the grammar."""

    tokens: tuple[TokenChance, ...]
    inside: float


def next_tokens(model: LocalModel, prompt: Sequence[int], matcher: Matcher, *, most: int = 20) -> NextTokens:
    """The `most` likeliest tokens without the grammar and with it, each once.

    Args:
        model: gives the scores.
        prompt: everything before the next token.
        matcher: where the grammar stands.
        most: of each list.
    """
    memory = model.transformer.memory(1, len(prompt))
    scores = read_prompt(model, prompt, memory)[0].astype(np.float64)
    before = np.exp(scores - scores.max())
    before /= before.sum()
    allowed = np.unpackbits(matcher.mask().view(np.uint8), bitorder="little", count=len(scores)).view(np.bool_)
    inside = float(before[allowed].sum())
    after = np.where(allowed, before, 0.0)
    if inside > 0:
        after /= inside
    chosen = dict.fromkeys([*np.argsort(-before)[:most].tolist(), *np.argsort(-after)[:most].tolist()])
    end = model.tokens.end
    return NextTokens(
        tuple(
            TokenChance(number, model.tokens.vocabulary.tokens[number], number == end, before[number], after[number])
            for number in chosen
            if before[number] > 0
        ),
        inside,
    )
