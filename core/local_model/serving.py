"""A local model as an OpenAI-compatible endpoint: chat completions whose JSON Schema our own engine enforces.

One answer is generated at a time; who comes meanwhile waits. The schema is not an instruction that the model may
follow: tokens that would leave it are never chosen, and an answer that runs out of tokens is closed.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

import orjson
from pydantic import ValidationError

from core.local_model.chat_request import ChatRequest
from core.local_model.generation import LocalModel, Sample, Sampling, grow, read_prompt
from core.local_model.transformer import KeyValueMemory
from core.structured import Budget, Masks, Matcher, StructuredError, Whitespace, compile_json_schema, masks_of

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

_SPACES = Whitespace(1, -1)  # a weak model would spend its tokens on line ends and blanks
_PREPARED = 32


class TooLong(Exception):
    """The prompt leaves no room for an answer."""


@dataclass(frozen=True, slots=True)
class _Job:
    prompt: list[int]
    sampling: Sampling
    masks: Masks | None


class LocalAnswers:
    """Answers of one model, one at a time."""

    def __init__(self, model: LocalModel, *, most_tokens: int) -> None:
        """Prepare.

        Args:
            model: what generates.
            most_tokens: tokens of an answer, whatever a request asks for.
        """
        self.model = model
        self._most_tokens = most_tokens
        self._masks: dict[bytes, Masks] = {}
        self._turn = threading.Lock()

    def job(self, request: ChatRequest) -> _Job:
        """What a request asks for.

        Raises:
            StructuredError: a schema that the engine refuses, by name and place.
            TooLong: the conversation is longer than the model reads.
        """
        schema = request.answer_schema()
        most = request.max_completion_tokens or request.max_tokens or self._most_tokens
        sampling = Sampling(request.temperature, min(most, self._most_tokens), request.seed)
        prompt = self.model.tokens.conversation(request.conversation())
        context = self.model.transformer.weights.shape.context
        if len(prompt) + sampling.most_tokens > context:
            raise TooLong(
                f"This model's maximum context length is {context} tokens; "
                f"the messages have {len(prompt)} and {sampling.most_tokens} are for the answer."
            )
        return _Job(prompt, sampling, None if schema is None else self._prepared(schema))

    def _prepared(self, schema: object) -> Masks:
        key = orjson.dumps(schema)
        with self._turn:
            if key not in self._masks:
                if len(self._masks) >= _PREPARED:
                    self._masks.clear()
                compiled = compile_json_schema(orjson.loads(key), whitespace=_SPACES, any_order=False, budget=Budget())
                self._masks[key] = masks_of(compiled, self.model.tokens.vocabulary)
            return self._masks[key]

    def grow(self, job: _Job) -> Generator[Sample]:
        """The answer after each token; the model is busy until the iterator is closed or at its end."""
        with self._turn:
            transformer = self.model.transformer
            memory: KeyValueMemory = transformer.memory(1, len(job.prompt) + job.sampling.most_tokens)
            scores = read_prompt(self.model, job.prompt, memory)
            start = None if job.masks is None else Matcher(job.masks)
            for samples in grow(self.model, scores, memory, job.sampling, start):
                yield samples[0]


@dataclass(frozen=True, slots=True)
class _LocalCompletion:
    """An answer in the protocol's terms."""

    content: str | None
    call: tuple[str, str] | None
    finish: Literal["stop", "length", "tool_calls"]


def _local_completion(sample: Sample, request: ChatRequest) -> _LocalCompletion:
    text = sample.text.decode("utf-8", "replace")
    finish: Literal["stop", "length"] = "length" if sample.ended == "cut" else "stop"
    if request.tools and finish == "stop":
        value = orjson.loads(text)
        if "tool" in value:
            return _LocalCompletion(None, (value["tool"], orjson.dumps(value["arguments"]).decode()), "tool_calls")
        answer = value["answer"]
        return _LocalCompletion(answer if isinstance(answer, str) else orjson.dumps(answer).decode(), None, finish)
    return _LocalCompletion(text, None, finish)


def application(answers: LocalAnswers) -> Starlette:
    """The endpoint as an ASGI application: `/v1/models` and `/v1/chat/completions`."""
    from starlette.applications import Starlette
    from starlette.concurrency import iterate_in_threadpool, run_in_threadpool
    from starlette.responses import Response, StreamingResponse
    from starlette.routing import Route

    name = answers.model.name

    def sent(status: int, value: object) -> Response:
        return Response(orjson.dumps(value), status, media_type="application/json")

    def refused(message: str, *, param: str | None = None, code: str | None = None) -> Response:
        return sent(400, {"error": {"message": message, "type": "invalid_request_error", "param": param, "code": code}})

    def unenforceable(error: StructuredError) -> Response:
        return refused(f"The schema of response_format cannot be enforced: {error}", param="response_format")

    async def models(_request: Request) -> Response:
        return sent(
            200, {"object": "list", "data": [{"id": name, "object": "model", "created": 0, "owned_by": "shinsa"}]}
        )

    async def completions(http: Request) -> Response:
        try:
            request = ChatRequest.model_validate_json(await http.body())
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, first["loc"]))
            return refused(f"{place}: {first['msg']}", param=place)
        try:
            job = await run_in_threadpool(answers.job, request)
        except StructuredError as error:
            return unenforceable(error)
        except TooLong as error:
            return refused(str(error), param="messages", code="context_length_exceeded")
        if request.stream:
            events = _events(answers, job, request)
            return StreamingResponse(iterate_in_threadpool(events), media_type="text/event-stream")
        last: Sample | None = None
        growing = answers.grow(job)
        try:
            async for sample in _until_gone(http, iterate_in_threadpool(growing)):
                last = sample
        except StructuredError as error:
            return unenforceable(error)
        finally:
            await run_in_threadpool(growing.close)
        if last is None or last.ended == "growing":
            return sent(499, {"error": {"message": "the client has left", "type": "cancelled", "code": None}})
        return sent(200, _whole(name, _local_completion(last, request), _usage(job, last)))

    routes = [
        Route("/v1/models", models, methods=["GET"]),
        Route("/v1/chat/completions", completions, methods=["POST"]),
    ]
    return Starlette(routes=routes)


async def _until_gone(http: Request, growing: AsyncIterator[Sample]) -> AsyncIterator[Sample]:
    """The samples, until whoever asked has left."""
    async for sample in growing:
        yield sample
        if await http.is_disconnected():
            return


def _usage(job: _Job, sample: Sample) -> dict[str, int]:
    read, written = len(job.prompt), len(sample.tokens)
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def _head(name: str, kind: str) -> dict[str, object]:
    return {"id": f"chatcmpl-{time.time_ns():x}", "object": kind, "created": int(time.time()), "model": name}


def _tool_call(call: tuple[str, str]) -> dict[str, object]:
    return {"index": 0, "id": "call_0", "type": "function", "function": {"name": call[0], "arguments": call[1]}}


def _whole(name: str, completion: _LocalCompletion, usage: dict[str, int]) -> dict[str, object]:
    message: dict[str, object] = {"role": "assistant", "content": completion.content, "refusal": None}
    if completion.call is not None:
        message["tool_calls"] = [_tool_call(completion.call)]
    choice = {"index": 0, "message": message, "finish_reason": completion.finish}
    return {**_head(name, "chat.completion"), "choices": [choice], "usage": usage}


def _events(answers: LocalAnswers, job: _Job, request: ChatRequest) -> Iterator[bytes]:
    """Server-sent events of an answer while it grows; with tools it comes whole, as it may turn out to be a call."""
    head = _head(answers.model.name, "chat.completion.chunk")

    def chunk(delta: dict[str, object], finish: str | None = None) -> bytes:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        return b"data: " + orjson.dumps({**head, "choices": [choice]}) + b"\n\n"

    yield chunk({"role": "assistant", "content": ""})
    sent, last = "", Sample(ended="cut")
    for last in answers.grow(job):
        whole = _whole_characters(last.text)
        if not request.tools and len(whole) > len(sent):
            yield chunk({"content": whole[len(sent) :]})
            sent = whole
    completion = _local_completion(last, request)
    if completion.call is not None:
        yield chunk({"tool_calls": [_tool_call(completion.call)]})
    elif completion.content is not None and len(completion.content) > len(sent):
        yield chunk({"content": completion.content[len(sent) :]})
    yield chunk({}, completion.finish)
    if request.stream_options.include_usage:
        yield b"data: " + orjson.dumps({**head, "choices": [], "usage": _usage(job, last)}) + b"\n\n"
    yield b"data: [DONE]\n\n"


def _whole_characters(text: bytes) -> str:
    """The text up to a character that is still being written."""
    for back in range(min(4, len(text) + 1)):
        try:
            return text[: len(text) - back].decode()
        except UnicodeDecodeError:
            continue
    return text.decode("utf-8", "replace")


class LocalServer:
    """The endpoint on a port of this machine; a context manager that starts and stops it."""

    def __init__(self, answers: LocalAnswers, *, port: int = 0) -> None:
        """Prepare; nothing listens yet. Port 0 takes a free one."""
        import uvicorn

        self._socket: socket.socket | None = None
        self._port = port
        configuration = uvicorn.Config(application(answers), log_level="warning", access_log=False, lifespan="off")
        self._server = uvicorn.Server(configuration)
        self._thread: threading.Thread | None = None

    def start(self) -> Self:
        """Listen and answer in the background.

        Raises:
            OSError: the port is taken.
        """
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind(("127.0.0.1", self._port))
        except OSError:
            listening.close()
            raise
        self._socket = listening
        self._thread = threading.Thread(target=self._server.run, args=([listening],), daemon=True)
        self._thread.start()
        while not self._server.started and self._thread.is_alive():
            time.sleep(0.01)
        return self

    def wait(self) -> None:
        """Wait until the server is stopped."""
        if self._thread is not None:
            self._thread.join()

    @property
    def base_url(self) -> str:
        """Address to put into `OPENAI_BASE_URL`."""
        if self._socket is None:
            raise RuntimeError("the local server is not running")
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/v1"

    def __enter__(self) -> Self:
        return self if self._thread is not None else self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self.wait()
        if self._socket is not None:
            self._socket.close()
