"""The general clause types in English: headings, candidates by words, and the third stage's features."""

from __future__ import annotations

import numpy as np
import pytest

from core.contracts.builtin.clauses.by_words import LEAST, score_by_words
from core.contracts.builtin.clauses.general import GeneralModel, heading_words, probability, under_heading
from core.contracts.builtin.clauses.novelty import MOST, novelty_features, order
from core.contracts.builtin.clauses.sentence_features import sentences
from core.taxonomy import taxonomy

TEXT = (
    "AGREEMENT\n\nARTICLE 9\n\n9.1 CONFIDENTIALITY\n\nEach party shall hold the confidential information of the other "
    "in strict confidence and shall not disclose it to anybody.\n\n9.2 FORCE MAJEURE\n\nNeither party is liable for a "
    "delay that is caused by an act of God, by war or by anything beyond its control.\n\n9.3 COUNTERPARTS\n\nThis "
    "agreement may be signed in counterparts, each of which is an original.\n"
)
CODES = ("confidentiality", "force_majeure", "severability")


def test_a_sentence_stands_under_the_heading_that_names_its_type() -> None:
    document = sentences(TEXT)
    headed = under_heading(document, CODES)
    found = {
        code: [TEXT[start : start + 12] for start, _ in document.spans[headed[:, column]].tolist()]
        for column, code in enumerate(CODES)
    }
    assert "Each party s" in found["confidentiality"]
    assert "Neither part" in found["force_majeure"]
    assert "This agreeme" not in found["confidentiality"] + found["force_majeure"]
    assert found["severability"] == []


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("12.3 CONFIDENTIALITY", "confidentiality"),
        ("Section 4. Payment Terms.", "payment terms"),
        ("ARTICLE 7 Acceptance and Rejection", "acceptance and rejection"),
    ],
)
def test_a_heading_without_its_number(heading: str, words: str) -> None:
    document = sentences(f"{heading}\n\nThe parties agree as follows in this long sentence of the contract.\n")
    assert heading_words(document, 0) == words


def test_probability_grows_with_score_heading_and_topic_and_headings_have_none() -> None:
    document = sentences(TEXT)
    scores = np.zeros((len(document), len(CODES)), np.float32)
    model = GeneralModel(CODES, np.array([1.0, 2.0, 1.0, 0.0, -2.0]))
    chance = probability(document, scores, model)
    own = next(row for row in range(len(document)) if TEXT[document.spans[row, 0] :].startswith("Each party"))
    other = next(row for row in range(len(document)) if TEXT[document.spans[row, 0] :].startswith("This agreement"))
    assert chance[own, 0] == pytest.approx(1 / (1 + np.exp(-1)))
    assert chance[other, 0] < 0.5 < chance[own, 0]
    title = next(row for row in range(len(document)) if TEXT[document.spans[row, 0] :].startswith("AGREEMENT"))
    assert chance[title].max() == 0


def test_types_without_a_model_have_candidates_by_heading_and_words_and_no_findings() -> None:
    untrained = ("anti_social_forces", "confidentiality")
    found = score_by_words(sentences(TEXT), untrained)
    assert found["anti_social_forces"] == []
    assert [row.confidence for row in found["confidentiality"]] == sorted(
        (row.confidence for row in found["confidentiality"]), reverse=True
    )
    assert "strict confidence" in TEXT[found["confidentiality"][0].start : found["confidentiality"][0].end]
    assert all(LEAST <= row.confidence < 0.5 for row in found["confidentiality"])


def test_of_two_equal_names_the_second_is_seen_to_say_nothing_new() -> None:
    text = "Alpha Corp. and Beta LLC. Alpha Corp."
    spans = np.array([[0, 11], [26, 37], [16, 24]])
    confidence = np.array([0.9, 0.8, 0.7])
    first = order(confidence[[2, 0, 1]], spans[[2, 0, 1]])
    assert first.tolist() == [1, 2, 0]
    rows = novelty_features(text, 3, spans, confidence, np.zeros(3, bool))
    assert rows.shape[0] == 3
    assert set(rows[:, 0]) == {3.0}
    same_words = rows[:, 14]
    assert same_words.tolist() == [0.0, 1.0, 0.0]
    assert len(order(np.linspace(0, 1, 100), np.zeros((100, 2), int))) == MOST


def test_every_clause_type_is_one_entry_with_what_both_languages_need() -> None:
    """Adding a type is an entry of the taxonomy and nothing else."""
    for category in taxonomy().clauses:
        assert category.definition.en, category.code
        assert category.definition.ja, category.code
        assert category.topic, category.code
        if category.cuad is None:
            assert category.headings.ja, category.code
            assert category.japanese, category.code
