"""The table of turns: written with the user's words before anyone is asked, completed in one transaction.

One turn of a session is answered at a time. The session's row is locked while a turn begins, so that two tabs cannot
take the same number; the second gets a turn of its own that failed at once with its words kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session
from ulid import ULID

from core.errors import BadArguments, NotFound
from core.interview.drafts import changed_fields, with_edits
from core.interview.stored_turn import ANSWERING, StoredTurn, is_lost, stored_turn
from core.interview.turn import TurnContent
from core.interview.versions import versions
from core.jobs import database_now, this_owner
from core.knowledge import EntryDraft
from core.llm import Usage
from core.logs import log, new_reference
from core.store import InterviewSession, Store, Turn

MAX_MESSAGE = 200_000
TURN_RUNNING, INTERRUPTED = "turn_running", "interrupted"
LEASE_S = 900.0
_TITLE_LENGTH = 80
_TOKEN_LENGTH = 64
_log = log(__name__)


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn that was begun; `new` is False when the same submission came before."""

    turn: StoredTurn
    new: bool


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was typed and what was answered to it."""

    message: str
    content: TurnContent


@dataclass(frozen=True, slots=True)
class Completion:
    """How a turn ended. `draft` is the draft that the session gets, before what a person edited meanwhile."""

    outcome: str
    body: Mapping[str, object] | None
    draft: EntryDraft | None
    steps: Sequence[str] = ()
    attempts: Sequence[Mapping[str, object]] = ()
    warnings: Sequence[str] = ()
    reference: str | None = None
    schema_version: str | None = None
    model: str | None = None
    prompt_version: str | None = None
    usage: Usage = field(default_factory=Usage)
    latency_ms: float = 0.0


class TurnLog:
    """Turns in the store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self, session_id: str, message: str, *, token: str, replaces: str | None = None) -> Begun:
        """Write down what was typed, before anyone is asked.

        Args:
            session_id: an interview that exists.
            message: as typed, at most `MAX_MESSAGE` characters.
            token: names this submission; the same again is the same turn.
            replaces: a turn that is regenerated, edited or tried again.

        Returns:
            The turn: pending, or failed with the outcome `turn_running` while another one is answered.

        Raises:
            NotFound: no such interview, or no such turn to replace.
            BadArguments: the message or the token is too long, or what is to be replaced is not the last answer.
        """
        if len(message) > MAX_MESSAGE:
            raise BadArguments(f"a message has at most {MAX_MESSAGE} characters", limit=MAX_MESSAGE, reason="message")
        if not 0 < len(token) <= _TOKEN_LENGTH:
            raise BadArguments(f"a token has 1 to {_TOKEN_LENGTH} characters", limit=_TOKEN_LENGTH)
        message = message.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")
        turn_id = str(ULID())
        ANSWERING.add(turn_id)
        begun = None
        try:
            with self._store.write() as session:
                begun = self._begin(session, session_id, message, token, replaces, turn_id)
        finally:
            if begun is None or not begun.new or begun.turn.state != "pending":
                ANSWERING.drop(turn_id)
        return begun

    def _begin(
        self, session: Session, session_id: str, message: str, token: str, replaces: str | None, turn_id: str
    ) -> Begun:
        interview = locked(session, session_id)
        open_or_same = (Turn.token == token) | (Turn.state == "pending")
        found = session.scalars(select(Turn).where(Turn.session_id == session_id, open_or_same)).all()
        for known in found:
            if known.token == token:
                return Begun(stored_turn(known), new=False)
        if interview.entry_id is not None:
            raise BadArguments("the draft is in the knowledge base; begin a new interview", reason="approved")
        running = len(found) > (_settle(session, session_id) if found else 0)
        last = session.scalar(select(func.max(Turn.number)).where(Turn.session_id == session_id))
        now = datetime.now(UTC)
        row = Turn(
            id=turn_id,
            session_id=session_id,
            number=(last or 0) + 1,
            token=token,
            user_message=message,
            state="pending",
            superseded=False,
            replaces=replaces,
            draft_before=_before(session, interview, replaces),
            draft_after=interview.draft,
            owner=this_owner(),
            lease_until=database_now(session) + LEASE_S,
            steps=[],
            attempts=[],
            warnings=[],
            input_tokens=0,
            output_tokens=0,
            cost=0.0,
            latency_ms=0.0,
            created_at=now,
        )
        if running:
            _fail(row, TURN_RUNNING, now)
        session.add(row)
        interview.updated_at = now
        if not interview.title:
            interview.title = " ".join(message.split())[:_TITLE_LENGTH]
        return Begun(stored_turn(row), new=True)

    def complete(self, turn_id: str, ended: Completion) -> StoredTurn:
        """Keep how a turn ended, in one transaction with the draft; a turn that was given up meanwhile stays so.

        Raises:
            NotFound: the interview was deleted meanwhile.
        """
        with self._store.write() as session:
            row = session.get(Turn, turn_id)
            if row is None:
                raise NotFound(f"no turn {turn_id}", reference=turn_id)
            interview = locked(session, row.session_id)
            row.steps, row.attempts = list(ended.steps), [dict(attempt) for attempt in ended.attempts]
            row.warnings, row.reference = list(ended.warnings), ended.reference
            row.model, row.prompt_version = ended.model, ended.prompt_version
            row.input_tokens, row.output_tokens = ended.usage.input_tokens, ended.usage.output_tokens
            row.cost, row.latency_ms = ended.usage.cost, ended.latency_ms
            if row.state != "pending":
                _log.warning("answer came too late", turn=turn_id, outcome=ended.outcome)
                return stored_turn(row)
            now = datetime.now(UTC)
            row.outcome, row.finished_at, row.owner, row.lease_until = ended.outcome, now, None, None
            row.state = "failed" if ended.body is None else "done"
            interview.updated_at = now
            if ended.body is not None:
                row.body, row.schema_version = dict(ended.body), ended.schema_version
                _keep_draft(interview, row, ended.draft)
                _supersede(session, row)
            elif _state_of(session, row.replaces) == "failed":
                _supersede(session, row)
            return stored_turn(row)

    def turns(self, session_id: str, *, superseded: bool = False) -> list[StoredTurn]:
        """An interview's turns in their order, those whose answerer is gone settled first.

        Args:
            session_id: the interview.
            superseded: whether turns that were regenerated or edited are given as well.

        Raises:
            NotFound: no such interview.
        """
        self.settle(session_id)
        with self._store.read() as session:
            if session.get(InterviewSession, session_id) is None:
                raise NotFound(f"no interview {session_id}", reference=session_id)
            rows = session.scalars(select(Turn).where(Turn.session_id == session_id).order_by(Turn.number))
            return [stored_turn(row) for row in rows if superseded or not row.superseded]

    def exchanges(self, turn: StoredTurn, *, limit: int) -> list[Exchange]:
        """The last answered turns before a turn, in their order, without the one that it replaces."""
        query = select(Turn.user_message, Turn.body).where(*_answered_before(turn)).order_by(Turn.number.desc())
        with self._store.read() as session:
            rows = session.execute(query.limit(limit)).all()
        return [Exchange(message, versions().read(body)) for message, body in reversed(rows) if body is not None]

    def last_attempts(self, turn: StoredTurn) -> Sequence[Mapping[str, object]]:
        """The attempts of the answered turn before a turn; none when it is the first."""
        query = select(Turn.attempts).where(*_answered_before(turn)).order_by(Turn.number.desc()).limit(1)
        with self._store.read() as session:
            return session.scalar(query) or []

    def turn(self, turn_id: str) -> StoredTurn:
        """One turn.

        Raises:
            NotFound: there is none of that id.
        """
        with self._store.read() as session:
            row = session.get(Turn, turn_id)
            if row is None:
                raise NotFound(f"no turn {turn_id}", reference=turn_id)
            return stored_turn(row)

    def settle(self, session_id: str) -> int:
        """Fail the pending turns whose answerer is gone, so that they can be tried again; gives how many there were."""
        with self._store.read() as session:
            if not _lost(session, session_id):
                return 0
        with self._store.write() as session:
            if session.get(InterviewSession, session_id, with_for_update=True) is None:
                return 0
            return _settle(session, session_id)


def _answered_before(turn: StoredTurn) -> tuple[ColumnElement[bool], ...]:
    return (
        Turn.session_id == turn.session_id,
        Turn.number < turn.number,
        Turn.state == "done",
        ~Turn.superseded,
        Turn.id != (turn.replaces or ""),
    )


def locked(session: Session, session_id: str) -> InterviewSession:
    """The interview's row, locked until the transaction ends.

    Raises:
        NotFound: there is none of that id.
    """
    row = session.get(InterviewSession, session_id, with_for_update=True)
    if row is None:
        raise NotFound(f"no interview {session_id}", reference=session_id)
    return row


def _lost(session: Session, session_id: str) -> list[Turn]:
    pending = session.scalars(select(Turn).where(Turn.session_id == session_id, Turn.state == "pending")).all()
    if not pending:
        return []
    now = database_now(session)
    return [row for row in pending if is_lost(row, now)]


def _settle(session: Session, session_id: str) -> int:
    lost = _lost(session, session_id)
    for row in lost:
        _fail(row, INTERRUPTED, datetime.now(UTC))
        if _state_of(session, row.replaces) == "failed":
            _supersede(session, row)
        _log.warning("turn interrupted", session=session_id, turn=row.id, reference=row.reference)
    return len(lost)


def _fail(row: Turn, outcome: str, now: datetime) -> None:
    row.state, row.outcome, row.finished_at = "failed", outcome, now
    row.owner, row.lease_until, row.reference = None, None, row.reference or new_reference()


def _state_of(session: Session, turn_id: str | None) -> str | None:
    return None if turn_id is None else session.scalar(select(Turn.state).where(Turn.id == turn_id))


def _supersede(session: Session, row: Turn) -> None:
    """Take what a turn replaces out of the conversation, with the tries to replace it that failed."""
    if row.replaces is None:
        return
    replaced = (Turn.id == row.replaces) | ((Turn.replaces == row.replaces) & (Turn.id != row.id))
    for turn in session.scalars(select(Turn).where(Turn.session_id == row.session_id, replaced)):
        turn.superseded = True


def _before(session: Session, interview: InterviewSession, replaces: str | None) -> dict[str, object] | None:
    """The draft that a turn begins with: the session's or, where it replaces another, that one's with later edits."""
    if replaces is None:
        return interview.draft
    old = session.get(Turn, replaces)
    if old is None or old.session_id != interview.id:
        raise NotFound(f"no turn {replaces}", reference=replaces)
    if old.state != "done":
        return interview.draft
    later = (Turn.session_id == interview.id, Turn.number > old.number, Turn.state == "done", ~Turn.superseded)
    if old.superseded or session.scalar(select(Turn.id).where(*later)) is not None:
        raise BadArguments("only the last answer can be replaced", reason="not_last")
    now = None if interview.draft is None else EntryDraft.model_validate(interview.draft)
    led_to = None if old.draft_after is None else EntryDraft.model_validate(old.draft_after)
    begun = None if old.draft_before is None else EntryDraft.model_validate(old.draft_before)
    draft = with_edits(begun, since=led_to, now=now)
    return None if draft is None else draft.model_dump(mode="json")


def _keep_draft(interview: InterviewSession, row: Turn, answer: EntryDraft | None) -> None:
    """The session's draft after a turn: the answer's, with what a person edited while it was being written."""
    now = None if interview.draft is None else EntryDraft.model_validate(interview.draft)
    before = None if row.draft_before is None else EntryDraft.model_validate(row.draft_before)
    found = None if row.draft_after is None else EntryDraft.model_validate(row.draft_after)
    draft = with_edits(answer, since=found, now=now)
    interview.marked = list(changed_fields(before, draft))
    interview.draft = None if draft is None else draft.model_dump(mode="json")
    row.draft_after = interview.draft
