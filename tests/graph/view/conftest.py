"""A small portfolio that is known by heart, in the graph of every backend."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from known_portfolio import TEXT, Known, told

from core.graph import GraphContract, GraphStore
from core.record import Fact, Party


@pytest.fixture
def known(graph: GraphStore, make: Callable[..., GraphContract]) -> Known:
    """Three contracts: a supply agreement and an NDA that share a party, and one of which nothing is known."""
    blank = make(1)
    law = Fact("governing_law", "JP", None, 0.9, told(blank, "The laws of Japan govern."))
    kind = Fact("agreement_type", "supply", None, 0.9, told(blank, "Supply."))
    acme = Party("Acme <b>Inc.</b>", "Supplier", "US", "Delaware", 0.9, told(blank, "Either party"))
    yamada = Party("株式会社山田商店", "Buyer", "JP", None, 0.9, told(blank, "Nobody"))
    supply = make(
        1,
        title="Supply Agreement",
        text=TEXT,
        parties=(acme, yamada),
        facts=(kind, law),
        present={"insurance": ["Either party shall maintain insurance."], "non_compete": ["Nobody competes."]},
        unknown=("audit_rights",),
    )
    nda = make(2, title="秘密保持契約書", text=TEXT, parties=(acme,), present={"non_compete": ["Nobody competes."]})
    lonely = make(3, title="Letter")
    for contract in (supply, nda, lonely):
        graph.project(contract)
    return Known(graph, supply.contract_id, nda.contract_id, lonely.contract_id)
