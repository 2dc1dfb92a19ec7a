"""Takes what a user says, has it answered by whichever engine is active, and keeps both.

An endpoint's answer is written by a thread of this process, not by the page that asked: it goes on when the page is
reloaded, left or closed, and the table of turns is where its end is read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

from core import logs
from core.errors import NotFound, StoreError
from core.guardrail import load_policy, prepare_to_follow
from core.interview.builtin.replies import wording
from core.interview.by_endpoint import EXAMPLES, HISTORY, PROMPT, TurnRequest, answer_by_endpoint
from core.interview.by_rules import answer_by_rules, in_place_of
from core.interview.interviews import Interviews
from core.interview.stored_turn import ANSWERING, StoredTurn
from core.interview.turn_log import Completion, TurnLog
from core.interview.versions import versions
from core.knowledge import Entry, KnowledgeBase
from core.llm import Endpoint, stored_endpoint
from core.prompting import PromptShelf, load_prompt
from core.settings import Settings
from core.store import Store
from core.wording import Language

_log = logs.log(__name__)
_THREADS = 64
_KEEP_TRYING_S = 120.0
_EXAMPLE_WORDS = 300


class GrowingTurn(NamedTuple):
    """A turn that is being answered: its message so far, and the JSON Pointer of the value that is being written."""

    text: str
    place: str


@dataclass(slots=True)
class _Growing:
    """An answer that is being written."""

    text: str = ""
    place: str = ""
    stop: threading.Event = field(default_factory=threading.Event)
    done: Future[StoredTurn] | None = None


class Interviewer:
    """The interviews of one process; safe to use from many threads. Close it, or use it as a context manager."""

    def __init__(self, store: Store, settings: Settings, *, sleep: Callable[[float], None] = time.sleep) -> None:
        """Check everything that an answer needs.

        Args:
            store: the open store.
            settings: which engine answers, and how.
            sleep: waits between retries, in seconds.

        Raises:
            ConfigError, PromptError: a schema, policy, wording or prompt file or the endpoint's address is wrong; says
                where.
        """
        versions()
        wording()
        load_policy("turn")
        load_prompt(PROMPT)
        self.interviews = Interviews(store)
        self.turns = TurnLog(store)
        self._knowledge = KnowledgeBase(store)
        self._shelf = PromptShelf(store)
        self._settings = settings
        self._endpoint: Endpoint | None = stored_endpoint("chat", settings, store, sleep=sleep)
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="interview")
        self._growing: dict[str, _Growing] = {}
        self._lock = threading.Lock()
        if self._endpoint is not None:
            self._pool.submit(prepare_to_follow, versions().current.schema)

    @property
    def builtin(self) -> bool:
        """Whether the built-in interviewer answers."""
        return self._endpoint is None

    def say(
        self, session_id: str, message: str, *, token: str, language: Language, replaces: str | None = None
    ) -> StoredTurn:
        """Keep what the user says and have it answered; gives the turn when it has ended, done or failed.

        Args:
            session_id: an interview that exists.
            message: as typed, at most `turn_log.MAX_MESSAGE` characters.
            token: names this submission; the same again is the same turn.
            language: of the answer.
            replaces: a turn that is regenerated, edited or tried again.

        Raises:
            NotFound, BadArguments: as `TurnLog.begin`.
            StoreError: the database refused before anything was begun, or did not take the answer.
        """
        turn = self.submit(session_id, message, token=token, language=language, replaces=replaces)
        with self._lock:
            growing = self._growing.get(turn.id)
        if growing is None or growing.done is None:
            return self.turns.turn(turn.id)
        return growing.done.result()

    def submit(
        self, session_id: str, message: str, *, token: str, language: Language, replaces: str | None = None
    ) -> StoredTurn:
        """Keep what the user says and begin the answer; the built-in interviewer's is there at once.

        Args, Raises: as `say`.
        """
        begun = self.turns.begin(session_id, message, token=token, replaces=replaces)
        turn = begun.turn
        if not begun.new or turn.state != "pending":
            return turn
        if self._endpoint is None:
            return self._answered(turn, language, _Growing())
        growing = _Growing()
        with self._lock:
            self._growing[turn.id] = growing
            growing.done = self._pool.submit(self._in_background, turn, language, growing)
        return turn

    def growing(self, turn_id: str) -> GrowingTurn | None:
        """A turn that this process is answering, as far as it has come; None for any other turn."""
        with self._lock:
            found = self._growing.get(turn_id)
        return None if found is None else GrowingTurn(found.text, found.place)

    def stop(self, turn_id: str) -> None:
        """Ask an answer to stop; the turn fails with the outcome `stopped` and its words kept."""
        with self._lock:
            found = self._growing.get(turn_id)
        if found is not None:
            found.stop.set()

    def close(self) -> None:
        """Stop what is being answered and wait for it."""
        with self._lock:
            running = list(self._growing.values())
        for growing in running:
            growing.stop.set()
        self._pool.shutdown(wait=True)
        if self._endpoint is not None:
            self._endpoint.close()

    def __enter__(self) -> Interviewer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _in_background(self, turn: StoredTurn, language: Language, growing: _Growing) -> StoredTurn:
        try:
            return self._answered(turn, language, growing)
        finally:
            with self._lock:
                self._growing.pop(turn.id, None)

    def _answered(self, turn: StoredTurn, language: Language, growing: _Growing) -> StoredTurn:
        try:
            with logs.bound(session=turn.session_id, turn=turn.id):
                try:
                    ended = self._answer(turn, language, growing)
                except Exception as error:  # noqa: BLE001  # the border of the answering thread: logged with a reference
                    reference = logs.new_reference()
                    _log.error("interview failed", reference=reference, error=type(error).__name__, exc_info=True)
                    ended = Completion(outcome="unexpected", body=None, draft=None, reference=reference)
                return self._stored(turn, ended)
        finally:
            ANSWERING.drop(turn.id)

    def _answer(self, turn: StoredTurn, language: Language, growing: _Growing) -> Completion:
        if self._endpoint is None:
            last = self.turns.last_attempts(turn)
            return answer_by_rules(turn.message, turn.draft_before, last, language=language)

        def show(text: str) -> None:
            growing.text = text

        def write(place: str) -> None:
            growing.place = place

        history = self.turns.exchanges(turn, limit=HISTORY)
        request = TurnRequest(
            turn.message, turn.draft_before, history, self._examples(turn), language, self._shelf.current(PROMPT)
        )
        ended = answer_by_endpoint(
            request, self._endpoint, self._settings, on_text=show, on_field=write, stopped=growing.stop.is_set
        )
        if ended.body is None and ended.outcome != "stopped" and self._failed_before(turn):
            last = self.turns.last_attempts(turn)
            filed = answer_by_rules(turn.message, turn.draft_before, last, language=language, preface="fallback")
            return in_place_of(ended, filed)
        return ended

    def _failed_before(self, turn: StoredTurn) -> bool:
        """Whether this is a message that was tried again after the model gave no answer to it."""
        if turn.replaces is None:
            return False
        before = self.turns.turn(turn.replaces)
        return before.state == "failed" and before.outcome != "stopped" and before.message == turn.message

    def _examples(self, turn: StoredTurn) -> list[Entry]:
        words = turn.message if turn.draft_before is None else (turn.draft_before.source_case or turn.message)
        found = self._knowledge.search(words[:_EXAMPLE_WORDS], status="approved", limit=EXAMPLES)
        return [match.stored.entry for match in found]

    def _stored(self, turn: StoredTurn, ended: Completion) -> StoredTurn:
        """Keep how a turn ended; a database that is gone for a while is waited for, since the answer is paid for.

        Raises:
            StoreError: it did not come back. The answer is in the log, and the turn will be found interrupted.
        """
        deadline, pause = time.monotonic() + _KEEP_TRYING_S, 0.2
        while True:
            try:
                return self.turns.complete(turn.id, ended)
            except NotFound:
                # The interview was deleted while it was being answered.
                return turn
            except StoreError as error:
                if time.monotonic() > deadline:
                    _log.error("answer not stored", code=error.code, body=ended.body, attempts=list(ended.attempts))
                    raise
                _log.warning("store refused the answer, trying again", code=error.code)
                time.sleep(pause)
                pause = min(pause * 2, 5.0)
