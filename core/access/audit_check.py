"""Whether the audit log is what was written: every entry there, unchanged, in order, up to its end."""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.access.actor import Actor
from core.access.audit import AuditEntry, append, head_mac, key_id
from core.store import AUDIT_KEY, AuditHead, AuditRow, Store

Fault = Literal["changed", "missing", "truncated", "head", "unknown_key", "anchor"]
_PAGE = 5_000
_ANCHOR = re.compile(r"audit anchor\b.*?\bmac=(?P<mac>[0-9a-f]{64}).*?\bseq=(?P<seq>\d+)")


@dataclass(frozen=True, slots=True)
class Anchor:
    """Number and hash of an entry, as a log once had it."""

    seq: int
    mac: str


@dataclass(frozen=True, slots=True)
class AuditProblem:
    """What is wrong, and at which number of the log.

    `changed`: the entry is not what was written, or stands in another's place. `missing`: a number is not there.
    `truncated`: the log ends before its head. `head`: the head is not what was written. `unknown_key`: written with a
    key that was not given, so that nothing can be said of it. `anchor`: a log of the process has another hash.
    """

    seq: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class AuditVerdict:
    """How many entries were looked at, the head that the log has, and what is wrong; nothing where it is whole."""

    entries: int
    head: Anchor
    problems: tuple[AuditProblem, ...]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def verify_audit(store: Store, *, other_keys: Iterable[bytes] = (), anchors: Iterable[Anchor] = ()) -> AuditVerdict:
    """Look at every entry of the log, in one snapshot.

    Args:
        store: whose log; its key is known.
        other_keys: keys of earlier stretches.
        anchors: what logs of the process say, from `anchors_in`.

    Raises:
        ConfigError, StoreError: the key or the store cannot be read.
    """
    with store.read() as session:
        keys = {key_id(key): key for key in (session.info[AUDIT_KEY](), *other_keys)}
        head = session.execute(select(AuditHead)).scalar_one_or_none()
        wanted = {anchor.seq: anchor.mac for anchor in anchors}
        problems: list[AuditProblem] = []
        count, last, before = 0, 0, ""
        for entry in _entries(session):
            count += 1
            if entry.seq != last + 1:
                problems.append(AuditProblem(last + 1, "missing"))
            problems += _faults_of(entry, keys, before, after_gap=entry.seq != last + 1)
            if wanted.pop(entry.seq, entry.mac) != entry.mac:
                problems.append(AuditProblem(entry.seq, "anchor"))
            last, before = entry.seq, entry.mac
    problems += _faults_of_head(head, keys, last, before)
    problems += [AuditProblem(seq, "anchor") for seq in wanted]
    return AuditVerdict(count, Anchor(last, before), tuple(problems))


def anchors_in(lines: Iterable[str]) -> Iterator[Anchor]:
    """Anchors among the lines of a log, in either of its forms."""
    for line in lines:
        if "audit anchor" not in line:
            continue
        if line.lstrip().startswith("{"):
            try:
                line_read = orjson.loads(line)
            except orjson.JSONDecodeError:
                continue
            yield Anchor(int(line_read["seq"]), str(line_read["mac"]))
        elif found := _ANCHOR.search(re.sub(r"\x1b\[[0-9;]*m", "", line)):
            yield Anchor(int(found["seq"]), found["mac"])


def begin_with_new_key(store: Store, actor: Actor) -> int:
    """Let the log go on with the key that is set now, said in an entry of its own; gives the entry's number.

    The old stretch can then only be checked with the old key.
    """
    with store.write() as session:
        key = session.info[AUDIT_KEY]()
        head = session.execute(select(AuditHead.seq, AuditHead.mac).with_for_update()).one()
        return append(
            session,
            key,
            head.seq,
            head.mac,
            at=datetime.now(UTC),
            actor=actor,
            action="audit.new_key",
            resource=None,
            facts={},
        )


def _entries(session: Session) -> Iterator[AuditEntry]:
    last = -1
    while True:
        query = select(AuditRow).where(AuditRow.seq > last).order_by(AuditRow.seq).limit(_PAGE)
        rows = session.scalars(query).all()
        for row in rows:
            yield entry_of(row)
        if len(rows) < _PAGE:
            return
        last = rows[-1].seq
        session.expunge_all()


def entry_of(row: AuditRow) -> AuditEntry:
    """A row as a value."""
    return AuditEntry(
        seq=row.seq,
        at=row.at,
        actor_kind=row.actor_kind,
        actor_id=row.actor_id,
        actor=row.actor,
        action=row.action,
        resource_kind=row.resource_kind,
        resource_id=row.resource_id,
        facts=row.facts,
        key_id=row.key_id,
        mac=row.mac,
    )


def _faults_of(entry: AuditEntry, keys: Mapping[str, bytes], before: str, *, after_gap: bool) -> list[AuditProblem]:
    key = keys.get(entry.key_id)
    if key is None:
        return [AuditProblem(entry.seq, "unknown_key")]
    # What the hash before a gap was is not known: the gap itself is the problem.
    if after_gap or hmac.compare_digest(entry.expected_mac(key, before), entry.mac):
        return []
    return [AuditProblem(entry.seq, "changed")]


def _faults_of_head(head: AuditHead | None, keys: Mapping[str, bytes], last: int, mac: str) -> list[AuditProblem]:
    if head is None:
        return [AuditProblem(last, "head")]
    if head.seq == 0 and last == 0:
        return []
    key = keys.get(head.key_id)
    if key is None:
        return [AuditProblem(head.seq, "unknown_key")]
    if not hmac.compare_digest(head_mac(key, head.seq, head.mac), head.head_mac):
        return [AuditProblem(head.seq, "head")]
    if head.seq > last:
        return [AuditProblem(last + 1, "truncated")]
    return [] if (head.seq, head.mac) == (last, mac) else [AuditProblem(head.seq, "head")]
