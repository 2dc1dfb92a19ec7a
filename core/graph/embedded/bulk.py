"""Many contracts into new tables of the embedded graph at once, by column: several times as fast as one by one.

`COPY` of ladybug 0.22 ends the process with a segmentation fault where rows of the table were deleted, or put in by a
transaction that was rolled back, and a second `COPY` into a table makes it write much of the table again. So it is
used for large portions only, and only in tables that were made anew and never changed otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date

import pyarrow as pa

from core.graph.projection.records import Properties, Records
from core.graph.schema import NODES, RELATIONS

Load = Callable[[str, "pa.Table"], None]
"""Puts the rows of a table into the node or relation table of that name."""

_NODES = {node.label: node for node in NODES}
_RELATIONS = {relation.type: relation for relation in RELATIONS}


def load(
    records: Sequence[Records], dimension: int, put: Load, *, organizations: set[str], countries: set[str]
) -> None:
    """Put contracts that are not in the graph into it.

    Args:
        records: the contracts, each once; their excerpts have an `embedding` of `dimension` numbers.
        dimension: length of the vectors.
        put: loads one table; nodes come before their relations.
        organizations, countries: keys that are in the graph already; the new ones are added.
    """
    types = _types(dimension)

    def nodes(label: str, rows: Iterable[Properties]) -> None:
        table = _table(_NODES[label].properties, list(rows), types)
        if table.num_rows:
            put(label, table)

    def relations(kind: str, rows: Iterable[Properties], source: str, target: str) -> None:
        ends = (("source_key", "STRING"), ("target_key", "STRING"))
        full = [{**row, "source_key": row[source], "target_key": row[target]} for row in rows]
        table = _table((*ends, *_RELATIONS[kind].properties), full, types)
        if table.num_rows:
            put(kind, table)

    nodes("Agreement", (contract.agreement for contract in records))
    nodes("Organization", _new((row for contract in records for row in contract.organizations), "id", organizations))
    nodes("Country", _new((row for contract in records for row in contract.countries), "code", countries))
    relations("IS_PARTY_TO", _of(records, lambda contract: contract.parties), "organization", "contract_id")
    relations("INCORPORATED_IN", _of(records, lambda contract: contract.incorporations), "organization", "country_code")
    relations("GOVERNED_BY_LAW", _of(records, lambda contract: contract.laws), "contract_id", "country_code")
    relations("CHECKED_FOR", _of(records, lambda contract: contract.verdicts), "contract_id", "type")
    clauses = _of(records, lambda contract: contract.clauses)
    nodes("ContractClause", clauses)
    relations("HAS_CLAUSE", clauses, "contract_id", "id")
    relations("HAS_TYPE", clauses, "id", "type")
    excerpts = _of(records, lambda contract: contract.excerpts)
    nodes("Excerpt", excerpts)
    relations("HAS_EXCERPT", excerpts, "clause", "id")
    candidates = _of(records, lambda contract: contract.candidates)
    nodes("Candidate", candidates)
    relations("HAS_CANDIDATE", candidates, "contract_id", "id")
    facts = _of(records, lambda contract: contract.facts)
    nodes("Fact", facts)
    relations("HAS_FACT", facts, "contract_id", "id")


def _of(records: Sequence[Records], part: Callable[[Records], list[Properties]]) -> list[Properties]:
    return [{"contract_id": contract.agreement["contract_id"], **row} for contract in records for row in part(contract)]


def _new(rows: Iterable[Properties], key: str, known: set[str]) -> list[Properties]:
    """The rows whose key is not known yet, each once; their keys are known from now on."""
    fresh = []
    for row in rows:
        value = str(row[key])
        if value not in known:
            known.add(value)
            fresh.append(row)
    return fresh


def _types(dimension: int) -> dict[str, pa.DataType]:
    return {
        "STRING": pa.string(),
        "INT64": pa.int64(),
        "DOUBLE": pa.float64(),
        "DATE": pa.date32(),
        "INT64[]": pa.list_(pa.int64()),
        "STRING[]": pa.list_(pa.string()),
        "FLOAT[{dimension}]": pa.list_(pa.float32(), dimension),
    }


def _table(columns: Sequence[tuple[str, str]], rows: Sequence[Properties], types: dict[str, pa.DataType]) -> pa.Table:
    values = {}
    for name, kind in columns:
        cells = [row[name] for row in rows]
        if kind == "DATE":
            cells = [None if cell is None else date.fromisoformat(str(cell)) for cell in cells]  # type: ignore[misc]
        values[name] = pa.array(cells, types[kind])
    return pa.table(values)
