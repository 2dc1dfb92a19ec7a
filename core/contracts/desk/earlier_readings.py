"""Contracts that an earlier version of the built-in engine has read: today's may say otherwise of them."""

from __future__ import annotations

from collections.abc import Iterable

from core.contracts.extract import BUILTIN, VERSION
from core.contracts.row import ContractRow


def earlier_readings(rows: Iterable[ContractRow]) -> list[ContractRow]:
    """Those of the contracts whose facts and clauses come from an earlier version of the built-in engine."""
    return [row for row in rows if row.engine == BUILTIN and row.engine_version != VERSION]
