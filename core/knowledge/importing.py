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
from core.knowledge.base import add_entry, save_revision, type_codes
from core.knowledge.entry import FIELDS, NEEDED, SCHEMA_VERSION, Entry, EntryDraft
from core.knowledge.files import Format, Line, UnreadableLine, read_lines
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
    "changed_meanwhile": "line {line}: {value} was changed after this file was exported; export again or overwrite",
}


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did. With problems nothing was taken over."""

    added: tuple[StoredEntry, ...] = ()
    changed: tuple[StoredEntry, ...] = ()
    unchanged: int = 0
    problems: tuple[Problem, ...] = ()


def import_file(store: Store, data: bytes, form: Format, *, author: str, overwrite: bool = False) -> Imported:
    """Take over a file of entries in one transaction.

    An entry with an id that is known becomes that entry's next revision, or changes nothing where it says the same.
    One without an id gets one from its content, so that the same file twice is no two entries.

    Args:
        store: the store.
        data: the file.
        form: its form.
        author: who imports; the author of new revisions.
        overwrite: take lines over also where the entry was changed after the file was exported.

    Raises:
        BadArguments: the file cannot be read at all.
    """
    checked = [_checked(line, author) for line in read_lines(data, form)]
    problems = [found for found in checked if isinstance(found, Problem)]
    entries = [found for found in checked if isinstance(found, _Given)]
    seen: set[str] = set()
    for given in entries:
        if given.entry.id in seen:
            problems.append(Problem(given.line, "same_id_twice", "id", given.entry.id))
        seen.add(given.entry.id)
    if problems:
        return Imported(problems=tuple(sorted(problems, key=lambda problem: problem.line)))
    return _take_over(store, entries, author, overwrite=overwrite)


def load_seeds(store: Store, *, author: str) -> Imported:
    """The entries that ship with the workbench; those that are there already stay as they are."""
    with store.read() as session:
        known = set(session.scalars(select(EntryRow.id)))
    lines = [line for line in SEEDS.read_bytes().splitlines() if str(orjson.loads(line)["id"]) not in known]
    return import_file(store, b"\n".join(lines), "jsonl", author=author)


@dataclass(frozen=True, slots=True)
class _Given:
    line: int
    entry: Entry
    has_revision: bool


def _checked(line: Line, author: str) -> _Given | Problem:
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


def _take_over(store: Store, given: Sequence[_Given], author: str, *, overwrite: bool) -> Imported:
    added, changed, unchanged, problems = [], [], 0, []
    now = datetime.now(UTC)
    with store.write() as session:
        for given_entry in given:
            row = session.get(EntryRow, given_entry.entry.id, with_for_update=True)
            if row is None:
                fresh = given_entry.entry.model_copy(update={"revision": 1})
                added.append(add_entry(session, fresh, note="import", by=author))
                continue
            before = stored_entry(row).entry
            if _same(before, given_entry.entry):
                unchanged += 1
                continue
            if not current_actor().is_trusted and "approved" in (before.status, given_entry.entry.status):
                raise NotAllowed("an import neither approves nor changes what is approved", reason="approved_entry")
            if given_entry.has_revision and before.revision > given_entry.entry.revision and not overwrite:
                problems.append(Problem(given_entry.line, "changed_meanwhile", "revision", stored_entry(row).name))
                continue
            kept = {
                "revision": before.revision + 1,
                "author": author,
                "created_at": before.created_at,
                "updated_at": max(now, before.updated_at),
            }
            changed.append(save_revision(session, row, given_entry.entry.model_copy(update=kept), note="import"))
        if problems:
            session.rollback()
    if problems:
        return Imported(problems=tuple(problems))
    return Imported(tuple(added), tuple(changed), unchanged)


def _same(before: EntryDraft, after: EntryDraft) -> bool:
    return _plain(before) == _plain(after)


def _plain(entry: EntryDraft) -> dict[str, object]:
    """Content and status; a contract type is the same under any of its names, an unknown list is an empty one."""
    value = {name: getattr(entry, name) for name in (*FIELDS, "status")}
    value["contract_types"] = type_codes(entry.contract_types or ())
    return value
