from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from core.encoder.pieces import SPACE, PieceVocabulary, folded

PIECES = ["<unk>", SPACE, "a", "b", f"{SPACE}a", "ab", f"{SPACE}ab", "契約", "約"]
SCORES = [-20.0, -3.0, -4.0, -4.5, -3.5, -5.0, -6.0, -7.0, -9.0]
VOCABULARY = PieceVocabulary(PIECES, SCORES, 0)


def best_by_trying(text: str) -> float:
    marked = SPACE + text.replace(" ", SPACE)
    unknown = min(SCORES) - 10
    found = []
    for count in range(len(marked)):
        for cuts in combinations(range(1, len(marked)), count):
            parts = [marked[start:end] for start, end in zip((0, *cuts), (*cuts, len(marked)), strict=True)]
            if all(part in PIECES[1:] or len(part) == 1 for part in parts):
                found.append(sum(SCORES[PIECES.index(part)] if part in PIECES[1:] else unknown for part in parts))
    return max(found)


@given(st.text("ab 契約x", min_size=1, max_size=8))
def test_the_likeliest_of_all_divisions_is_taken(text: str) -> None:
    pieces = VOCABULARY.divided(text)
    unknown = min(SCORES) - 10
    assert abs(sum(SCORES[p.number] if p.number else unknown for p in pieces) - best_by_trying(text)) < 1e-9


@given(st.text("ab 契約x", max_size=12))
def test_pieces_cover_a_text_without_gaps(text: str) -> None:
    pieces = VOCABULARY.divided(text)
    assert [p.end for p in pieces][:-1] == [p.start for p in pieces][1:]
    assert (pieces[0].start, pieces[-1].end) == (0, len(text))


def test_one_form_of_each_letter() -> None:
    assert folded("  ﾘｰｽ　Ａ\nB ") == "リース A B"
