"""`optimize ACTION`: the prompt optimizer from the shell.

Each action is a module beside this one with `add_parser` and `run`.
"""

from __future__ import annotations

import argparse
import importlib
from typing import Any

from core.settings import Settings

PARTS = ("start", "runs", "hand_out", "duel")


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand and its actions."""
    parser = subparsers.add_parser("optimize", help="find the settings of a prompt that a judge prefers")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for part in PARTS:
        importlib.import_module(f"core.cli.optimize.{part}").add_parser(actions)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run the chosen action and give its exit code."""
    return int(arguments.do(arguments, settings))
