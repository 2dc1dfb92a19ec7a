"""The dialect of chat completions: what compatible servers (vLLM, Ollama, llama.cpp) speak."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, Field

from core.llm.protocol.abilities import Abilities
from core.llm.request import Ending, Reply, Request, Tokens, sent_form
from core.llm.types import Message, ToolCall

PATH = "/chat/completions"

_MOST_CALLS = 256
_ENDINGS: dict[str, Ending] = {
    "length": "length",
    "content_filter": "content_filter",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
}


class _Function(BaseModel):
    name: str | None = None
    arguments: str | None = None


class _Call(BaseModel):
    index: int | None = None
    id: str | None = None
    function: _Function = Field(default_factory=_Function)


class _ChatMessage(BaseModel):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[_Call] | None = None


class _Choice(BaseModel):
    message: _ChatMessage = Field(default_factory=_ChatMessage)
    delta: _ChatMessage = Field(default_factory=_ChatMessage)
    finish_reason: str | None = None


class _PromptDetails(BaseModel):
    cached_tokens: int | None = None


class _CompletionDetails(BaseModel):
    reasoning_tokens: int | None = None


class _ChatTokens(BaseModel):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    prompt_tokens_details: _PromptDetails | None = None
    completion_tokens_details: _CompletionDetails | None = None

    def counted(self) -> Tokens:
        """Tokens by kind; what was not said counts 0."""
        prompt = self.prompt_tokens_details or _PromptDetails()
        completion = self.completion_tokens_details or _CompletionDetails()
        read, written = self.prompt_tokens or 0, self.completion_tokens or 0
        return Tokens(
            read, written, min(prompt.cached_tokens or 0, read), min(completion.reasoning_tokens or 0, written)
        )


class _Completion(BaseModel):
    choices: list[_Choice] | None = None
    model: str | None = None
    usage: _ChatTokens | None = None


def body(request: Request, abilities: Abilities) -> dict[str, object]:
    """The request as this API takes it."""
    content: dict[str, object] = {
        "model": request.model,
        "messages": [_message(message) for message in request.messages],
        abilities.token_limit: request.max_output_tokens,
    }
    if request.temperature is not None and abilities.temperature:
        content["temperature"] = request.temperature
    if request.tools:
        content["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
            }
            for tool in request.tools
        ]
    if request.schema is not None and abilities.form == "json_schema":
        form = sent_form(request.schema)
        schema = {"name": form.name, "schema": form.schema, "strict": form.strict}
        content["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif request.schema is not None and abilities.form == "json_object":
        content["response_format"] = {"type": "json_object"}
    if request.stream:
        content["stream"] = True
        if abilities.stream_usage:
            content["stream_options"] = {"include_usage": True}
    return content


def _message(message: Message) -> dict[str, object]:
    content: dict[str, object] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        content["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        content["tool_call_id"] = message.tool_call_id
    return content


def reply(data: object) -> Reply:
    """A complete answer.

    Raises:
        ValueError: this is no answer of this API.
    """
    completion = _Completion.model_validate(data)
    if not completion.choices:
        raise ValueError("a completion without a choice")
    gathered = ChatStream()
    gathered.add(completion.choices[0].message, whole=True)
    # Some servers give no reason for an answer that came whole.
    gathered.finish = completion.choices[0].finish_reason or "stop"
    gathered.note(completion)
    return gathered.reply()


@dataclass(slots=True)
class _Building:
    index: int | None
    id: str
    name: str = ""
    arguments: str = ""


class ChatStream:
    """An answer that grows: fed with the chunks of a stream, it gives the new text and in the end the reply."""

    def __init__(self) -> None:
        self.finish: str | None = None
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._calls: list[_Building] = []
        self._tokens = _ChatTokens()
        self._model = ""

    def feed(self, data: object) -> str:
        """The new text of a chunk, empty when it brings none.

        Raises:
            pydantic.ValidationError: this is no chunk of this API.
        """
        chunk = _Completion.model_validate(data)
        self.note(chunk)
        added = ""
        for choice in (chunk.choices or ())[:1]:
            added = choice.delta.content or ""
            self.add(choice.delta)
            self.finish = choice.finish_reason or self.finish
        return added

    def note(self, completion: _Completion) -> None:
        """Keep model and tokens, which stand in any chunk."""
        self._model = completion.model or self._model
        self._tokens = completion.usage or self._tokens

    def add(self, message: _ChatMessage, *, whole: bool = False) -> None:
        """Append text, refusal and calls, which are parts of calls unless they come `whole`."""
        self._text.append(message.content or "")
        self._refusal.append(message.refusal or "")
        for call in message.tool_calls or ():
            building = self._new(call) if whole else self._building(call)
            building.name = building.name or call.function.name or ""
            building.arguments += call.function.arguments or ""

    def _building(self, call: _Call) -> _Building:
        """The call that a part belongs to. Some servers leave `index` out, or give 0 to every call."""
        for known in reversed(self._calls):
            if call.id and known.id and call.id != known.id:
                continue
            if call.index is None or known.index is None or call.index == known.index:
                return known
        if len(self._calls) >= _MOST_CALLS:  # each part is looked for among them all
            raise ValueError("more calls of functions than any answer has")
        return self._new(call)

    def _new(self, call: _Call) -> _Building:
        self._calls.append(_Building(call.index, call.id or ""))
        return self._calls[-1]

    def reply(self) -> Reply:
        """Everything that came; its ending is `cut` when no chunk said how the answer ends."""
        refusal = "".join(self._refusal)
        calls = tuple(
            ToolCall(call.id or f"call_{place}", call.name, call.arguments) for place, call in enumerate(self._calls)
        )
        ending: Ending = "cut" if self.finish is None else _ENDINGS.get(self.finish, "stop")
        if ending == "stop" and (refusal or calls):
            ending = "refusal" if refusal else "tool_calls"
        return Reply(
            text="".join(self._text),
            tool_calls=calls,
            ending=ending,
            tokens=self._tokens.counted(),
            model=self._model,
        )
