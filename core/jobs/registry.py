"""Which function does the work of a kind of job, and what is done with its result.

Functions are named by dotted strings so that worker processes import them and the page that submits does not.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from core.errors import BadArguments
from core.jobs.views import UnitView

# The result of a function: JSON, and under the key "blob" at most one value of bytes.
Result = dict[str, Any]
Apply = Callable[[Session, UnitView, Result], Result | None]

_DOTTED = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


@dataclass(frozen=True)
class WorkFunction:
    """The work of one kind: `module:function` and its version."""

    kind: str
    dotted: str
    version: str


_functions: dict[str, WorkFunction] = {}
_applied: dict[str, Apply] = {}
_lock = threading.Lock()


def register(kind: str, function: str, *, version: str) -> None:
    """Name the function that does the units of `kind`.

    Args:
        kind: at most 40 characters.
        function: `package.module:name` of a pure function `(payload, blob, report) -> dict`; it runs in a worker
            process, `report("stage")` tells how far it is.
        version: part of every unit's idempotency key; change it when the function's results change.

    Raises:
        BadArguments: the string does not name a function, or the kind belongs to another function.
    """
    if not _DOTTED.fullmatch(function) or not 0 < len(kind) <= 40:
        raise BadArguments(f"Not a kind and a module:function: {kind!r}, {function!r}")
    entry = WorkFunction(kind, function, version)
    with _lock:
        if _functions.setdefault(kind, entry) != entry:
            raise BadArguments(f"The kind {kind!r} is already done by {_functions[kind].dotted}")


def on_result(kind: str, apply: Apply) -> None:
    """Name what the dispatcher does with a result of `kind`, in the transaction that completes the unit.

    Args:
        kind: as registered.
        apply: `(session, unit, result)`; what it writes is committed together with the unit's end. It may run
            again when that commit fails, so it writes through `session` only. What it returns replaces the stored
            result. A WorkbenchError that it raises fails the unit.
    """
    with _lock:
        _applied[kind] = apply


def function_of(kind: str) -> WorkFunction:
    """The function of a kind.

    Raises:
        BadArguments: nothing is registered for it in this process.
    """
    try:
        return _functions[kind]
    except KeyError:
        raise BadArguments(f"No function is registered for jobs of the kind {kind!r}", kind=kind) from None


def apply_of(kind: str) -> Apply | None:
    """What is done with results of a kind; None when they are only stored."""
    return _applied.get(kind)


def kinds() -> tuple[str, ...]:
    """The kinds that this process can do."""
    return tuple(_functions)
