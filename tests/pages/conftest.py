"""A workbench of small contracts for the pages, made once, copied for each test."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_helpers import HOSTILE, add_contract
from streamlit.runtime.pages_manager import PagesManager

from core.contracts.library import Library
from core.settings import load_settings, settings
from core.store import open_store
from core.ui.workbench import close_workbench
from related_contracts import fill
from small_contracts import small_contract, small_pdf


@pytest.fixture(scope="session")
def filled_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a PDF and two texts, one of them under a hostile name."""
    folder = tmp_path_factory.mktemp("filled")
    chosen = load_settings(data_dir=folder)
    store = open_store(chosen)
    library = Library(store, chosen)
    add_contract(library, small_pdf(small_contract(1)), "supply-1.pdf")
    add_contract(library, small_contract(2), "supply-2.txt")
    add_contract(library, small_contract(3), HOSTILE + ".txt")
    store.close()
    return folder


@pytest.fixture
def served_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has shown the shell before. Otherwise AppTest starts each run as on a fresh server."""
    begin = PagesManager.__init__

    def served(self: PagesManager, *arguments: Any, **named: Any) -> None:
        begin(self, *arguments, **named)
        PagesManager.uses_pages_directory = False

    monkeypatch.setattr(PagesManager, "__init__", served)


@pytest.fixture
def opener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], None]]:
    """Points the pages at a data folder."""

    def use(folder: Path) -> None:
        monkeypatch.setenv("DATA_DIR", str(folder))
        settings.cache_clear()

    # Jobs are not what these tests are about: no worker processes.
    monkeypatch.setattr("core.workbench.workbench.Workbench.start_jobs", lambda _self: None)
    yield use
    close_workbench()
    settings.cache_clear()


@pytest.fixture
def empty(opener: Callable[[Path], None], served_before: None, tmp_path: Path) -> Path:
    """Pages over an empty data folder."""
    opener(tmp_path)
    return tmp_path


@pytest.fixture
def filled(opener: Callable[[Path], None], served_before: None, filled_folder: Path, tmp_path: Path) -> Path:
    """Pages over a copy of the filled data folder."""
    folder = tmp_path / "data"
    shutil.copytree(filled_folder, folder)
    opener(folder)
    return folder


@pytest.fixture(scope="session")
def related_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the related contracts, to be copied."""
    made = tmp_path_factory.mktemp("related")
    fill(made)
    return made


@pytest.fixture
def related(opener: Callable[[Path], None], served_before: None, related_folder: Path, tmp_path: Path) -> Path:
    """Pages over a copy of it."""
    folder = shutil.copytree(related_folder, tmp_path / "data")
    opener(folder)
    return folder


@pytest.fixture
def failing(opener: Callable[[Path], None], served_before: None, tmp_path: Path) -> Path:
    """Pages over a data folder whose database is no database."""
    (tmp_path / "shinsa.sqlite").write_bytes(b"not a database " * 100)
    opener(tmp_path)
    return tmp_path
