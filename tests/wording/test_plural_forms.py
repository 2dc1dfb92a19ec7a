"""A counted word agrees with its number."""

from __future__ import annotations

import pytest

from core.wording import wording_text


@pytest.mark.parametrize(
    ("key", "values", "said"),
    [
        ("today.in_days", {"days": 1}, "in 1 day"),
        ("today.in_days", {"days": 2}, "in 2 days"),
        ("today.begin_review", {"count": 1}, "Begin review (1 contract)"),
        ("today.begin_review", {"count": 0}, "Begin review (0 contracts)"),
        ("contract.pages", {"pages": "1"}, "1 page"),
    ],
)
def test_a_counted_word_agrees_with_its_number(key: str, values: dict[str, object], said: str) -> None:
    assert wording_text(key, "en", **values) == said


def test_japanese_needs_no_forms() -> None:
    assert wording_text("today.in_days", "ja", days=1) == "あと 1 日"
