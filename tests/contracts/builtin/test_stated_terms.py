"""Beginnings and ends of contracts in many words: read where they are stated, and never another day."""

from __future__ import annotations

from collections import Counter

import pytest

from oracles.stated_terms import FACTS, Half, read_terms

FEWEST: dict[Half, dict[str, int]] = {
    "read": {"effective_date": 69, "expiration_date": 52},
    "apart": {"effective_date": 50, "expiration_date": 32},
}


@pytest.mark.parametrize("half", ["read", "apart"])
@pytest.mark.parametrize("name", FACTS)
def test_stated_days_are_read_and_no_other(half: Half, name: str) -> None:
    found = [(contract, value, verdict) for contract, fact, value, verdict in read_terms(half) if fact == name]
    counts = Counter(verdict for _, _, verdict in found)
    assert counts["right"] >= FEWEST[half][name]
    # one effective date of the half kept apart is wrong since its first run
    assert counts["wrong"] <= (1 if (half, name) == ("apart", "effective_date") else 0)


def test_the_halves_are_of_like_size() -> None:
    halves = Counter(contract.half for contract, fact, _, _ in read_terms() if fact == "effective_date")
    assert min(halves.values()) > 40
