"""Arguments, settings, logging and exit codes of `python -m core`.

Exit codes: 0 done, 1 a failure that the output names, 2 wrong usage or a wrong setting.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from core import logs, tracing
from core.cli.output import emit, note
from core.errors import BadArguments, ConfigError, WorkbenchError
from core.settings import ROOT, load_settings

COMMANDS = (
    "app",
    "ask",
    "audit",
    "backup",
    "call",
    "cypher",
    "cypher_guard",
    "doctor",
    "extract",
    "findings",
    "guard",
    "ingest",
    "interview",
    "knowledge",
    "locate",
    "mcp",
    "optimize",
    "rebuild_graph",
    "report",
    "restore",
    "samples",
    "score",
    "serve_local",
    "serve_scripted",
    "structured",
    "token",
    "user",
    "worker",
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand and give its exit code."""
    chosen = _parser(arguments if arguments is not None else sys.argv[1:]).parse_args(arguments)
    logs.configure(chosen.log_level, human=sys.stderr.isatty())
    try:
        settings = load_settings(data_dir=chosen.data_dir)
        logs.configure(chosen.log_level, human=sys.stderr.isatty(), secrets=settings.secrets)
        tracing.start(settings)
        return int(chosen.run(chosen, settings))
    except (ConfigError, BadArguments) as error:
        emit(_failure(error), as_json=chosen.json, text=f"{error}")
        return 2
    except WorkbenchError as error:
        emit(_failure(error), as_json=chosen.json, text=f"{error}")
        return 1
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            sys.stderr.close()
            return 0
        place = f": {error.filename}" if error.filename else ""
        reason = f"The system refused: {error.strerror or error}{place}"
        emit({"error": "system", "message": reason}, as_json=chosen.json, text=reason)
        return 1
    except KeyboardInterrupt:
        note("stopped")
        return 130


def _failure(error: WorkbenchError) -> dict[str, object]:
    facts = {
        name: value if isinstance(value, str | int | float | bool) else str(value)
        for name, value in error.facts.items()
    }
    return {"error": error.code, "message": str(error), **({"facts": facts} if facts else {})}


def _release() -> str:
    """The version of this tree; that of an installed package would be the one it was installed at."""
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"])


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--data-dir", type=Path, help="folder of the workbench's data (default: DATA_DIR, data/local)")
    common.add_argument("--json", action="store_true", help="one JSON object a line on standard output")
    common.add_argument("--log-level", default="WARNING", choices=("DEBUG", "INFO", "WARNING", "ERROR"))
    parser = argparse.ArgumentParser(prog="python -m core", description="Shinsa, the contract-review workbench.")
    told = "--version" in arguments
    parser.add_argument("--version", action="version", version=_release() if told else "")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    # Only the chosen subcommand is imported: the others' libraries would double the start-up time.
    named = [name for name in COMMANDS if name.replace("_", "-") in arguments]
    for name in named or (() if told else COMMANDS):
        module = importlib.import_module(f"core.cli.{name}")
        before = set(subparsers.choices)
        module.add_parser(subparsers)
        for added in set(subparsers.choices) - before:
            for action in common._actions:
                subparsers.choices[added]._add_action(action)
            subparsers.choices[added].set_defaults(run=module.run)
    return parser
