"""Queries held against the grammar of reading Cypher, before the guard looks at them, also while they are written.

The grammar reads everything that the guard's own reader does, so what it stops can pass no guard; the guard stays the
judge of what it lets through.
"""

from __future__ import annotations

import threading
from functools import cache

from core.cypher.syntax.statement import candidates
from core.cypher.syntax.tokens import UnreadableQuery
from core.structured import (
    Budget,
    BudgetExceeded,
    Compiled,
    Impossible,
    StreamGuard,
    compile_grammar,
    shipped_grammar,
)

_STATES = 400_000
_lock = threading.Lock()  # the grammar's table is shared, and grows as it is read


class GrowingQuery(StreamGuard):
    """Follows a query as it is written; `feed` gives the first byte with which no reading query goes on."""

    def __init__(self) -> None:
        with _lock:
            super().__init__(_grammar())

    def feed(self, chunk: str | bytes) -> Impossible | None:
        """Take a chunk; the first byte that no completion can mend, if it was in this chunk or before."""
        with _lock:
            return super().feed(chunk)


def first_impossible(text: str) -> Impossible | None:
    """Where a whole text stops being a reading query; None if it is one, or can still become one.

    A text in a fence or with prose around it counts as the query in it.
    """
    found: Impossible | None = None
    try:
        for candidate in candidates(text):
            impossible = GrowingQuery().feed(candidate)
            if impossible is None:
                return None
            found = found or impossible
    except UnreadableQuery:
        return None  # the guard says what is wrong
    except BudgetExceeded:
        _grammar.cache_clear()  # the table has grown as large as it may: the next query begins a new one
        return None
    return found


@cache
def _grammar() -> Compiled:
    return compile_grammar(shipped_grammar("cypher"), budget=Budget(seconds=5, states=_STATES))
