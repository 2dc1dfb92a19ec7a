"""A store on each database for the tests of who may do what."""

from __future__ import annotations

import pytest

from core.access import identify_by
from each_database import settings, store

__all__ = ["settings", "store"]


@pytest.fixture(autouse=True)
def nobody_in_particular() -> None:
    """No page of another test says who acts."""
    identify_by(None)
