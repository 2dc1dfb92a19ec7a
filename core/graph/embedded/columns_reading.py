"""The columns of the embedded graph: read from it once, then for the contracts that have changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from core.graph.cells import evidence
from core.graph.embedded.columns import PRESENCES, Columns, Listed
from core.graph.lists import GoverningLaw
from core.graph.schema import DATES
from core.taxonomy import taxonomy

Read = Callable[[str, Mapping[str, object]], pa.Table]
"""Runs a reading query with its parameters; gives a table with its columns."""
_MOST_CHANGED = 100
"""Where more contracts than this have changed, all are read again."""


class GraphColumns:
    """The columns of a graph. Not thread-safe by itself: its graph's lock guards it."""

    def __init__(self) -> None:
        """Nothing is read until it is asked for."""
        self._listed: dict[str, Listed] | None = None
        self._changed: set[str] = set()
        self._columns: Columns | None = None
        self._types: list[str] = []

    def changed(self, contract_id: str) -> None:
        """Read a contract again before its columns are used."""
        self._columns = None
        self._changed.add(contract_id)

    def forget(self) -> None:
        """Read everything again."""
        self._listed, self._columns = None, None
        self._changed.clear()

    def columns(self, read: Read) -> Columns:
        """All agreements as they are now.

        Raises:
            GraphError: the graph refused.
        """
        types = [category.code for category in taxonomy().categories]
        if types != self._types:
            self.forget()
            self._types = types
        if self._columns is None:
            if self._listed is None or len(self._changed) > _MOST_CHANGED:
                listed = _listed(read, None, types)
            else:
                listed = self._listed
                for contract_id in self._changed:
                    listed.pop(contract_id, None)
                    listed |= _listed(read, contract_id, types)
            self._columns = Columns(listed.values(), types)
            self._listed = listed
            self._changed.clear()
        return self._columns


def _listed(read: Read, contract_id: str | None, types: list[str]) -> dict[str, Listed]:
    """One contract by its id, nothing where it is not there; all contracts for None."""
    node = "(a:Agreement)" if contract_id is None else "(a:Agreement {contract_id: $id})"
    values = {} if contract_id is None else {"id": contract_id}
    days = ", ".join(f"a.{name} AS {name}" for name in DATES)
    found = read(f"MATCH {node} RETURN a.contract_id AS contract_id, a.title AS title, {days}", values)
    ids = found["contract_id"].to_pylist()
    checked = read(
        f"MATCH {node}-[k:CHECKED_FOR]->(t:ClauseType) "
        "RETURN a.contract_id AS contract_id, t.code AS type, k.presence AS presence, k.confidence AS confidence",
        values,
    )
    # A type that was removed stays in the graph until its contracts are taken in again.
    checked = checked.filter(pc.is_in(checked["type"], pa.array(types, pa.string())))
    at = _codes(checked["contract_id"], ids), _codes(checked["type"], types)
    presences = np.full((len(ids), len(types)), PRESENCES.index("unknown"), np.uint8)
    confidences = np.zeros((len(ids), len(types)))
    presences[at] = _codes(checked["presence"], list(PRESENCES))
    confidences[at] = checked["confidence"].to_numpy()
    laws = _laws(read, node, values)
    parties = read(f"MATCH (:Organization)-[:IS_PARTY_TO]->{node} RETURN DISTINCT a.contract_id AS contract_id", values)
    named = set(parties["contract_id"].to_pylist())
    dated = zip(*(found[name].to_pylist() for name in DATES), strict=True)
    rows = zip(ids, found["title"].to_pylist(), dated, presences, confidences, strict=True)
    return {
        key: Listed(key, title or "", each, tuple(laws.get(key, ())), states.tobytes(), sure.tobytes(), key in named)
        for key, title, each, states, sure in rows
    }


def _laws(read: Read, node: str, values: Mapping[str, object]) -> dict[str, list[GoverningLaw]]:
    governed = read(
        f"MATCH {node}-[g:GOVERNED_BY_LAW]->(c:Country) "
        "RETURN a.contract_id AS contract_id, c.code AS country, c.name AS country_name, g.state AS state, "
        "g.evidence_state AS evidence_state, g.page AS page, g.start_offset AS start_offset, "
        "g.end_offset AS end_offset, g.quote AS quote ORDER BY g.position",
        values,
    )
    found: dict[str, list[GoverningLaw]] = defaultdict(list)
    for row in governed.to_pylist():
        found[row["contract_id"]].append(GoverningLaw(row["country"], row["country_name"], row["state"], evidence(row)))
    return found


def _codes(column: pa.ChunkedArray, values: list[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The place of each cell among some values, all of which are known."""
    found: np.ndarray[tuple[int], np.dtype[np.int64]] = pc.index_in(column, pa.array(values, pa.string())).to_numpy()
    return found
