"""The logits processor on numpy scores: what it masks is the matcher's mask, row by row."""

from __future__ import annotations

import numpy as np
import pytest

from core.structured import GrammarLogitsProcessor, Matcher, TokenRefused, Vocabulary, compile_json_schema, masks_of

VOCABULARY = Vocabulary([b"[", b"]", b",", b"1", b"tru", b"true", b"e", b" ", b""], ends=[8])
MASKS = masks_of(compile_json_schema({"type": "array", "items": {"type": "boolean"}}), VOCABULARY)
PROMPT = [3, 3]


def _allowed(processor: GrammarLogitsProcessor, *rows: list[int]) -> list[set[int]]:
    scores = processor(np.array([PROMPT + row for row in rows]), np.zeros((len(rows), 12), dtype=np.float32))
    assert scores.dtype == np.float32
    return [set(np.flatnonzero(np.isfinite(row)).tolist()) for row in scores]


def test_rows_are_masked_by_what_was_generated_in_them() -> None:
    processor = GrammarLogitsProcessor(MASKS)
    assert _allowed(processor, [], []) == [{0}, {0}]
    assert _allowed(processor, [0], [0]) == [{1, 4, 5, 7}] * 2
    assert _allowed(processor, [0, 4], [0, 1]) == [{6}, {8}]
    # Rows have changed places, and one is behind its end: it is left as it is.
    assert _allowed(processor, [0, 1, 8], [0, 4, 6]) == [set(range(12)), {1, 2, 7}]


def test_it_agrees_with_the_matcher() -> None:
    processor, matcher = GrammarLogitsProcessor(MASKS), Matcher(MASKS)
    _allowed(processor, [])
    taken: list[int] = []
    for token in (0, 5, 2, 4, 6, 1):
        matcher.advance(token)
        taken.append(token)
        expected = {number for number in range(len(VOCABULARY)) if matcher.allows(number)}
        assert _allowed(processor, taken) == [expected]


def test_a_row_that_left_the_grammar_is_refused() -> None:
    processor = GrammarLogitsProcessor(MASKS)
    _allowed(processor, [])
    with pytest.raises(TokenRefused):
        _allowed(processor, [1])
