"""Spans, pages, boxes, occurrences, running heads and hard cases of size."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from core.documents import Box, Document
from core.errors import BadArguments
from core.evidence import Evidence, EvidenceIndex, from_span, locate

Make = Callable[..., Document]


def test_exact_quote_has_the_source_words_and_its_sentence(document_of: Make) -> None:
    document = document_of("Intro here. The fee is due in May. End.")
    assert locate(document, "fee is due") == Evidence(
        sha256=document.sha256,
        state="verified",
        rule="exact",
        quote="fee is due",
        shown="The fee is due in May.",
        start=16,
        end=26,
        pages=(1,),
        boxes=(),
    )


def test_refused_quote_shows_nothing(document_of: Make) -> None:
    document = document_of("The fee is due in May.")
    assert locate(document, "The fee is never due in May.") == Evidence(
        sha256=document.sha256, state="unverified", rule="veto_negation", quote="The fee is never due in May."
    )


def test_near_chooses_among_equal_occurrences(document_of: Make) -> None:
    text = "The fee is due. " * 3
    document = document_of(text)
    assert [locate(document, "The fee is due.", around=near).start for near in (None, 0, 15, 40)] == [0, 0, 16, 32]


@pytest.mark.parametrize(
    ("quote", "near", "state", "start"),
    [
        ("party may assign it", None, "repaired", 38),
        ("party may assign it", 0, "repaired", 8),
        ("party may assign it", 40, "verified", 38),
        ("assign it. Later, a", None, "repaired", 18),
    ],
)
def test_words_with_and_without_a_negation_around_them(
    document_of: Make, quote: str, near: int | None, state: str, start: int
) -> None:
    document = document_of("Neither party may assign it. Later, a party may assign it. End.")
    found = locate(document, quote, around=near)
    assert (found.state, found.start) == (state, start)


def test_two_documents_of_one_hash_are_told_apart(document_of: Make) -> None:
    first = document_of("The fee is five dollars.")
    second = replace(first, text="The fee is nine dollars.")
    assert locate(first, "five dollars").state == "verified"
    assert locate(second, "five dollars").state == "unverified"


def test_sentence_runs_over_a_page_with_its_running_heads(document_of: Make) -> None:
    pages = [
        f"ACME 10-K 3/20/2008\n{words}\nPage {number} of 3"
        for number, words in enumerate(
            ("Alpha is first. The tenant shall", "pay the rent each month and", "keep it."), 1
        )
    ]
    found = locate(document_of(*pages), "The tenant shall pay the rent each month and keep it.")
    assert (found.state, found.rule, found.pages) == ("verified", "canonical", (1, 2, 3))
    assert found.shown == "The tenant shall pay the rent each month and keep it."


def test_number_alone_on_a_line_is_no_page_number(document_of: Make) -> None:
    document = document_of("Pay within\n30", "days of notice.", "The end.")
    assert locate(document, "Pay within 30 days of notice.").state == "verified"
    assert locate(document, "Pay within days of notice.").state == "unverified"


def test_boxes_come_from_the_document(document_of: Make) -> None:
    plain = document_of("Pay now.\nOr else.")
    boxes = np.array(
        [[10 * i, 0, 10 * i + 8, 10] if c.strip() else [np.nan] * 4 for i, c in enumerate(plain.text)], dtype=np.float32
    )
    document = replace(plain, boxes=boxes)
    assert locate(document, "Pay now").boxes == (Box(1, 0.0, 0.0, 68.0, 10.0),)


def test_span_is_verified_with_its_sentence(document_of: Make) -> None:
    document = document_of("A bcd. The fee is due. D.")
    found = from_span(document, 11, 16)
    assert (found.state, found.rule, found.quote, found.shown) == ("verified", "span", "fee i", "The fee is due.")
    assert (from_span(document, 6, 11).start, from_span(document, 6, 11).end) == (7, 10)


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 3), (0, 99), (6, 7)])
def test_span_without_words_is_refused(document_of: Make, start: int, end: int) -> None:
    with pytest.raises(BadArguments):
        from_span(document_of("A b c. The fee."), start, end)


@pytest.mark.parametrize(
    ("quote", "state"),
    [
        ("The fee " * 12_000, "unverified"),
        ("x" * 100_000, "unverified"),
        ("fee" + " " * 100_000 + "is due", "verified"),
        ("fee ... " * 12_000, "unverified"),
        ("(" * 100_000 + "fee", "verified"),
        (". " * 50_000, "unverified"),
        ("\ud800 fee", "verified"),
        ("9" * 6_000 + "万円", "unverified"),
    ],
    ids=range(8),
)
def test_odd_and_long_quotes_are_answered(document_of: Make, quote: str, state: str) -> None:
    index = EvidenceIndex(document_of("The fee is due. " * 50))
    assert index.locate(quote).state == state


def test_empty_document_has_no_quotes(document_of: Make) -> None:
    assert locate(document_of(""), "fee").rule == "not_found"
