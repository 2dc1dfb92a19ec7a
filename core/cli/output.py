"""Where subcommands write: one JSON object a line with `--json`, plain text for people without; files whole or not."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import orjson

from core.errors import BadArguments


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


def write_file(path: Path, data: bytes) -> None:
    """Write a file whole; see `whole_file`.

    Raises:
        BadArguments: it cannot be written.
    """
    with whole_file(path) as out:
        out.write(data)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write into that takes its name, and the place of an earlier one, when all of it is on the disk.

    Raises:
        BadArguments: it cannot be written, as on a full disk; an earlier file of that name is as it was.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe or a terminal
            with path.open("wb") as out:
                yield out
            return
        place = path.resolve()
        part = place.with_name(f".{place.name}.{os.getpid()}.part")
        try:
            with part.open("xb") as out:
                yield out
                out.flush()
                os.fsync(out.fileno())
            if place.exists():
                part.chmod(stat.S_IMODE(place.stat().st_mode))
            part.replace(place)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except OSError as error:
        raise BadArguments(f"{path} cannot be written: {error.strerror}", file=path.name) from error
