"""A run of the optimizer comes to the same result wherever its matches are played and settled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from test_runs import answering, endpoints

from core.llm.scripted import ReceivedRequest, ScriptedServer, Step
from core.optimizer.files import Material
from core.optimizer.runs import RunBook, RunSettings
from core.optimizer.runs.play import play_match
from core.settings import Settings
from core.store import Store, open_store
from core.workbench import open_workbench
from places_of_work import DaskCluster, product_worker
from servers import fresh_database
from small_contracts import small_contract

SETTINGS = RunSettings(optimizer="thompson", steps=24, seed=3, parallel=4)


def summary(book: RunBook, run_id: str) -> list[tuple[object, ...]]:
    return [(m.number, m.a, m.b, m.example, m.a_first, m.state, m.outcome, m.margin) for m in book.matches(run_id)]


@pytest.mark.parametrize("engine", [pytest.param("workers", marks=pytest.mark.postgres), "dask"])
def test_the_same_result_on_other_hosts(
    book: RunBook,
    material: Material,
    play: Callable[..., Any],
    chosen: Callable[..., Settings],
    engine: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """Also where two workers settle matches of one round at the same moment."""
    here = summary(book, play(book, book.start(material, SETTINGS, user="sato").id).id)
    elsewhere = chosen().model_copy(update={"data_dir": tmp_path / "elsewhere", "jobs_engine": engine})
    with ExitStack() as opened:
        if engine == "workers":
            url = opened.enter_context(fresh_database(request.getfixturevalue("postgres_url")))
            elsewhere = elsewhere.model_copy(update={"database_url": SecretStr(url), "workers": 2})
        else:
            cluster = DaskCluster(tmp_path)
            opened.callback(cluster.end)
            elsewhere = elsewhere.model_copy(update={"dask_scheduler": cluster.address})
        workbench = opened.enter_context(open_workbench(elsewhere))
        if engine == "workers":
            for _ in range(2):
                opened.enter_context(product_worker(elsewhere, "--slots", "2"))
        there = RunBook(workbench.store, elsewhere, workbench.ledger)
        run = there.start(material, SETTINGS, user="sato")
        workbench.run_until_done(run.batch_id)
        assert summary(there, run.id) == here
        file = (workbench.library.receive(small_contract(1), "1.txt"), "1.txt")
        workbench.run_until_done(workbench.library.ingest([file], user="sato"))
        assert [row.file_name for row in workbench.library.rows()] == ["1.txt"]


@pytest.mark.postgres
def test_workers_share_the_limit_of_the_judge(
    chosen: Callable[..., Settings], store: Store, material: Material, play: Callable[..., Any], postgres_url: str
) -> None:
    """Two workers ask the judge no more often than one may, and the run comes to the result of an unhurried one."""
    per_second, burst = 2.0, 2
    settings = SETTINGS.model_copy(update={"judge": "model", "steps": 10, "parallel": 4})
    asked: list[float] = []

    def judging(seen: ReceivedRequest) -> Step:
        asked.append(time.monotonic())
        return answering(seen)

    with ScriptedServer(judging) as server, fresh_database(postgres_url) as url, ExitStack() as opened:
        unhurried = RunBook(store, chosen(**endpoints(server)))
        here = summary(unhurried, play(unhurried, unhurried.start(material, settings, user="sato").id).id)
        asked.clear()
        limited = chosen(SHINSA_ENDPOINT_UNITS_PER_MINUTE=str(60 * per_second))
        elsewhere = limited.model_copy(update={"jobs_engine": "workers", "database_url": SecretStr(url)})
        workbench = opened.enter_context(open_workbench(elsewhere))
        for _ in range(2):
            opened.enter_context(product_worker(elsewhere, "--slots", "2"))
        there = RunBook(workbench.store, elsewhere, workbench.ledger)
        run = there.start(material, settings, user="sato")
        workbench.run_until_done(run.batch_id)
        assert summary(there, run.id) == here
    assert len(asked) > 10
    # The first may have waited for its process: that much less lies between it and the last.
    assert asked[-1] - asked[0] > (len(asked) - burst) / per_second - 1.5


@pytest.mark.postgres
def test_matches_that_end_at_the_same_moment_do_not_miss_each_other(
    chosen: Callable[..., Settings], material: Material, postgres_url: str
) -> None:
    """Each of two processes saw the other's match as still planned, and nobody planned the next round."""
    with fresh_database(postgres_url) as url, closing(open_store(chosen(DATABASE_URL=url))) as store:
        first, second = (RunBook(store, chosen()) for _ in range(2))
        run = first.start(material, SETTINGS.model_copy(update={"parallel": 2}), user="sato")
        units = first.ledger.units(run.batch_id)
        results = [play_match(unit.payload, material.pack(), lambda _stage: None) for unit in units]

        def settle_second() -> None:
            with store.write() as session:
                second._director.settle(session, units[1], results[1])

        other = threading.Thread(target=settle_second)
        with store.write() as session:
            first._director.settle(session, units[0], results[0])
            other.start()
            other.join(0.5)
        other.join()
        states = [match.state for match in first.matches(run.id)]
        assert states == ["decided", "decided", "planned", "planned"]
