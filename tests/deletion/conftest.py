"""Clause types that a test defined are known to its process: they go with it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.taxonomy import use_own_types


@pytest.fixture(autouse=True)
def _only_shipped_types() -> Iterator[None]:
    yield
    use_own_types([])
