"""After contracts were stored: the graph is brought up to date, or it is said that it will be later."""

from __future__ import annotations

from core.cli.output import note
from core.errors import GraphBusy, GraphUnavailable
from core.workbench import Workbench


def follow(workbench: Workbench) -> None:
    """Bring the graph up to date; a server that is away is noted, because the contracts are stored all the same.

    Raises:
        GraphError: the graph refused.
    """
    try:
        workbench.graph()
    except (GraphUnavailable, GraphBusy) as error:
        note(f"The contracts are stored. The graph follows when it can be reached: {error}")
