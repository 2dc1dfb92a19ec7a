"""Where the built-in engine may call a clause absent."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contracts.builtin.document_kind import DocumentKind, document_kind
from core.contracts.builtin.miss_rates import MissRate, absent_below, miss_rates
from core.documents import Document
from core.taxonomy import taxonomy

Maker = Callable[..., Document]


def rate(positives: int, missed: int) -> MissRate:
    return MissRate(
        type="insurance", language="en", document_kind="contract", positives=positives, missed=missed, below=0.2
    )


@pytest.mark.parametrize(
    ("positives", "missed", "low"),
    [(30, 0, True), (30, 1, False), (29, 0, False), (100, 4, True), (100, 5, False), (0, 0, False)],
)
def test_a_rate_is_low_only_where_it_is_known(positives: int, missed: int, low: bool) -> None:
    assert rate(positives, missed).low is low


def test_absence_is_said_only_where_it_was_measured() -> None:
    assert absent_below("governing_law", "en", "contract") is not None
    assert absent_below("governing_law", "en", "scan") is None
    assert absent_below("governing_law", "ja", "contract") is None
    assert absent_below("no such type", "en", "contract") is None
    assert absent_below("governing_law", "ja", "contract") is None


def test_the_shipped_file_knows_only_types_of_the_taxonomy() -> None:
    codes = {category.code for category in taxonomy().categories}
    assert {code for code, _, _ in miss_rates()} <= codes


@pytest.mark.parametrize(
    ("text", "language", "kind"),
    [
        ("This Agreement is made by and between A Inc. and B Inc.", "en", "contract"),
        ("TERMS OF SERVICE\nThis agreement is between you and us.", "en", "terms"),
        (
            "Whisk two cups of flour with the milk and the eggs until the batter is smooth and let it rest.",
            "en",
            "other",
        ),
        ("業務委託契約書\n第1条（目的）甲は乙に委託する。", "ja", "contract"),
        ("サービス利用規約\n第1条（適用）", "ja", "terms"),
        ("秘密保持契約書\n第1条\n＜ポイント＞\n説明\n第2条\n＜解説＞\n説明\n＜ポイント＞\n説明", "ja", "annotated"),
        ("春の散歩は気持ちがよい。", "ja", "other"),
    ],
)
def test_kinds_of_documents(text: str, language: str, kind: DocumentKind, text_document: Maker) -> None:
    assert document_kind(text_document(text, language=language)) == kind
