"""Requests for chat completions as the local server reads them, and the form that an answer must have."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from core.local_model.model_tokens import PromptMessage

Json = dict[str, JsonValue]


class _MessagePart(BaseModel):
    type: str
    text: str = ""


class _Called(BaseModel):
    name: str
    arguments: str = "{}"


class _RequestedCall(BaseModel):
    function: _Called


class _RequestMessage(BaseModel):
    role: Literal["system", "developer", "user", "assistant", "tool"]
    content: str | list[_MessagePart] | None = None
    tool_calls: list[_RequestedCall] = Field(default_factory=list)

    def plain(self) -> PromptMessage:
        """The message as the model's own conversation has it: system, user and assistant only."""
        text = self.content if isinstance(self.content, str) else "".join(part.text for part in self.content or ())
        calls = "".join(
            f'{{"tool": "{call.function.name}", "arguments": {call.function.arguments}}}' for call in self.tool_calls
        )
        role = {"developer": "system", "tool": "user"}.get(self.role, self.role)
        return PromptMessage(role, (f"Result: {text}" if self.role == "tool" else text) + calls)


class _JsonSchema(BaseModel):
    name: str = ""
    schema_: Json | bool = Field(True, alias="schema")


class _AnswerForm(BaseModel):
    type: Literal["text", "json_object", "json_schema"] = "text"
    json_schema: _JsonSchema | None = None


class _OfferedFunction(BaseModel):
    name: str
    description: str = ""
    parameters: Json = Field(default_factory=dict)


class _Tool(BaseModel):
    type: Literal["function"] = "function"
    function: _OfferedFunction


class _StreamOptions(BaseModel):
    include_usage: bool = False


class ChatRequest(BaseModel):
    """What is asked of the local server; fields that it does not know are passed over, as servers of this kind do."""

    model_config = ConfigDict(extra="ignore")
    model: str = ""
    messages: Annotated[list[_RequestMessage], Field(min_length=1)]
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.8
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = None
    seed: int = 0
    n: Literal[1] = 1
    stream: bool = False
    stream_options: _StreamOptions = Field(default_factory=_StreamOptions)
    response_format: _AnswerForm = Field(default_factory=_AnswerForm)
    tools: list[_Tool] = Field(default_factory=list)

    def conversation(self) -> list[PromptMessage]:
        """The messages, behind what the tools are and how one is called."""
        messages = [message.plain() for message in self.messages]
        if self.tools:
            listed = "\n".join(f"{tool.function.name}: {tool.function.description}" for tool in self.tools)
            messages.insert(
                0, PromptMessage("system", f'Call a tool by {{"tool": …}} or answer by {{"answer": …}}.\n{listed}')
            )
        return messages

    def answer_schema(self) -> Json | bool | None:
        """The JSON Schema that the text must satisfy; None where any text will do.

        With tools a text is an object that names one of them with its arguments, or holds the answer.
        """
        form = self.response_format
        schema: Json | bool | None = None
        if form.type == "json_object":
            schema = {"type": "object"}
        elif form.type == "json_schema":
            schema = form.json_schema.schema_ if form.json_schema is not None else True
        if not self.tools:
            return schema
        calls: list[JsonValue] = [
            _closed(
                {"tool": {"const": tool.function.name}, "arguments": tool.function.parameters or {"type": "object"}}
            )
            for tool in self.tools
        ]
        answer: JsonValue = schema if schema is not None else {"type": "string", "maxLength": 600}
        return {"anyOf": [*calls, _closed({"answer": answer})]}


def _closed(properties: Json) -> Json:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
