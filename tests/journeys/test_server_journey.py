"""What the running server lets in, and what it says about itself."""

from __future__ import annotations

import http.client
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from journey_helpers import ROOT

pytestmark = [pytest.mark.chromium, pytest.mark.xdist_group("journeys")]
KEY = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}


def status(port: int, headers: dict[str, str], path: str = "/") -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as response:
            return response.status


@pytest.mark.parametrize(
    ("origin", "expected"),
    [("http://localhost:{port}", 101), ("http://evil.example", 403), ("http://localhost:1", 403), (None, 403)],
)
def test_only_its_own_pages_may_open_the_websocket(port: int, origin: str | None, expected: int) -> None:
    headers = {"Host": f"localhost:{port}", "Connection": "Upgrade", "Upgrade": "websocket", **KEY}
    if origin is not None:
        headers["Origin"] = origin.format(port=port)
    assert status(port, headers, "/_stcore/stream") == expected


def test_another_host_name_is_refused(port: int) -> None:
    assert status(port, {"Host": f"evil.example:{port}"}) == 403
    assert status(port, {"Host": f"localhost:{port}"}) == 200


def test_more_than_an_hour_allows_is_turned_away(port: int) -> None:
    """20,000 MB an hour: what says that it is more is turned away before any of it is read."""
    for size, expected in ((30_000_000_000, 429), (1, 403)):  # the other one lacks the page's own token
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
            headers = {"Host": f"localhost:{port}", "Content-Length": str(size)}
            connection.request("PUT", "/_stcore/upload_file/session/file", b"x", headers)
            with connection.getresponse() as response:
                assert response.status == expected


@pytest.mark.parametrize("address", ["0.0.0.0", ""])
def test_it_does_not_start_on_another_address(address: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless=true"]
    run = subprocess.run(
        [*command, f"--server.address={address}", "--server.port=0"],
        cwd=ROOT,
        env={"DATA_DIR": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert run.returncode != 0
    assert "listens on this machine only" in run.stderr
    assert "Traceback" not in run.stderr
    assert list(tmp_path.iterdir()) == []
