"""A script: what the scripted server answers, step by step, faults included."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from core.yaml_file import read_yaml

Api = Literal["chat", "responses", "embeddings"]
_Count = Annotated[int, Field(ge=1)]
_Seconds = Annotated[float, Field(ge=0)]


class ScriptedCall(BaseModel):
    """A function call that the scripted model makes. `arguments` may be raw text, to be broken on purpose."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    arguments: dict[str, JsonValue] | str = Field(default_factory=dict)
    id: str | None = None


class When(BaseModel):
    """Which requests a step answers; everything that is named must hold."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    api: Api | None = None
    contains: str | None = None
    last_role: Literal["system", "user", "assistant", "tool"] | None = None
    tool: str | None = None


class Step(BaseModel):
    """One answer of the scripted server.

    The answer is `text`, or `value` as JSON, with `calls`; or the HTTP answer `status` with an error of OpenAI's form
    (`code`, `param`, `message`), or `raw` bytes as they stand. Faults are added to it: `delay_s` before the first
    byte, `drip_s` between pieces, `cut_after` so many characters of the text the connection breaks, `finish` says
    how the answer ends, `refusal` is what the model says in place of an answer, `content_type` is wrong; `gzip`
    compresses an answer that comes whole, asked or not, and `endless` repeats the text until the other side leaves.
    `vectors` answers a request for embeddings, which without a step gets vectors of its texts' letters.
    A step is used `times` times, for ever when None.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    when: When = When()
    times: _Count | None = 1
    text: str = ""
    value: JsonValue = None
    calls: tuple[ScriptedCall, ...] = ()
    refusal: str | None = None
    finish: Literal["stop", "length", "content_filter"] = "stop"
    status: Annotated[int, Field(ge=100, le=599)] = 200
    code: str | None = None
    param: str | None = None
    message: str = "scripted error"
    headers: dict[str, str] = Field(default_factory=dict)
    content_type: str | None = None
    raw: str | None = None
    delay_s: _Seconds = 0.0
    drip_s: _Seconds = 0.0
    cut_after: Annotated[int, Field(ge=0)] | None = None
    piece: _Count = 16
    gzip: bool = False
    endless: bool = False
    usage: tuple[int, int] | None = None
    vectors: list[list[float]] | None = None


class _ScriptFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    steps: list[Step]


@dataclass(frozen=True, slots=True)
class ReceivedRequest:
    """A request that the server got. Header names are in lower case."""

    path: str
    headers: dict[str, str]
    body: dict[str, JsonValue]
    messages: tuple[tuple[str, str], ...] = field(default=())

    @property
    def api(self) -> Api | None:
        """Which interface the path belongs to; None for one that the server does not have."""
        path = self.path.partition("?")[0]
        for ending, api in _APIS.items():
            if path.endswith(ending):
                return api
        return None

    @property
    def last(self) -> str:
        """Text of the last message."""
        return self.messages[-1][1] if self.messages else ""


_APIS: dict[str, Api] = {"/chat/completions": "chat", "/responses": "responses", "/embeddings": "embeddings"}
Script = Sequence[Step] | Callable[[ReceivedRequest], Step]


class Playing:
    """A script being played: gives each request its step."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._used: dict[int, int] = {}
        self._lock = threading.Lock()

    def step(self, seen: ReceivedRequest) -> Step | None:
        """The first step that is not used up and answers this request; None when there is none."""
        if callable(self._script):
            return self._script(seen)
        with self._lock:
            for index, step in enumerate(self._script):
                used = self._used.get(index, 0)
                if (step.times is None or used < step.times) and _answers(step, seen):
                    self._used[index] = used + 1
                    return step
        return None


def _answers(step: Step, seen: ReceivedRequest) -> bool:
    when = step.when
    if when.api is None and seen.api == "embeddings":
        # Steps are for answers: a request for embeddings takes one only if the step has vectors or is a fault for it.
        return step.vectors is not None
    tools = seen.body.get("tools")
    return (
        when.api in (None, seen.api)
        and (when.contains is None or any(when.contains in text for _, text in seen.messages))
        and (when.last_role is None or (bool(seen.messages) and seen.messages[-1][0] == when.last_role))
        and (when.tool is None or f'"{when.tool}"' in _names(tools))
        and (seen.api == "embeddings" or step.vectors is None)
    )


def _names(tools: JsonValue) -> set[str]:
    names: set[str] = set()
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict):
            function = tool.get("function", tool)
            names.add(f'"{function.get("name")}"' if isinstance(function, dict) else "")
    return names


def load_script(path: Path) -> list[Step]:
    """The steps of a YAML or JSON file: `steps:` and a list.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return read_yaml(path, _ScriptFile).steps
