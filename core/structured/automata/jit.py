"""Numba where it is installed, plain Python where it is not.

Numba is imported with the kernel: rooms that the app opens at its start import `core.structured` where they use it.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

HAVE_NUMBA = importlib.util.find_spec("numba") is not None and not os.environ.get("STRUCTURED_WITHOUT_NUMBA")


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """The function compiled to machine code and kept on disk, or the function itself without numba."""
    if not HAVE_NUMBA:
        return function
    numba: Any = importlib.import_module("numba")
    result: Callable[P, R] = numba.njit(cache=True, nogil=True, boundscheck=False)(function)
    return result
