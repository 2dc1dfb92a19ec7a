"""Two apps on one PostgreSQL, each with a data folder of its own: what one takes in, the other shows and counts."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from journey_helpers import WAIT_MS, go, server, settled
from playwright.sync_api import Page, expect
from pydantic import SecretStr

from core.access import ApiTokens, acting_as, local_actor
from core.settings import Settings, load_settings
from core.store import open_store
from servers import fresh_database
from small_contracts import small_contract, small_pdf

pytestmark = [pytest.mark.chromium, pytest.mark.postgres, pytest.mark.xdist_group("journeys")]
SHARED = 4
OWN = 2


@pytest.fixture(scope="module")
def apps(folder: Path, postgres_url: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Ports of two apps, and the secret of a token that reads and uploads."""
    with ExitStack() as opened:
        url = opened.enter_context(fresh_database(postgres_url))
        key = "a-key-of-the-tests-that-both-have"
        chosen: Settings = load_settings(data_dir=folder / "own", env_file=folder / "none").model_copy(
            update={"database_url": SecretStr(url), "audit_key": SecretStr(key)}
        )
        store = open_store(chosen)
        with acting_as(local_actor("sato")):
            secret = ApiTokens(store).create("test", ("read", "upload"), owner=None)[1]
        store.close()
        environment = {"DATABASE_URL": url, "SHINSA_AUDIT_KEY": key, "JOBS_ENGINE": "local", "SHINSA_WORKERS": "1"}
        ports = [
            opened.enter_context(server(folder / name, folder / f"{name}.log", environment=environment))
            for name in ("first", "second")
        ]
        yield (ports[0], ports[1]), secret


def ask(port: int, secret: str, path: str, body: bytes | None = None) -> Any:
    """What `/api/v1` of an app answers."""
    headers = {"Authorization": f"Bearer {secret}", "Host": f"localhost:{port}"}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.request("GET" if body is None else "POST", f"/api/v1/{path}", body, headers)
        answer = connection.getresponse()
        found = json.loads(answer.read())
    assert answer.status in (200, 202), found
    return found


def test_what_one_takes_in_the_other_shows_and_counts(
    page: Page, apps: tuple[tuple[int, int], str], folder: Path
) -> None:
    """The same files are sent to both at the same moment, and some to one alone: each becomes one contract."""
    ports, secret = apps
    jobs: dict[int, list[str]] = {port: [] for port in ports}

    def send(port: int, numbers: list[int]) -> None:
        for number in numbers:
            jobs[port].append(
                ask(port, secret, f"contracts?name={number}.pdf", small_pdf(small_contract(number)))["job"]
            )

    same = list(range(SHARED))
    sending = [
        threading.Thread(target=send, args=(port, [*same, *range(own, own + OWN)]))
        for port, own in zip(ports, (100, 200), strict=True)
    ]
    for thread in sending:
        thread.start()
    for thread in sending:
        thread.join()
    assert [len(sent) for sent in jobs.values()] == [SHARED + OWN] * 2

    # Each app tells of the jobs that the other was given.
    waiting = [(there, job) for here, there in (ports, ports[::-1]) for job in jobs[here]]
    files = []
    deadline = time.monotonic() + 120
    for port, job in waiting:
        while not (told := ask(port, secret, f"jobs/{job}"))["finished"]:
            assert time.monotonic() < deadline, told
            time.sleep(0.2)
        files += told["files"]
    assert {file["state"] for file in files} == {"done"}, files
    assert [file["error"] for file in files if file["error"]] == []
    expected = SHARED + 2 * OWN
    lists = [ask(port, secret, "contracts")["contracts"] for port in ports]
    assert lists[0] == lists[1]
    assert len({row["contract_id"] for row in lists[0]}) == len(lists[0]) == expected
    assert len({row["number"] for row in lists[0]}) == expected
    assert {file["contract_id"] for file in files} == {row["contract_id"] for row in lists[0]}

    for port in ports:
        go(page, port, "/qa?lang=en")
        page.get_by_test_id("stChatInput").locator("textarea").fill("How many contracts are there?")
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"There are {expected} contracts.")).to_be_visible(timeout=WAIT_MS)
        settled(page)
        go(page, port, "/contracts?lang=en")
        expect(page.get_by_text(f"{expected} of {expected}")).to_be_visible(timeout=WAIT_MS)
    for name in ("first", "second"):
        log = (folder / f"{name}.log").read_text()
        assert '"level": "error"' not in log, log[-3_000:]
