"""The table of turns: nothing typed is lost, numbers are unique, what was interrupted can be tried again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, tzinfo
from typing import Any

import pytest
from pydantic import SecretStr
from sqlalchemy import update

from core.errors import BadArguments, NotFound, StoreBusy
from core.interview import MAX_MESSAGE, Interviewer, StoredTurn, empty_draft, interviews, turn_log
from core.interview.stored_turn import ANSWERING
from core.interview.turn_log import INTERRUPTED, TURN_RUNNING, Completion, TurnLog
from core.llm.scripted.script import Step
from core.settings import ROOT, Settings
from core.store import Store, open_store
from core.store.interview_models import Turn
from servers import fresh_database


@pytest.fixture
def session(interviewer: Interviewer) -> str:
    return interviewer.interviews.open(user="Sato", session_id="s1")


def test_the_words_are_stored_before_anyone_is_asked(interviewer: Interviewer, session: str, store: Store) -> None:
    begun = interviewer.turns.begin(session, "大事な発言", token="t1")
    assert (begun.new, begun.turn.state, begun.turn.number) == (True, "pending", 1)
    assert [turn.message for turn in TurnLog(store).turns(session)] == ["大事な発言"]
    ANSWERING.drop(begun.turn.id)


def test_the_same_submission_is_the_same_turn(interviewer: Interviewer, session: str) -> None:
    first = interviewer.say(session, "発言", token="t1", language="ja")
    again = interviewer.say(session, "発言", token="t1", language="ja")
    assert (again.id, again.state) == (first.id, "done")
    assert len(interviewer.turns.turns(session)) == 1


def test_one_turn_is_answered_at_a_time_and_what_came_second_is_kept(interviewer: Interviewer, session: str) -> None:
    running = interviewer.turns.begin(session, "一つ目", token="t1").turn
    second = interviewer.turns.begin(session, "二つ目", token="t2").turn
    assert (second.state, second.outcome, second.message, second.number) == ("failed", TURN_RUNNING, "二つ目", 2)
    interviewer.turns.complete(running.id, Completion("unexpected", None, None, reference="R"))
    ANSWERING.drop(running.id)
    third = interviewer.say(session, "二つ目", token="t3", language="ja", replaces=second.id)
    assert (third.state, third.number) == ("done", 3)
    assert [(turn.number, turn.state) for turn in interviewer.turns.turns(session)] == [(1, "failed"), (3, "done")]


def test_many_tabs_at_once_give_each_message_one_turn(interviewer: Interviewer, session: str) -> None:
    talked_over(interviewer, session)


@pytest.mark.postgres
def test_many_tabs_at_once_on_postgresql(settings: Settings, postgres_url: str) -> None:
    with fresh_database(postgres_url) as url:
        chosen = settings.model_copy(update={"database_url": SecretStr(url)})
        store = open_store(chosen)
        with Interviewer(store, chosen) as opened:
            talked_over(opened, opened.interviews.open(user="Sato", session_id="s1"))
        store.close()


def talked_over(interviewer: Interviewer, session: str) -> None:
    """Thirty messages, each sent twice, from eight tabs at once."""

    def say(number: int) -> StoredTurn:
        return interviewer.say(session, f"発言 {number}", token=f"t{number % 30}", language="ja")

    with ThreadPoolExecutor(8) as pool:
        turns = list(pool.map(say, range(60)))
    stored = interviewer.turns.turns(session)
    assert sorted(turn.number for turn in stored) == list(range(1, 31))
    assert {turn.state for turn in stored} <= {"done", "failed"}
    assert {turn.outcome for turn in stored} <= {"ok", TURN_RUNNING}
    assert {turn.id for turn in turns} == {turn.id for turn in stored}


def test_a_turn_whose_answerer_is_gone_can_be_tried_again(interviewer: Interviewer, session: str) -> None:
    begun = interviewer.turns.begin(session, "大事な発言", token="t1").turn
    assert interviewer.turns.settle(session) == 0
    ANSWERING.drop(begun.id)
    (lost,) = interviewer.turns.turns(session)
    assert (lost.state, lost.outcome, lost.message) == ("failed", INTERRUPTED, "大事な発言")
    assert lost.reference
    again = interviewer.say(session, lost.message, token="t2", language="ja", replaces=lost.id)
    assert (again.state, [turn.id for turn in interviewer.turns.turns(session)]) == ("done", [again.id])


@pytest.mark.parametrize(("lease", "lost"), [(0.0, 1), (1e12, 0)])
def test_another_machines_turn_is_lost_when_its_lease_has_ended(
    interviewer: Interviewer, session: str, store: Store, lease: float, lost: int
) -> None:
    begun = interviewer.turns.begin(session, "発言", token="t1").turn
    ANSWERING.drop(begun.id)
    with store.write() as writing:
        writing.execute(update(Turn).values(owner="elsewhere:1:2", lease_until=lease))
    assert interviewer.turns.settle(session) == lost


def test_an_answer_that_comes_too_late_is_kept_but_changes_nothing(interviewer: Interviewer, session: str) -> None:
    begun = interviewer.turns.begin(session, "発言", token="t1").turn
    ANSWERING.drop(begun.id)
    interviewer.turns.settle(session)
    draft = empty_draft().model_copy(update={"title": "遅い"})
    late = interviewer.turns.complete(begun.id, Completion("ok", {"x": 1}, draft, attempts=[{"raw": "遅い"}]))
    assert (late.state, late.outcome, late.attempts) == ("failed", INTERRUPTED, ({"raw": "遅い"},))
    assert interviewer.interviews.get(session).draft is None


@pytest.mark.parametrize(
    "message", ["", "😀", "あ" * MAX_MESSAGE, "\ud83d 半分", '{"a": 1}', "a\x00b", "'; DROP TABLE turns;--"]
)
def test_any_message_is_kept_and_answered(interviewer: Interviewer, session: str, message: str) -> None:
    turn = interviewer.say(session, message, token="t1", language="ja")
    assert turn.state == "done"
    assert turn.message == message.replace("\ud83d", "?").replace("\x00", "\ufffd")
    assert turn.content is not None
    assert turn.content.message.strip()


@pytest.mark.parametrize(
    ("named", "error"),
    [
        ({"message": "あ" * (MAX_MESSAGE + 1)}, BadArguments),
        ({"token": ""}, BadArguments),
        ({"token": "t" * 65}, BadArguments),
        ({"session_id": "none"}, NotFound),
        ({"replaces": "none"}, NotFound),
    ],
)
def test_what_is_refused(interviewer: Interviewer, session: str, named: dict[str, Any], error: type[Exception]) -> None:
    values: dict[str, Any] = {"session_id": session, "message": "a", "token": "t1"} | named
    with pytest.raises(error):
        interviewer.turns.begin(values.pop("session_id"), values.pop("message"), **values)
    assert interviewer.turns.turns(session) == []


def test_only_the_last_answer_can_be_edited(interviewer: Interviewer, session: str) -> None:
    first = interviewer.say(session, "去年の取引で、期間の定めがなくて困りました。", token="t1", language="ja")
    second = interviewer.say(session, "二つ目", token="t2", language="ja")
    with pytest.raises(BadArguments):
        interviewer.say(session, "直した", token="t3", language="ja", replaces=first.id)
    edited = interviewer.say(session, "直した文言", token="t4", language="ja", replaces=second.id)
    assert [turn.id for turn in interviewer.turns.turns(session)] == [first.id, edited.id]
    draft = interviewer.interviews.get(session).draft
    assert draft is not None
    assert draft.contract_types == ("直した文言",)


def test_a_database_that_is_busy_for_a_while_is_waited_for(
    interviewer: Interviewer, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    complete, refused = interviewer.turns.complete, []

    def busy(turn_id: str, ended: Completion) -> StoredTurn:
        if len(refused) < 2:
            refused.append(turn_id)
            raise StoreBusy("locked")
        return complete(turn_id, ended)

    monkeypatch.setattr(interviewer.turns, "complete", busy)
    assert interviewer.say(session, "発言", token="t1", language="ja").state == "done"
    assert len(refused) == 2


def test_a_clock_that_goes_backwards_changes_no_order(
    interviewer: Interviewer, session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = iter(range(100, 0, -1))

    class Backwards(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Backwards:
            return cls.fromtimestamp(next(hours) * 3600, tz)

    for module in (turn_log, interviews):
        monkeypatch.setattr(module, "datetime", Backwards)
    for number, message in enumerate(("一つ目の案件です。とても困りました。", "業務委託契約", "高"), start=1):
        turn = interviewer.say(session, message, token=f"t{number}", language="ja")
        assert (turn.state, turn.number) == ("done", number)
    assert [turn.number for turn in interviewer.turns.turns(session)] == [1, 2, 3]
    assert [interview.id for interview in interviewer.interviews.recent()] == [session]


def test_a_session_deleted_while_it_is_answered_does_no_harm(interviewer: Interviewer, session: str) -> None:
    running = interviewer.turns.begin(session, "発言", token="t1").turn
    interviewer.interviews.delete(session)
    with pytest.raises(NotFound):
        interviewer.turns.complete(running.id, Completion("ok", {"x": 1}, None))
    ANSWERING.drop(running.id)


@pytest.mark.parametrize("rounds", [2])
def test_killed_in_the_middle_of_a_turn(
    scripted: Callable[..., Any], settings: Settings, store: Store, rounds: int
) -> None:
    """A process that is killed while a model answers leaves every message, and none of them stays pending."""
    asked = threading.Event()
    release = threading.Event()

    def script(_seen: Any) -> Step:
        asked.set()
        release.wait(20)
        return Step(status=500)

    bench = scripted(script)
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("OPENAI", "LLM", "SHINSA", "DATABASE"))
    } | {"OPENAI_BASE_URL": bench.server.base_url, "LLM_MODEL": "scripted", "OPENAI_API_KEY": "sk-test"}
    for number in range(rounds):
        asked.clear()
        message = f"発言 {number}"
        command = [sys.executable, "-m", "core", "interview", "--session", "s1", "--message", message]
        process = subprocess.Popen(
            [*command, "--data-dir", str(settings.data_dir), "--json"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        assert asked.wait(30)
        process.send_signal(signal.SIGKILL)
        process.wait()
        turns = TurnLog(store).turns("s1")
        assert [(turn.number, turn.message) for turn in turns] == [(n + 1, f"発言 {n}") for n in range(number + 1)]
        assert {(turn.state, turn.outcome) for turn in turns} == {("failed", INTERRUPTED)}
    release.set()
