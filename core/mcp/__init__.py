"""The retrieval functions for other agents, over the Model Context Protocol."""

from core.mcp.mcp_server import serve

__all__ = [
    "serve",
]
