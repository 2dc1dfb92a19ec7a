from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.contracts.workbench import Workbench, open_workbench
from core.settings import load_settings


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    """An open workbench on an empty folder."""
    with open_workbench(load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")) as opened:
        yield opened
