"""Labelled values beside quotes, on the way that an endpoint's answer goes."""

from __future__ import annotations

from functools import cache

import pytest

from core.contracts.endpoint import merge
from oracles.own_terms import Half, term_pairs
from oracles.values import states, value_pairs


def test_no_wrong_value_is_verified_and_hardly_a_right_one_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """At first 28 wrong ones were: another party's role, a warranty's length, the date of another contract."""
    # Both read the document alone, and the same few documents come again and again.
    monkeypatch.setattr(merge, "own_reading", cache(merge.own_reading))
    monkeypatch.setattr(merge, "builtin_types", cache(merge.builtin_types))
    judged = list(states(value_pairs()))
    assert len(judged) > 400
    assert [(pair.field, pair.value) for pair, state in judged if not pair.right and state == "verified"] == []
    right = [state == "verified" for pair, state in judged if pair.right]
    assert sum(right) >= 0.95 * len(right)


@pytest.mark.parametrize(("half", "verified"), [("read", 1), ("apart", 2), ("second", 1), ("third", 9)])
def test_values_of_another_term_are_not_verified(monkeypatch: pytest.MonkeyPatch, half: Half, verified: int) -> None:
    """At first 28, 55, 27 and 22 of them were: the renewal of an order, the end of a policy, "no later than" a day."""
    monkeypatch.setattr(merge, "own_reading", cache(merge.own_reading))
    monkeypatch.setattr(merge, "builtin_types", cache(merge.builtin_types))
    judged = list(states(term_pairs(half)))
    wrong = [state == "verified" for pair, state in judged if not pair.right]
    right = [state == "verified" for pair, state in judged if pair.right]
    assert len(wrong) > 60
    assert sum(wrong) <= verified
    assert sum(right) >= 0.8 * len(right) > 20
