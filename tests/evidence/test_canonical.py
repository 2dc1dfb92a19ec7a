"""The skeleton of a text, numerals and number words."""

from __future__ import annotations

import pytest

from core.evidence.canonical import skeleton
from core.evidence.numerals import english_value, kanji_value
from core.evidence.tokens import tokens

SKELETONS = [
    ("The “Company”, Inc.", "thecompanyinc"),
    ("agree-\r\nment", "agreement"),
    ("co\u00adoperate\ufffenow", "cooperatenow"),
    ("ﬁnal oﬀer", "finaloffer"),
    ("ＡＢＣ株式会社　第１条", "abc株式会社第1条"),
    ("㈱ｶﾞｽ", "株ガス"),
    ("か\u3099", "が"),
    ("e\u0301tude", "étude"),
    ("5 % of $1,000", "5%of$1000"),
    ("10² and 1½", "10²and1½"),
    ("☑ yes ☐ no", "☑yes☐no"),
    ("Acme™ • item", "acmeitem"),
    ("", ""),
]


@pytest.mark.parametrize(("text", "key"), SKELETONS)
def test_skeleton_and_its_places(text: str, key: str) -> None:
    made = skeleton(text)
    assert made.key == key
    assert len(made.places) == len(key)
    assert len(made.text) == len(text)
    assert all(a <= b for a, b in zip(made.places, made.places[1:], strict=False))


def test_places_point_at_the_characters() -> None:
    text = "A  ﬁ-\nx"
    made = skeleton(text)
    assert (made.key, made.places.tolist()) == ("afix", [0, 3, 3, 6])
    assert made.span(1, 3) == (3, 7)


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("三十", 30), ("十", 10), ("二〇二六", 2026), ("千二百三十四", 1234), ("1億2千万", 120_000_000), ("万", 10_000),
        ("百", 100), ("30", 30), ("条", None), ("", None), ("9" * 5000 + "万", None),
    ],
)  # fmt: skip
def test_kanji_value(numeral: str, value: int | None) -> None:
    assert kanji_value(numeral) == value if numeral != "" else kanji_value(numeral) is None


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("thirty", 30), ("forty five", 45), ("one hundred twenty", 120), ("two thousand twenty six", 2026),
        ("one two", None), ("nineteen ninety", None), ("party", None),
    ],
)  # fmt: skip
def test_english_value(words: str, value: int | None) -> None:
    assert english_value(words.split()) == value


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("thirty (30) days", ["30", "days"]),
        ("sixty (30) days", ["60", "30", "days"]),
        ("Section 5.10", ["section", "5.10"]),
        ("1,000 or 12,34", ["1000", "or", "12,34"]),
        ("-5%", ["-5", "%"]),
        ("第三条および", ["第", "3", "条", "及び"]),
        ("Company's fee", ["company's", "fee"]),
        ("non-exclusive", ["non", "exclusive"]),
    ],
)
def test_tokens(text: str, keys: list[str]) -> None:
    assert [token.key for token in tokens(text)] == keys
