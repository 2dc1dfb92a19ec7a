"""What counts as a finding: each setting's limits, and what becomes of presence, passages, facts and parties."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.contracts.builtin import find_clauses
from core.contracts.builtin.sensitivity import LOWEST, ONE_IN_TEN, SENSITIVITIES, SURE, FindingLimits, limits
from core.contracts.extract import extract, extraction_key
from core.documents import Document
from core.record import Clause
from core.settings import Settings
from core.taxonomy import taxonomy

TEXT = (Path(__file__).resolve().parents[2] / "data" / "clauses" / "cybergy_excerpt.txt").read_bytes().decode()
Maker = Callable[..., Document]


def _limits(code: str, sensitivity: str, *, balanced: float = 0.3, language: str = "en") -> FindingLimits:
    return limits(code, balanced, language, "contract", sensitivity)  # type: ignore[arg-type]


def test_limits_by_setting() -> None:
    assert _limits("non_compete", "balanced") == FindingLimits(0.3, 0.3, 0.3)
    assert _limits("non_compete", "only_sure") == FindingLimits(SURE, SURE, 0.3)
    assert _limits("audit_rights", "only_sure", balanced=0.95) == FindingLimits(0.95, 0.95, 0.95)
    low = _limits("non_compete", "miss_nothing")
    assert (low.finding, low.open_above) == (0.3, low.to_confirm)
    assert LOWEST <= low.to_confirm < 0.3
    assert _limits("non_compete", "miss_nothing", language="ja", balanced=0.5) == FindingLimits(
        0.5, ONE_IN_TEN, ONE_IN_TEN
    )
    for sensitivity in SENSITIVITIES:  # a type that never counts as found stays so
        assert _limits("non_compete", sensitivity, balanced=1.0) == FindingLimits(1.0, 1.0, 1.0)


def _by_setting(document: Document) -> dict[str, dict[str, Clause]]:
    return {
        each: {clause.type: clause for clause in find_clauses(document, sensitivity=each)} for each in SENSITIVITIES
    }


def test_miss_nothing_adds_passages_to_confirm_and_claims_no_more(text_document: Maker) -> None:
    found = _by_setting(text_document(TEXT))
    added = 0
    for code, clause in found["miss_nothing"].items():
        balanced = found["balanced"][code]
        sure = tuple(excerpt for excerpt in clause.excerpts if excerpt.confirmed)
        assert sure == balanced.excerpts
        assert (clause.presence == "present") == (balanced.presence == "present")
        if len(clause.excerpts) > len(sure):
            added += 1
            assert taxonomy().get(code).kind == "clause"
            assert clause.presence in ("present", "unknown")
        else:
            assert clause.presence == balanced.presence
    assert added


def test_only_sure_leaves_open_what_is_less_sure(text_document: Maker) -> None:
    found = _by_setting(text_document(TEXT))
    opened = 0
    for code, clause in found["only_sure"].items():
        balanced = found["balanced"][code]
        assert set(clause.excerpts) <= set(balanced.excerpts)
        if taxonomy().get(code).kind != "clause":
            assert clause == balanced
        elif balanced.presence == "present" and clause.presence != "present":
            opened += 1
            assert (clause.presence, clause.excerpts) == ("unknown", ())
            assert clause.confidence <= SURE
            assert clause.candidates
        else:
            assert clause.presence == balanced.presence
    assert opened


def test_only_sure_gives_no_fact_that_is_less_sure(text_document: Maker) -> None:
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    document = text_document(TEXT)
    sure, all_of_them = (extract(document, settings, sensitivity=each) for each in ("only_sure", "balanced"))
    assert {fact.name for fact in all_of_them.facts if fact.value and fact.confidence < SURE} or [
        party for party in all_of_them.parties if party.confidence < SURE
    ]
    assert [fact for fact in sure.facts if fact.value] == [
        fact for fact in all_of_them.facts if fact.value and fact.confidence >= SURE
    ]
    assert sure.parties == tuple(party for party in all_of_them.parties if party.confidence >= SURE)


@pytest.mark.parametrize("endpoint", [False, True])
def test_the_setting_decides_an_extraction_of_the_built_in_engine_alone(endpoint: bool) -> None:
    known = {"EXTRACTION_MODEL": "m", "EXTRACTION_BASE_URL": "http://127.0.0.1:1/v1"} if endpoint else {}
    settings = Settings(_env_file=None, **known)  # type: ignore[call-arg, arg-type]
    keys = {extraction_key("ab", settings, sensitivity=each) for each in SENSITIVITIES}
    assert len(keys) == (1 if endpoint else 3)
