"""The built-in interviewer files each sentence by what it says, and asks nobody three times."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.interview.builtin import InterviewMemory, reply
from core.interview.builtin.field_labels import apart
from core.interview.builtin.heard import Heard
from core.interview.builtin.listening import FieldSentence, parts_of
from core.interview.moving import moved
from core.interview.versions import empty_draft
from core.knowledge import FIELDS, EntryDraft
from core.wording import Language
from oracles.stories.development import STORIES
from oracles.stories.judging import Judged, judge
from oracles.stories.story import Story

CASE = "去年、保守契約で業者の過失によりサーバーが3日止まりました。"
RULE = "損害賠償の額は、直近12か月の委託料を上限とする。"


def told(*messages: str, language: Language = "ja") -> tuple[EntryDraft, InterviewMemory, list[str], list[str]]:
    """The draft, memory, modes and answers after some messages."""
    draft: EntryDraft | None = None
    memory, modes, answers = InterviewMemory(), [], []
    for message in messages:
        made = reply(message, draft, memory, language)
        draft, memory = made.content.draft, InterviewMemory.from_json(made.memory.to_json())
        modes.append(made.content.mode)
        answers.append(made.content.message)
    return draft or empty_draft(), memory, modes, answers


@pytest.mark.parametrize(
    ("sentence", "field", "words"),
    [
        ("推奨条項は「甲は通知する。」です。", "recommended_clause", "甲は通知する。"),
        ("「甲は通知する。」としておくべきでした。", "recommended_clause", "甲は通知する。"),
        ("10営業日まで譲れます。", "fallback_positions", "10営業日まで譲れます。"),
        ("それ以下は受け入れません。", "walk_away", "それ以下は受け入れません。"),
        ("重要度は中です。", "severity", "重要度は中です。"),
        ("検収の条項です。", "clause_types", "検収の条項です。"),
        ("売買契約でした。", "contract_types", "売買契約でした。"),
        ("民法第415条が根拠です。", "law_references", "民法第415条が根拠です。"),
        ("受託販売のときは当てはまりません。", "applicability", "受託販売のときは当てはまりません。"),
        ("備考：保険も確認する", "note", "保険も確認する"),
        ("題名は「検収の短さ」です。", "title", "検収の短さ"),
        ("修理代270万円を負担しました。", "risk", "修理代270万円を負担しました。"),
        ("契約書に期間の定めがありませんでした。", "problem_pattern", "契約書に期間の定めがありませんでした。"),
        ("We could live with 30 days.", "fallback_positions", "We could live with 30 days."),
        ("We won't sign below that.", "walk_away", "We won't sign below that."),
        ('The wording was "Either party may assign."', "problem_pattern", "Either party may assign."),
        ("It does not apply to leases.", "applicability", "It does not apply to leases."),
        ("天気の話をしました。", "source_case", "天気の話をしました。"),
        ("先方は値引きを認めませんでした。", "source_case", "先方は値引きを認めませんでした。"),
        ("当社の要求は受け入れられませんでした。", "source_case", "当社の要求は受け入れられませんでした。"),
        ("They would not accept our invoice.", "source_case", "They would not accept our invoice."),
        ("先方は30日なら応じられると言いました。", "source_case", "先方は30日なら応じられると言いました。"),
    ],
)
def test_a_sentence_goes_where_its_words_belong(sentence: str, field: str, words: str) -> None:
    draft = empty_draft().model_copy(update={"source_case": CASE})
    (part,) = parts_of(sentence, Heard(draft, None))
    assert replace(part, likely=()) == FieldSentence(field, words, sentence)
    assert part.likely == ()


def test_one_message_fills_several_fields() -> None:
    draft, _, _, _ = told(CASE, "条項案は「甲は通知する。」です。重要度は高です。1か月未満なら契約しません。")
    assert (draft.recommended_clause, draft.severity, draft.walk_away) == (
        "甲は通知する。",
        "high",
        "1か月未満なら契約しません。",
    )


@pytest.mark.parametrize("message", ["何を書けばよいのですか？", "どうしてそれを聞くのですか？", "こんにちは。"])
def test_a_question_to_the_interviewer_is_answered_and_not_filed(message: str) -> None:
    before, _, _, _ = told(CASE)
    after, _, modes, answers = told(CASE, message)
    assert after == before
    assert modes[-1] == "clarify"
    assert answers[-1].startswith(("伺った言葉をそのまま", "承知しました"))


def test_the_yes_or_no_question_swallows_no_fact_and_no_correction() -> None:
    draft = empty_draft().model_copy(update={"source_case": CASE, "recommended_clause": RULE})
    asked = InterviewMemory(asked="check", last="recommended_clause")
    fact = reply("修理代270万円を負担しました。", draft, asked, "ja")
    assert fact.content.draft is not None
    assert (fact.content.draft.risk, fact.memory.checked) == ("修理代270万円を負担しました。", False)
    change = reply("いや、やはり「損害賠償の額は6か月分を上限とする。」にします。", draft, asked, "ja")
    assert change.content.draft is not None
    assert change.content.draft.recommended_clause == "損害賠償の額は6か月分を上限とする。"
    assert change.memory.checked is False


def test_no_question_is_put_three_times_in_a_row() -> None:
    asked = [told(*[CASE, *["こんにちは。"] * times])[1].asked for times in range(5)]
    assert asked == ["problem_pattern", "problem_pattern", "risk", "risk", "severity"]


def test_the_last_change_is_taken_back() -> None:
    before, _, _, _ = told(CASE, "重要度は高です。")
    after, memory, modes, answers = told(CASE, "重要度は高です。", "備考：保険も確認する", "取り消して")
    assert (after, modes[-1]) == (before, "clarify")
    assert "直前の記録を取り消しました：備考。" in answers[-1]
    assert replace(memory, before={}).asked is not None


def test_the_first_words_are_taken_back_as_well() -> None:
    draft, memory, _, _ = told(CASE, "取り消して")
    assert (draft, memory.last) == (empty_draft(), None)


@pytest.mark.parametrize(
    "command", ["では確定してください", "登録をお願いします", "ファイナライズして", "OK, finalize it."]
)
def test_the_end_is_named_by_many_words(command: str) -> None:
    lines = [CASE, "問題：上限が低い", "リスク：回収できない"]
    _, _, modes, answers = told(*lines, command)
    assert modes[-1] == "clarify"
    assert answers[-1].startswith("登録するには、次の項目が必要です：推奨条項。")
    lines.append(f"推奨条項：{RULE}")
    draft, _, modes, answers = told(*lines, command)
    assert (modes[-1], draft.title) == ("finalize", "上限が低い")
    assert answers[-1].startswith("表題は、お言葉から「上限が低い」と提案して入れました。")
    draft, _, modes, _ = told(*lines, "表題：賠償の上限", command)
    assert (modes[-1], draft.title) == ("finalize", "賠償の上限")


@pytest.mark.parametrize("story", STORIES, ids=[story.name for story in STORIES])
def test_nothing_is_invented_and_no_story_is_stuck(story: Story) -> None:
    judged = judge(story)
    assert (judged.invented, judged.stuck) == ([], False)


def test_told_cases_stand_where_they_belong() -> None:
    judged: list[Judged] = [judge(story) for story in STORIES]
    count = sum(judgement.told for judgement in judged)
    assert sum(judgement.right for judgement in judged) >= 0.95 * count
    assert sum(len(judgement.misfiled) for judgement in judged) <= 0.02 * count


@pytest.mark.parametrize(
    ("sentence", "pieces"),
    [
        (
            "Fallback: suspension after 60 days Walk away: suspension without notice",
            ["Fallback: suspension after 60 days", "Walk away: suspension without notice"],
        ),
        ("リスク: 二重払い、重要度: 中", ["リスク: 二重払い", "重要度: 中"]),
        ("Proposed wording: “No change.”", ["Proposed wording: “No change.”"]),
        ("The clause had a note: risk: none", ["The clause had a note: risk: none"]),
        ("条項: 「備考: 別紙による、リスク: 乙の負担とする」", ["条項: 「備考: 別紙による、リスク: 乙の負担とする」"]),
    ],
)
def test_a_line_of_several_labels_is_several_values(sentence: str, pieces: list[str]) -> None:
    assert apart(sentence) == pieces


UNSURE = "写しは別の棚にあります。"


def test_words_whose_field_is_unsure_are_kept_and_said_once() -> None:
    draft, memory, modes, answers = told(CASE, UNSURE, "損失は5,000万円でした。")
    assert [words for words, _ in memory.unsorted] == [UNSURE]
    assert 1 < len(memory.unsorted[0][1]) <= 3
    assert [UNSURE in answer for answer in answers] == [False, True, False]
    assert all(UNSURE not in str(getattr(draft, name)) for name in FIELDS)
    sorted_now = moved(draft, UNSURE, source=None, target="note")
    assert reply("まとめて", sorted_now, memory, "ja").memory.unsorted == ()
    assert modes[1] == "interview"


def test_words_put_aside_by_the_message_that_ends_are_shown_before_it_ends() -> None:
    draft = empty_draft().model_copy(
        update={
            "title": "停止",
            "contract_types": (),
            "source_case": CASE,
            "problem_pattern": "期限がない",
            "risk": "損失",
            "recommended_clause": RULE,
        }
    )
    first = reply(
        f"{UNSURE}確定してください。", draft, InterviewMemory(asked="law_references", last="risk", checked=True), "ja"
    )
    assert first.content.mode == "clarify"
    assert [words for words, _ in first.memory.unsorted] == [UNSURE]
    assert reply("確定", first.content.draft, first.memory, "ja").content.mode == "finalize"
