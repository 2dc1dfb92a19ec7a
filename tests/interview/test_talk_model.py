"""What talk wants done is done, and sentences that speak of two fields are cut where the field changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import ConfigError
from core.interview.builtin import InterviewMemory, reply
from core.interview.builtin.heard import Heard
from core.interview.builtin.learned import talk_model
from core.interview.builtin.learned.divided import divided
from core.interview.builtin.learned.talk_model import WANTS, likely_wants, wanted
from core.interview.versions import empty_draft
from core.knowledge import EntryDraft
from core.wording import Language

CASE = "受託者の検収が遅れ、支払いが半年止まりました。"


def whole_draft() -> EntryDraft:
    """A draft that lacks nothing but its title."""
    told = {
        "contract_types": ("業務委託契約",),
        "source_case": CASE,
        "problem_pattern": "検収の期限がない。",
        "risk": "支払いが遅れる。",
        "recommended_clause": "納品から10日で検収したものとみなす。",
    }
    return empty_draft().model_copy(update=told)


@pytest.mark.parametrize(
    ("sentence", "act"),
    [
        ("Save it and close, thanks.", "finish"),
        ("That's everything from my side, please finish.", "finish"),
        ("以上です、登録をお願いします。", "finish"),
        ("ありがとうございました、確定で。", "finish"),
        ("I'll come back to this tomorrow, keep it as it is.", "pause"),
        ("No idea, leave that open.", "skip"),
        ("それは分からないので次に進んでください。", "skip"),
        ("さっきの記録は消してください。", "undo"),
        ("ここまでの内容を見せて。", "view"),
        ("Liability is capped at the fees of twelve months.", None),
        ("納品から10日で検収したものとみなす。", None),
        ("The works were finished three weeks late.", None),
        ("工事は三週間遅れて終わりました。", None),
        ("Good morning!", None),
    ],
)
def test_what_a_sentence_wants(sentence: str, act: str | None) -> None:
    assert wanted(sentence) == act


def test_the_chances_of_all_wants_make_one() -> None:
    likely = likely_wants("確定でお願いします")
    assert tuple(likely) == WANTS
    assert sum(likely.values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("message", "language"),
    [("Cheers, save and close.", "en"), ("ありがとうございました、これで登録してください。", "ja")],
)
def test_an_interview_is_ended_in_ones_own_words(message: str, language: Language) -> None:
    said = reply(message, whole_draft(), InterviewMemory(asked="note", last="risk", checked=True), language).content
    assert said.mode == "finalize"
    assert said.draft is not None
    assert said.draft.title
    lacking = reply(message, whole_draft().model_copy(update={"risk": None}), InterviewMemory(asked="note"), language)
    assert lacking.content.mode == "clarify"


def test_what_is_told_before_the_wish_to_end_is_kept() -> None:
    lacking = whole_draft().model_copy(update={"risk": None})
    memory = InterviewMemory(asked="risk", last="problem_pattern", checked=True)
    said = reply("損失は300万円でした。以上です、確定で。", lacking, memory, "ja").content
    assert said.draft is not None
    assert (said.mode, said.draft.risk) == ("finalize", "損失は300万円でした。")


def test_a_pause_asks_nothing_and_files_nothing() -> None:
    draft = whole_draft()
    made = reply("続きは明日にします、いったんここまで。", draft, InterviewMemory(asked="risk", last="risk"), "ja")
    assert made.content.draft == draft
    assert made.content.message == "ここまでのお話は下書きに残っています。続きはいつでも書けます。"


def test_a_change_taken_back_in_ones_own_words_is_taken_back_once() -> None:
    memory = InterviewMemory(asked="risk", last="source_case")
    told = reply("損失は300万円でした。", empty_draft().model_copy(update={"source_case": CASE}), memory, "ja")
    assert told.content.draft is not None
    assert told.content.draft.risk is not None
    back = reply("さっきの記録は消してください。", told.content.draft, told.memory, "ja")
    assert back.content.draft is not None
    assert back.content.draft.risk is None
    assert len(back.memory.before) == len(told.memory.before) - 1


def test_a_sentence_of_two_fields_is_cut_between_them() -> None:
    before = "The supplier pays a penalty of 1 % a day."
    heard = Heard(whole_draft(), "fallback_positions", "recommended_clause", words=before)
    sentence = "20日までなら譲れますが、30日を超えるなら契約しません。"
    assert divided(sentence, heard, first=True) == ["20日までなら譲れますが、", "30日を超えるなら契約しません。"]
    english = "We could live with 45 days, but anything beyond 60 and we walk away."
    assert divided(english, heard, first=True) == [
        "We could live with 45 days,",
        "but anything beyond 60 and we walk away.",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "納品の遅れ、検収の遅れ、支払いの遅れが重なった。",
        "The goods came late, wet, and without papers.",
        "納品から10日で検収したものとみなす。",
    ],
)
def test_a_sentence_of_one_field_stays_whole(sentence: str) -> None:
    assert divided(sentence, Heard(whole_draft(), "risk", "source_case"), first=True) == [sentence]


def test_the_first_words_are_the_case_and_stay_whole() -> None:
    sentence = "委託先が無断で再委託し、3,000万円の損失が出ました。"
    assert divided(sentence, Heard(empty_draft(), None), first=True) == [sentence]


@pytest.mark.parametrize("kept", [0, 1_000])
def test_a_missing_or_damaged_model_is_named(kept: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "interview_talk.npz"
    if kept:
        path.write_bytes(talk_model.PATH.read_bytes()[:kept])
    monkeypatch.setattr(talk_model, "PATH", path)
    with pytest.raises(ConfigError, match=r"interview_talk\.npz"):
        likely_wants("done")
