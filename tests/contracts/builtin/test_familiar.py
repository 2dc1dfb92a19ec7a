"""Contracts unlike those on which misses were measured: what is not found there is not called absent."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contracts.builtin.clauses.clauses import find_clauses
from core.contracts.builtin.familiar import is_familiar
from core.documents import Document

Maker = Callable[..., Document]

FORMAL = (
    "SUPPLY AGREEMENT\n\nThis Agreement is made by and between Alder Chemicals Ltd and Birch Plastics Inc.\n\n"
    + "The Seller shall deliver the resin described in Annex A hereto to the works of the Buyer, and shall notify the "
    "Buyer of each shipment pursuant to the timetable set forth therein.\n\n" * 24
)
PLAIN = (
    "SUPPLY AGREEMENT\n\nThis agreement is between Alder Chemicals Ltd and Birch Plastics Inc.\n\n"
    + "We will bring the resin described in Annex A to your works in Kobe, and we will tell you about each truck on "
    "the day before it leaves us.\n\n" * 30
)


def presences(document: Document) -> set[str]:
    return {clause.presence for clause in find_clauses(document)}


def test_a_long_formal_contract_is_familiar(text_document: Maker) -> None:
    assert is_familiar(FORMAL)
    assert "absent" in presences(text_document(FORMAL))


@pytest.mark.parametrize("text", [FORMAL[:2_000], PLAIN])
def test_in_a_short_or_plain_contract_nothing_is_absent(text: str, text_document: Maker) -> None:
    assert not is_familiar(text)
    found = presences(text_document(text))
    assert "absent" not in found
    assert "not_found" in found


@pytest.mark.parametrize(
    "passage",
    [
        "本契約は日本法に準拠し、同法に従って解釈される。",
        "本合同适用中华人民共和国法律，并按其解释。",
        "Der Lieferant haftet nicht für mittelbare Schäden, und die Haftung ist auf den Betrag des Vertrages "
        "beschränkt, soweit nicht Vorsatz vorliegt.",
        "Le présent contrat est régi par le droit français et tout litige est soumis aux tribunaux de Paris dans les "
        "conditions prévues par la loi.",
        "El presente contrato se rige por las leyes de España y las partes se someten a los tribunales de Madrid.",
        "Il presente contratto è regolato dalla legge italiana e le parti eleggono il foro della città di Milano.",
        "De overeenkomst wordt beheerst door Nederlands recht en geschillen worden voorgelegd aan de rechter.",
        "O presente contrato é regido pela lei portuguesa e as partes elegem o foro da comarca de Lisboa.",
    ],
)
def test_a_passage_in_another_language_may_hold_any_clause(passage: str, text_document: Maker) -> None:
    text = f"{FORMAL}{passage}\n\n{FORMAL}"
    assert not is_familiar(text)
    assert "absent" not in presences(text_document(text))


@pytest.mark.parametrize(
    "passage",
    [
        "Jingwei Communication (经纬恒通科技深圳有限公司) shall pay the Seller for the services.",
        "Universidade de Évora, Compagnie de la Mer du Nord and Banca del Lavoro shall each send one member.",
        "The spread, denoted β, shall be read from the page of the agent.",
    ],
)
def test_names_and_signs_are_no_passage(passage: str) -> None:
    assert is_familiar(f"{FORMAL}{passage}\n\n{FORMAL}")
