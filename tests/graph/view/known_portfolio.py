"""The small portfolio that the tests of the view know by heart."""

from __future__ import annotations

from dataclasses import dataclass

from core.evidence import Evidence
from core.graph import GraphContract, GraphStore

TEXT = "Supply. " * 200 + "Either party shall maintain insurance. Nobody competes. " + "The laws of Japan govern."


def told(contract: GraphContract, words: str) -> Evidence:
    """Verified evidence for words of the text."""
    start = TEXT.index(words)
    page = start // 1_000 + 1
    return Evidence(contract.sha256, "verified", "exact", words, words, start, start + len(words), (page,))


@dataclass(frozen=True)
class Known:
    """The graph and the ids of its three contracts."""

    graph: GraphStore
    supply: str
    nda: str
    lonely: str
