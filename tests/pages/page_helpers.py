"""What the tests of pages share: contracts made in this process, and pages opened without a browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from core.contracts.ingestion import ingest_file, store_contract
from core.contracts.library import Library

APP = Path(__file__).resolve().parents[2] / "app.py"
HOSTILE = "<b>=SUM(A1)</b> :red[x] $a$ ![i](http://evil.example/x.png)"


def add_contract(library: Library, data: bytes, name: str) -> str:
    """Bring a file into the library in this process, through the functions that jobs run; gives the contract's id."""
    batch = library.ingest([(library.receive(data, name), name)], user="sato")
    unit = library._ledger.units(batch)[0]
    result = ingest_file(unit.payload, data, lambda _stage: None)
    with library._store.write() as session:
        outcome = store_contract(session, unit, result)
    library._ledger.cancel(batch)
    return str(outcome["contract_id"])


def open_page(page: str | None = "pages/contracts.py", *, language: str = "ja", **query: str | list[str]) -> AppTest:
    """The app at a page, run once, at its start page for None; any uncaught exception fails the test."""
    test = AppTest.from_file(str(APP), default_timeout=60)
    test.query_params["lang"] = language
    for name, value in query.items():
        test.query_params[name] = value
    test.run()
    if page is not None:
        test.switch_page(page)
        test.query_params["lang"] = language
        for name, value in query.items():
            test.query_params[name] = value
        test.run()
    assert not test.exception
    return test


def pages_read(test: AppTest) -> list[dict[str, Any]]:
    """What the readers on a page send to the browser."""
    sent = [json.loads(found.proto.json) for found in test.get("bidi_component") if found.proto.json]
    return [item for item in sent if "runs" in item]


def tables(test: AppTest) -> list[dict[str, Any]]:
    """What the tables on a page send to the browser."""
    sent = [json.loads(found.proto.json) for found in test.get("bidi_component") if found.proto.json]
    return [data | json.loads(data["body"]) for data in sent if "body" in data]


def column_of(table: dict[str, Any], name: str) -> list[Any]:
    """A column's values in a table."""
    place = [column["name"] for column in table["columns"]].index(name)
    return [row["cells"][place] for row in table["rows"]]


def unfold(test: AppTest, key: str) -> None:
    """Open a fold whose contents are made when it is opened."""
    test.session_state[key] = True
    test.run()


def words(test: AppTest) -> str:
    """Every word that a page shows."""
    parts: list[str] = []
    for kind in ("title", "header", "subheader", "markdown", "caption", "error", "info", "warning", "text", "metric"):
        parts += [str(element.value) for element in getattr(test, kind)]
    parts += [button.label for button in test.button]
    return "\n".join(parts)
