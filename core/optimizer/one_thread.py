"""Linear algebra on one thread, for as long as the optimizer reckons.

Its matrices are small: on two cores numpy's own threads took ten times the processor time of one, most of it waiting
for each other. A process that does nothing else sets `OPENBLAS_NUM_THREADS`; the workbench, where other parts gain by
threads, asks numpy's library itself. Where numpy comes with another library nothing is changed.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import numpy as np

_LOCK = threading.Lock()
_inside = 0
_before = 1


@contextmanager
def one_thread() -> Iterator[None]:
    """Hold the process's linear algebra to one thread; the last one out lets go. Decorates functions as well."""
    global _inside, _before  # the setting is the process's
    library = _openblas()
    if library is None:
        yield
        return
    with _LOCK:
        if _inside == 0:
            _before = library.scipy_openblas_get_num_threads64_()
            library.scipy_openblas_set_num_threads64_(1)
        _inside += 1
    try:
        yield
    finally:
        with _LOCK:
            _inside -= 1
            if _inside == 0:
                library.scipy_openblas_set_num_threads64_(_before)


@cache
def _openblas() -> ctypes.CDLL | None:
    """The library that numpy brought along and has loaded."""
    for path in sorted((Path(np.__file__).parent.parent / "numpy.libs").glob("libscipy_openblas64_*")):
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        if hasattr(library, "scipy_openblas_set_num_threads64_"):
            return library
    return None
