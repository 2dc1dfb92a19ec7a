"""Presence by the whole contract: limits of findings that keep the best passage, or none."""

from __future__ import annotations

import numpy as np
import pytest

from core.contracts.builtin.clauses.contract_presence import (
    finding_limits,
    log_odds,
    nearness,
    presence_chance,
    presence_features,
)
from core.contracts.builtin.clauses.first_stage import FirstStage
from core.contracts.builtin.clauses.model_file import clause_model
from core.contracts.builtin.clauses.scored import score_text

ODDS = np.array([3.0, -3.0, 0.0, 5.0])
BEST = np.array([0.2, 0.7, 0.5, 0.0])
THRESHOLDS = np.full(4, 0.4, np.float32)


def limits() -> np.ndarray:
    return finding_limits(ODDS, BEST, THRESHOLDS, 0.54)


def test_a_clause_that_the_whole_contract_speaks_for_has_its_best_passage_as_a_finding() -> None:
    assert presence_chance(ODDS, BEST)[0] > 0.4
    assert BEST[0] > limits()[0]


def test_where_the_whole_contract_speaks_against_it_no_passage_is_a_finding() -> None:
    assert presence_chance(ODDS, BEST)[1] < 0.4
    assert BEST[1] <= limits()[1]


def test_nothing_is_found_where_there_is_no_candidate() -> None:
    assert limits()[3] >= BEST[3]


@pytest.mark.parametrize("confidence", [0.05, 0.3, 0.49, 0.51, 0.9])
def test_further_findings_are_those_that_come_near_enough(confidence: float) -> None:
    near = nearness(np.array([confidence]), ODDS[2:3], BEST[2:3])[0]
    present = finding_limits(ODDS[2:3], BEST[2:3], THRESHOLDS[2:3], 0.45)[0]
    assert (confidence > present) == (near > 0.45)


def test_features_of_a_contract_of_one_sentence_are_finite() -> None:
    count = 3
    stage = FirstStage(
        np.zeros((1, 2, count), np.float32),
        np.zeros((1, 2, 4, count), np.float32),
        np.zeros(count, np.float32),
        np.zeros((1, 2, count), np.float32),
    )
    rows = presence_features(stage, np.array([1, 1]), np.array([1.0, 0.0]))
    assert rows.shape[0] == count
    assert np.isfinite(rows).all()
    assert rows[:, 0].tolist() == [0, 1, 2]


def test_log_odds_stay_finite() -> None:
    assert np.isfinite(log_odds(np.array([0.0, 1.0]))).all()


def test_each_trained_type_has_a_limit() -> None:
    model = clause_model()
    found, of_findings = score_text("This Agreement is governed by the laws of the State of New York.\n" * 3, model)
    assert set(model.codes) <= set(of_findings)
    assert found["governing_law"][0].confidence > of_findings["governing_law"]


def test_an_empty_text_has_no_findings() -> None:
    found, of_findings = score_text("", clause_model())
    assert all(not rows for rows in found.values())
    assert set(found) == set(of_findings)
