"""Clauses in other words: what may be one is shown and keeps the engine from calling the clause absent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.contracts.builtin.clauses.clauses import find_clauses
from core.contracts.builtin.clauses.linear import portions
from core.contracts.builtin.clauses.reworded import (
    MOST,
    reworded_model,
    save_reworded,
    worded_otherwise,
)
from core.contracts.builtin.clauses.sentence_features import sentences
from core.documents import Document
from core.errors import ConfigError

Maker = Callable[..., Document]

FORMAL = (
    "SUPPLY AGREEMENT\n\nThis Agreement is made by and between Alder Chemicals Ltd and Birch Plastics Inc.\n\n"
    + "The Seller shall deliver the resin described in Annex A hereto to the works of the Buyer, and shall notify the "
    "Buyer of each shipment pursuant to the timetable set forth therein.\n\n" * 24
)
REWORDED = [
    (
        "non_disparagement",
        "Neither of the two shall say unkind things about the other to the press or on the internet.",
    ),
    ("no_solicit_of_employees", "The Buyer shall not tempt the Seller's chemists to come and work for it."),
    ("audit_rights", "A chartered accountant sent by the Seller may look through the sales ledgers of the Buyer."),
    (
        "rofr_rofo_rofn",
        "Before the plant is offered to anybody else, the Buyer must be asked whether it wants to buy it.",
    ),
    ("insurance", "The Buyer keeps the resin covered by a policy against fire and theft at its full value."),
]


@pytest.mark.parametrize(("code", "clause"), REWORDED)
def test_a_clause_in_other_words_is_shown_and_not_absent(code: str, clause: str, text_document: Maker) -> None:
    before = {row.type: row for row in find_clauses(text_document(FORMAL + FORMAL))}
    assert before[code].presence == "absent"
    after = {row.type: row for row in find_clauses(text_document(f"{FORMAL}{clause}\n\n{FORMAL}"))}
    assert after[code].presence in ("not_found", "present")
    assert clause in (*after[code].excerpts, *after[code].candidates)[0].text


def test_all_candidates_stay_in_the_order_of_their_confidence(text_document: Maker) -> None:
    _, clause = REWORDED[0]
    for found in find_clauses(text_document(f"{FORMAL}{clause}\n\n{FORMAL}"), all_candidates=True):
        confidences = [each.confidence for each in found.candidates]
        assert confidences == sorted(confidences, reverse=True)


def test_spans_are_few_and_of_asked_types() -> None:
    clause = REWORDED[0][1]
    document = sentences(f"{clause}\n\n" * (MOST + 4))
    found = worded_otherwise(document, ("non_disparagement", "no such type"))
    assert list(found) == ["non_disparagement"]
    assert len(found["non_disparagement"]) == MOST
    assert {document.text[start:end] for start, end in found["non_disparagement"]} == {clause}


def test_a_long_contract_is_looked_through_to_its_end() -> None:
    clause = REWORDED[0][1]
    document = sentences(
        "\n\n".join([*["The party of the first part shall pay the fee when it is due."] * 3_000, clause])
    )
    assert len(portions(document)) > 1
    found = worded_otherwise(document, ("non_disparagement",))["non_disparagement"]
    assert document.text[slice(*found[0])] == clause


def test_the_file_comes_back_as_it_was_written(tmp_path: Path) -> None:
    model, document = reworded_model(), sentences(FORMAL + REWORDED[1][1])
    save_reworded(model, tmp_path / "reworded.npz")
    again = reworded_model(tmp_path / "reworded.npz")
    assert again.codes == model.codes
    assert (again.scores(document) == model.scores(document)).all()
    assert (again.limits == model.limits).all()


def test_the_file_of_another_model_is_named(tmp_path: Path) -> None:
    path = tmp_path / "reworded.npz"
    np.savez(path, codes=np.array(["insurance"]))
    with pytest.raises(ConfigError, match=r"reworded\.npz"):
        reworded_model(path)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut off"])
def test_a_damaged_file_is_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "reworded.npz"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=r"reworded\.npz"):
        reworded_model(path)
