"""The dispatcher with real worker processes: what each way of ending a unit leaves in the ledger."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from core.errors import BadArguments, StoreFull
from core.jobs import Dispatcher, Ledger, LocalPool, NewUnit, Progress, leases
from core.jobs.tables import UNITS
from core.settings import Settings
from places_of_work import wait_until


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "BACKOFF_BASE_S", 0.01)


def doing(*what: str, seconds: float = 0.0, folder: str = "") -> list[NewUnit]:
    return [NewUnit(do, {"do": do, "seconds": seconds, "folder": folder}, do) for do in what]


def numbers(count: int) -> list[NewUnit]:
    return [NewUnit(str(number), {"number": number}, str(number)) for number in range(count)]


def test_results_on_each_database(ledger: Ledger, pool: LocalPool, any_settings: Settings) -> None:
    batch = ledger.submit("double", "Doubles", numbers(25), created_by="tester")
    seen: list[Progress] = []
    ended = Dispatcher(ledger, pool, any_settings).run_until_done(batch, seen.append)
    assert (ended.counts["done"], ended.finished, seen[-1]) == (25, True, ended)
    assert [unit.result for unit in ledger.units(batch)] == [{"twice": 2 * number} for number in range(25)]


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
