"""What was learned of words: passed over only where nothing is lost, taken for a clause type only where it is sure."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from core.errors import ConfigError
from core.questions import ClauseIs, Names, TypeIs, understand, understood_with_help
from core.questions.learned import question_model
from core.questions.learned.clause_words import ClauseWordsModel, likely_types
from core.questions.learned.question_model import QuestionModel
from core.questions.learned.tagged_question import TaggedQuestion
from core.questions.learned.word_signs import BUCKETS, question_words
from core.questions.learned.word_tags import TAGS, TagModel, likely_tags, shares

TODAY = date(2026, 11, 20)
NAMES = Names(["Corvex Networks Inc.", "株式会社みなとシステム"])


def test_the_chain_weighs_every_way_to_tag_a_question() -> None:
    draw = np.random.default_rng(1)
    size = len(TAGS)
    model = TagModel(
        np.zeros((BUCKETS, size), np.float32),
        draw.normal(size=(size, size)).astype(np.float32),
        draw.normal(size=size).astype(np.float32),
    )
    scores = draw.normal(size=(3, size))
    summed = np.zeros((3, size))
    for first in range(size):
        for second in range(size):
            for third in range(size):
                way = (first, second, third)
                score = model.begin[first] + sum(scores[place, tag] for place, tag in enumerate(way))
                score += model.steps[first, second] + model.steps[second, third]
                for place, tag in enumerate(way):
                    summed[place, tag] += np.exp(score)
    np.testing.assert_allclose(shares(scores, model), summed / summed.sum(axis=1, keepdims=True), rtol=1e-6)


def test_japanese_is_tagged_letter_by_letter_and_english_word_by_word() -> None:
    assert [word.text for word in question_words("the cfo's 3件、契約")] == [
        "the",
        "cfo's",
        "3",
        "件",
        "、",
        "契",
        "約",
    ]


def test_a_question_without_words_has_no_tags() -> None:
    words, chance = likely_tags("", question_model.stored().tags)
    assert words == []
    assert chance.shape == (0, len(TAGS))


@pytest.mark.parametrize(
    ("question", "passed"),
    [
        ("The auditors are asking again: which contracts have insurance?", "auditors are asking"),
        ("取締役会の資料に載せるので、保険のある契約を教えてください", "取締役会の資料に載せるので"),
    ],
)
def test_a_reason_is_passed_over_and_said(question: str, passed: str) -> None:
    assert not understand(question, today=TODAY, names=NAMES).sure
    understood = understood_with_help(question, today=TODAY, names=NAMES)
    assert understood.sure
    assert understood.text == question
    assert understood.readings[0].plan.conditions == (ClauseIs(("insurance",)),)
    assert any(passed in taken.words and taken.code is None for taken in understood.taken)


@pytest.mark.parametrize(
    "question",
    [
        "Which contracts have insurance? Nobody in Berlin knows.",
        "For the 3 auditors: which contracts have insurance?",
        "Nothing for the auditors: which contracts have insurance?",
        "Only for the ones with Halden: which contracts have insurance?",
        "which contracts have insurance for the whole of Asia",
        "contracts with a stronger audit right",
        "audit rights exercised by us lately",
        "より強い監査権のある契約",
        "Should we sign the one with audit rights, what do you think?",
    ],
)
def test_what_may_turn_the_answer_is_never_passed_over(question: str) -> None:
    understood = understood_with_help(question, today=TODAY, names=NAMES)
    assert understood.taken == ()
    assert not understood.sure or understood.readings[0].kind == "refused"


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("where is there a licence that never ends or can't be taken back", "irrevocable_or_perpetual_license"),
        ("相手が帳簿や事業所を調べに来られる契約はどれですか", "audit_rights"),
    ],
)
def test_everyday_words_are_taken_for_a_clause_type_and_said(question: str, code: str) -> None:
    assert not understand(question, today=TODAY, names=NAMES).sure
    understood = understood_with_help(question, today=TODAY, names=NAMES)
    assert understood.readings[0].plan.conditions == (ClauseIs((code,)),)
    assert [taken.code for taken in understood.taken] == [code]


@pytest.mark.parametrize(
    ("question", "remarks"),
    [
        ("a word, thanks a lot", ["a word,", "thanks a lot"]),
        ("cash-in-transit, thanks a lot", ["cash-in-transit,", "thanks a lot"]),
        ("冷凍倉庫の賃借、至急です。", ["至急です。"]),
        ("納めた物に不具合があったとき、至急です。", ["至急です。"]),
        ("None of them, thanks a lot", ["thanks a lot"]),
        ("the Halden ones, thanks a lot", ["thanks a lot"]),
        ("with Corvex, thanks a lot", ["thanks a lot"]),
        ("in 2027, thanks a lot", ["thanks a lot"]),
    ],
)
def test_whatever_the_tags_say_some_parts_are_no_remark(question: str, remarks: list[str]) -> None:
    size, filler = len(TAGS), TAGS.index("filler")
    begin, steps = np.zeros(size, np.float32), np.zeros((size, size), np.float32)
    begin[filler] = steps[filler, filler] = 20
    all_filler = TagModel(np.zeros((BUCKETS, size), np.float32), steps, begin)
    tagged = TaggedQuestion(question, NAMES, TODAY, replace(question_model.stored(), tags=all_filler))
    assert [part.words for part in tagged.idle_parts()] == remarks


def test_contracts_that_are_asked_for_behind_companies_are_asked_back() -> None:
    understood = understand("which counterparties have audit rights? list the contracts", today=TODAY)
    assert understood.unused == ("contracts",)


def test_a_question_that_the_grammar_reads_is_left_as_it_is() -> None:
    question = "Which contracts with Corvex have audit rights?"
    assert understood_with_help(question, today=TODAY, names=NAMES) == understand(question, today=TODAY, names=NAMES)


def test_a_model_is_written_and_read(tmp_path: Path) -> None:
    stored = question_model.stored()
    path = tmp_path / "questions.npz"
    question_model.write(stored, path)
    again = question_model.read(path)
    np.testing.assert_allclose(again.tags.weights, stored.tags.weights, atol=1e-2)
    assert again.clauses.codes == stored.clauses.codes
    assert again.clauses.meaning is not None
    assert stored.clauses.meaning is not None
    assert again.values.meaning is None
    np.testing.assert_allclose(again.clauses.meaning, stored.clauses.meaning, atol=0.05)


def test_a_model_for_other_tags_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "questions.npz"
    small = QuestionModel(
        TagModel(np.ones((2, 2), np.float32), np.ones((2, 2), np.float32), np.ones(2, np.float32)),
        *[ClauseWordsModel(np.ones((2, 2), np.float32), np.ones(2, np.float32), ("none", "insurance"))] * 3,
    )
    with monkeypatch.context() as patched:
        patched.setattr(question_model, "TAGS", ("", "filler"))
        question_model.write(small, path)
    with pytest.raises(ConfigError, match="other tags"):
        question_model.read(path)


def test_the_model_is_small() -> None:
    assert question_model.PATH.stat().st_size <= 1_536 * 1024


def test_words_that_nobody_wrote_down_are_known_by_what_they_are_about() -> None:
    model = question_model.stored().clauses
    blind = replace(model, meaning=np.zeros_like(model.meaning))
    for words, code in (
        ("they poach our programmers", "no_solicit_of_employees"),
        ("somebody snaps up the company", "change_of_control"),
        ("地震や台風で納められない", "force_majeure"),
    ):
        types = likely_types(words, model)
        assert max(types, key=types.__getitem__) == code
        assert types[code] > likely_types(words, blind)[code]


def test_two_things_in_a_run_of_words_are_two_types() -> None:
    question = "Number of agreements with a default-interest rule or fixed due dates for invoices, leaving out leases"
    understood = understood_with_help(question, today=TODAY, names=NAMES, model=question_model.stored())
    assert understood.sure
    (reading,) = understood.readings
    assert reading.kind == "count"
    assert reading.plan.conditions == (ClauseIs(("late_payment", "payment")), TypeIs(("lease",), wanted=False))
