"""The C library's memory under the embedded graph: handed out clean while files are written, given back afterwards.

The graph's engine writes whole buffers, and what it does not fill keeps whatever this process had there before: words
of a contract that was just deleted came back into the new file so. glibc can overwrite memory as it is handed out
(`M_PERTURB`, `man mallopt`); other systems do without.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_M_PERTURB = -6
_PATTERN = 0x5A


@contextmanager
def clean_memory() -> Iterator[None]:
    """Have memory overwritten as it is handed out and given back, in all threads of the process, for this long."""
    if not sys.platform.startswith("linux"):
        yield
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)  # musl has none
    if mallopt is None:
        yield
        return
    mallopt(_M_PERTURB, _PATTERN)
    try:
        yield
    finally:
        mallopt(_M_PERTURB, 0)


def give_memory_back() -> None:
    """Have the C library return what it keeps of memory that the engine has let go of (`man malloc_trim`).

    Filling a graph takes some 300 MB, and half of it stayed with the process after the files were closed.
    """
    if sys.platform.startswith("linux"):
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # musl has none
        if trim is not None:
            trim(0)
