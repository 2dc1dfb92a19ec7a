"""The dispatcher with real worker processes: what each way of ending a unit leaves in the ledger."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import update

from core.errors import BadArguments, StoreFull
from core.jobs import Dispatcher, Ledger, LocalPool, NewUnit, Progress, leases
from core.jobs.tables import UNITS
from core.settings import Settings
from core.store import Store
from core.store.models import Blob

Brief = tuple[str, int, int, str | None]


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "BACKOFF_BASE_S", 0.01)


def doing(*what: str, seconds: float = 0.0, folder: str = "") -> list[NewUnit]:
    return [NewUnit(do, {"do": do, "seconds": seconds, "folder": folder}, do) for do in what]


def numbers(count: int) -> list[NewUnit]:
    return [NewUnit(str(number), {"number": number}, str(number)) for number in range(count)]


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.02)


def test_results_on_each_database(ledger: Ledger, pool: LocalPool, any_settings: Settings) -> None:
    batch = ledger.submit("double", "Doubles", numbers(25), created_by="tester")
    seen: list[Progress] = []
    ended = Dispatcher(ledger, pool, any_settings).run_until_done(batch, seen.append)
    assert (ended.counts["done"], ended.finished, seen[-1]) == (25, True, ended)
    assert [unit.result for unit in ledger.units(batch)] == [{"twice": 2 * number} for number in range(25)]


def test_every_way_to_end(sqlite_ledger: Ledger, pool: LocalPool, settings: Settings) -> None:
    """Each bad unit ends in its own way; the good ones beside it are not touched."""
    quick = settings.model_copy(update={"unit_deadline_s": 2.5})
    units = doing("die", "exit", "hang in c", "refuse", "raise", "limited", "print", "not json")
    batch = sqlite_ledger.submit("misbehave", "", units, created_by="tester")
    Dispatcher(sqlite_ledger, pool, quick).run_until_done(batch)
    left: dict[str, Brief] = {
        unit.label: (unit.state, unit.attempts, unit.crashes, unit.error and unit.error.code)
        for unit in sqlite_ledger.units(batch)
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
    facts = {unit.label: unit.error.facts for unit in sqlite_ledger.units(batch) if unit.error}
    assert (facts["die"], facts["exit"]) == ({"how": "SIGKILL"}, {"how": "exit 3"})
    assert (facts["hang in c"], facts["refuse"]) == ({"seconds": 2.5}, {"page": 3})
    assert list(facts["raise"]) == ["reference"], "what a contract says must not get into the ledger"


def test_bytes_go_there_and_back(ledger: Ledger, store: Store, pool: LocalPool, any_settings: Settings) -> None:
    body = os.urandom(3_000_000)
    with store.write() as session:
        session.add(Blob(sha256="a" * 64, body=body, created_at=datetime.now(UTC)))
        session.add(Blob(sha256="b" * 64, body=b"", created_at=datetime.now(UTC)))
    units = [NewUnit(name, {}, name, blob_sha256=name * 64) for name in ("a", "b", "c")] + [NewUnit("none", {}, "none")]
    batch = ledger.submit("size", "", units, created_by="tester")
    Dispatcher(ledger, pool, any_settings).run_until_done(batch)
    ended = [(unit.state, unit.result, unit.error and unit.error.code) for unit in ledger.units(batch)]
    assert ended == [
        ("done", {"size": 3_000_000}, None),
        ("done", {"size": 0}, None),
        ("failed", None, "not_found"),
        ("done", {"size": None}, None),
    ]


def test_cancelled_and_lost_units_stop_and_make_room(
    sqlite_ledger: Ledger, pool: LocalPool, settings: Settings, tmp_path: Path
) -> None:
    """A cancelled unit's process ends with the children it started, and the next batch gets its place."""
    batch = sqlite_ledger.submit("misbehave", "", doing("hang", folder=str(tmp_path)), created_by="tester")
    dispatcher = Dispatcher(sqlite_ledger, pool, settings)
    dispatcher.start()
    child = tmp_path / "child"
    wait_until(lambda: child.exists() and child.read_text().isdigit())
    wait_until(lambda: sqlite_ledger.units(batch)[0].stage == "waiting")
    assert sqlite_ledger.cancel(batch) == 1
    wait_until(lambda: not Path(f"/proc/{child.read_text()}").exists())
    after = sqlite_ledger.submit("double", "", numbers(4), created_by="tester")
    wait_until(lambda: sqlite_ledger.progress(after).finished)
    dispatcher.stop()
    assert sqlite_ledger.progress(after).counts["done"] == 4
    cancelled = sqlite_ledger.units(batch)[0]
    assert (cancelled.state, cancelled.stage, cancelled.error) == ("cancelled", None, None)


def test_stop_gives_running_units_back_uncharged(
    sqlite_ledger: Ledger, pool: LocalPool, settings: Settings, tmp_path: Path
) -> None:
    batch = sqlite_ledger.submit("misbehave", "", doing("hang", folder=str(tmp_path)), created_by="tester")
    dispatcher = Dispatcher(sqlite_ledger, pool, settings)
    dispatcher.start()
    dispatcher.start()
    with pytest.raises(BadArguments):
        dispatcher.run_until_done(batch)
    wait_until(lambda: sqlite_ledger.progress(batch).counts["leased"] == 1)
    dispatcher.stop()
    unit = sqlite_ledger.units(batch)[0]
    assert (unit.state, unit.attempts, unit.crashes, dispatcher.running) == ("queued", 0, 0, False)


def test_two_dispatchers_share_one_store(sqlite_ledger: Ledger, pool: LocalPool, settings: Settings) -> None:
    """The app and the command line work on one SQLite file: each unit once, and both see the end."""
    batch = sqlite_ledger.submit("double", "", numbers(60), created_by="tester")
    background = Dispatcher(sqlite_ledger, pool, settings)
    with LocalPool(1, settings) as other:
        background.start()
        ended = Dispatcher(sqlite_ledger, other, settings).run_until_done(batch)
        background.stop()
    assert ended.counts["done"] == 60
    assert {unit.attempts for unit in sqlite_ledger.units(batch)} == {1}


def test_run_until_done_leaves_other_batches_alone(sqlite_ledger: Ledger, pool: LocalPool, settings: Settings) -> None:
    other = sqlite_ledger.submit("double", "", numbers(3), created_by="tester")
    mine = sqlite_ledger.submit("double", "", numbers(3), created_by="tester")
    Dispatcher(sqlite_ledger, pool, settings).run_until_done(mine)
    assert (sqlite_ledger.progress(mine).counts["done"], sqlite_ledger.progress(other).counts["queued"]) == (3, 3)


def test_result_of_a_lost_lease_is_dropped(sqlite_ledger: Ledger, pool: LocalPool, settings: Settings) -> None:
    """Another dispatcher took the unit over while ours still worked on it."""
    batch = sqlite_ledger.submit("misbehave", "", doing("sleep", seconds=1.0), created_by="tester")

    def steal(progress: Progress) -> None:
        if progress.counts["leased"]:
            with sqlite_ledger.store.write() as session:
                session.execute(update(UNITS).values(token="another", state="done"))

    Dispatcher(sqlite_ledger, pool, settings).run_until_done(batch, steal)
    assert sqlite_ledger.units(batch)[0].result is None


def test_a_store_that_refuses_for_a_while_loses_nothing(
    sqlite_ledger: Ledger, pool: LocalPool, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk at the moment of the result: the work is kept and recorded when there is space again."""
    batch = sqlite_ledger.submit("double", "", numbers(5), created_by="tester")
    refusals = iter([StoreFull("no space")] * 3)
    complete = leases.complete

    def sometimes(*arguments: object) -> None:
        if arguments[1] and (refusal := next(refusals, None)):
            raise refusal
        complete(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(leases, "complete", sometimes)
    ended = Dispatcher(sqlite_ledger, pool, settings).run_until_done(batch)
    assert (ended.counts["done"], next(refusals, None)) == (5, None)
    assert {unit.attempts for unit in sqlite_ledger.units(batch)} == {1}
