"""`optimize duel`: the prompt optimizer from the shell."""

from __future__ import annotations

import argparse
from typing import Any

from core.cli import optimize_duel
from core.settings import Settings


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand and its actions."""
    parser = subparsers.add_parser("optimize", help="find the settings of a prompt that a judge prefers")
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    optimize_duel.add_parser(actions)


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run the chosen action and give its exit code."""
    return optimize_duel.run(arguments, settings)
