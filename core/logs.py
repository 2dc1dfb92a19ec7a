"""Structured logs on standard error: one JSON object a line, with request and session ids bound by context."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import Any, TextIO, cast

import structlog
from ulid import ULID

from core.redaction import Redactor

# Local variables hold contract text and keys: they must not reach a log.
_TRACEBACKS = structlog.processors.ExceptionRenderer(structlog.tracebacks.ExceptionDictTransformer(show_locals=False))


class _StandardError:
    """Standard error as it is at the moment of writing: whoever redirects it gets the lines, also later."""

    def write(self, text: str) -> int:
        return sys.stderr.write(text)

    def flush(self) -> None:
        sys.stderr.flush()


def configure(level: str = "INFO", *, human: bool = False, secrets: Iterable[str] = ()) -> None:
    """Send logs to standard error, as JSON lines or, for a terminal, as readable text.

    Args:
        level: least level that is written.
        human: readable text in place of JSON.
        secrets: keys and passwords, which no line may show.
    """
    redactor = Redactor(secrets)

    def without_secrets(_logger: Any, _name: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
        return {key: redactor.value(value) for key, value in event.items()}

    renderer = structlog.dev.ConsoleRenderer() if human else structlog.processors.JSONRenderer(ensure_ascii=False)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _TRACEBACKS if not human else structlog.processors.format_exc_info,
            without_secrets,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level]),
        logger_factory=structlog.WriteLoggerFactory(file=cast(TextIO, _StandardError())),
        cache_logger_on_first_use=False,
    )


def log(name: str) -> structlog.typing.FilteringBoundLogger:
    """Logger that carries the module's name."""
    return cast(structlog.typing.FilteringBoundLogger, structlog.get_logger(module=name))


def new_reference() -> str:
    """Short reference number that a person can read out and the log can be searched for."""
    return str(ULID())[-10:]


@contextmanager
def bound(**ids: Any) -> Iterator[None]:
    """Bind ids (request, session, job) to every log line inside the block."""
    with structlog.contextvars.bound_contextvars(**ids):
        yield
