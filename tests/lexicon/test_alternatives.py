"""Many words as one expression match what a list of them, the longest first, matches."""

from __future__ import annotations

import random
import re

import pytest

from core.lexicon.alternatives import any_of, characters


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize(("before", "behind"), [("", ""), (r"(?<!\w)", r"(?!\w)")])
def test_the_same_as_a_list(seed: int, before: str, behind: str) -> None:
    draw = random.Random(seed)
    letters = "ab.(日本 "
    words = {"".join(draw.choices(letters, k=draw.randint(1, 5))) for _ in range(draw.randint(1, 30))}
    text = "".join(draw.choices(letters + "c", k=2_000)) + " ".join(words)
    plain = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    wanted = [match.span() for match in re.finditer(f"{before}(?:{plain}){behind}", text)]
    assert wanted or behind
    found = re.finditer(f"{before}{any_of(map(characters, words))}{behind}", text)
    assert [match.span() for match in found] == wanted


def test_parts_are_expressions_and_what_looks_ahead_is_tried_last() -> None:
    words = [["n", "i", "g", "e", "r", r"(?![a-z])"], ["n", "i", "g", "e", "r", "i", "a"], ["a", r"\s+", "b"]]
    found = re.findall(any_of(words), "niger nigeria nigers a  b ab")
    assert found == ["niger", "nigeria", "a  b"]
