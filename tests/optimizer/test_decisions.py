"""What reviewers decided becomes examples of the extraction's data set: decided fields only, in their part."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.contracts import Correction, FactCorrection, PartyCorrection, StatedPresence, excerpt_subject, party_subject
from core.errors import NotFound
from core.optimizer.execution import prompt_inputs
from core.optimizer.files import DECISIONS, decided_examples
from core.prompting import load_prompt
from core.settings import load_settings
from core.workbench import Workbench, open_workbench
from small_contracts import small_contract


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder: Path = tmp_path_factory.mktemp("decisions")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        received = [(workbench.library.receive(small_contract(n), f"{n}.txt"), f"{n}.txt") for n in (1, 2)]
        workbench.run_until_done(workbench.library.ingest(received, user="sato"))
        yield workbench


@pytest.fixture
def decide(opened: Workbench) -> Iterator[Callable[..., None]]:
    """`decide(subject, decision, value)` about the first contract; all is withdrawn afterwards."""
    library = opened.library
    first = library.rows()[0].contract_id
    done: list[str] = []

    def decide(subject: str, decision: str, value: Correction | None = None) -> None:
        library.review(first, subject, decision, reviewer="sato", value=value)  # type: ignore[arg-type]
        done.append(subject)

    yield decide
    for subject in done:
        library.review(first, subject, "withdraw", reviewer="sato")


def test_without_a_decision_there_is_no_data_set(opened: Workbench) -> None:
    with pytest.raises(NotFound, match="decided"):
        decided_examples(opened.library)


def test_decisions_become_fields_of_an_example(opened: Workbench, decide: Callable[..., None]) -> None:
    first = opened.library.rows()[0].contract_id
    detail = opened.library.detail(first)
    (insurance,) = [clause for clause in detail.machine.clauses if clause.type == "insurance"]
    decide("fact:effective_date", "correct", FactCorrection("2021-03-09"))
    decide("fact:governing_law", "approve")
    decide("fact:agreement_type", "approve")
    decide("presence:audit_rights", "correct", StatedPresence("absent"))
    decide(excerpt_subject("insurance", insurance.excerpts[0]), "approve")
    dataset = decided_examples(opened.library)
    assert dataset.name == DECISIONS
    (example,) = dataset.examples
    assert example.gold is not None
    assert example.gold.fields == {
        "/facts/effective_date/value": "2021-03-09",
        "/governing_law/country": "United States",
        "/clauses/insurance/present": True,
        "/clauses/audit_rights/present": False,
    }
    assert example.id == f"{first}:0"
    assert prompt_inputs(load_prompt("extraction"), example)["contract"] == opened.library.document(first).text


def test_parties_count_when_all_were_decided(opened: Workbench, decide: Callable[..., None]) -> None:
    detail = opened.library.detail(opened.library.rows()[0].contract_id)
    one, other = [party.name for party in detail.machine.parties]
    decide(party_subject(one), "approve")
    decide("fact:agreement_date", "reject")
    (example,) = decided_examples(opened.library).examples
    assert example.gold is not None
    assert example.gold.fields == {"/facts/agreement_date/value": None}
    decide(party_subject(other), "correct", PartyCorrection("Harbor Retail Holdings LLC"))
    (example,) = decided_examples(opened.library).examples
    assert example.gold is not None
    assert example.gold.fields["/parties/*/name"] == [one, "Harbor Retail Holdings LLC"]


def test_what_was_withdrawn_does_not_count(opened: Workbench) -> None:
    with pytest.raises(NotFound, match="decided"):
        decided_examples(opened.library)
