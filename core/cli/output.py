"""Where subcommands write: one JSON object a line with `--json`, plain text for people without."""

from __future__ import annotations

import sys
from typing import Any

import orjson


def emit(value: dict[str, Any], *, as_json: bool, text: str) -> None:
    """Write one line of result to standard output.

    Args:
        value: the JSON object.
        as_json: write the object; otherwise `text`.
        text: the same for a person.
    """
    if as_json:
        sys.stdout.buffer.write(orjson.dumps(value, option=orjson.OPT_SERIALIZE_NUMPY) + b"\n")
        sys.stdout.buffer.flush()
    else:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def note(text: str) -> None:
    """Write a line for a person to standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
