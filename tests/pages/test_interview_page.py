"""The page of the interview: empty, filled, edited, approved and failing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from page_helpers import open_page, words

from core.interview import Interviewer, Interviews, TurnLog
from core.interview.interviewer import GrowingTurn
from core.interview.stored_turn import ANSWERING
from core.knowledge import KnowledgeBase
from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import Step
from core.settings import settings
from core.ui.workbench import workbench
from core.wording import Language

PAGE = "pages/interview.py"
CASE = "去年の秘密保持契約で、期間の定めがなく、7年後に訴えられて$1,000と$2,000を払いました。"
FILLED = [
    CASE,
    "題名：秘密保持の期間",
    "問題パターン：期間の定めがない",
    "リスク：無期限に責任を負う",
    "推奨条項：契約終了後3年とする。",
    "承認",
]


@pytest.fixture
def told(empty: Path) -> str:
    """Id of an interview that is ready to be approved."""
    assert empty
    with Interviewer(workbench().store, settings()) as opened:
        session = opened.interviews.open(user="reviewer", session_id="s1")
        for number, message in enumerate(FILLED):
            opened.say(session, message, token=f"t{number}", language="ja")
    return session


@pytest.fixture
def endpoint(opener: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    """A scripted server that refuses the key, and the settings that name it."""
    assert opener
    with ScriptedServer([Step(status=401, times=None)]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("LLM_MODEL", "scripted")
        yield server


@pytest.mark.parametrize(
    ("language", "hint", "engine"),
    [
        ("ja", "実際に困った案件を一つ", "内蔵の聞き手が決まった順に伺います。"),
        ("en", "Describe one real case that went wrong", "The built-in interviewer asks in a fixed order."),
    ],
)
@pytest.mark.usefixtures("empty")
def test_empty(language: str, hint: str, engine: str) -> None:
    page = open_page(PAGE, language=language)
    assert hint in words(page)
    assert engine in words(page)
    assert Interviews(workbench().store).recent() == []


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE)
    assert len(page.error) == 1
    assert "照会番号" in words(page)


@pytest.mark.parametrize(
    ("language", "next_question", "missing"),
    [
        ("ja", "その案件で問題になったのは", "☐\u00a0リスク"),
        ("en", "Which words of the contract caused the trouble", "☐\u00a0Risk"),
    ],
)
@pytest.mark.usefixtures("empty")
def test_say_and_come_back(language: str, next_question: str, missing: str) -> None:
    page = open_page(PAGE, language=language)
    page.chat_input[0].set_value(CASE).run()
    assert not page.exception
    shown = words(page)
    assert next_question in shown
    assert missing in shown
    (saved,) = Interviews(workbench().store).recent()
    assert page.query_params["session"] == saved.id
    again = open_page(PAGE, language=language, session=saved.id)
    assert CASE in words(again)
    assert next_question in words(again)
    marked = [button.key for button in again.button if button.label.startswith("● ")]
    assert marked == ["row_field_contract_types", "row_field_source_case"]
    again.button(key="new_interview").click().run()
    assert CASE not in [text.value for text in again.text]


@pytest.mark.usefixtures("empty")
def test_a_message_is_edited() -> None:
    page = open_page(PAGE)
    page.chat_input[0].set_value("去年の業務委託契約で困りました。").run()
    page.button(key="edit_message").click().run()
    page.text_area[0].set_value(CASE)
    next(button for button in page.button if button.label == "直して送る").click().run()
    assert not page.exception
    assert [text.value for text in page.text] == [CASE]
    (saved,) = Interviews(workbench().store).recent()
    assert saved.draft is not None
    assert saved.draft.contract_types == ("秘密保持契約",)
    assert len(TurnLog(workbench().store).turns(saved.id, superseded=True)) == 2


@pytest.mark.parametrize(
    ("field", "key", "value", "expected"),
    [
        ("risk", "in_risk", " 顧客を失う ", "顧客を失う"),
        ("note", "in_note", "  ", None),
        ("applicability", "in_applicability", "一\n\n二", ("一", "二")),
        (
            "fallback_positions",
            "in_fallback_positions",
            "12か月｜第1条\n24か月",
            [(1, "12か月", "第1条"), (2, "24か月", "")],
        ),
        ("law_references", "in_law_references", "民法 ｜ 第415条", [("民法", "第415条")]),
    ],
)
def test_a_field_is_edited(told: str, field: str, key: str, value: str, expected: object) -> None:
    page = open_page(PAGE, session=told)
    page.button(key=f"row_field_{field}").click().run()
    page.text_area(key=key).set_value(value)
    page.button(key=f"save_{field}").click().run()
    assert not page.exception
    draft = Interviews(workbench().store).get(told).draft
    found = getattr(draft, field)
    if isinstance(expected, list):
        found = [tuple(item.model_dump().values()) for item in found]
    assert found == expected


def test_approve(told: str) -> None:
    page = open_page(PAGE, session=told)
    button = page.button(key="approve_draft")
    assert not button.disabled
    button.click().run()
    assert not page.exception
    assert [success.value for success in page.success] == ["K1 としてナレッジに登録しました。"]
    assert page.chat_input[0].disabled
    # It went on saying that fields are edited with a click and what was still to be asked.
    assert not any(said in words(page) for said in ("項目を押すと直せます", "これから伺うこと", "☑"))
    assert "**表題**　秘密保持の期間" in words(page)
    (entry,) = KnowledgeBase(workbench().store).approved()
    assert (entry.entry.title, entry.entry.author) == ("秘密保持の期間", "reviewer")


def test_a_near_duplicate_is_shown_before_approval(told: str) -> None:
    draft = Interviews(workbench().store).get(told).draft
    assert draft is not None
    KnowledgeBase(workbench().store).create(draft, author="Sato", status="approved")
    page = open_page(PAGE, session=told)
    page.button(key="approve_draft").click().run()
    assert "**K1**" in words(page)
    assert len(KnowledgeBase(workbench().store).approved()) == 1
    assert page.button(key="approve_anyway").label == "それでも登録する"


def test_rename(told: str) -> None:
    page = open_page(PAGE, session=told)
    page.text_input[0].set_value("秘密保持 <b>期間</b>")
    next(button for button in page.button if button.label == "保存").click().run()
    assert Interviews(workbench().store).get(told).title == "秘密保持 <b>期間</b>"


def test_an_unknown_interview_starts_a_new_one(told: str) -> None:
    assert told
    page = open_page(PAGE, session="gone")
    assert not page.error
    assert "実際に困った案件を一つ" in words(page)


def test_a_turn_that_failed_can_be_tried_again(endpoint: ScriptedServer, empty: Path) -> None:
    assert empty
    page = open_page(PAGE)
    assert "外部エンジン（scripted）が伺います。" in words(page)
    page.chat_input[0].set_value(CASE).run()
    (saved,) = Interviews(workbench().store).recent()
    while any(turn.state == "pending" for turn in TurnLog(workbench().store).turns(saved.id)):
        pass
    page = open_page(PAGE, session=saved.id)
    assert [error.value for error in page.error] == [
        # A rejected key is no temporary problem: the person who can help is the administrator (issue 13, 7).
        "外部エンジンがキー・モデル名・要求のいずれかを受け付けません。もう一度送っても変わりません。"
        "設定を管理者に確かめてください。発言は保存されています。"
    ]
    (turn,) = TurnLog(workbench().store).turns(saved.id)
    assert f"照会番号 {turn.reference}" in words(page)
    assert CASE in words(page)
    page.button(key=f"retry_{turn.id}").click().run()
    assert not page.exception
    assert len(endpoint.requests) >= 1


@pytest.mark.parametrize(
    ("place", "language", "said"),
    [
        ("/assistant_message", "ja", "書いています：返答"),
        ("/knowledge_json/risk", "ja", "書いています：下書き › リスク"),
        ("/knowledge_json/law_references/0", "en", "Writing: the draft › Laws"),
        ("/state/missing_info", "en", "Writing: how far the interview is"),
        ("", "en", "Answering…"),
    ],
)
def test_the_field_that_is_being_written_is_named(
    told: str, monkeypatch: pytest.MonkeyPatch, place: str, language: str, said: str
) -> None:
    TurnLog(workbench().store).begin(told, "もう一件", token="other")
    monkeypatch.setattr(Interviewer, "growing", lambda _self, _turn: GrowingTurn("承知しました", place))
    page = open_page(PAGE, session=told, language=language)
    assert said in words(page)
    assert "承知しました" in words(page)


def test_a_turn_that_another_process_answers(told: str) -> None:
    log = TurnLog(workbench().store)
    begun = log.begin(told, "別の画面の発言", token="other").turn
    page = open_page(PAGE, session=told)
    assert "別の画面で送った発言に答えています…" in words(page)
    assert page.chat_input[0].disabled
    ANSWERING.drop(begun.id)
    page = open_page(PAGE, session=told)
    assert [error.value for error in page.error] == [
        "答えの途中でサーバーが止まりました。発言は保存されています。もう一度試してください。"
    ]


@pytest.mark.usefixtures("empty")
def test_words_are_moved_to_another_field_by_one_press() -> None:
    with Interviewer(workbench().store, settings()) as opened:
        session = opened.interviews.open(user="reviewer", session_id="s1")
        opened.say(session, f"{CASE}損失は5,000万円でした。", token="t0", language="ja")
    page = open_page(PAGE, session=session)
    page.button(key="move_1_note").click().run()
    assert not page.exception
    draft = Interviews(workbench().store).get(session).draft
    assert draft is not None
    assert (draft.risk, draft.note) == (None, "損失は5,000万円でした。")


@pytest.mark.parametrize(
    ("language", "trivia", "caption"),
    [
        ("ja", ("担当の田中さんは木曜だけ出社します。", "写しは別の棚にあります。"), "未分類（{count}件）"),
        ("en", ("The copier is on the third floor.", "Their office moved to Leeds in May."), "To be sorted ({count})"),
    ],
)
@pytest.mark.usefixtures("empty")
def test_words_whose_field_is_unsure_wait_and_are_sorted_by_one_press(
    language: Language, trivia: tuple[str, ...], caption: str
) -> None:
    with Interviewer(workbench().store, settings()) as opened:
        session = opened.interviews.open(user="reviewer", session_id="s1")
        for number, message in enumerate((CASE, *trivia)):
            opened.say(session, message, token=f"t{number}", language=language)
    first, *others = Interviews(workbench().store).get(session).unsorted
    message, fields = first
    assert message in trivia
    page = open_page(PAGE, language=language, session=session)
    assert caption.format(count=1 + len(others)) in words(page)
    page.button(key=f"sort_0_{fields[0]}").click().run()
    assert not page.exception
    assert caption.format(count=1 + len(others)) not in words(page)
    kept = Interviews(workbench().store).get(session)
    assert list(kept.unsorted) == others
    assert kept.draft is not None
    assert message in str(getattr(kept.draft, fields[0]))
