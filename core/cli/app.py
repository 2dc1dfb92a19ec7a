"""`app`: the workbench in the browser."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any

from core.cli import samples
from core.cli.output import note
from core.settings import ROOT, Settings


def add_parser(subparsers: Any) -> None:
    """Declare the subcommand."""
    parser = subparsers.add_parser("app", help="open the workbench in the browser")
    parser.add_argument("--port", type=int, default=8501)
    parser.add_argument("--no-browser", action="store_true", help="serve only")
    parser.add_argument("--no-samples", action="store_true", help="do not load the sample contracts")


def run(arguments: argparse.Namespace, settings: Settings) -> int:
    """Load the samples where the library is empty, then serve until stopped."""
    # With an engine elsewhere the start would wait for whoever does its work.
    if not arguments.no_samples and settings.jobs_engine == "local":
        note("Loading the sample contracts where there are none yet")
        samples.run(argparse.Namespace(json=False), settings)
    os.chdir(ROOT)
    environment = os.environ | {"DATA_DIR": str(settings.data_dir)}
    note(f"The workbench runs at http://localhost:{arguments.port} — stop it with Ctrl+C")
    command = [
        sys.executable,
        *("-m", "streamlit", "run", "app.py"),
        f"--server.port={arguments.port}",
        f"--server.address={settings.address}",
        f"--server.maxUploadSize={settings.max_file_mb}",
        f"--server.headless={'true' if arguments.no_browser else 'false'}",
    ]
    os.execve(sys.executable, command, environment)
