"""`serve-scripted --script FILE`: an OpenAI-compatible server on this machine that answers by a script."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from core.cli.output import emit
from core.errors import BadArguments
from core.llm.scripted import ScriptedServer, load_script
from core.settings import ROOT, Settings

DEMO = ROOT / "configs" / "scripted_demo.yaml"


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser(
        "serve-scripted", help="an OpenAI-compatible server that answers by a script, for demonstrations and tests"
    )
    parser.add_argument("--script", type=Path, default=DEMO, help="YAML or JSON file (default: a small demonstration)")
    parser.add_argument("--port", type=int, default=0, help="port on this machine; 0 takes a free one")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Serve until interrupted."""
    steps = load_script(arguments.script)
    server = ScriptedServer(steps, port=arguments.port)
    try:
        server.start()
    except (OSError, OverflowError) as error:
        raise BadArguments(f"port {arguments.port} cannot be used: {error}", port=arguments.port) from None
    with server:
        address = server.base_url
        value = {"base_url": address, "script": str(arguments.script), "steps": len(steps)}
        emit(value, as_json=arguments.json, text=f"{address}  (put it into OPENAI_BASE_URL; Ctrl-C stops)")
        server.wait()
    return 0
