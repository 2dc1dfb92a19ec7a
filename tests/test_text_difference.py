"""Two texts as one, with what went and came."""

from __future__ import annotations

import pytest

from core.text_difference import Piece, common_share, word_changes


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "x"),
        ("x", ""),
        ("two (2) years", "five (5) years"),
        ("契約終了後2年間", "契約終了後5年間"),
        ("a\nb", "a b"),
        ("損害を賠償する責任を負う", "一切の責任を負わない"),
        ("The Supplier shall, at its cost, insure.", "Buyer may insure at the cost of Supplier."),
    ],
)
def test_pieces_give_both_texts(before: str, after: str) -> None:
    pieces = word_changes(before, after)
    assert "".join(piece.text for piece in pieces if piece.mark != "added") == before
    assert "".join(piece.text for piece in pieces if piece.mark != "removed") == after


def test_a_figure_is_one_word_and_never_lost_between_changes() -> None:
    assert word_changes("within 30 days", "within 60 days") == (
        Piece("same", "within "),
        Piece("removed", "30"),
        Piece("added", "60"),
        Piece("same", " days"),
    )
    assert Piece("same", "10,000") in word_changes("USD10,000dollars", "EUR10,000euros")


def test_crumbs_between_changes_go_with_them() -> None:
    assert word_changes("laws of Delaware of old", "rules of Nevada of old") == (
        Piece("removed", "laws of Delaware"),
        Piece("added", "rules of Nevada"),
        Piece("same", " of old"),
    )
    assert word_changes("甲の責めに帰す", "乙の故意に帰す") == (
        Piece("removed", "甲の責め"),
        Piece("added", "乙の故意"),
        Piece("same", "に帰す"),
    )


def test_width_quotes_and_blanks_do_not_matter_where_they_need_not() -> None:
    assert word_changes("the “Buyer”\n（３０日）", 'the "Buyer" (30日)', exact=False) == (
        Piece("same", 'the "Buyer" (30日)'),
    )
    assert len(word_changes("the “Buyer”", 'the "Buyer"')) > 1


def test_share_of_common_words() -> None:
    assert common_share("The law of Japan.", "the law of Japan.") == pytest.approx(0.8)
    assert common_share("laws of  the State", "laws of the State") == 1.0
    assert common_share("準拠法は日本法", "Governing law") == 0.0
    assert common_share("", "") == 1.0
