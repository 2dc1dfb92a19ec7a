"""The dialect of the Responses API: what OpenAI and Azure OpenAI speak."""

from __future__ import annotations

from pydantic import BaseModel

from core.llm.protocol.abilities import Abilities
from core.llm.request import Ending, Reply, Request, Tokens, sent_form
from core.llm.types import Message, ToolCall

PATH = "/responses"


class _Part(BaseModel):
    type: str
    text: str | None = None
    refusal: str | None = None


class _Item(BaseModel):
    type: str
    content: list[_Part] | None = None
    call_id: str | None = None
    name: str | None = None
    arguments: str | None = None


class _Incomplete(BaseModel):
    reason: str | None = None


class _InputDetails(BaseModel):
    cached_tokens: int | None = None


class _OutputDetails(BaseModel):
    reasoning_tokens: int | None = None


class _ResponseTokens(BaseModel):
    input_tokens: int | None = None
    output_tokens: int | None = None
    input_tokens_details: _InputDetails | None = None
    output_tokens_details: _OutputDetails | None = None

    def counted(self) -> Tokens:
        """Tokens by kind; what was not said counts 0."""
        inner, outer = self.input_tokens_details or _InputDetails(), self.output_tokens_details or _OutputDetails()
        read, written = self.input_tokens or 0, self.output_tokens or 0
        return Tokens(read, written, min(inner.cached_tokens or 0, read), min(outer.reasoning_tokens or 0, written))


class _Response(BaseModel):
    status: str | None = None
    model: str | None = None
    output: list[_Item]
    incomplete_details: _Incomplete | None = None
    usage: _ResponseTokens | None = None


class _Event(BaseModel):
    type: str
    delta: object = None
    response: dict[str, object] | None = None


def body(request: Request, abilities: Abilities) -> dict[str, object]:
    """The request as this API takes it. Nothing is stored at the endpoint."""
    content: dict[str, object] = {
        "model": request.model,
        "input": [item for message in request.messages for item in _items(message)],
        "max_output_tokens": request.max_output_tokens,
        "store": False,
    }
    if request.temperature is not None and abilities.temperature:
        content["temperature"] = request.temperature
    if request.tools:
        content["tools"] = [
            {
                "type": "function",
                "name": tool.name,
                "description": tool.description,
                "parameters": tool.parameters,
                "strict": False,
            }
            for tool in request.tools
        ]
    if request.schema is not None and abilities.form == "json_schema":
        form = sent_form(request.schema)
        schema = {"type": "json_schema", "name": form.name, "schema": form.schema, "strict": form.strict}
        content["text"] = {"format": schema}
    elif request.schema is not None and abilities.form == "json_object":
        content["text"] = {"format": {"type": "json_object"}}
    if request.stream:
        content["stream"] = True
    return content


def _items(message: Message) -> list[dict[str, object]]:
    if message.role == "tool":
        return [{"type": "function_call_output", "call_id": message.tool_call_id, "output": message.content}]
    items: list[dict[str, object]] = []
    if message.content or not message.tool_calls:
        items.append({"role": message.role, "content": message.content})
    items += [
        {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": call.arguments}
        for call in message.tool_calls
    ]
    return items


def reply(data: object) -> Reply:
    """A complete answer.

    Raises:
        pydantic.ValidationError: this is no answer of this API.
    """
    response = _Response.model_validate(data)
    parts = [part for item in response.output for part in item.content or () if item.type == "message"]
    refusal = "".join(part.refusal or "" for part in parts)
    calls = tuple(
        ToolCall(item.call_id or f"call_{index}", item.name or "", item.arguments or "")
        for index, item in enumerate(response.output)
        if item.type == "function_call"
    )
    tokens = response.usage or _ResponseTokens()
    return Reply(
        text="".join(part.text or "" for part in parts),
        tool_calls=calls,
        ending=_ending(response, refused=bool(refusal), calling=bool(calls)),
        tokens=tokens.counted(),
        model=response.model or "",
    )


def _ending(response: _Response, *, refused: bool, calling: bool) -> Ending:
    if response.status in ("failed", "cancelled"):
        return "failed"
    if response.status == "incomplete":
        reason = response.incomplete_details.reason if response.incomplete_details is not None else None
        return "content_filter" if reason == "content_filter" else "length"
    if refused:
        return "refusal"
    return "tool_calls" if calling else "stop"


class ResponseStream:
    """An answer that grows: fed with the events of a stream, it gives the new text and in the end the reply."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._final: Reply | None = None

    def feed(self, data: object) -> str:
        """The new text of an event, empty when it brings none.

        Raises:
            pydantic.ValidationError: this is no event of this API.
        """
        event = _Event.model_validate(data)
        if event.type == "response.output_text.delta" and isinstance(event.delta, str):
            self._text.append(event.delta)
            return event.delta
        if event.type in ("response.completed", "response.incomplete", "response.failed"):
            self._final = reply(event.response)
        elif event.type == "error":
            self._final = Reply("".join(self._text), (), "failed")
        return ""

    def reply(self) -> Reply:
        """Everything that came; its ending is `cut` when no event said how the answer ends."""
        return self._final or Reply("".join(self._text), (), "cut")
