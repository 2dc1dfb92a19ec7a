"""Typical Japanese contracts of kinds that no labelled collection holds, each judged whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.documents import Document

DATA = Path(__file__).resolve().parents[2] / "data" / "ja_typical"
EXPECTED: dict[str, dict[str, Any]] = yaml.safe_load((DATA / "expected.yaml").read_text(encoding="utf-8"))
Maker = Callable[..., Document]


def joined(words: str | None) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", words or ""))


@pytest.fixture(params=list(EXPECTED))
def case(request: pytest.FixtureRequest, text_document: Maker) -> tuple[dict[str, Any], Document]:
    text = (DATA / f"{request.param}.txt").read_text(encoding="utf-8")
    return EXPECTED[request.param], text_document(text, language="ja")


def test_facts_and_parties(case: tuple[dict[str, Any], Document]) -> None:
    expected, document = case
    facts, parties = find_facts(document, find_clauses(document))
    values = {fact.name: fact.value for fact in facts}
    assert joined(values["document_name"]) == joined(expected["title"])
    assert {name: values[name] for name in expected["dates"]} == {
        name: value.isoformat() if value else None for name, value in expected["dates"].items()
    }
    assert values["renewal_term"] == expected.get("renewal_term")
    assert values["notice_period"] == expected.get("notice_period")
    assert [[party.role, joined(party.name)] for party in parties] == [
        [role, joined(name)] for role, name in expected["parties"]
    ]


def test_clauses(case: tuple[dict[str, Any], Document]) -> None:
    expected, document = case
    present = {clause.type for clause in find_clauses(document) if clause.presence == "present"}
    assert present - set(expected["borderline"]) == set(expected["clauses"]) - set(expected["borderline"])
