"""Lines of JSON from a file, plain or packed by gzip, or from standard input."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TypeVar

from pydantic import BaseModel, ValidationError

from core.errors import BadArguments

_Line = TypeVar("_Line", bound=BaseModel)


def json_lines(stack: ExitStack, source: str, kind: type[_Line]) -> Iterator[_Line]:
    """The lines of a source in their order; empty ones are passed over.

    Args:
        stack: closes the file.
        source: path of the file, `-` for standard input.
        kind: what a line must be.

    Raises:
        BadArguments: the source cannot be read, or a line is wrong; says which and why.
    """
    if source == "-":
        return _parsed(sys.stdin.buffer, "standard input", kind)
    try:
        file = stack.enter_context(open(source, "rb"))  # noqa: SIM115 (closed by the stack)
        packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
    except OSError as error:
        raise BadArguments(f"{source} cannot be read: {error.strerror}", path=source) from None
    if packed:
        return _parsed(stack.enter_context(gzip.open(file)), Path(source).name, kind)  # type: ignore[arg-type]
    return _parsed(file, Path(source).name, kind)


def _parsed(file: IO[bytes], name: str, kind: type[_Line]) -> Iterator[_Line]:
    number = 0
    try:
        for number, line in enumerate(file, start=1):
            if line.strip():
                # json, not pydantic's own reader: a hostile text may hold half a surrogate pair.
                yield kind.model_validate(json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8")))
    except (OSError, EOFError) as error:
        raise BadArguments(f"{name} cannot be read after line {number}: {error}", line=number) from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = "/".join(str(part) for part in first["loc"])
        raise BadArguments(f"{name}, line {number}: /{place}: {first['msg']}", line=number) from None
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"{name}, line {number}: {error}", line=number) from None
