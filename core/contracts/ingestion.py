"""Ingestion of one file as a unit of work: a pure function in a worker, and its result into the store."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contracts.builtin.sensitivity import Sensitivity
from core.contracts.extract import BUILTIN, VERSION, extract
from core.contracts.own_types.known_types import load_own_types
from core.contracts.reference_form import from_reference
from core.contracts.review import apply_reviews
from core.contracts.reviews_stored import reviews_in_effect
from core.contracts.row import summarise
from core.contracts.statements import VERSION as STATEMENTS
from core.contracts.statements import statements_body
from core.contracts.stored_document import document_columns, document_from, pack_boxes
from core.documents import Document, read
from core.errors import DamagedDocument
from core.jobs import UnitView, on_result, register
from core.matters import put_into_matter
from core.record import Extraction, from_json, to_json
from core.settings import settings
from core.store import Contract, DocumentRow, StatementsRow, Tombstone, next_revision, open_store
from core.taxonomy import OwnType, use_own_types

KIND = "ingest"
_SECONDS_DIGITS = 3


def contract_id_of(sha256: str) -> str:
    """Id of the contract with this content."""
    return "c" + sha256[:15]


def ingest_file(payload: dict[str, Any], blob: bytes | None, report: Callable[[str], None]) -> dict[str, Any]:
    """Document and extraction of one file, as JSON-ready values; the boxes travel as `blob`.

    Args:
        payload: `sha256` (the key of its content, see `core.contracts.copies_apart`), `file_name`, optionally
            `extraction` (JSON in the reference's form), `own_types` (clause types that users defined), `sensitivity`
            (what counts as a finding) and `duplicate_of` (a contract that has this content already: nothing is done
            again).
        blob: the file's bytes.
        report: is told the stage.

    Raises:
        IngestError, ModelError: why this file did not become a contract.
    """
    begin = time.perf_counter()
    use_own_types([OwnType.model_validate(own) for own in payload.get("own_types", ())])
    if payload.get("duplicate_of"):
        return {"state": "duplicate", "contract_id": payload["duplicate_of"], "seconds": 0.0}
    if blob is None:
        raise DamagedDocument(f"the bytes of {payload['file_name']} are gone from the store")
    report("reading")
    document = read(blob, file_name=payload["file_name"], settings=settings())
    document = replace(document, sha256=payload["sha256"])  # a copy that is kept apart has a key of its own
    report("extracting")
    if payload.get("extraction") is not None:
        extraction = from_reference(orjson.loads(payload["extraction"]), document)
    else:
        extraction = _extracted(document, payload.get("sensitivity", "balanced"))
    return {
        "state": "done",
        "document": document_columns(document),
        "extraction": to_json(extraction).decode(),
        "engine_version": VERSION if extraction.engine == BUILTIN else "",
        "statements": statements_body(document.text),
        "seconds": round(time.perf_counter() - begin, _SECONDS_DIGITS),
        "blob": b"" if document.boxes is None else pack_boxes(document.boxes),
    }


def _extracted(document: Document, sensitivity: Sensitivity) -> Extraction:
    """An endpoint's answers are cached and its calls counted: a run that was cut off does not pay twice."""
    if not settings().connection("extraction").model:
        return extract(document, settings(), sensitivity=sensitivity)
    store = open_store(settings())
    try:
        return extract(document, settings(), store=store)
    finally:
        store.close()


def store_contract(session: Session, unit: UnitView, result: dict[str, Any]) -> dict[str, Any]:
    """Write a unit's document and extraction, all or nothing, and say which contract it is.

    The same content twice is one contract: the second becomes `duplicate`, unless it brings an extraction or is
    a re-extraction, which replaces the machine's extraction and leaves the reviews alone.
    """
    if result["state"] == "duplicate":
        pages = session.scalar(select(Contract.summary).where(Contract.contract_id == result["contract_id"])) or {}
        return {
            **result,
            "pages": pages.get("pages"),
            "unread_pages": pages.get("unread_pages", []),
            "unseen_pages": pages.get("unseen_pages", []),
        }
    columns = result["document"]
    contract_id = contract_id_of(columns["sha256"])
    outcome = {
        "state": "done",
        "contract_id": contract_id,
        "seconds": result["seconds"],
        "pages": len(columns["pages"]),
        "unread_pages": [page["number"] for page in columns["pages"] if page["source"] == "unread"],
        "unseen_pages": [page["number"] for page in columns["pages"] if page.get("unseen")],
    }
    known = session.scalar(select(Contract).where(Contract.contract_id == contract_id))
    if known is not None and not unit.payload.get("replace"):
        return outcome | {"state": "duplicate"}
    row = session.get(DocumentRow, columns["sha256"])
    boxes = result["blob"] or None
    if row is None:
        row = DocumentRow(**columns, boxes=boxes)
        session.add(row)
    elif known is not None:
        for name, value in columns.items():
            setattr(row, name, value if name != "file_name" else row.file_name)
        row.boxes = boxes
    session.flush()
    _write_extraction(session, unit, known, row, result)
    return outcome


def _write_extraction(
    session: Session, unit: UnitView, known: Contract | None, row: DocumentRow, result: dict[str, Any]
) -> None:
    now = datetime.now(UTC)
    load_own_types(session)
    machine = from_json(result["extraction"])
    effective = reviews_in_effect(session, contract_id_of(row.sha256))
    shown = apply_reviews(machine, effective.counting)
    summary = summarise(document_from(row, boxes=None), machine, shown, effective.counting, waiting=effective.waiting)
    is_new = known is None
    if known is None:
        known = Contract(
            number=unit.payload["number"],
            contract_id=contract_id_of(row.sha256),
            sha256=row.sha256,
            created_by=unit.payload["created_by"],
            created_at=now,
        )
    known.engine, known.engine_version = machine.engine, result.get("engine_version", "")
    known.extraction = result["extraction"]
    known.extraction_key = unit.payload["extraction_key"]
    known.summary = summary
    known.revision = next_revision(session)
    known.updated_at = now
    session.add(known)
    session.flush()
    if "statements" in result:
        session.merge(StatementsRow(contract_id=known.contract_id, version=STATEMENTS, body=result["statements"]))
    if is_new and unit.payload.get("matter"):
        put_into_matter(session, known.contract_id, unit.payload["matter"], by=unit.payload["created_by"])
    tombstone = session.get(Tombstone, known.contract_id)
    if tombstone is not None:
        session.delete(tombstone)


def register_ingestion() -> None:
    """Make ingestion known to the ledger; called once where jobs are submitted or run."""
    register(KIND, "core.contracts.ingestion:ingest_file", version="1")
    on_result(KIND, store_contract)
