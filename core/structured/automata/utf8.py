"""UTF-8 as a small automaton: which byte may follow inside a character, and kinds of bytes."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from core.structured.automata.jit import compiled

BOUNDARY = 0  # between two characters
_NEXT: dict[int, tuple[tuple[int, int, int], ...]] = {
    # at a boundary the leading byte chooses; 1..3: so many continuation bytes to come; 4..7: a narrower first one
    0: (
        (0x00, 0x7F, 0),
        (0xC2, 0xDF, 1),
        (0xE0, 0xE0, 4),
        (0xE1, 0xEC, 2),
        (0xED, 0xED, 5),
        (0xEE, 0xEF, 2),
        (0xF0, 0xF0, 6),
        (0xF1, 0xF3, 3),
        (0xF4, 0xF4, 7),
    ),
    1: ((0x80, 0xBF, 0),),
    2: ((0x80, 0xBF, 1),),
    3: ((0x80, 0xBF, 2),),
    4: ((0xA0, 0xBF, 1),),
    5: ((0x80, 0x9F, 1),),
    6: ((0x90, 0xBF, 2),),
    7: ((0x80, 0x8F, 2),),
}
STATES = len(_NEXT)


def _table() -> list[list[int]]:
    table = [[-1] * 256 for _ in range(STATES)]
    for state, moves in _NEXT.items():
        for low, high, after in moves:
            table[state][low : high + 1] = [after] * (high - low + 1)
    return table


UTF8: list[list[int]] = _table()  # UTF8[state][byte]: state after it, -1 where it is not UTF-8

# Bytes that UTF-8 and JSON strings treat alike: a partition by the columns of the table and the two special characters.
_COLUMNS = np.array(UTF8, dtype=np.int16).T
_MARKS = np.array([[1 if byte == 0x22 else 2 if byte == 0x5C else 3 if byte < 0x20 else 0] for byte in range(256)])
BYTE_KINDS = np.unique(np.concatenate([_COLUMNS, _MARKS], axis=1), axis=0, return_inverse=True)[1].reshape(256)


def byte_classes(*columns: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int64], list[int]]:
    """The coarsest partition of the bytes that respects these partitions: each byte's class, and a byte of each."""
    joint = np.zeros(256, dtype=np.int64)
    first = np.zeros(256, dtype=np.int64)
    count = 1
    for column in columns:
        finer = np.empty(256, dtype=np.int64)
        count = _refine(joint, column.astype(np.int64), finer, first)
        joint = finer
    return joint, first[:count].tolist()


@compiled
def _refine(
    joint: npt.NDArray[np.int64],
    column: npt.NDArray[np.int64],
    finer: npt.NDArray[np.int64],
    first: npt.NDArray[np.int64],
) -> int:
    """Number the classes that both tell apart, in the order of their first bytes; how many there are."""
    count = 0
    for byte in range(256):
        number = 0
        while number < count and (joint[first[number]] != joint[byte] or column[first[number]] != column[byte]):
            number += 1
        if number == count:
            first[count] = byte
            count += 1
        finer[byte] = number
    return count
