"""The same on every engine: the local pool, workers on PostgreSQL, a Dask cluster; each a real one."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from core.jobs import Dispatcher, Engine, Ledger, NewUnit
from core.settings import Settings
from core.store import Blob
from places_of_work import wait_until

Open = Callable[..., tuple[Ledger, Engine, Settings]]
Brief = tuple[str, int, int, str | None]


def doing(*what: str, folder: str = "") -> list[NewUnit]:
    return [NewUnit(do, {"do": do, "seconds": 0.0, "folder": folder}, do) for do in what]


def numbers(count: int) -> list[NewUnit]:
    return [NewUnit(str(number), {"number": number}, str(number)) for number in range(count)]


def test_every_way_to_end(open_place: Open) -> None:
    """Each bad unit ends in its own way; the good ones beside it are not touched."""
    ledger, engine, quick = open_place(unit_deadline_s=2.5)
    units = doing("die", "exit", "hang in c", "refuse", "raise", "limited", "print", "not json")
    batch = ledger.submit("misbehave", "", units, created_by="tester")
    Dispatcher(ledger, engine, quick).run_until_done(batch)
    left: dict[str, Brief] = {
        unit.label: (unit.state, unit.attempts, unit.crashes, unit.error and unit.error.code)
        for unit in ledger.units(batch)
    }
    assert left == {
        "die": ("quarantined", 2, 2, "unit_crashed"),
        "exit": ("quarantined", 2, 2, "unit_crashed"),
        "hang in c": ("quarantined", 2, 2, "unit_hung"),
        "refuse": ("failed", 1, 0, "encrypted"),
        "raise": ("failed", 3, 0, "unexpected"),
        "limited": ("failed", 3, 0, "rate_limited"),
        "print": ("done", 1, 0, None),
        "not json": ("failed", 3, 0, "unexpected"),
    }
    facts = {unit.label: unit.error.facts for unit in ledger.units(batch) if unit.error}
    assert (facts["die"], facts["exit"]) == ({"how": "SIGKILL"}, {"how": "exit 3"})
    assert (facts["hang in c"], facts["refuse"]) == ({"seconds": 2.5}, {"page": 3})
    assert list(facts["raise"]) == ["reference"], "what a contract says must not get into the ledger"


def test_bytes_go_there_and_back(open_place: Open) -> None:
    ledger, engine, settings = open_place()
    body = os.urandom(3_000_000)
    with ledger.store.write() as session:
        session.add(Blob(sha256="a" * 64, body=body, created_at=datetime.now(UTC)))
        session.add(Blob(sha256="b" * 64, body=b"", created_at=datetime.now(UTC)))
    units = [NewUnit(name, {}, name, blob_sha256=name * 64) for name in ("a", "b", "c")] + [NewUnit("none", {}, "none")]
    batch = ledger.submit("size", "", units, created_by="tester")
    Dispatcher(ledger, engine, settings).run_until_done(batch)
    ended = [(unit.state, unit.result, unit.error and unit.error.code) for unit in ledger.units(batch)]
    assert ended == [
        ("done", {"size": 3_000_000}, None),
        ("done", {"size": 0}, None),
        ("failed", None, "not_found"),
        ("done", {"size": None}, None),
    ]


def test_cancelled_and_lost_units_stop_and_make_room(open_place: Open, tmp_path: Path) -> None:
    """A cancelled unit's process ends with the children it started, and the next batch gets its place."""
    ledger, engine, settings = open_place()
    batch = ledger.submit("misbehave", "", doing("hang", folder=str(tmp_path)), created_by="tester")
    dispatcher = Dispatcher(ledger, engine, settings)
    dispatcher.start()
    child = tmp_path / "child"
    wait_until(lambda: child.exists() and child.read_text().isdigit())
    wait_until(lambda: ledger.units(batch)[0].stage == "waiting")
    assert ledger.cancel(batch) == 1
    wait_until(lambda: not Path(f"/proc/{child.read_text()}").exists())
    after = ledger.submit("double", "", numbers(4), created_by="tester")
    wait_until(lambda: ledger.progress(after).finished)
    dispatcher.stop()
    assert ledger.progress(after).counts["done"] == 4
    cancelled = ledger.units(batch)[0]
    assert (cancelled.state, cancelled.stage, cancelled.error) == ("cancelled", None, None)
