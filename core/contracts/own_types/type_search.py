"""Looking through one contract for clause types of the users' own, as a unit of work."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import select
from sqlalchemy.orm import Session, undefer

from core.contracts.builtin.clauses.clauses import own_clause
from core.contracts.builtin.clauses.own import score_own
from core.contracts.builtin.clauses.scored import Scored
from core.contracts.endpoint.own_types import OwnAnswer, ask_own, own_clauses_by_endpoint
from core.contracts.extract import with_clauses
from core.contracts.own_types.known_types import load_own_types
from core.contracts.reviews_stored import summarise_again
from core.contracts.stored_document import document_columns, document_from
from core.documents import Document
from core.jobs import NewUnit, UnitView, on_result, register
from core.llm import endpoint_name, stored_endpoint
from core.record import Clause, from_json, to_json
from core.settings import Settings, settings
from core.store import Contract, DocumentRow, next_revision, open_store
from core.taxonomy import OwnType, taxonomy

KIND = "own_types"


def search_unit(contract_id: str, row: DocumentRow, types: Sequence[OwnType], settings: Settings) -> NewUnit:
    """The work of looking through one contract: its text travels with it, so that any worker can do it."""
    document = document_columns(document_from(row, boxes=None))
    body = base64.b64encode(zlib.compress(orjson.dumps(document))).decode()
    payload = {
        "contract_id": contract_id,
        "types": [own.model_dump(mode="json") for own in types],
        "document": body,
        "text_sha256": _digest(row.text),
    }
    endpoint = endpoint_name("extraction", settings)
    return NewUnit(label=row.file_name, payload=payload, idem=contract_id, endpoint=endpoint)


def look_through(payload: dict[str, Any], blob: bytes | None, report: Callable[[str], None]) -> dict[str, Any]:
    """What was found of each type in one contract: scored spans by the built-in engine, or an endpoint's quotes.

    Args:
        payload: as `search_unit` makes it.
        blob: not used.
        report: is told the stage.

    Raises:
        ModelError: the endpoint gave no usable answer.
    """
    report("extracting")
    columns = orjson.loads(zlib.decompress(base64.b64decode(payload["document"])))
    document = document_from(DocumentRow(**columns), boxes=None)
    types = [OwnType.model_validate(own) for own in payload["types"]]
    if not settings().connection("extraction").model:
        return {"spans": {code: [list(row) for row in rows] for code, rows in score_own(document, types).items()}}
    return {"answers": _requested(document, types)}


def _requested(document: Document, types: Sequence[OwnType]) -> dict[str, Any]:
    store = open_store(settings())
    try:
        model = stored_endpoint("extraction", settings(), store)
        assert model is not None
        with model:
            answers = ask_own(document, types, model, settings())
    finally:
        store.close()
    return {code: {"claimed": answer.claimed, "quotes": answer.quotes} for code, answer in answers.items()}


def store_search(session: Session, unit: UnitView, result: dict[str, Any]) -> dict[str, Any]:
    """Write what was found into the contract's extraction; what is shown and projected follows in this transaction.

    A contract that was deleted or read anew meanwhile, and a type that was removed, are left as they are.
    """
    contract_id = unit.payload["contract_id"]
    load_own_types(session)
    contract = session.scalar(
        select(Contract).where(Contract.contract_id == contract_id).options(undefer(Contract.extraction))
    )
    if contract is None:
        return {"state": "gone", "contract_id": contract_id}
    row = session.get_one(DocumentRow, contract.sha256, options=[undefer(DocumentRow.boxes)])
    if _digest(row.text) != unit.payload["text_sha256"]:
        return {"state": "read_anew", "contract_id": contract_id}
    document = document_from(row, boxes=row.boxes)
    known = {own.code for own in taxonomy().own}
    clauses = [clause for clause in _clauses(document, result) if clause.type in known]
    machine = with_clauses(from_json(contract.extraction), clauses)
    contract.extraction = to_json(machine).decode()
    summarise_again(session, contract)
    contract.revision = next_revision(session)
    contract.updated_at = datetime.now(UTC)
    present = sum(clause.presence == "present" for clause in clauses)
    return {"state": "done", "contract_id": contract_id, "present": present}


def _clauses(document: Document, result: dict[str, Any]) -> tuple[Clause, ...]:
    if "spans" in result:
        return tuple(
            own_clause(document, code, [Scored(int(start), int(end), float(sure)) for start, end, sure in spans])
            for code, spans in result["spans"].items()
        )
    answers = {
        code: OwnAnswer(answer["claimed"], tuple((quote, begin) for quote, begin in answer["quotes"]))
        for code, answer in result["answers"].items()
    }
    return own_clauses_by_endpoint(document, answers)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def register_search() -> None:
    """Make the search known to the ledger; called where jobs are submitted or run."""
    register(KIND, "core.contracts.own_types.type_search:look_through", version="1")
    on_result(KIND, store_search)
