"""Does the graph say what the store says? A damaged byte in its file can change a value that still reads well."""

from __future__ import annotations

from core.access import SYSTEM, acting_as
from core.graph import GraphStore, temporary_graph
from core.workbench.catch_up import rebuild, sync_knowledge, sync_links
from core.workbench.workbench import Workbench

MOST_CONTRACTS = 2_000
"""More are not compared: making their graph a second time takes minutes."""
_IDENTITY = "Meta"


def rows_unlike_the_store(workbench: Workbench, graph: GraphStore) -> int | None:
    """How many rows of an embedded graph are missing, or other ones, beside a graph made anew from the store.

    Passages of contracts that are not in the graph do not count: an upload that was killed leaves them, and no answer
    reads them. None where the graph is on a server, or holds more contracts than are compared.

    Raises:
        GraphError: a row cannot be read.
    """
    if graph.backend != "embedded" or workbench.library.count() > MOST_CONTRACTS:
        return None
    with acting_as(SYSTEM), temporary_graph(workbench.settings) as anew:
        rebuild(workbench.library, anew, today=workbench.clock())
        sync_knowledge(workbench.knowledge, anew)
        sync_links(workbench.parties, workbench.relations, anew)
        expected = anew.dump()
        contracts = {str(row["id"]) for row in anew.rows("MATCH (a:Agreement) RETURN a.contract_id AS id")}
    found = graph.dump()
    found["passages"] = [row for row in found["passages"] if row[2:].partition('"')[0] in contracts]
    kinds = (expected.keys() | found.keys()) - {_IDENTITY}
    return sum(len(set(expected.get(kind, ())) ^ set(found.get(kind, ()))) for kind in kinds)
