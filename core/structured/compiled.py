"""A compiled grammar: its table and where a text begins."""

from __future__ import annotations

from dataclasses import dataclass

from core.structured.automata.table import State, Table


@dataclass(frozen=True, eq=False)
class Compiled:
    """What `compile_json_schema`, `compile_regex` and `compile_grammar` make; shared by any number of matchers."""

    table: Table
    start: State
