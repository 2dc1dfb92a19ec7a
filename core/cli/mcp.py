"""`mcp`: the retrieval functions for other agents, by the Model Context Protocol over standard input and output."""

from __future__ import annotations

import argparse
import importlib.util
from typing import Any

from core.errors import ConfigError
from core.settings import Settings
from core.workbench import open_workbench


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    subparsers.add_parser(
        "mcp",
        help="serve the retrieval functions to other agents (Model Context Protocol, standard input and output)",
    )


def run(_arguments: argparse.Namespace, settings: Settings) -> int:
    """Serve until the client goes away."""
    if importlib.util.find_spec("mcp") is None:
        raise ConfigError("This needs the optional package mcp: pip install 'mcp==2.3.0'", name="mcp")
    from core.mcp import serve

    with open_workbench(settings) as workbench:
        serve(workbench)
    return 0
