"""Answers of the scripted server in the forms of the three interfaces, whole and as events."""

from __future__ import annotations

import hashlib
import itertools
import math
from collections.abc import Iterable, Iterator

import orjson
from pydantic import JsonValue

from core.llm.scripted.script import ReceivedRequest, Step

_DIMENSION = 64
Json = dict[str, object]


def text_of(step: Step) -> str:
    """The text of a step's answer."""
    return orjson.dumps(step.value).decode() if step.value is not None else step.text


def _calls(step: Step) -> list[tuple[str, str, str]]:
    return [
        (
            call.id or f"call_{index}",
            call.name,
            call.arguments if isinstance(call.arguments, str) else orjson.dumps(call.arguments).decode(),
        )
        for index, call in enumerate(step.calls)
    ]


def _tokens(step: Step, seen: ReceivedRequest) -> tuple[int, int]:
    """Tokens that the step names, else one for four characters."""
    if step.usage is not None:
        return step.usage
    return sum(len(text) for _, text in seen.messages) // 4 + 1, len(text_of(step)) // 4 + 1


def _pieces(step: Step) -> Iterable[str]:
    text = text_of(step)
    pieces = [text[start : start + step.piece] for start in range(0, len(text), step.piece)]
    return itertools.cycle(pieces) if step.endless else pieces


def chat_whole(step: Step, seen: ReceivedRequest) -> Json:
    """A chat completion."""
    calls = _calls(step)
    message: Json = {"role": "assistant", "content": text_of(step) or None, "refusal": step.refusal}
    if calls:
        message["tool_calls"] = [
            {"id": id_, "type": "function", "function": {"name": name, "arguments": arguments}}
            for id_, name, arguments in calls
        ]
    choice = {"index": 0, "message": message, "finish_reason": _finish(step)}
    return {**_chat_head(seen, "chat.completion"), "choices": [choice], "usage": _chat_usage(step, seen)}


def _finish(step: Step) -> str:
    return "tool_calls" if step.calls and step.finish == "stop" else step.finish


def _chat_head(seen: ReceivedRequest, kind: str) -> Json:
    return {"id": "chatcmpl-scripted", "object": kind, "created": 0, "model": seen.body.get("model", "scripted")}


def _chat_usage(step: Step, seen: ReceivedRequest) -> Json:
    prompted, given = _tokens(step, seen)
    return {"prompt_tokens": prompted, "completion_tokens": given, "total_tokens": prompted + given}


def chat_events(step: Step, seen: ReceivedRequest) -> Iterator[tuple[str, bytes]]:
    """Text that each event brings, and the event, of a streamed chat completion."""
    head = _chat_head(seen, "chat.completion.chunk")

    def chunk(delta: Json, finish: str | None = None) -> bytes:
        return _event({**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})

    yield "", chunk({"role": "assistant", "content": ""})
    if step.refusal is not None:
        yield "", chunk({"refusal": step.refusal})
    for piece in _pieces(step):
        yield piece, chunk({"content": piece})
    for index, (id_, name, arguments) in enumerate(_calls(step)):
        middle = len(arguments) // 2
        first: Json = {"index": index, "id": id_, "type": "function", "function": {"name": name, "arguments": ""}}
        yield "", chunk({"tool_calls": [first]})
        for part in (arguments[:middle], arguments[middle:]):
            yield "", chunk({"tool_calls": [{"index": index, "function": {"arguments": part}}]})
    yield "", chunk({}, _finish(step))
    options = seen.body.get("stream_options")
    if isinstance(options, dict) and options.get("include_usage"):
        yield "", _event({**head, "choices": [], "usage": _chat_usage(step, seen)})
    yield "", b"data: [DONE]\n\n"


def responses_whole(step: Step, seen: ReceivedRequest) -> Json:
    """An answer of the Responses API."""
    parts: list[Json] = []
    if step.refusal is not None:
        parts.append({"type": "refusal", "refusal": step.refusal})
    if text_of(step):
        parts.append({"type": "output_text", "text": text_of(step), "annotations": []})
    output: list[Json] = []
    if parts:
        message: Json = {"type": "message", "id": "msg_0", "role": "assistant", "status": "completed", "content": parts}
        output.append(message)
    output += [
        {"type": "function_call", "id": f"fc_{id_}", "call_id": id_, "name": name, "arguments": arguments}
        for id_, name, arguments in _calls(step)
    ]
    prompted, given = _tokens(step, seen)
    reasons = {"length": "max_output_tokens", "content_filter": "content_filter"}
    reason = reasons.get(step.finish)
    return {
        "id": "resp_scripted",
        "object": "response",
        "created_at": 0,
        "status": "completed" if reason is None else "incomplete",
        "incomplete_details": None if reason is None else {"reason": reason},
        "error": None,
        "model": seen.body.get("model", "scripted"),
        "output": output,
        "usage": {"input_tokens": prompted, "output_tokens": given, "total_tokens": prompted + given},
    }


def responses_events(step: Step, seen: ReceivedRequest) -> Iterator[tuple[str, bytes]]:
    """Text that each event brings, and the event, of a streamed answer of the Responses API."""
    whole = responses_whole(step, seen)
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    yield "", _event({"type": "response.created", "sequence_number": 0, "response": begun})
    number = 0
    for number, piece in enumerate(_pieces(step), 1):
        place = {"item_id": "msg_0", "output_index": 0, "content_index": 0}
        delta = {"type": "response.output_text.delta", "sequence_number": number, "delta": piece, **place}
        yield piece, _event(delta)
    kind = "response.completed" if whole["status"] == "completed" else "response.incomplete"
    yield "", _event({"type": kind, "sequence_number": number + 1, "response": whole})


def _event(data: Json) -> bytes:
    kind = data.get("type")
    head = f"event: {kind}\n".encode() if isinstance(kind, str) else b""
    return head + b"data: " + orjson.dumps(data) + b"\n\n"


def embeddings(step: Step | None, seen: ReceivedRequest) -> Json:
    """Vectors: the step's or, without a step, of the letters of the texts, so that similar texts are near."""
    texts = _texts(seen.body.get("input"))
    vectors = step.vectors if step is not None and step.vectors is not None else [_letters(text) for text in texts]
    data = [{"object": "embedding", "index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    tokens = sum(len(text) for text in texts) // 4 + 1
    model = seen.body.get("model", "scripted")
    return {
        "object": "list",
        "model": model,
        "data": data,
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def _texts(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _letters(text: str) -> list[float]:
    """Hashed counts of the text's three-letter groups."""
    vector = [0.0] * _DIMENSION
    padded = f"  {text.casefold()} "
    for start in range(len(padded) - 2):
        digest = hashlib.sha256(padded[start : start + 3].encode()).digest()
        vector[digest[0] % _DIMENSION] += 1.0
    length = math.sqrt(sum(part * part for part in vector)) or 1.0
    return [part / length for part in vector]


def error_body(step: Step) -> Json:
    """An error in OpenAI's form."""
    return {
        "error": {"message": step.message, "type": "scripted_error", "param": step.param, "code": step.code},
    }
