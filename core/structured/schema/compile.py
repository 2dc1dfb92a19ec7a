"""A JSON Schema as a compiled grammar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.structured.automata.table import Table
from core.structured.budget import Budget
from core.structured.compiled import Compiled
from core.structured.errors import BudgetExceeded, UnsatisfiableSchema
from core.structured.schema.alike import AlikeValues
from core.structured.schema.document import Draft, Formats, SchemaDocument, ScopesMatter
from core.structured.schema.frames import Frames, RootSlot
from core.structured.schema.lexemes import Whitespace, shared
from core.structured.schema.node import Nodes
from core.structured.schema.reachable import check_reachable
from core.structured.schema.union import Reader

_LEVELS = 200  # what Python's own stack bears with room to spare


def compile_json_schema(
    schema: Mapping[str, Any] | bool,
    *,
    whitespace: Whitespace | None = None,
    any_order: bool = True,
    default_draft: Draft = 2020,
    formats: Formats = "draft",
    budget: Budget | None = None,
) -> Compiled:
    """The texts of all JSON documents that are valid under `schema`.

    Declared keys must not be repeated. Numbers under bounds are spelled in plain or scientific
    notation (see `core.structured.numbers`); everything else may be spelled as JSON allows, escapes included.

    Args:
        whitespace: what may stand between tokens.
        any_order: whether keys may come in any order, or only in that of the schema.
        default_draft: the draft of a schema that names none.
        formats: "draft" asserts formats unless the schema itself names a draft (2019-09, 2020-12) in which they are
            annotations; "assert" and "ignore" do so always.
        budget: limits of time and size, for compiling and for each later mask.

    Raises:
        InvalidSchema: not a JSON Schema.
        UnsupportedSchema: a keyword that is not decided exactly, by name and place.
        UnsatisfiableSchema: no document is valid.
        RegexError: a wrong or unsupported pattern.
        BudgetExceeded: too large.
    """
    budget = budget or Budget()
    budget.begin()
    whitespace = whitespace or Whitespace()
    template, starts = shared(whitespace)
    try:
        try:
            nodes = _checked(SchemaDocument(schema, default_draft=default_draft, formats=formats), budget)
        except ScopesMatter:
            nodes = _checked(SchemaDocument(schema, default_draft=default_draft, formats=formats, scopes=True), budget)
        root = nodes.node((nodes.document.root,))
        if not nodes.possible(root):
            raise UnsatisfiableSchema("no document is valid under this schema")
        table = Table.copy_of(template, budget)
        frames = Frames(Reader(table, starts, nodes), any_order=any_order)
        table.alike = AlikeValues(frames, whitespace)
        value = frames.value((root,), RootSlot(starts.end))
    except RecursionError:
        raise BudgetExceeded("levels of the schema", _LEVELS) from None
    return Compiled(table, (value.union.start, value.number, 0))


def _checked(document: SchemaDocument, budget: Budget) -> Nodes:
    nodes = Nodes(document, budget)
    check_reachable(nodes)
    return nodes
