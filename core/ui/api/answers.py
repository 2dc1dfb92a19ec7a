"""What each address of `/api/v1` answers, as JSON; errors have a code, a sentence and a status."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from pydantic import TypeAdapter

from core.access import Action, Resource, authorized, record
from core.contracts import ContractRow
from core.documents import kind_of
from core.errors import (
    BadArguments,
    Conflict,
    EmptyDocument,
    IngestError,
    NotADocument,
    NotAllowed,
    NotFound,
    StoreBusy,
    StoreError,
    TooLarge,
    WorkbenchError,
)
from core.findings import Finding, contract_findings
from core.ui.api.extraction_json import extraction_json
from core.workbench import Workbench

_MOST = 500
_ROW: TypeAdapter[ContractRow] = TypeAdapter(ContractRow)
_FINDING: TypeAdapter[Finding] = TypeAdapter(Finding)


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request as answers need it: the parts of its path that vary, its query, headers in small letters, and body."""

    parts: tuple[str, ...]
    query: str
    headers: dict[str, str]
    body: bytes

    def number(self, name: str, default: int, *, most: int) -> int:
        """A number of the query.

        Raises:
            BadArguments: it is none, or out of range.
        """
        text = parse_qs(self.query).get(name, [str(default)])[0]
        if not (text.isascii() and text.isdigit() and len(text) < 10) or int(text) > most:
            raise BadArguments(f"{name} is a number from 0 to {most}", argument=name)
        return int(text)

    def text(self, name: str) -> str:
        """A text of the query, empty where it is not there."""
        return parse_qs(self.query).get(name, [""])[0]


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """An address: method, path with `*` for what varies, what one must be allowed to do, and what it answers."""

    method: str
    path: tuple[str, ...]
    action: Action
    answer: Callable[[Workbench, ApiRequest], tuple[int, Any]]
    takes_body: bool = False

    def check(self) -> None:
        """Pass when whoever acts may ask.

        Raises:
            NotAllowed: they may not.
        """
        authorized(self.action)


def _contracts(opened: Workbench, request: ApiRequest) -> tuple[int, Any]:
    limit, offset = request.number("limit", 100, most=_MOST), request.number("offset", 0, most=10**8)
    rows = opened.library.rows()
    chosen = rows[offset : offset + limit]
    with opened.store.write() as session:
        record(session, authorized("contract.export"), "contract.export", None, form="api_list", count=len(chosen))
    return 200, {"contracts": [_row(row) for row in chosen], "total": len(rows), "offset": offset}


def _contract(opened: Workbench, request: ApiRequest) -> tuple[int, Any]:
    key = opened.library.find(request.parts[0])
    authorized("contract.read", Resource("contract", key))
    detail = opened.library.detail(key)
    _note_export(opened, key, "contract")
    return 200, {"contract": _row(detail.row), "extraction": extraction_json(detail.shown)}


def _findings(opened: Workbench, request: ApiRequest) -> tuple[int, Any]:
    key = opened.library.find(request.parts[0])
    authorized("contract.read", Resource("contract", key))
    found = contract_findings(opened, key)
    _note_export(opened, key, "findings")
    return 200, {"contract_id": key, "findings": [_FINDING.dump_python(each, mode="json") for each in found.findings]}


def _upload(opened: Workbench, request: ApiRequest) -> tuple[int, Any]:
    name = request.text("name").replace("\\", "/").rsplit("/", 1)[-1].strip()
    if not name or len(name) > 255 or not name.isprintable():
        raise BadArguments("name=FILE.pdf says what the file is called", argument="name")
    if kind_of(request.body) == "text":
        raise NotADocument(f"{name} is neither PDF, Word nor a picture by its content", file=name)
    sha256 = opened.library.receive(request.body, name)
    matter = request.text("matter") or None
    job = opened.library.ingest([(sha256, name)], user=authorized("contract.add").name, matter=matter)
    return 202, {"job": job, "sha256": sha256}


def _job(opened: Workbench, request: ApiRequest) -> tuple[int, Any]:
    job = opened.ledger.progress(request.parts[0])
    units = opened.ledger.units(job.batch_id)
    return 200, {
        "job": job.batch_id,
        "finished": job.finished,
        "total": job.total,
        "files": [
            {
                "name": unit.label,
                "state": unit.state,
                "error": None if unit.error is None else unit.error.code,
                "contract_id": None if unit.result is None else unit.result.get("contract_id"),
            }
            for unit in units
        ],
    }


ROUTES = (
    ApiRoute("GET", ("contracts",), "contract.export", _contracts),
    ApiRoute("GET", ("contracts", "*"), "contract.export", _contract),
    ApiRoute("GET", ("contracts", "*", "findings"), "contract.export", _findings),
    ApiRoute("POST", ("contracts",), "contract.add", _upload, takes_body=True),
    ApiRoute("GET", ("jobs", "*"), "contract.add", _job),
)


def find_route(method: str, path: str) -> tuple[ApiRoute, tuple[str, ...]]:
    """The route of a request, and what stands for its `*`.

    Raises:
        NotFound: there is no such address, or it does not take the method.
    """
    parts = tuple(path.split("/"))
    for route in ROUTES:
        fits = len(parts) == len(route.path) and all(
            wanted in ("*", part) for wanted, part in zip(route.path, parts, strict=True)
        )
        if fits and method in (route.method, "HEAD" if route.method == "GET" else route.method):
            return route, tuple(part for wanted, part in zip(route.path, parts, strict=True) if wanted == "*")
    raise NotFound("there is no such address, or not for this method", reference=path[:80])


def problem(error: WorkbenchError) -> tuple[int, Any]:
    """Status and body for an error: its code, its sentence and its facts."""
    statuses: tuple[tuple[type[WorkbenchError], int], ...] = (
        (NotFound, 404),
        (TooLarge, 413),
        (NotADocument, 415),
        (EmptyDocument, 400),
        (IngestError, 422),
        (BadArguments, 400),
        (Conflict, 409),
        (StoreBusy, 503),
        (StoreError, 503),
    )
    status = next((number for kind, number in statuses if isinstance(error, kind)), 500)
    if isinstance(error, NotAllowed):
        status = 401 if error.facts.get("reason") == "token" else 403
    facts = {name: fact for name, fact in error.facts.items() if isinstance(fact, str | int | float | bool)}
    return status, {"error": {"code": error.code, "message": str(error), "facts": facts}}


def _row(row: ContractRow) -> Any:
    return _ROW.dump_python(row, mode="json")


def _note_export(opened: Workbench, contract_id: str, form: str) -> None:
    with opened.store.write() as session:
        resource = Resource("contract", contract_id)
        actor = authorized("contract.export", resource, session)
        record(session, actor, "contract.export", resource, form=f"api_{form}")
