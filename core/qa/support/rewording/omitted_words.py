"""Whether words were left out beside a word of a statement, rather than the word put in place of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

_NEAR_BY = 8
Beside = Callable[[Sequence[str], int, Sequence[str], int, int], int]
"""How many words beside two places are the same, before (-1) or behind them (1)."""


def left_out_beside(claimed: Sequence[str], place: int, written: Sequence[str], at: int, beside: Beside) -> bool:
    """Whether a word stands a little further on in the source, going on as the statement does, or a little before.

    Args:
        claimed: the words of the statement.
        place: of the word in it.
        written: the words of the source.
        at: the place in the source where another word stands between the same neighbours.
        beside: compares the neighbours.
    """
    word = claimed[place]
    ahead = range(at + 1, min(len(written), at + 1 + _NEAR_BY))
    back = range(max(0, at - _NEAR_BY), at)
    return any(written[near] == word and beside(claimed, place, written, near, 1) for near in ahead) or any(
        written[near] == word and beside(claimed, place, written, near, -1) for near in back
    )
