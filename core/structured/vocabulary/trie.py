"""Byte strings as a depth-first trie in flat arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.structured.automata.jit import compiled

Int32 = npt.NDArray[np.int32]
Int64 = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Trie:
    """Nodes in depth-first order.

    nodes: (n, 5) byte, depth from 1, index after the subtree, first and end of its tokens in `order`.
    order: token ids, sorted by their bytes.
    deepest: the longest byte string.
    """

    nodes: Int32
    order: Int32
    deepest: int

    def below(self, byte: int) -> tuple[int, int]:
        """The nodes of the strings that begin with a byte: the first, and the one behind the last."""
        at, end = 0, len(self.nodes)
        while at < end and self.nodes[at, 0] != byte:
            at = int(self.nodes[at, 2])
        return (at, int(self.nodes[at, 2])) if at < end else (end, end)


@compiled
def _fill(blob: npt.NDArray[np.uint8], offsets: Int64, nodes: Int32, path: Int32) -> int:
    count = 0
    depth = 0
    for index in range(offsets.shape[0] - 1):
        start = offsets[index]
        length = offsets[index + 1] - start
        shared = 0
        if index:
            before = offsets[index - 1]
            most = min(length, start - before)
            while shared < most and blob[start + shared] == blob[before + shared]:
                shared += 1
        if shared == length and index:  # the same bytes as the one before (equal strings stand together)
            nodes[path[length], 4] = index + 1
            continue
        while depth > shared:
            nodes[path[depth], 2] = count
            depth -= 1
        while depth < length:
            nodes[count, 0] = blob[start + depth]
            depth += 1
            nodes[count, 1] = depth
            nodes[count, 3] = index
            nodes[count, 4] = index
            path[depth] = count
            count += 1
        nodes[path[length], 3] = index
        nodes[path[length], 4] = index + 1
    while depth > 0:
        nodes[path[depth], 2] = count
        depth -= 1
    return count


def build_trie(entries: Sequence[tuple[bytes, int]]) -> Trie:
    """Trie of (bytes, token id); empty byte strings are left out, equal ones share a node."""
    ordered = sorted(entry for entry in entries if entry[0])
    blob = np.frombuffer(b"".join(text for text, _ in ordered), dtype=np.uint8)
    lengths = np.fromiter((len(text) for text, _ in ordered), dtype=np.int64, count=len(ordered))
    offsets = np.zeros(len(ordered) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    deepest = int(lengths.max()) if len(ordered) else 0
    nodes = np.zeros((len(blob) + 1, 5), dtype=np.int32)
    count = _fill(blob, offsets, nodes, np.zeros(deepest + 2, dtype=np.int32))
    order = np.fromiter((token for _, token in ordered), dtype=np.int32, count=len(ordered))
    return Trie(nodes[:count].copy(), order, deepest)
