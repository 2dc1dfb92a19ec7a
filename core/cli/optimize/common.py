"""Options that every action takes after its name, as other subcommands do."""

from __future__ import annotations

import argparse
from pathlib import Path


def common_options(parser: argparse.ArgumentParser) -> None:
    """Declare them; what stands before the action's name counts as well."""
    unset = argparse.SUPPRESS
    parser.add_argument("--data-dir", type=Path, default=unset, help="folder of the workbench's data")
    parser.add_argument("--json", action="store_true", default=unset, help="one JSON object a line on standard output")
    parser.add_argument("--log-level", default=unset, choices=("DEBUG", "INFO", "WARNING", "ERROR"))
