"""OpenTelemetry spans around model calls, guard steps, retrieval and jobs, named by the GenAI semantic conventions.

Sent by OTLP over HTTP where `OTEL_EXPORTER_OTLP_ENDPOINT` is set (the exporter reads the other `OTEL_…` variables, such
as headers, itself); otherwise nothing is measured and OpenTelemetry is not even imported. Words of contracts and people
go out only where `OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT` is true.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from core.errors import WorkbenchError
from core.logs import log

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span as OtelSpan
    from opentelemetry.trace import Tracer

    from core.settings import Settings

Value = str | bool | int | float | tuple[str, ...]
_SERVICE = "shinsa"
_FLUSH_MS = 5_000
_LOG = log(__name__)


class Span:
    """One measured piece of work; without tracing it does nothing."""

    __slots__ = ("_span",)

    def __init__(self, span: OtelSpan | None = None) -> None:
        self._span = span

    def note(self, attributes: Mapping[str, Value | None]) -> None:
        """Add attributes; those that are None are left out."""
        if self._span is not None:
            self._span.set_attributes({name: value for name, value in attributes.items() if value is not None})

    def event(self, name: str) -> None:
        """A named moment inside the work."""
        if self._span is not None:
            self._span.add_event(name)

    def failed(self, kind: str) -> None:
        """The work ended in an error; `kind` is its stable name, never its words."""
        if self._span is not None:
            from opentelemetry.trace import Status, StatusCode

            self._span.set_attribute("error.type", kind)
            self._span.set_status(Status(StatusCode.ERROR, kind))

    def end(self) -> None:
        """The work is over."""
        if self._span is not None:
            self._span.end()


NOTHING = Span()


class _Tracing:
    """What `start` set up, for the whole process."""

    provider: TracerProvider | None = None
    tracer: Tracer | None = None
    content = False


def start(settings: Settings) -> None:
    """Send this process's spans where the settings say; nothing where they name no address. Once a process."""
    if settings.otel_endpoint is None or _Tracing.tracer is not None:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    address = settings.otel_endpoint.rstrip("/") + "/v1/traces"
    provider = TracerProvider(resource=Resource.create({"service.name": _SERVICE}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=address)))
    _Tracing.provider, _Tracing.tracer = provider, provider.get_tracer(_SERVICE)
    _Tracing.content = settings.otel_capture_content
    atexit.register(stop)
    _LOG.info("tracing.started", content=settings.otel_capture_content)


def stop() -> None:
    """Send what is left and measure no more."""
    provider, _Tracing.provider, _Tracing.tracer, _Tracing.content = _Tracing.provider, None, None, False
    if provider is not None:
        provider.shutdown()


def flush() -> None:
    """Send what has been measured so far; for processes that may be ended at any time."""
    if _Tracing.provider is not None:
        _Tracing.provider.force_flush(_FLUSH_MS)


def active() -> bool:
    """Whether spans are sent anywhere; work of microseconds asks before it opens one."""
    return _Tracing.tracer is not None


def captures_content() -> bool:
    """Whether words of messages may go into spans."""
    return _Tracing.content


def open_span(name: str, attributes: Mapping[str, Value | None]) -> Span:
    """A span that the caller ends, for work that does not fit into one block."""
    if _Tracing.tracer is None:
        return NOTHING
    opened = Span(_Tracing.tracer.start_span(name))
    opened.note(attributes)
    return opened


@contextmanager
def span(name: str, attributes: Mapping[str, Value | None]) -> Iterator[Span]:
    """A span around a block; spans opened inside are its children. An error ends it as failed and goes on."""
    if _Tracing.tracer is None:
        yield NOTHING
        return
    with _Tracing.tracer.start_as_current_span(name, record_exception=False, set_status_on_exception=False) as inner:
        opened = Span(inner)
        opened.note(attributes)
        try:
            yield opened
        except WorkbenchError as error:
            opened.failed(error.code)
            raise
        except BaseException as error:  # whatever ends the work, an interrupt too, is noted and goes on
            opened.failed(type(error).__name__)
            raise
