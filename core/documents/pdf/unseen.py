"""Words that cannot be seen, taken out of a page's text."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from core.documents.parsed import Boxes


@dataclass(frozen=True, slots=True, eq=False)
class Parted:
    """A page's visible text with its boxes, and the words that cannot be seen, a line for each stretch of them.

    `places` are the visible characters' places in the text before.
    """

    text: str
    boxes: Boxes = field(repr=False)
    unseen: str
    places: NDArray[np.intp] = field(repr=False)


def part(text: str, boxes: Boxes, seen: NDArray[np.bool_]) -> Parted:
    """The text without its unseen characters.

    White space goes with the characters around it: between two unseen ones it is theirs, and after a stretch of them
    it is theirs too, so that the words before and after stay apart as they were.

    Args:
        text: a page's text.
        boxes: one row a character, NaN where it has no ink.
        seen: whether each character can be seen; those without ink count by their neighbours.
    """
    if seen.all():
        return Parted(text, boxes, "", np.arange(len(text)))
    blank = np.isnan(boxes[:, 0])
    visible = _with_neighbours(seen, blank)
    stretches = []
    edges = np.flatnonzero(np.diff(np.r_[True, visible, True]))
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        words = " ".join(text[start:end].split())
        if any(character.isalnum() for character in words):
            stretches.append(words)
    remaining = np.flatnonzero(visible)
    rest = "".join(text[index] for index in remaining.tolist())
    return Parted(rest, boxes[remaining], "\n".join(stretches), remaining)


def _with_neighbours(seen: NDArray[np.bool_], blank: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The same mask with white space decided: unseen after an unseen character, and at the page's ends beside one."""
    inked = np.flatnonzero(~blank)
    if not len(inked):
        return seen
    before = np.searchsorted(inked, np.arange(len(seen)), side="right") - 1
    previous = seen[inked[np.maximum(before, 0)]]
    whole = np.where(blank, previous, seen)
    if not seen[inked[-1]]:
        visible = inked[seen[inked]]
        whole[visible[-1] + 1 if len(visible) else 0 :] = False
    return whole
