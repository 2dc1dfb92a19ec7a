"""The small world in an embedded graph, once for all tests of Cypher."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from small_world import World

from core.graph.embedded.embedded_graph import EmbeddedGraph
from core.graph.embedding.hashed import HashedEmbedder


@pytest.fixture(scope="session")
def world() -> World:
    """Nodes and relations as Python values."""
    return World()


@pytest.fixture(scope="session")
def small_graph(world: World) -> Iterator[EmbeddedGraph]:
    """The same in a graph in memory; nothing writes to it."""
    graph = EmbeddedGraph(None, HashedEmbedder(), timeout_s=20)
    world.write(graph)
    yield graph
    graph.close()
