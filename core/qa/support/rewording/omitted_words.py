"""Whether words were left out beside a word of a statement, rather than the word put in place of another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

_NEAR_BY = 8
Beside = Callable[[Sequence[str], int, Sequence[str], int, int], int]
"""How many words beside two places are the same, before (-1) or behind them (1)."""


def left_out_beside(
    claimed: Sequence[str],
    place: int,
    written: Sequence[str],
    at: int,
    beside: Beside,
    tells: Callable[[str], object],
) -> bool:
    """Whether a word stands a little further on in the source, going on as the statement does, or a little before.

    Where a word that says something follows both the word and the other, one was put in place of the other.

    Args:
        claimed: the words of the statement.
        place: of the word in it.
        written: the words of the source.
        at: the place in the source where another word stands between the same neighbours.
        beside: compares the neighbours.
        tells: whether a word says something.
    """
    word = claimed[place]
    ahead = range(at + 1, min(len(written), at + 1 + _NEAR_BY))
    back = range(max(0, at - _NEAR_BY), at)
    left, right = beside(claimed, place, written, at, -1), beside(claimed, place, written, at, 1)
    if any(tells(key) for key in claimed[place + 1 : place + 1 + right]):
        ahead = range(0)
    if any(tells(key) for key in claimed[place - left : place]):
        back = range(0)
    return any(written[further] == word and beside(claimed, place, written, further, 1) for further in ahead) or any(
        written[earlier] == word and beside(claimed, place, written, earlier, -1) for earlier in back
    )
