"""Where the sentence around a span begins and ends."""

from __future__ import annotations

import pytest

from core.evidence import sentence_span
from core.evidence.sentences import LONGEST_SHOWN, shown_span

CASES = [
    ("One ends. Two begins here. Three.", "begins", "Two begins here."),
    ("Acme Inc. and Beta Ltd. agree on No. 5. Next.", "agree", "Acme Inc. and Beta Ltd. agree on No. 5."),
    ("See Sec. 4 of the U.S. Code, e.g. the rest. Then stop.", "rest", "See Sec. 4 of the U.S. Code, e.g. the rest."),
    ("No party shall: (a) assign; or (b) sell it. Next.", "sell", "No party shall: (a) assign; or (b) sell it."),
    ("It costs $1.50 in all. Pay it.", "costs", "It costs $1.50 in all."),
    ("Heads.\n5.2 Term. This Agreement\nends in May. More.", "ends", "This Agreement\nends in May."),
    ("set forth in Section\n12.3 Limits hereof. End.", "forth", "set forth in Section\n12.3 Limits hereof."),
    ('He said "yes." Then he left.', "left", "Then he left."),
    ("GOVERNING LAW\n\nThis Agreement is English.", "English", "This Agreement is English."),
    ("甲は支払う。乙は受け取\nる。丙は見る。", "受け", "乙は受け取\nる。"),
    ("乙は「承諾する。」と述べた。甲は黙る。", "述べ", "乙は「承諾する。」と述べた。"),
    ("第1条（目的）\n甲は売る。\n第2条（代金）\n乙は払う。", "払う", "第2条（代金）\n乙は払う。"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "word", "sentence"), CASES)
def test_sentence_of_a_word(text: str, word: str, sentence: str) -> None:
    at = text.index(word)
    start, end = sentence_span(text, at, at + len(word))
    assert text[start:end] == sentence


def test_span_over_two_sentences_gives_both() -> None:
    text = "First one. Second one here. Third one here. Fourth."
    start, end = sentence_span(text, text.index("one here"), text.index("Third") + 3)
    assert text[start:end] == "Second one here. Third one here."


def test_long_sentence_is_cut_to_clauses_around_the_span() -> None:
    clause = "the parties agree upon a further matter of no great weight; "
    text = "Whereas " + clause * 40 + "the Fee is due; " + clause * 40 + "so it ends."
    at = text.index("the Fee is due")
    start, end = shown_span(text, at, at + len("the Fee is due"))
    assert end - start <= LONGEST_SHOWN
    assert "the Fee is due" in text[start:end]
    assert text[start:end].startswith("the parties")
    assert text[start:end].endswith(";")


def test_span_longer_than_the_limit_is_shown_whole() -> None:
    text = "Start. " + "word " * 600 + "end. Next."
    start, end = shown_span(text, 7, len(text) - 6)
    assert start <= 7
    assert end >= len(text) - 6
