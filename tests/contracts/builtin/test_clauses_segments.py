"""Sentences: boundaries, what does not end one, and long or odd text."""

from __future__ import annotations

import numpy as np
import pytest

from core.contracts.builtin.segments import LONGEST, plain, segments


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The fee is due. It is final.", ["The fee is due.", "It is final."]),
        ("Acme Inc. and Beta Corp. agree. Done.", ["Acme Inc. and Beta Corp. agree.", "Done."]),
        ("1. The first rule. 2. The second.", ["1. The first rule.", "2. The second."]),
        ("As Section 2. Says so.", ["As Section 2.", "Says so."]),
        ("Section 2. Fees are due.", ["Section 2. Fees are due."]),
        ("It shall pay;\n(a) the fee; and\n(b) the tax.", ["It shall pay;", "(a) the fee; and", "(b) the tax."]),
        ("the parties\nagree to this\nin writing.", ["the parties\nagree to this\nin writing."]),
        ("GOVERNING LAW\nThis is governed by law.", ["GOVERNING LAW", "This is governed by law."]),
        ("it shall use the\n\n   12\n\nproducts only.", ["it shall use the\n\n   12\n\nproducts only."]),
        ("It ends here.\n\nPage 3 of 10\n\nA new one.", ["It ends here.", "A new one."]),
        ("all of Logan's. Any other.", ["all of Logan's.", "Any other."]),
        ("A fee\r\nof $5.00 is due.\r\nPay it.", ["A fee\r\nof $5.00 is due.", "Pay it."]),
        ("", []),
        (" \n\f\n ... ", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in segments(text).tolist()] == expected


@pytest.mark.parametrize(
    "text",
    ["word " * 5_000, "x" * 20_000, "the fee; " * 2_000, "a, provided that (b) c, " * 700, "\n" * 5_000 + "end"],
    ids=["words", "one word", "semicolons", "enumerators", "line breaks"],
)
def test_nothing_is_longer_than_twice_the_limit_and_nothing_is_lost(text: str) -> None:
    spans = segments(text)
    assert (spans[:, 1] - spans[:, 0]).max() <= 2 * LONGEST
    assert (spans[1:, 0] >= spans[:-1, 1]).all()
    kept = "".join(text[start:end] for start, end in spans.tolist())
    assert kept.replace(" ", "").replace("\n", "") == text.replace(" ", "").replace("\n", "")


def test_plain_keeps_every_offset() -> None:
    text = "\u201cA\u201d\u00a0\u2014 b\r\n\fc\ufffed\u2028"
    assert plain(text) == '"A" - b \n\nc-d\n'
    assert segments(text).dtype == np.int64
