"""What is kept in memory of passages and vectors gives what FTS5 and the graph's own scan give, after changes too."""

from __future__ import annotations

import random

import numpy as np
import pytest

from core.graph.embedded import passage_search as search
from core.graph.embedded import vector_index as vectors_kept
from core.graph.embedded.passage_search import PassageIndex
from core.graph.embedded.vector_index import VectorSegment
from core.graph.embedding.nearest import nearest
from core.graph.text.passages import Passage

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


def kept(vectors: np.ndarray, contracts: str) -> tuple[VectorSegment, dict[str, tuple[str, np.ndarray]]]:
    """A segment of contracts with equally many vectors, and contract and vector of each excerpt by its id."""
    each = len(vectors) // len(contracts)
    parts = [vectors[at * each : (at + 1) * each] for at in range(len(contracts))]
    named = [
        (name, [f"{name}{at:03}" for at in range(each)], part) for name, part in zip(contracts, parts, strict=True)
    ]
    by_id = {key: (name, part[at]) for name, keys, part in named for at, key in enumerate(keys)}
    return VectorSegment(vectors.shape[1], named), by_id


@pytest.mark.parametrize("scope", [None, ["a", "c"], [], ["nobody"]])
@pytest.mark.parametrize("kind", ["dense", "sparse", "alike"])
def test_the_nearest_are_proposed(scope: list[str] | None, kind: str) -> None:
    draw = np.random.default_rng(1)
    vectors = draw.normal(size=(400, 48)).astype(np.float32)
    if kind == "sparse":
        vectors[draw.random(vectors.shape) < 0.8] = 0
    if kind == "alike":
        vectors = vectors[0] + vectors * 0.05
    vectors[110:120] = vectors[3]
    vectors[130] = 0
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors /= np.where(lengths > 0, lengths, 1)
    segment, by_id = kept(vectors, "abcd")
    segment.leave_out("d")
    wanted = {key: vector for key, (name, vector) in by_id.items() if name != "d" and (scope is None or name in scope)}
    for asked in (vectors[3], vectors[50], vectors[399], -vectors[3]):
        found = segment.proposed(asked, 5, scope)
        assert [by_id[excerpt.excerpt_id][0] for excerpt in found] == [excerpt.contract_id for excerpt in found]
        assert [int(excerpt.excerpt_id[1:]) for excerpt in found] == [excerpt.number for excerpt in found]
        proposed = [(excerpt.excerpt_id, by_id[excerpt.excerpt_id][1]) for excerpt in found]
        assert nearest(asked, proposed, 5) == nearest(asked, wanted.items(), 5)
        assert kind == "alike" or len(found) < 60 or len(found) == len(wanted)


def test_no_more_are_proposed_than_can_be_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors_kept, "MOST_PROPOSED", 20)
    same = np.zeros((100, 4), np.float32)
    same[:, 0] = 1
    segment, _ = kept(same, "ab")
    assert len(segment.proposed(same[0], 5, None)) == 20
