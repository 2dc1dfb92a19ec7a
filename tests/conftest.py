"""Shared by all tests: what a test needs of the machine, and a PostgreSQL for those that need one."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import structlog
from _pytest.nodeid import coerce_node_id

from core.settings import load_settings
from core.workbench.workbench import Workbench, open_workbench
from servers import NoServer, missing, shared_postgres


@cache
def _chromium_missing() -> str | None:
    if Path("/usr/bin/chromium").exists() or shutil.which("chromium"):
        return None
    return "Chromium is not installed: apt-get install chromium"


@cache
def _ocr_missing() -> str | None:
    program = shutil.which("tesseract")
    if program is None:
        return "Tesseract is not installed: apt-get install tesseract-ocr tesseract-ocr-jpn"
    listed = subprocess.run([program, "--list-langs"], capture_output=True, text=True, check=False)
    if "jpn" not in listed.stdout.split():
        return "Tesseract has no Japanese: apt-get install tesseract-ocr-jpn"
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of an `xdist_group` in one process: pytest-xdist 3.8 says so in a way that pytest 9.2 ignores."""
    if not config.getoption("loadgroup", False):
        return
    for item in items:
        names = sorted({str(mark.args[0]) for mark in item.iter_markers("xdist_group")})
        if names and "@" not in item.nodeid.rpartition("]")[2]:
            item._id = coerce_node_id(f"{item.nodeid}@{'_'.join(names)}")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for marker, lacks in (("chromium", _chromium_missing), ("ocr", _ocr_missing)):
        if item.get_closest_marker(marker):
            reason = lacks()
            if reason is not None:
                missing(reason)


@pytest.fixture(scope="session")
def postgres_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Address of a PostgreSQL server's maintenance database; `servers.fresh_database` makes one for a test."""
    base = tmp_path_factory.getbasetemp()
    try:
        with shared_postgres(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as url:
            yield url
    except NoServer as error:
        missing(str(error))


@pytest.fixture(autouse=True)
def _own_logging() -> Iterator[None]:
    """Whatever a test configures of logging ends with it."""
    yield
    structlog.reset_defaults()


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    """An open workbench on an empty folder."""
    with open_workbench(load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")) as opened:
        yield opened
