"""What `python -m core extract` and the retrieval functions say beside what was not found."""

from __future__ import annotations

from dataclasses import replace

from core.cli.extract import extraction_json
from core.contracts import extract
from core.documents import read
from core.record import Fact
from core.workbench.workbench import Workbench
from small_contracts import small_contract


def test_no_confidence_beside_an_absence(workbench: Workbench) -> None:
    """Issue 12, 1: a clause that was not found stood with a confidence of 0.04, a fact without a value with 0.0."""
    document = read(small_contract(1), file_name="1.txt", settings=workbench.settings)
    found = extract(document, workbench.settings)
    clauses = extraction_json(document, found, all_candidates=False)["clauses"]
    assert {clause["presence"] for clause in clauses} >= {"present", "not_found"}
    assert all((clause["confidence"] is None) == (clause["presence"] != "present") for clause in clauses)


def test_of_two_laws_the_preferred_one_is_given(workbench: Workbench) -> None:
    document = read(small_contract(1), file_name="1.txt", settings=workbench.settings)
    found = extract(document, workbench.settings)
    twice = replace(found, facts=(*found.facts, Fact("governing_law", "FR")))
    assert extraction_json(document, twice, all_candidates=False)["facts"]["governing_law"]["value"] == "US"
