"""Titles, laws and weights said in words of one's own: taken where they are sure, proposed where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from turns_of_interview import told_as

from core.errors import ConfigError
from core.interview.builtin import InterviewMemory, hearing, listening, reply
from core.interview.builtin.heard import Heard
from core.interview.builtin.learned import severity_model
from core.interview.builtin.learned.severity_model import likely_severity
from core.interview.builtin.listening import parts_of
from core.interview.builtin.proposals import proposed_severity
from core.interview.versions import empty_draft
from core.knowledge import EntryDraft, LawReference
from core.wording import Language


def draft(language: Language) -> EntryDraft:
    """A draft of which neither severity, title nor law is told."""
    english = language == "en"
    told = {
        "contract_types": ("Lease",) if english else ("賃貸借契約",),
        "source_case": "The landlord kept the machines." if english else "貸主が機械を返しません。",
        "problem_pattern": "Nothing on who owns them." if english else "所有者の定めがない。",
        "risk": "The line stands still." if english else "ラインが止まる。",
        "recommended_clause": "Machines stay ours." if english else "機械は借主の所有とする。",
    }
    return empty_draft().model_copy(update=told)


@pytest.mark.parametrize(
    ("words", "law"),
    [
        (
            "In Turkey the law number 6769 on industrial property.",
            "In Turkey the law number 6769 on industrial property",
        ),
        ("Aged Care Quality Standards, the dignity one", "Aged Care Quality Standards, the dignity one"),
        (
            "取適法で手形払いそのものが禁止になったんだろう、今年の一月から",
            "取適法で手形払いそのものが禁止になったんだろう、今年の一月から",
        ),
        ("県の規則のほうかもしれません。", "県の規則のほうかもしれません"),
    ],
)
def test_a_law_that_no_pattern_knows_is_kept_in_its_own_words(words: str, law: str) -> None:
    assert hearing.law_in_words(words) == LawReference(law=law, article="")


@pytest.mark.parametrize(
    "words",
    [
        "No law that I am aware of.",
        "There's a strata act, I don't think it says a word about panels.",
        "No statute, this one's pure contract.",
        "該当する法令は特に確認しておりません。",
        "現地の税法は存じません。",
        "条文?わかりません。",
        "2013 as amended.",
        "法務に聞く",
    ],
)
def test_words_that_name_no_law_are_none(words: str) -> None:
    assert hearing.law_in_words(words) is None


def test_a_law_in_own_words_is_written_down() -> None:
    memory = InterviewMemory(asked="law_references", last="risk")
    turn = reply("In Turkey the law number 6769 on industrial property.", draft("en"), memory, "en")
    assert turn.content.draft is not None
    assert [law.law for law in turn.content.draft.law_references or ()] == [
        "In Turkey the law number 6769 on industrial property"
    ]


@pytest.mark.parametrize(
    ("title", "language"),
    [("Parts after the end", "en"), ("Rags on credit", "en"), ("めっき賃と弁償のつりあい", "ja")],
)
def test_a_few_words_that_are_a_title_are_the_title(
    title: str, language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as("title", 0.5))
    memory = InterviewMemory(asked="check", last="recommended_clause")
    turn = reply(title, draft(language), memory, language)
    assert turn.content.draft is not None
    assert turn.content.draft.title == title


@pytest.mark.parametrize(
    ("words", "language"), [("Painful, and a first for us.", "en"), ("正直、今年いちばん神経を使いました。", "ja")]
)
def test_a_weight_without_a_level_is_proposed_and_not_written_down(words: str, language: Language) -> None:
    asked = reply(words, draft(language), InterviewMemory(asked="severity", times=1, last="risk"), language)
    assert asked.content.draft is not None
    assert asked.content.draft.severity is None
    assert asked.memory.proposed == likely_severity(words)
    assert words.rstrip(".。") in asked.content.message
    accepted = reply("yes" if language == "en" else "はい", asked.content.draft, asked.memory, language)
    assert accepted.content.draft is not None
    assert accepted.content.draft.severity == asked.memory.proposed


@pytest.mark.parametrize("asked_field", ["check", "title", "clause_types"])
@pytest.mark.parametrize("words", ["Over to you", "That is a wrap", "二年目は3%で"])
def test_what_is_surely_no_title_is_none(words: str, asked_field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    label = "talk" if words.isascii() else "fallback_positions"
    monkeypatch.setattr(listening, "likelihoods", told_as(label, 0.99))
    language: Language = "en" if words.isascii() else "ja"
    turn = reply(words, draft(language), InterviewMemory(asked=asked_field, last="risk"), language)
    assert turn.content.draft is None or turn.content.draft.title is None


@pytest.mark.parametrize(
    ("words", "label"), [("I'd call that severe.", "severity"), ("call it £26k with the oven deposit", "risk")]
)
def test_to_call_it_something_gives_no_title_where_it_surely_tells_something_else(
    words: str, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as(label, 0.97))
    told = empty_draft().model_copy(update={"source_case": "The oven broke."})
    (part,) = parts_of(words, Heard(told, "risk", "source_case"))
    assert part.field == label


def test_a_rule_told_in_two_messages_keeps_the_words_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as("recommended_clause", 0.99))
    before = draft("en").model_copy(update={"recommended_clause": "Parts are kept for ten years."})
    turn = reply("The list of them is an annex.", before, InterviewMemory(asked="applicability", last="risk"), "en")
    assert turn.content.draft is not None
    assert turn.content.draft.recommended_clause == "Parts are kept for ten years.\nThe list of them is an annex."


def test_a_sentence_that_ends_is_no_title(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as("title", 0.5))
    turn = reply("Parts were late after the end.", draft("en"), InterviewMemory(asked="check", last="risk"), "en")
    assert turn.content.draft is not None
    assert turn.content.draft.title is None


def test_a_weight_told_before_it_is_asked_for_waits_for_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "likelihoods", told_as("severity", 0.9))
    words = "Painful, and a first for us."
    early = draft("en").model_copy(update={"recommended_clause": None, "risk": None})
    turn = reply(words, early, InterviewMemory(asked="recommended_clause", times=1, last="source_case"), "en")
    assert turn.memory.weighed == words
    assert "Painful" in turn.content.message
    assert turn.memory.asked not in ("severity", None)
    assert turn.memory.proposed is None
    assert InterviewMemory.from_json(turn.memory.to_json()) == turn.memory
    proposal = proposed_severity(draft("en"), turn.memory.weighed)
    assert proposal is not None
    assert proposal.words == "Painful, and a first for us"


def test_the_models_of_weights_are_named_when_they_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(severity_model, "PATH", tmp_path / "interview_severity.npz")
    with pytest.raises(ConfigError, match=r"interview_severity\.npz"):
        likely_severity("Painful.")
