"""Memory handed out clean while the embedded graph writes its files.

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
