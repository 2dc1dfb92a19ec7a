"""What becomes of the rows that speak of a deleted contract, table by table, in the transaction that deletes it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import String, cast, delete, func, null, or_, select, update
from sqlalchemy.orm import Session

from core.deletion.contract_traces import ContractTraces, holds
from core.store import (
    Batch,
    Blob,
    CachedAnswer,
    ConversationRow,
    Counter,
    EmbeddingRow,
    ExtractionResultRow,
    ExtractionRunRow,
    MessageRow,
    OptimizerCached,
    OptimizerMatch,
    OptimizerRun,
    OwnTypeRow,
    PartyDecision,
    PartyGroup,
    PartyMember,
    PartyRejection,
    ResultRow,
    Unit,
)

_GONE = "deleted"
_CHUNK = 500
_TYPES = ("types", "own_types")
_PASSAGES = ("examples", "accepted", "rejected")
_Material = dict[str, Any]


def remove_traces(session: Session, traces: ContractTraces) -> None:
    """Take a contract's words out of every table but its own, in a write transaction of the caller's."""
    _jobs(session, traces)
    _own_types(session, traces)
    _conversations(session, traces)
    _parties(session, traces)
    _optimizer(session, traces)
    _extraction_lab(session, traces)
    _caches(session, traces)


def _jobs(session: Session, traces: ContractTraces) -> None:
    """Units that read the contract: their ends stay in the count of their job, without names, input or result."""
    named = holds(cast(Unit.payload, String), traces.contract_id)
    query = select(Unit).where(or_(Unit.blob_sha256 == traces.sha256, (Unit.kind != "optimizer_match") & named))
    names = {*traces.names}
    for unit in session.scalars(query):
        names.add(unit.label)
        unit.label, unit.payload, unit.error, unit.blob_sha256 = "", {_GONE: traces.contract_id}, None, None
        unit.contract_id = None
        if unit.state != "done":
            unit.state, unit.cancel = "cancelled", True
            unit.token = unit.owner = unit.lease_until = unit.deadline = unit.stage = None
        unit.updated_at = datetime.now(UTC)
        result = session.get(ResultRow, unit.id)
        if result is not None:
            result.body = {"state": _GONE}
    for batch in session.scalars(select(Batch).where(Batch.created_at >= traces.since)):
        if batch.title in names or traces.words.in_text(batch.title):
            batch.title = ""


def _own_types(session: Session, traces: ContractTraces) -> None:
    """Passages of the contract among the examples of clause types of the users' own, and where jobs took them along."""

    def others(passages: Sequence[str]) -> list[str]:
        return [passage for passage in passages if not traces.words.are(passage)]

    for row in session.scalars(select(OwnTypeRow)):
        if len(kept := others(row.examples)) < len(row.examples):
            row.examples = kept
    # A search takes the types along, and so does the reading of a file.
    takes_types = or_(*(holds(cast(Unit.payload, String), f'"{key}"') for key in _TYPES))
    for unit in session.scalars(select(Unit).where(takes_types, Unit.updated_at >= traces.since)):
        changed = {}
        for key in _TYPES:
            types = unit.payload.get(key)
            if isinstance(types, list):
                changed[key] = [own | {name: others(own[name]) for name in _PASSAGES} for own in types]
        unit.payload = unit.payload | changed


def _conversations(session: Session, traces: ContractTraces) -> None:
    """Answers that rest on the contract are withdrawn whole: what is left of one would look like an answer.

    A question stays, except where it holds words that only this contract had.
    """
    words = [traces.contract_id, *traces.names]
    answers = or_(*(holds(cast(MessageRow.answer, String), word) for word in words))
    resting = set(session.scalars(select(MessageRow.id).where(MessageRow.answer.is_not(None), answers)))
    texts = session.execute(select(MessageRow.id, MessageRow.text).where(MessageRow.created_at >= traces.since))
    resting |= {message_id for message_id, text in texts if traces.words.in_text(text)}
    chosen = list(resting)
    for start in range(0, len(chosen), _CHUNK):
        session.execute(
            update(MessageRow)
            .where(MessageRow.id.in_(chosen[start : start + _CHUNK]))
            .values(text="", answer=null(), state="withdrawn")
        )
    for row in session.scalars(select(ConversationRow).where(ConversationRow.updated_at >= traces.since)):
        if traces.words.in_text(row.title):
            row.title = ""


def _parties(session: Session, traces: ContractTraces) -> None:
    """Decisions about names that no contract has any more."""
    if not traces.names:
        return
    session.execute(delete(PartyMember).where(PartyMember.name.in_(traces.names)))
    left = select(PartyMember.group_id).group_by(PartyMember.group_id).having(func.count() > 1)
    single = select(PartyGroup.id).where(PartyGroup.id.not_in(left))
    session.execute(delete(PartyMember).where(PartyMember.group_id.in_(single)))
    session.execute(delete(PartyGroup).where(PartyGroup.id.not_in(left)))
    for group in session.scalars(select(PartyGroup).where(PartyGroup.name.in_(traces.names))):
        query = select(PartyMember.name).where(PartyMember.group_id == group.id).order_by(PartyMember.name).limit(1)
        group.name = session.scalar(query) or ""
    rejected = or_(PartyRejection.first.in_(traces.names), PartyRejection.second.in_(traces.names))
    session.execute(delete(PartyRejection).where(rejected))
    for decision in session.scalars(select(PartyDecision)):
        written = orjson.dumps([decision.names, decision.before, decision.after, decision.note]).decode()
        if any(orjson.dumps(name).decode()[1:-1] in written for name in traces.names):
            session.delete(decision)
    session.execute(update(Counter).where(Counter.name == "parties").values(value=Counter.value + 1))


def _optimizer(session: Session, traces: ContractTraces) -> None:
    """Examples that were made of the contract: their texts, the answers to them, and what was kept of those."""
    begun = f"{traces.contract_id}:"

    def without(material: _Material) -> bool:
        lines = material["dataset"]["lines"]
        mine = [line for line in lines if str(line["id"]).startswith(begun) or _of_contract(line, traces)]
        for line in mine:
            kept = {"id": line["id"], "instruction": _GONE, "context": [{"id": _GONE, "text": _GONE}]}
            lines[lines.index(line)] = kept
            removed.add(str(line["id"]))
        return bool(mine)

    for run in session.scalars(select(OptimizerRun).where(OptimizerRun.created_at >= traces.since)):
        removed: set[str] = set()
        if not _rewrite(session, run, without):
            continue
        if run.state in ("running", "paused"):
            run.state, run.reason = "stopped", "contract_deleted"
            session.execute(
                update(OptimizerMatch)
                .where(OptimizerMatch.run_id == run.id, OptimizerMatch.state == "planned")
                .values(state="dropped")
            )
        session.execute(
            update(OptimizerMatch)
            .where(OptimizerMatch.run_id == run.id, OptimizerMatch.example.in_(removed))
            .values(body=null())
        )
        for unit in session.scalars(select(Unit).where(Unit.batch == run.batch_id)):
            if unit.state in ("queued", "leased") or unit.payload.get("example") in removed:
                session.delete(unit)


def _extraction_lab(session: Session, traces: ContractTraces) -> None:
    """Cases whose text is the contract's leave their runs, with everything that was read from them."""

    def without(material: _Material) -> bool:
        there = False
        left.clear()
        for part in ("cases", "examples"):
            lines = [orjson.loads(line) for line in material[part].splitlines() if line.strip()]
            mine = [line for line in lines if _of_contract(line, traces)]
            removed.update(str(line["id"]) for line in mine if "id" in line)
            others = [orjson.dumps(line).decode() + "\n" for line in lines if line not in mine]
            material[part] = "".join(others)
            left[part] = len(others)
            there = there or bool(mine)
        return there

    for run in session.scalars(select(ExtractionRunRow).where(ExtractionRunRow.created_at >= traces.since)):
        removed: set[str] = set()
        left: dict[str, int] = {}
        if not _rewrite(session, run, without):
            continue
        if not left["cases"]:
            # Nothing else was read in it.
            session.delete(run)
            session.flush()
            session.execute(delete(Batch).where(Batch.id == run.batch_id))
            session.execute(delete(Blob).where(Blob.sha256 == run.material_sha256))
            continue
        session.execute(
            delete(ExtractionResultRow).where(
                ExtractionResultRow.run_id == run.id, ExtractionResultRow.case_id.in_(removed)
            )
        )
        for unit in session.scalars(select(Unit).where(Unit.batch == run.batch_id)):
            if unit.payload.get("case") in removed:
                session.delete(unit)


def _rewrite(session: Session, run: OptimizerRun | ExtractionRunRow, without: Callable[[_Material], bool]) -> bool:
    """Give a run its material without a contract's words; whether there were any."""
    old = run.material_sha256
    material: _Material = orjson.loads(session.get_one(Blob, old).body)
    if not without(material):
        return False
    body = orjson.dumps(material)
    sha256 = hashlib.sha256(body).hexdigest()
    if session.get(Blob, sha256) is None:
        session.add(Blob(sha256=sha256, body=body, created_at=datetime.now(UTC)))
        session.flush()
    run.material_sha256 = sha256
    session.execute(update(Unit).where(Unit.batch == run.batch_id).values(blob_sha256=sha256))
    session.flush()
    wanted = (
        select(OptimizerRun.id).where(OptimizerRun.material_sha256 == old),
        select(ExtractionRunRow.id).where(ExtractionRunRow.material_sha256 == old),
        select(Unit.id).where(Unit.blob_sha256 == old),
    )
    if all(session.scalar(query.limit(1)) is None for query in wanted):
        session.execute(delete(Blob).where(Blob.sha256 == old))
    return True


def _of_contract(line: _Material, traces: ContractTraces) -> bool:
    texts: Sequence[object] = (line.get("text"), *(part.get("text") for part in line.get("context", ())))
    return any(isinstance(text, str) and traces.words.are(text) for text in texts)


def _caches(session: Session, traces: ContractTraces) -> None:
    """Answers that a model gave since the file came: nobody can say of which contract they speak."""
    session.execute(delete(CachedAnswer).where(CachedAnswer.created_at >= traces.since))
    session.execute(delete(OptimizerCached).where(OptimizerCached.created_at >= traces.since))
    keys = [hashlib.sha256(text.encode("utf-8", "replace")).hexdigest() for text in traces.excerpts]
    for start in range(0, len(keys), _CHUNK):
        session.execute(delete(EmbeddingRow).where(EmbeddingRow.text_sha256.in_(keys[start : start + _CHUNK])))
