"""Dates and parties of the written Japanese contracts whose heads, terms and signatures vary most."""

from __future__ import annotations

from collections import Counter

import pytest

from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.parties.japanese_names import without_branch
from scripts.training.japanese import WRITTEN, LabelledJapanese, load

CONTRACTS = [
    contract
    for part in ("developed_2", "heads", "developed_3", "developed_4", "heads_2", "developed_5")
    for contract in load(WRITTEN / part)
]
DATES = ("agreement_date", "effective_date", "expiration_date")
# a year from the day of signing: its writer counts that day, article 140 of the Civil Code does not
ANOTHER_READING = {("jw_baibai", "expiration_date")}


def bare(words: str | None) -> str:
    return "".join((words or "").split())


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda contract: contract.name)
def test_no_date_is_wrong(contract: LabelledJapanese) -> None:
    values = {fact.name: fact.value for fact in reversed(find_facts(contract.document)[0])}
    for name in DATES:
        # silence is allowed, a wrong date is not
        allowed = {contract.labels[name], None}
        assert values[name] in allowed or (contract.name, name) in ANOTHER_READING, name


def test_most_dates_and_parties_are_found() -> None:
    counts: Counter[str] = Counter()
    for contract in CONTRACTS:
        facts, parties = find_facts(contract.document)
        values = {fact.name: fact.value for fact in reversed(facts)}
        stated = [name for name in DATES if contract.labels[name]]
        counts.update(stated=len(stated), read=sum(values[name] == contract.labels[name] for name in stated))
        real = {bare(without_branch(party["name"])) for party in contract.labels["parties"] if party["name"]}
        named = {bare(party.name) for party in parties}
        counts.update(parties=len(real), named=len(real & named), others=len(named - real))
    assert counts["read"] >= 0.9 * counts["stated"]
    assert counts["named"] >= 0.95 * counts["parties"]
    assert counts["others"] <= 5
