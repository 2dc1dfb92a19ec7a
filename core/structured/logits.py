"""A logits processor: masks the scores of a model that others run (the interface of Hugging Face `transformers`).

Scores may be numpy arrays or torch tensors; torch is never imported here, it is there if a tensor came.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from core.structured.masks import Masks
from core.structured.matcher import Matcher

_MOST_KNOWN = 4_096


class GrammarLogitsProcessor:
    """Scores of tokens that would leave the grammar become minus infinity.

    One processor serves one call of `generate`: the tokens that stand there at its first use are the prompt. Rows may
    change places between steps, as in beam search: each is known by what was generated in it.
    """

    def __init__(self, masks: Masks) -> None:
        self._masks = masks
        self._prompt: int | None = None
        self._known: dict[tuple[int, ...], Matcher | None] = {}

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """The masked scores, of the kind that came: (texts, vocabulary).

        Args:
            input_ids: prompt and generated tokens: (texts, tokens).
            scores: of the next token; ids beyond the vocabulary are masked.

        Raises:
            TokenRefused: a row holds a generated token that its grammar forbids.
        """
        rows: list[list[int]] = input_ids.tolist()
        if self._prompt is None:
            self._prompt = len(rows[0])
        forbidden = np.stack([self._forbidden(tuple(row[self._prompt :]), scores.shape[-1]) for row in rows])
        if isinstance(scores, np.ndarray):
            return np.where(forbidden, np.array(-np.inf, dtype=scores.dtype), scores)
        torch = sys.modules["torch"]
        return scores.masked_fill(torch.from_numpy(forbidden).to(scores.device), float("-inf"))

    def _forbidden(self, generated: tuple[int, ...], count: int) -> npt.NDArray[np.bool_]:
        matcher = self._matcher(generated)
        if matcher is None:  # ended before: whoever generates fills the row up
            return np.zeros(count, dtype=bool)
        known = min(count, len(self._masks.vocabulary))
        bits = np.unpackbits(matcher.mask().view(np.uint8), bitorder="little", count=known)
        forbidden = np.ones(count, dtype=bool)
        forbidden[:known] = bits == 0
        return forbidden

    def _matcher(self, generated: Sequence[int]) -> Matcher | None:
        """Where a row stands; None behind its end token."""
        key = tuple(generated)
        if key in self._known:
            return self._known[key]
        if not key:
            matcher: Matcher | None = Matcher(self._masks)
        elif (before := self._matcher(key[:-1])) is None:
            matcher = None
        else:
            matcher = before.copy()
            matcher.advance(key[-1])
            if key[-1] in self._masks.vocabulary.ends:
                matcher = None
        if len(self._known) >= _MOST_KNOWN:
            self._known.clear()
        self._known[key] = matcher
        return matcher
