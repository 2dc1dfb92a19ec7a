"""Entries from a file into the knowledge base: everything or nothing, and the same file twice changes nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import orjson
from pydantic import ValidationError
from sqlalchemy import select

from core.access import current_actor
from core.errors import NotAllowed
from core.knowledge.agreement_types import type_codes
from core.knowledge.entry import FIELDS, NEEDED, SCHEMA_VERSION, STATUSES, Entry, EntryDraft, missing_fields
from core.knowledge.entry_writing import add_entry, propose, save_revision
from core.knowledge.files import Format, Line, UnreadableLine, read_lines
from core.knowledge.proposed_revisions import proposal_of
from core.knowledge.stored import StoredEntry, stored_entry
from core.settings import ROOT
from core.store import EntryRow, Store

SEEDS = ROOT / "data" / "knowledge" / "meti.jsonl"
_ALIASES = {"partition_key": "partitionKey", "schema_version": "schemaVersion"}


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a line is not taken: `code` keys the wording, `field` and `value` say where and what."""

    line: int
    code: str
    field: str = ""
    value: str = ""

    @property
    def message(self) -> str:
        """What is wrong and what to do, in English."""
        return _MESSAGES[self.code].format(line=self.line, field=self.field, value=self.value)


_MESSAGES = {
    "not_json": "line {line} is no JSON; put one object on each line",
    "not_an_object": "line {line} is no JSON object; put one object on each line",
    "unknown_clause_type": "line {line}: there is no clause type {value!r}; use a name from the clause matrix",
    "unknown_status": "line {line}: status {value!r} is unknown; use draft, in review, approved or retired",
    "unknown_severity": "line {line}: severity {value!r} is unknown; use high, medium or low",
    "unknown_field": "line {line}: the field {field} is unknown; remove it",
    "bad_field": "line {line}: {field} does not fit ({value}); correct it",
    "empty": "line {line} has no content; fill in at least the title, or delete the line",
    "missing_for_approval": "line {line}: an approved entry needs {field}; fill it in or make it a draft",
    "same_id_twice": "line {line} has the id of an earlier line; delete one of them or clear its id",
    "proposal_waits": "line {line}: a proposed revision of {value} waits; decide about it first or overwrite it",
    "changed_meanwhile": "line {line}: {value} was changed after this file was exported; export again or overwrite",
}


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did. With problems nothing was taken over; `proposed` are approved entries that stay in force."""

    added: tuple[StoredEntry, ...] = ()
    changed: tuple[StoredEntry, ...] = ()
    proposed: tuple[StoredEntry, ...] = ()
    unchanged: int = 0
    problems: tuple[Problem, ...] = ()


def import_file(
    store: Store, data: bytes, form: Format, *, author: str, overwrite: bool = False, keep_status: bool = False
) -> Imported:
    """Take over a file of entries in one transaction; nothing is approved by it unless that is asked for.

    New entries arrive as drafts. One with an id that is known becomes that entry's next revision in the status that it
    has here, of an approved one a proposed revision; where it says the same it changes nothing. One without an id gets
    one from its content, so that the same file twice is no two entries.

    Args:
        store: the store.
        data: the file.
        form: its form.
        author: who imports; the author of new revisions.
        overwrite: take lines over also where the entry was changed, or a revision proposed, after the file was
            exported.
        keep_status: take over the statuses that the file gives, approved ones too.

    Raises:
        BadArguments: the file cannot be read at all.
        NotAllowed: whoever acts would approve, or change what is approved, by it.
    """
    checked = [_checked(line, author, keep_status=keep_status) for line in read_lines(data, form)]
    problems = [entry for entry in checked if isinstance(entry, Problem)]
    entries = [entry for entry in checked if isinstance(entry, _Given)]
    seen: set[str] = set()
    for given in entries:
        if given.entry.id in seen:
            problems.append(Problem(given.line, "same_id_twice", "id", given.entry.id))
        seen.add(given.entry.id)
    if problems:
        return Imported(problems=tuple(sorted(problems, key=lambda problem: problem.line)))
    return _take_over(store, entries, author, overwrite=overwrite, keep_status=keep_status)


def load_seeds(store: Store, *, author: str) -> Imported:
    """The entries that ship with the workbench; those that are there already stay as they are.

    They are approved where there is no login; with one they are drafts, which somebody approves.
    """
    lines = _seeds_left(store)
    return import_file(store, b"\n".join(lines), "jsonl", author=author, keep_status=current_actor().is_trusted)


def seeds_left(store: Store) -> int:
    """How many of the entries that ship with the workbench are not in the knowledge base."""
    return len(_seeds_left(store))


def _seeds_left(store: Store) -> list[bytes]:
    with store.read() as session:
        known = set(session.scalars(select(EntryRow.id)))
    return [line for line in SEEDS.read_bytes().splitlines() if str(orjson.loads(line)["id"]) not in known]


@dataclass(frozen=True, slots=True)
class _Given:
    line: int
    entry: Entry
    has_revision: bool


def _checked(line: Line, author: str, *, keep_status: bool) -> _Given | Problem:
    number, value = line
    if isinstance(value, UnreadableLine):
        return Problem(number, value.code, value.field, value.value)
    document = {_ALIASES.get(name, name): part for name, part in value.items()}
    content = {name: document.get(name) for name in FIELDS if document.get(name) is not None}
    if not any(content.values()):
        return Problem(number, "empty")
    now = datetime.now(UTC).isoformat()
    digest = hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()
    given: dict[str, object] = {
        "type": "knowledge_entry",
        "schemaVersion": SCHEMA_VERSION,
        "createdAt": now,
        "updatedAt": now,
        **dict.fromkeys(("title", "contract_types", "problem_pattern", "risk", "recommended_clause", "note")),
        **document,
        "id": document.get("id") or f"file-{digest[:20]}",
        "author": document.get("author") or author,
        "revision": document.get("revision") or 1,
    }
    for name in ("applicability", "fallback_positions", "clause_types", "law_references"):
        if given.get(name, ()) is None:
            del given[name]
    if not keep_status and given.get("status") in STATUSES:
        given["status"] = "draft"
    if given.get("status") == "approved":
        if given["contract_types"] is None:
            given["contract_types"] = []
        for name in NEEDED:
            if given[name] is None or (isinstance(given[name], str) and not str(given[name]).strip()):
                return Problem(number, "missing_for_approval", name)
    try:
        return _Given(number, Entry.model_validate(given), bool(document.get("revision")))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        if first["type"] == "extra_forbidden":
            return Problem(number, "unknown_field", field)
        return Problem(number, "bad_field", field, str(first["input"])[:80])


def _take_over(store: Store, given: Sequence[_Given], author: str, *, overwrite: bool, keep_status: bool) -> Imported:
    added, changed, proposed, unchanged, problems = [], [], [], 0, []
    now = datetime.now(UTC)
    with store.write() as session:
        for given_entry in given:
            row = session.get(EntryRow, given_entry.entry.id, with_for_update=True)
            if row is None:
                fresh = given_entry.entry.model_copy(update={"revision": 1})
                added.append(add_entry(session, fresh, note="import", by=author))
                continue
            before = stored_entry(row).entry
            entry = given_entry.entry if keep_status else given_entry.entry.model_copy(update={"status": before.status})
            if _same(before, entry):
                unchanged += 1
                continue
            if keep_status and not current_actor().is_trusted and "approved" in (before.status, entry.status):
                raise NotAllowed("an import neither approves nor changes what is approved", reason="approved_entry")
            if given_entry.has_revision and before.revision > given_entry.entry.revision and not overwrite:
                problems.append(Problem(given_entry.line, "changed_meanwhile", "revision", stored_entry(row).name))
                continue
            if not keep_status and before.status == "approved":
                waiting = proposal_of(session, row.id)
                if lacking := missing_fields(entry):
                    problems.append(Problem(given_entry.line, "missing_for_approval", lacking[0]))
                elif waiting is not None and waiting.draft == entry.content:
                    unchanged += 1
                elif waiting is not None and not overwrite:
                    problems.append(Problem(given_entry.line, "proposal_waits", "revision", stored_entry(row).name))
                else:
                    version = 0 if waiting is None else waiting.version
                    propose(session, before, entry.content, version, author, "import")
                    proposed.append(stored_entry(row))
                continue
            kept = {
                "revision": before.revision + 1,
                "author": author,
                "created_at": before.created_at,
                "updated_at": max(now, before.updated_at),
            }
            changed.append(save_revision(session, row, entry.model_copy(update=kept), note="import"))
        if problems:
            session.rollback()
    if problems:
        return Imported(problems=tuple(problems))
    return Imported(tuple(added), tuple(changed), tuple(proposed), unchanged)


def _same(before: EntryDraft, after: EntryDraft) -> bool:
    return _plain(before) == _plain(after)


def _plain(entry: EntryDraft) -> dict[str, object]:
    """Content and status; a contract type is the same under any of its names, an unknown list is an empty one."""
    value = {name: getattr(entry, name) for name in (*FIELDS, "status")}
    value["contract_types"] = type_codes(entry.contract_types or ())
    return value
