"""What is kept in memory of passages and vectors gives what FTS5 and the graph's own scan give, after changes too."""

from __future__ import annotations

import random

import numpy as np
import pytest

from core.graph import search
from core.graph.near import nearest
from core.graph.passages import Passage
from core.graph.search import PassageIndex
from core.graph.vectors_kept import VectorSegment

WORDS = "supplier shall pay the price from time to time 価格 変更 license perpetual agreement royalty audit".split()
TEXTS = (
    "price changed from time to time",
    "perpetual license",
    "royalty audit 価格",
    "time to time to time",
    "nothing",
)


def filled(index: PassageIndex, numbers: range, seed: int) -> None:
    for number in numbers:
        draw = random.Random(f"{seed} {number}")
        parts = [" ".join(draw.choices(WORDS, k=draw.choice([0, 1, 4, 12, 30]))) for _ in range(draw.randint(0, 9))]
        found = [Passage(1, place * 10, place * 10 + 9, text) for place, text in enumerate(parts)]
        index.replace(f"c{number}", found, str(seed))


@pytest.mark.parametrize("scope", [None, ["c1", "c3", "c5", "c99"], []])
def test_passages_are_ranked_as_by_fts5(monkeypatch: pytest.MonkeyPatch, scope: list[str] | None) -> None:
    index = PassageIndex(None)

    def compare() -> None:
        kept = [index.search(text, 7, scope) for text in TEXTS]
        with monkeypatch.context() as patch:
            patch.setattr(PassageIndex, "_in_memory", lambda self: None)
            assert [index.search(text, 7, scope) for text in TEXTS] == kept

    compare()
    filled(index, range(40), seed=1)
    compare()
    filled(index, range(3, 6), seed=2)
    index.remove("c1")
    compare()
    filled(index, range(38, 44), seed=3)
    compare()
    index.clear()
    compare()


def test_too_many_passages_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    index = PassageIndex(None)
    filled(index, range(10), seed=1)
    found = index.search(TEXTS[0], 5)
    monkeypatch.setattr(search, "MOST_KEPT", 3)
    filled(index, range(9, 10), seed=1)
    assert index._in_memory() is None
    assert index.search(TEXTS[0], 5) == found


@pytest.mark.parametrize("scope", [None, ["a", "c"], []])
def test_the_nearest_are_proposed(scope: list[str] | None) -> None:
    draw = np.random.default_rng(1)
    vectors = draw.normal(size=(60, 8)).astype(np.float32)
    vectors[10:20] = vectors[3]
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    contracts = ["abcd"[place % 4] for place in range(60)]
    segment = VectorSegment([f"e{place:02}" for place in range(60)], contracts, vectors)
    segment.leave_out("c")
    wanted = [
        (f"e{place:02}", vectors[place])
        for place in range(60)
        if contracts[place] != "c" and (scope is None or contracts[place] in scope)
    ]
    assert nearest(vectors[3], segment.proposed(vectors[3], 5, scope), 5) == nearest(vectors[3], wanted, 5)
