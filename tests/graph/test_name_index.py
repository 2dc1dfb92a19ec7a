"""No name that can be the one asked for is missing among the candidates."""

from __future__ import annotations

import random

import pytest

from core.graph.retrieval.by_party import FLOOR, name_score
from core.graph.retrieval.name_index import NameIndex
from core.graph.retrieval.organization_names import compared

FIRST = "Mount Birch Acme Northfield Sterling Falcon Atlas Nippon Quantum Meridian".split()
SECOND = "Knowledge Global Fund Networks Retail Energy Holdings Therapeutics Motor Bank".split()
FORMS = ("Inc.", "LLC", "Corp.", "Ltd.", "GmbH", "L.P.", "", "II, L.P.", "III, L.P.")
JAPANESE = (
    "山田商店",
    "山本商店",
    "キヤノン電子",
    "キャノン電子",
    "東洋電機製造",
    "ソニー テクノ",
    "ソニ－テクノ",
    "北海道ガス",
)


def firm(draw: random.Random) -> str:
    if draw.random() < 0.2:
        return draw.choice(["株式会社", ""]) + draw.choice(JAPANESE) + draw.choice(["株式会社", "", "ジャパン"])
    words = [draw.choice(FIRST), draw.choice(SECOND), *draw.sample(SECOND, draw.randint(0, 2))]
    return f"{' '.join(words)} {draw.choice(FORMS)}".strip()


def asked(draw: random.Random, name: str) -> str:
    """The name, a part of it, or the name with a slip."""
    words, place = name.split(), draw.randrange(len(name))
    return draw.choice(
        [
            name,
            words[0],
            " ".join(words[:2]),
            " ".join(words[1:]) or name,
            name[:place] + name[place + 1 :],
            name[:place] + draw.choice("aeikンー") + name[place:],
            name.replace(" ", ""),
            name + " Widgets International",
            name[: max(2, place)],
        ]
    )


@pytest.mark.parametrize("seed", range(4))
def test_every_name_with_points_is_a_candidate(seed: int) -> None:
    draw = random.Random(seed)
    names = sorted({firm(draw) for _ in range(150)})
    index = NameIndex([compared(name) for name in names])
    hits = 0
    for _ in range(60):
        query = asked(draw, draw.choice(names))
        found = {place for place, name in enumerate(names) if name_score(query, name) >= FLOOR}
        candidates = index.candidates(compared(query))
        assert found <= set(candidates), query
        assert candidates == sorted(set(candidates))
        hits += len(found)
    assert hits > 60


@pytest.mark.parametrize("names", [[], [""], ["acme", "", "acme"]])
def test_few_names(names: list[str]) -> None:
    index = NameIndex(names)
    assert index.candidates("") == []
    assert index.candidates("acme") == [place for place, name in enumerate(names) if name == "acme"]
    assert index.candidates("unheard of") == []
