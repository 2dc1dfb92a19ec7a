"""Turns answered over HTTP by the scripted server, with every fault that it knows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import orjson
import pytest
import structlog
from turns_of_interview import DRAFT, turn_body, turn_text

from core.interview.turn_log import TURN_RUNNING
from core.knowledge import EntryDraft
from core.llm.scripted.script import Step
from core.store.models import LlmCall

Make = Callable[..., Any]
GOOD = turn_text()


def faults(turn: Any) -> list[Any]:
    return [attempt["fault"] for attempt in turn.attempts]


def test_a_good_answer_is_kept_whole(scripted: Make) -> None:
    bench = scripted([Step(text=GOOD, usage=(100, 50))])
    turn = bench.say("秘密保持契約の件です")
    assert (turn.state, turn.outcome, turn.steps) == ("done", "ok", ("parse", "schema"))
    assert turn.body == turn_body()
    assert (turn.usage.input_tokens, turn.usage.output_tokens, turn.usage.cost) == (100, 50, 0.0002)
    assert (turn.prompt_version, turn.reference, turn.warnings) == ("interview@1", None, ())
    assert turn.attempts[0]["raw"] == GOOD
    kept = bench.interviewer.interviews.get("s1")
    assert kept.draft is not None
    assert (kept.draft.contract_types, kept.marked, kept.phase) == (
        ("秘密保持契約",),
        ("contract_types",),
        "collect_case",
    )
    with bench.store.read() as session:
        (call,) = session.query(LlmCall).all()
        assert (call.session_id, call.prompt_version, call.outcome) == ("s1", "interview@1", "ok")


def test_the_model_is_shown_state_draft_history_and_its_rules(scripted: Make) -> None:
    bench = scripted([Step(text=GOOD, times=None)])
    bench.say("一つ目の発言")
    bench.say("二つ目の発言", token="t2")
    messages = bench.server.requests[1].messages
    assert [role for role, _ in messages] == ["system", "user", "assistant", "user"]
    assert messages[1][1] == "一つ目の発言"
    assert messages[2][1] == turn_body()["assistant_message"]
    assert "二つ目の発言" in messages[3][1]
    assert '"contract_types":["秘密保持契約"]' in messages[3][1]
    assert '"missing_info":["リスク"]' in messages[3][1]
    form: Any = bench.server.requests[1].body["response_format"]
    assert form["json_schema"]["strict"] is True


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("```json\n" + GOOD + "\n```", ("parse:failed", "fence", "schema")),
        (turn_text(control={"schema_version": "1.0", "mode": "ヒアリング"}), None),
        (
            turn_text(knowledge_json=DRAFT | {"applicability": None, "law_references": None}),
            ("nulls", "parse", "schema"),
        ),
        (GOOD[:-1], None),
    ],
)
def test_what_is_only_out_of_form_is_mended_without_asking_again(
    scripted: Make, text: str, steps: tuple[str, ...] | None
) -> None:
    bench = scripted([Step(text=text)])
    turn = bench.say("件です")
    assert (turn.state, turn.body) == ("done", turn_body())
    assert len(bench.server.requests) == 1
    if steps is not None:
        assert turn.steps == steps


@pytest.mark.parametrize(
    ("bad", "fault", "told"),
    [
        (Step(text="申し訳ありませんが、JSON では答えられません。"), "parse_error", "parse_error"),
        (
            Step(text=turn_text(knowledge_json=DRAFT | {"severity": "extreme"})),
            "schema_error",
            "/knowledge_json/severity",
        ),
        (Step(text=GOOD[:-40]), "truncated", "truncated"),
        (Step(text=GOOD, finish="length"), "truncated", "truncated"),
        (Step(refusal="お答えできません"), "refusal", "refusal"),
        (Step(text=GOOD + turn_text(assistant_message="別の答え")), "ambiguous", "parse_error"),
        (
            Step(text='{"control": 7, "state": {}}' + " " * 400),
            "schema_error",
            "/control: The value has the wrong type.",
        ),
    ],
)
def test_what_cannot_be_mended_is_asked_again(scripted: Make, bad: Step, fault: str, told: str) -> None:
    bench = scripted([bad.model_copy(update={"usage": (10, 5)}), Step(text=GOOD, usage=(20, 5))])
    turn = bench.say("件です")
    assert (turn.state, turn.body, faults(turn)) == ("done", turn_body(), [fault, None])
    assert f"reask:{fault}" in turn.steps
    assert told in bench.server.requests[1].last
    if turn.attempts[0]["ended_early"] is None:
        assert (turn.usage.input_tokens, turn.usage.output_tokens) == (30, 10)
    assert turn.attempts[0]["raw"] == "" or turn.attempts[0]["raw"] in [
        text for _, text in bench.server.requests[1].messages
    ]


def test_a_stream_that_can_become_no_turn_is_ended_at_once(scripted: Make) -> None:
    long = '{"state": false, "assistant_message": "' + "あ" * 20_000 + '"}'
    bench = scripted([Step(text=long, drip_s=0.001), Step(text=GOOD)])
    turn = bench.say("件です")
    first = turn.attempts[0]
    assert first["ended_early"] == "wrong_type"
    assert len(first["raw"]) < 100


@pytest.mark.parametrize("reasks", [0, 1, 2])
def test_it_is_asked_again_as_often_as_the_setting_says(scripted: Make, reasks: int) -> None:
    bench = scripted([Step(text="だめ", times=None)], llm_reasks=reasks)
    turn = bench.say("大事な発言")
    assert (turn.state, turn.outcome, turn.message) == ("failed", "bad_output", "大事な発言")
    assert len(turn.attempts) == len(bench.server.requests) == reasks + 1
    assert turn.reference
    assert turn.body is None


@pytest.mark.parametrize(
    ("step", "outcome", "requests"),
    [
        (Step(status=429, times=None), "rate_limited", 2),
        (Step(status=500, times=None), "endpoint_down", 2),
        (Step(status=401, times=None), "endpoint_rejected", 1),
        (Step(delay_s=3.0, times=None, text=GOOD), "model_timeout", 2),
        (Step(text=GOOD, cut_after=30, times=None), "truncated", 1),
        (Step(text=GOOD, cut_after=0, times=None), "connection", 2),
        (Step(refusal="だめ", times=None), "refused", 3),
        (Step(text=GOOD, finish="content_filter", times=None), "content_filter", 1),
        (Step(text=GOOD, finish="length", times=None), "truncated", 3),
        (Step(text="", times=None), "bad_output", 3),
    ],
)
def test_every_fault_is_an_outcome_of_its_own_and_can_be_tried_again(
    scripted: Make, step: Step, outcome: str, requests: int
) -> None:
    script: list[Step] = [step.model_copy(update={"times": requests}), Step(text=GOOD)]
    bench = scripted(script, llm_timeout_s=1.0 if step.delay_s else 10.0)
    failed = bench.say("大事な発言")
    assert (failed.state, failed.outcome, failed.message, failed.body) == ("failed", outcome, "大事な発言", None)
    assert failed.reference
    assert len(bench.server.requests) == requests
    again = bench.say(failed.message, token="t2", replaces=failed.id)
    assert (again.state, again.number) == ("done", 2)
    assert [turn.number for turn in bench.interviewer.turns.turns("s1")] == [2]
    assert [turn.number for turn in bench.interviewer.turns.turns("s1", superseded=True)] == [1, 2]


def test_a_short_message_is_noted(scripted: Make) -> None:
    turn = scripted([Step(text=turn_text(assistant_message="はい。"))]).say("件です")
    assert (turn.state, turn.warnings) == ("done", ("short_message",))


@pytest.mark.parametrize(
    ("second", "message", "attempts"), [(GOOD, turn_body()["assistant_message"], 2), ("だめ", "はい。", 4)]
)
def test_a_short_message_is_asked_for_again_once_where_the_setting_says(
    scripted: Make, second: str, message: str, attempts: int
) -> None:
    script = [Step(text=turn_text(assistant_message="はい。")), Step(text=second, times=None)]
    turn = scripted(script, interview_regenerate_short=True).say("件です")
    assert turn.body is not None
    assert (turn.state, turn.body["assistant_message"], len(turn.attempts)) == ("done", message, attempts)
    assert turn.warnings == ("short_message",)


def test_a_model_that_forgets_takes_nothing_away(scripted: Make) -> None:
    full = DRAFT | {"risk": "顧客を失う", "severity": "high"}
    bench = scripted([Step(text=turn_text(knowledge_json=full)), Step(text=turn_text(knowledge_json=None))])
    bench.say("一")
    bench.say("二", token="t2")
    draft = bench.interviewer.interviews.get("s1").draft
    assert draft is not None
    assert (draft.risk, draft.severity, draft.contract_types) == ("顧客を失う", "high", ("秘密保持契約",))


def test_an_edit_made_while_the_answer_is_written_stays(scripted: Make) -> None:
    asked, go_on = threading.Event(), threading.Event()

    def script(_seen: Any) -> Step:
        asked.set()
        assert go_on.wait(10)
        return Step(text=turn_text(knowledge_json=DRAFT | {"risk": "モデルの言葉", "note": "備考"}))

    bench = scripted(script, llm_timeout_s=20.0)
    session = bench.interviewer.interviews.open(user="Sato", session_id="s1")
    pending = bench.interviewer.submit(session, "件です", token="t1", language="ja")
    assert pending.state == "pending"
    assert asked.wait(10)
    draft = turn_body()["knowledge_json"] | {"risk": "担当者の言葉"}
    bench.interviewer.interviews.edit(session, EntryDraft.model_validate(draft), ("risk",))
    second = bench.interviewer.submit(session, "別の画面から", token="t2", language="ja")
    assert (second.state, second.outcome, second.message) == ("failed", TURN_RUNNING, "別の画面から")
    again = bench.interviewer.submit(session, "件です", token="t1", language="ja")
    assert again.id == pending.id
    go_on.set()
    done = bench.say("件です")
    assert (done.id, done.state) == (pending.id, "done")
    kept = bench.interviewer.interviews.get(session)
    assert kept.draft is not None
    assert (kept.draft.risk, kept.draft.note) == ("担当者の言葉", "備考")
    assert [turn.number for turn in bench.interviewer.turns.turns(session)] == [1, 2]


def test_regenerating_begins_from_the_draft_before_and_keeps_later_edits(scripted: Make) -> None:
    steps = [
        Step(text=turn_text(knowledge_json=DRAFT | {"risk": "一度目"})),
        Step(status=401),
        Step(text=turn_text(knowledge_json=DRAFT | {"note": "二度目"})),
    ]
    bench = scripted(steps)
    first = bench.say("件です")
    draft = bench.interviewer.interviews.get("s1").draft
    assert draft is not None
    bench.interviewer.interviews.edit("s1", draft.model_copy(update={"title": "手書き"}), ("title",))
    failed = bench.say("件です", token="t2", replaces=first.id)
    assert failed.outcome == "endpoint_rejected"
    assert [turn.id for turn in bench.interviewer.turns.turns("s1")] == [first.id, failed.id]
    again = bench.say("件です", token="t3", replaces=first.id)
    assert [turn.id for turn in bench.interviewer.turns.turns("s1")] == [again.id]
    kept = bench.interviewer.interviews.get("s1")
    assert kept.draft is not None
    assert (kept.draft.title, kept.draft.risk, kept.draft.note) == ("手書き", None, "二度目")
    sent: Any = orjson.loads(bench.server.requests[2].last.split("draft ", 1)[1].split("\n")[1])
    assert (sent["title"], sent["risk"]) == ("手書き", None)


def test_the_field_that_is_being_written_is_known_while_the_answer_grows(scripted: Make) -> None:
    bench = scripted([Step(text=turn_text(assistant_message="あ" * 400), drip_s=0.01)], llm_timeout_s=60.0)
    session = bench.interviewer.interviews.open(user="Sato", session_id="s1")
    pending = bench.interviewer.submit(session, "件です", token="t1", language="ja")
    waiting, seen = threading.Event(), []
    while (growing := bench.interviewer.growing(pending.id)) is not None:
        if growing.text and growing.place:
            seen.append((growing.place, set(growing.text)))
            bench.interviewer.stop(pending.id)
        waiting.wait(0.005)
    assert seen[0] == ("/assistant_message", {"あ"})


def test_an_answer_can_be_stopped(scripted: Make) -> None:
    bench = scripted([Step(text=turn_text(assistant_message="あ" * 3_000), drip_s=0.02)], llm_timeout_s=30.0)
    session = bench.interviewer.interviews.open(user="Sato", session_id="s1")
    pending = bench.interviewer.submit(session, "件です", token="t1", language="ja")
    waiting = threading.Event()
    while (growing := bench.interviewer.growing(pending.id)) is None or not growing.text:
        waiting.wait(0.01)
    bench.interviewer.stop(pending.id)
    ended = bench.say("件です")
    assert (ended.state, ended.outcome, ended.message) == ("failed", "stopped", "件です")


def test_words_of_a_bad_answer_are_kept_with_the_turn_and_stay_out_of_the_log(scripted: Make) -> None:
    """What a model answers may quote the case (issue 13, 7); its raw words belong to the turn."""
    bench = scripted([Step(text='{"control": {"漏えい": 1}} 損害賠償', times=None)])
    with structlog.testing.capture_logs() as logs:
        turn = bench.say("件です")
    assert (turn.state, turn.outcome) == ("failed", "bad_output")
    assert [attempt["raw"] for attempt in turn.attempts] == ['{"control": {"漏えい": 1}} 損害賠償'] * 3
    assert not any(word in str(logs) for word in ("漏えい", "損害賠償"))
    (line,) = [entry for entry in logs if entry["event"] == "interview.no_answer"]
    assert (line["reference"], line["faults"]) == (turn.reference, ["schema_error"] * 3)


def test_an_endless_answer_ends_the_turn(scripted: Make) -> None:
    bench = scripted([Step(text="a" * 4_000, piece=4_000, endless=True, times=None)])
    turn = bench.say("件です")
    assert (turn.state, len(bench.server.requests) <= 3) == ("failed", True)
    assert sum(len(attempt["raw"]) for attempt in turn.attempts) < 200_000


def test_words_are_filed_without_the_model_when_it_fails_twice(scripted: Make) -> None:
    bench = scripted([Step(text="no object at all", times=None)])
    words = "昨年、保守契約で業者の過失によりサーバーが3日止まりました。損失は5,000万円でした。"
    first = bench.say(words)
    assert (first.state, first.content) == ("failed", None)
    again = bench.say(words, "t2", replaces=first.id)
    assert (again.state, again.outcome, again.model, again.warnings) == ("done", "ok", "builtin", ("fallback",))
    assert again.content.message.startswith("モデルから二度とも使える回答が得られなかったため")
    assert again.content.draft.contract_types == ("保守契約",)
    assert again.content.draft.risk == "損失は5,000万円でした。"
    assert again.attempts[0]["raw"] == "no object at all"
    third = bench.say("何か別のこと", "t3")
    assert third.state == "failed"
