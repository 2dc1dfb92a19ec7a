"""Spans as a collector on loopback gets them."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from core import tracing
from core.errors import EndpointRejected
from core.graph.retrieval.functions import FUNCTIONS, Result
from core.guardrail import guard
from core.jobs import worker
from core.llm import Message, Schema, endpoint
from core.llm.scripted import ScriptedServer, Step
from core.optimizer.files import ContextPassage, Example, dataset_of, read_material
from core.optimizer.retrieval import with_contexts
from core.optimizer.runs import RunSettings
from core.optimizer.runs.play import Players
from core.settings import Settings, load_settings
from core.store import open_store

SCHEMA = Schema("answer", {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}})
SECRET = "秘密保持契約の第3条"


class Collector:
    """Keeps every span that it was sent: name and attributes, with events and error."""

    def __init__(self) -> None:
        self.spans: dict[str, dict[str, object]] = {}
        self.raw = b""
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                collector.take(self.path, body)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def take(self, path: str, body: bytes) -> None:
        assert path == "/v1/traces"
        self.raw += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    values = {
                        attribute.key: getattr(attribute.value, str(attribute.value.WhichOneof("value")))
                        for attribute in span.attributes
                    }
                    self.spans[span.name] = values | {"events": [event.name for event in span.events]}

    def close(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    tracing.stop()
    made.close()


def traced(collector: Collector, *, content: bool = False) -> None:
    tracing.start(
        Settings(
            _env_file=None,
            OTEL_EXPORTER_OTLP_ENDPOINT=collector.address,
            OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=content,
        )
    )


def asked(step: Step) -> None:
    with ScriptedServer([step]) as server:
        settings = Settings(
            _env_file=None, OPENAI_BASE_URL=server.base_url, OPENAI_API_KEY="k", LLM_MODEL="m", llm_retries=0
        )
        model = endpoint("extraction", settings)
        assert model is not None
        with model:
            model.complete([Message("user", SECRET)], prompt_version="extraction@1")


def test_a_model_call_carries_the_conventions_names(collector: Collector) -> None:
    traced(collector)
    asked(Step(text="契約は有効です", usage=(30, 9)))
    tracing.flush()
    span = collector.spans["chat m"]
    assert {name: span[name] for name in span if name.startswith("gen_ai.")} == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "m",
        "gen_ai.request.max_tokens": 8192,
        "gen_ai.response.model": "m",
        "gen_ai.response.id": span["gen_ai.response.id"],
        "gen_ai.response.finish_reasons": span["gen_ai.response.finish_reasons"],
        "gen_ai.usage.input_tokens": 30,
        "gen_ai.usage.output_tokens": 9,
    }
    assert (span["shinsa.role"], span["shinsa.prompt"]) == ("extraction", "extraction@1")
    assert SECRET.encode() not in collector.raw
    assert "契約は有効です".encode() not in collector.raw


def test_words_go_out_only_when_asked_for(collector: Collector) -> None:
    traced(collector, content=True)
    asked(Step(text="契約は有効です"))
    tracing.flush()
    assert SECRET in str(collector.spans["chat m"]["gen_ai.input.messages"])
    assert "契約は有効です" in str(collector.spans["chat m"]["gen_ai.output.messages"])


def test_a_failed_call_names_its_error(collector: Collector) -> None:
    traced(collector)
    with pytest.raises(EndpointRejected):
        asked(Step(status=401, message=SECRET))
    tracing.flush()
    assert collector.spans["chat m"]["error.type"] == "endpoint_rejected"
    assert SECRET.encode() not in collector.raw


def test_the_guard_lists_its_steps(collector: Collector) -> None:
    traced(collector)
    guard('```json\n{"a": 1,}\n```', SCHEMA)
    tracing.flush()
    span = collector.spans["guard"]
    assert span["shinsa.outcome"] == "ok"
    assert "fence" in span["events"]


def test_without_an_address_nothing_is_started() -> None:
    tracing.start(Settings(_env_file=None))
    with tracing.span("x", {"a": 1}) as span:
        span.note({"b": 2})
        assert span is tracing.NOTHING


def test_the_worker_measures_its_units(collector: Collector, monkeypatch: pytest.MonkeyPatch) -> None:
    traced(collector)
    monkeypatch.setattr(worker, "_function", lambda dotted: lambda payload, blob, report: {"done": True})
    worker._answer({"function": "m:f", "payload": {}}, None, None)
    tracing.flush()
    assert collector.spans["job m:f"]["shinsa.function"] == "m:f"


def test_a_retrieval_says_how_many_rows(collector: Collector) -> None:
    class NoGraph:
        def in_one_state(self, work: Callable[[], Result]) -> Result:
            return work()

    traced(collector)
    known = FUNCTIONS["get_contracts"]
    empty = replace(known, body=lambda graph, given, scope: Result((), 0))
    empty.run(NoGraph(), {"organization_name": "Acme"})
    tracing.flush()
    span = collector.spans["retrieval get_contracts"]
    assert (span["gen_ai.operation.name"], span["shinsa.rows"]) == ("retrieval", 0)


def test_a_match_is_measured_by_retrieval_answers_and_verdict(collector: Collector, tmp_path: Path) -> None:
    class Found:
        def retrieve(self, query: str, limit: int) -> list[ContextPassage]:
            return [ContextPassage(id="c1:0", text=f"{SECRET} ends after 30 days.")]

    shipped = read_material("contract_answer", "contract_answers")
    traced(collector)
    dataset = dataset_of("one", [Example(id="q1", instruction="When does it end?", query="end")])
    material = dataclasses.replace(shipped, dataset=with_contexts(dataset, Found()))
    store = open_store(load_settings(data_dir=tmp_path, env_file=tmp_path / "none"))
    payload = {
        "run": "r1",
        "number": 4,
        "a": {},
        "b": {"citing": "none"},
        "example": "q1",
        "a_first": True,
        "repeat": 0,
    }
    with Players(material, RunSettings(), Settings(_env_file=None), store) as players:
        players.play(payload, lambda stage: None)
    store.close()
    tracing.flush()
    names = ("optimizer retrieval", "optimizer answer", "optimizer verdict", "optimizer match")
    assert [collector.spans[name]["shinsa.example"] for name in names] == ["q1"] * 4
    assert collector.spans["optimizer match"]["shinsa.match"] == 4
    verdict = collector.spans["optimizer verdict"]
    assert verdict["gen_ai.evaluation.name"] == material.rubric.label
    assert (verdict["gen_ai.evaluation.score.label"], verdict["gen_ai.evaluation.score.value"]) == ("tie", 0.0)
    assert SECRET.encode() not in collector.raw
