"""The measures that training and benchmark report, against figures worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from core.contracts.builtin.clauses.contract_presence import log_odds
from core.contracts.builtin.clauses.sentence_features import sentences
from scripts.training.corpus import Labelled, codes
from scripts.training.first_stage import match_labels, overlap_labels
from scripts.training.metrics import Tally, f1, matches
from scripts.training.report import Ranked, findings, held_out, highest, thresholds


@pytest.mark.parametrize(
    ("prediction", "gold", "code", "expected"),
    [
        ("a b c d", "a b c d", "insurance", True),
        ("a b c d", "a b", "insurance", True),
        ("a b c d e", "a b", "insurance", False),
        ("A, B; c.", "a b c", "insurance", True),
        ('between Acme Inc. ("Acme") and others named below', "Acme Inc.", "parties", True),
        ('between Acme Inc. ("Acme") and others named below', "Acme Inc.", "document_name", False),
        ("x", "", "insurance", False),
    ],
)
def test_matches(prediction: str, gold: str, code: str, expected: bool) -> None:
    assert matches(prediction, gold, code) is expected


def test_a_sentence_is_taught_by_matching_only_where_it_counts_as_the_answer() -> None:
    text = (
        "Law of Ohio governs this.\n\nThe seller pays all taxes and the buyer pays nothing.\n\nAcme pays Acme.\n\nAcme."
    )
    taxes, acme = text.index("The seller"), text.index("Acme")
    gold = {"insurance": [(taxes, taxes + 10)], "governing_law": [(0, 25)], "parties": [(acme, acme + 4)]}
    document = sentences(text)
    labels = match_labels(document, Labelled("a contract", text, gold))
    said = {code: labels[:, codes().index(code)].tolist() for code in gold}
    assert [text[start:end] for start, end in document.spans.tolist()] == text.split("\n\n")
    assert said["governing_law"] == [1, -1, -1, -1]
    assert said["insurance"] == [-1, 0, -1, -1]
    assert said["parties"] == [-1, -1, 1, 1]
    assert overlap_labels(document, Labelled("a contract", text, gold))[:, codes().index("parties")].tolist()[3] == -1


def test_tally_counts_golds_found_and_predictions_that_match_none() -> None:
    tally = Tally()
    tally.add(["a b", "c d"], [("a b", 0.9), ("x y", 0.8), ("a b", 0.3), ("c d", 0.4)], "insurance")
    tally.add([], [("z", 0.2)], "insurance")
    assert (tally.gold, tally.wrong) == ([0.9, 0.4], [0.8, 0.2])
    recall, precision = tally.curve()
    assert (recall.tolist(), precision.tolist()) == ([0.5, 1.0], [1.0, 2 / 3])
    assert tally.aupr() == pytest.approx(0.5 + 0.5 * (1 + 2 / 3) / 2)
    assert tally.precision_at(0.8) == pytest.approx(2 / 3)
    assert Tally([0.0], [0.5]).aupr() == 0.0


def test_presence_thresholds_rise_where_claims_are_wrong_too_often() -> None:
    real = np.zeros((40, 2), bool)
    real[:20] = True
    best = np.where(real, 0.6, 0.05)
    best[:12, 0] = 0.3
    best[20:32, 1] = 0.5
    assert thresholds(best, real)[0] < 0.3
    assert thresholds(best, real)[1] == pytest.approx(0.5)
    assert f1(real[:, 1], best[:, 1] > 0.4) == (20 / 32, 1.0, pytest.approx(20 / 26))


def test_findings_are_counted_by_what_they_match() -> None:
    gold = {key: [] for key in codes()} | {"parties": [(0, 4), (5, 9)], "insurance": [(10, 20)]}
    contracts = [Labelled("a", "", gold), Labelled("b", "", {key: [] for key in codes()})]
    parties, insurance = codes().index("parties"), codes().index("insurance")
    ranked = Ranked(
        np.array([parties, parties, parties, insurance, insurance]),
        np.array([0, 0, 1, 0, 0]),
        np.array([0.9, 0.8, 0.7, 0.4, 0.3]),
        [(0,), (0,), (), (0,), (0,)],
    )
    limits = np.full((2, len(codes())), 0.35)
    # three of four above the limit match; two of three gold spans are matched
    assert findings(contracts, ranked, limits) == {
        "precision": 0.75,
        "recall": round(2 / 3, 4),
        "f1": round(2 * 0.75 * (2 / 3) / (0.75 + 2 / 3), 4),
    }


def test_held_out_figures_are_by_thresholds_that_saw_other_contracts() -> None:
    insurance, has = codes().index("insurance"), np.arange(20) % 2 == 1
    nothing: dict[str, list[tuple[int, int]]] = {key: [] for key in codes()}
    contracts = [Labelled(str(at), "", nothing | ({"insurance": [(0, 4)]} if has[at] else {})) for at in range(20)]
    fold = np.arange(20) // 4
    # the last fold's right passages are less sure than a wrong one elsewhere: who saw them would let that one pass
    confidence = np.where(has, np.where(fold == 4, 0.3, 0.6), 0.1)
    confidence[0] = 0.4
    ranked = Ranked(np.full(20, insurance), np.arange(20), confidence, [(0,) if each else () for each in has.tolist()])
    real = np.zeros((20, len(codes())), bool)
    real[:, insurance] = has
    best = np.zeros(real.shape)
    best[:, insurance] = confidence
    in_sample = np.tile(thresholds(best, real), (20, 1))
    assert findings(contracts, ranked, in_sample)["recall"] == 1.0
    apart = held_out(contracts, ranked, log_odds(highest(contracts, ranked)), fold)
    assert apart["held_out_finding_recall"] == apart["held_out_presence_recall"] == 0.8
    assert apart["held_out_finding_precision"] == apart["held_out_presence_precision"] == round(8 / 9, 4)
