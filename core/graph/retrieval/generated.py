"""Running a query that a model or a person wrote: guard, reading transaction, time limit, caps."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import lru_cache

import orjson

from core.cypher import Backend, GuardVerdict, check
from core.cypher.guard import MOST_ROWS
from core.errors import CypherRefused
from core.graph.schema import SCHEMA
from core.graph.store import Cell, GraphStore, Parameters, QueryTable, Row

_LONGEST_KEPT = 8_000
_PLAIN = (str, int, float, type(None))


@dataclass(frozen=True, slots=True)
class CypherResult:
    """Rows of a query that was let through, with the verdict and the time it took."""

    verdict: GuardVerdict
    table: QueryTable
    milliseconds: float
    linked: bool = True
    """Whether a row's contract, title and evidence are known to be one node's."""


def check_query(text: str, backend: Backend, *, any_schema: bool = False) -> GuardVerdict:
    """The guard's verdict about a query of the contract graph; see `core.cypher.check`."""
    return check(text, backend, SCHEMA, any_schema=any_schema)


# The grammar writes the same few texts again and again: what differs between questions is among the parameters.
_known = lru_cache(maxsize=256)(check_query)


def run_cypher(
    graph: GraphStore,
    text: str,
    parameters: Parameters | None = None,
    *,
    timeout_s: float,
    max_rows: int = 500,
    max_characters: int = 200_000,
    isolated: bool = True,
) -> CypherResult:
    """Rows of a generated query, after every layer: guard, the backend's reading transaction, time limit, caps.

    Args:
        graph: where it runs.
        text: the text with the query.
        parameters: its values.
        timeout_s: longest time in seconds.
        max_rows: rows given at most; `table.truncated` says that there are more.
        max_characters: characters of all rows at most; rows behind them are cut, and `table.truncated` says so.
        isolated: False for a text of our own grammar, which needs no process of its own.

    Raises:
        CypherRefused: the guard refused it; `rule`, `detail` and `query` among the facts.
        GraphError: the backend refused it; GraphTimeout, GraphTooLarge when it took too long or too much memory.
    """
    verdict = _known(text, graph.backend) if len(text) <= _LONGEST_KEPT else check_query(text, graph.backend)
    if not verdict.allowed:
        raise CypherRefused(verdict.reason, rule=verdict.rule, detail=verdict.reason, query=verdict.query)
    began = time.perf_counter()
    table = graph.read_untrusted(verdict.query, parameters, timeout_s=timeout_s, max_rows=max_rows, isolated=isolated)
    milliseconds = (time.perf_counter() - began) * 1000
    if verdict.limited and len(table.rows) >= MOST_ROWS:
        table = replace(table, truncated=True)
    return CypherResult(verdict, _capped(table, max_characters), milliseconds)


def _capped(table: QueryTable, most: int) -> QueryTable:
    rows = [
        # Nearly all cells are no more than text or numbers.
        {name: cell if isinstance(cell, _PLAIN) else _without_hidden(cell) for name, cell in row.items()}
        for row in table.rows
    ]
    # All at once first: row by row costs as much as the query, and nearly always all of them fit.
    if len(orjson.dumps(rows, default=str)) <= most:
        return QueryTable(table.columns, tuple(rows), table.truncated)
    kept: list[Row] = []
    left = most
    for shown in rows:
        left -= len(orjson.dumps(shown, default=str).decode())
        if left < 0:
            break
        kept.append(shown)
    return QueryTable(table.columns, tuple(kept), table.truncated or len(kept) < len(table.rows))


def _without_hidden(value: Cell) -> Cell:
    if isinstance(value, dict):
        return {name: _without_hidden(each) for name, each in value.items() if name not in SCHEMA.hidden_properties}
    if isinstance(value, list):
        return [_without_hidden(each) for each in value]
    return value
