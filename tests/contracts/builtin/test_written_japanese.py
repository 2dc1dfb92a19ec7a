"""Floors on the written Japanese contracts that the rules were developed on; those kept apart are not judged here."""

from __future__ import annotations

from collections import Counter

import pytest

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.parties.japanese_names import without_branch
from scripts.training.japanese import CODES, WRITTEN, LabelledJapanese, load

DEVELOPED = load(WRITTEN / "developed")
DATES = ("agreement_date", "effective_date", "expiration_date")
# two years from the day of signing: its writer counts that day, article 140 of the Civil Code does not
ANOTHER_READING = {("dev_komon", "expiration_date")}


def bare(words: str | None) -> str:
    return "".join((words or "").split())


def test_presence() -> None:
    counts: Counter[str] = Counter()
    for contract in DEVELOPED:
        said = {clause.type for clause in find_clauses(contract.document) if clause.presence == "present"}
        real = contract.present()
        counts.update(right=len(said & real), wrong=len(said & set(CODES.values()) - real), missed=len(real - said))
    assert 2 * counts["right"] / (2 * counts["right"] + counts["wrong"] + counts["missed"]) >= 0.95


@pytest.mark.parametrize("contract", DEVELOPED, ids=lambda contract: contract.name)
def test_title_parties_and_dates(contract: LabelledJapanese) -> None:
    facts, parties = find_facts(contract.document, find_clauses(contract.document))
    values = {fact.name: fact.value for fact in reversed(facts)}
    assert bare(values["document_name"]) == bare(contract.labels["title"])
    assert {bare(party.name) for party in parties} == {
        bare(without_branch(party["name"])) for party in contract.labels["parties"] if party["name"]
    }
    for name in DATES:
        # silence is allowed, a wrong date is not
        allowed = {contract.labels[name], None}
        assert values[name] in allowed or (contract.name, name) in ANOTHER_READING, name


def test_no_more_than_one_date_is_left_out() -> None:
    missed = []
    for contract in DEVELOPED:
        values = {fact.name: fact.value for fact in reversed(find_facts(contract.document)[0])}
        missed += [(contract.name, name) for name in DATES if contract.labels[name] and values[name] is None]
    assert len(missed) <= 1


@pytest.mark.parametrize(
    ("part", "number"), [("apart", 16), ("apart_2", 15), ("apart_3", 25), ("apart_4", 18), ("apart_5", 18)]
)
def test_the_kept_apart_contracts_are_whole(part: str, number: int) -> None:
    apart = load(WRITTEN / part)
    assert len(apart) == number
    assert all(contract.present() for contract in apart)
