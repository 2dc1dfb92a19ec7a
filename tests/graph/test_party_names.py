"""Contracts by the name of a party, though a letter is missing, and never by the name of another firm."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.graph import GraphContract, GraphStore
from core.graph.retrieval.functions import FUNCTIONS
from core.graph.rows import row_dict
from core.record import Party
from graph_shelf import Shelf

NAMES = (
    "Mount Kowledge Holdings, Inc.",
    "Birch First Global Investments Inc.",
    "株式会社山田商店",
    "山本商店株式会社",
    "Acme Fund II, L.P.",
    "Acme Fund III, L.P.",
    "AT&T Mobility LLC",
    "Toyota Motor Corporation",
    "トヨタ自動車株式会社",
    "🍣",
)


@pytest.fixture
def filled(shelf: Shelf, make: Callable[..., GraphContract]) -> GraphStore:
    return shelf.holding(
        "names",
        [
            *(make(number, title=name, parties=(Party(name, "Buyer"),)) for number, name in enumerate(NAMES)),
            make(90, title="both", parties=(Party(NAMES[0], "Affiliate"), Party(NAMES[1]))),
            make(91, title="nobody"),
        ],
    )


@pytest.mark.parametrize(
    ("asked", "titles"),
    [
        ("Mount Knowledge", ["Mount Kowledge Holdings, Inc.", "both"]),
        ("mount knowledge holdings inc.", ["Mount Kowledge Holdings, Inc.", "both"]),
        ("Mount Kowledge Holdings", ["Mount Kowledge Holdings, Inc.", "both"]),
        ("Mountain Knowledge", []),
        ("Birch First", ["Birch First Global Investments Inc.", "both"]),
        ("山田商店", ["株式会社山田商店"]),
        ("山田商店株式会社", ["株式会社山田商店"]),
        ("（株）山田商店", ["株式会社山田商店"]),
        ("トヨタ", ["トヨタ自動車株式会社"]),
        ("Toyota", ["Toyota Motor Corporation"]),
        ("Acme Fund II", ["Acme Fund II, L.P."]),
        ("Acme Fund III L.P.", ["Acme Fund III, L.P."]),
        ("Acme Fund", ["Acme Fund II, L.P.", "Acme Fund III, L.P."]),
        ("AT&T", ["AT&T Mobility LLC"]),
        ("Inc.", []),
        ("%", []),
    ],
)
def test_by_name(filled: GraphStore, asked: str, titles: list[str]) -> None:
    result = FUNCTIONS["get_contracts"].run(filled, {"organization_name": asked})
    rows = [row_dict(row) for row in result.rows]
    assert sorted(str(row["title"]) for row in rows) == sorted(titles)
    assert result.total == len(titles)
    scores = [row["score"] for row in rows]
    assert scores == sorted(scores, reverse=True)  # type: ignore[type-var]


def test_several_organizations_and_who_matched(filled: GraphStore) -> None:
    asked = ["Mount Knowledge", "Birch First"]
    rows = [row_dict(row) for row in FUNCTIONS["get_contracts"].run(filled, {"organization_name": asked}).rows]
    both = next(row for row in rows if row["title"] == "both")
    assert [(item["name"], item["asked"], item["role"]) for item in both["matched"]] == [  # type: ignore[attr-defined]
        ("Birch First Global Investments Inc.", "Birch First", None),
        ("Mount Kowledge Holdings, Inc.", "Mount Knowledge", "Affiliate"),
    ]
    assert len(rows) == 3


def test_scope_and_pages(filled: GraphStore, make: Callable[..., GraphContract]) -> None:
    entry = FUNCTIONS["get_contracts"]
    every = {"organization_name": "Mount Knowledge"}
    assert entry.run(filled, every, [make(90).contract_id]).total == 1
    assert entry.run(filled, every, []).rows == ()
    whole = entry.run(filled, every).rows
    assert entry.run(filled, {**every, "limit": 1, "offset": 1}).rows == whole[1:]
