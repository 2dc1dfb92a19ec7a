"""An endpoint's answer as statements, each with the keys of its evidence and what it quotes: nothing else is shown."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.evidence import sentence_span
from core.guardrail import NotStrict, read_object
from core.llm import Schema, Tool

KEY = re.compile(r"[\[【［]\s*((?:[EQK]\d+)(?:\s*[,、;]\s*[EQK]\d+)*)\s*[\]】］]")
ANSWER = "give_answer"
_BLOCK = re.compile(r"^\s*(?:#{1,6}\s|[-*+•・]\s|\d{1,3}[.)]\s|>|\|)")


class _Statement(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    text: str = Field(description="One sentence that states one thing, without keys in it")
    sources: tuple[str, ...] = Field(description="Keys of the rows it rests on, such as E3, Q1, K12")
    quotes: tuple[str, ...] = Field(description="Words of the contract that it quotes, word for word; else empty")


class _StatementsAnswer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    statements: tuple[_Statement, ...]


SCHEMA = Schema(
    "answer",
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["statements"],
        "properties": {
            "statements": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["text", "sources", "quotes"],
                    "properties": {
                        "text": {"type": "string", "description": _Statement.model_fields["text"].description},
                        "sources": {
                            "type": "array",
                            "items": {"type": "string"},
                            "description": _Statement.model_fields["sources"].description,
                        },
                        "quotes": {
                            "type": "array",
                            "items": {"type": "string"},
                            "description": _Statement.model_fields["quotes"].description,
                        },
                    },
                },
            }
        },
    },
)
TOOL = Tool(ANSWER, "Give the answer to the person, as statements with their sources. Call it once, last.", SCHEMA.body)


@dataclass(frozen=True, slots=True)
class Statement:
    """What an answer states, with the keys that it cites and the words that it says it quotes.

    `ends` is what stands behind it: a blank, or a line's end.
    """

    text: str
    keys: tuple[str, ...]
    quotes: tuple[str, ...] = ()
    ends: str = "\n"


def statements(reply: str) -> list[Statement]:
    """The statements of a reply in its form; of a reply in free words every sentence is one, whatever it looks like."""
    try:
        value, _ = read_object(reply)
        answer = _StatementsAnswer.model_validate_json(orjson.dumps(value))
    except (NotStrict, ValidationError, orjson.JSONEncodeError):
        return [statement for line in reply.split("\n") for statement in _of_line(line, (), ())]
    return [
        stated
        for statement in answer.statements
        for line in statement.text.split("\n")
        for stated in _apart(_of_line(line, statement.sources, statement.quotes))
    ]


def _apart(line: list[Statement]) -> list[Statement]:
    """A line's statements with a blank line behind it, so that it is shown as one; rows and lists stay together."""
    if re.match(r"\s*(?:[|>*+-]|\d+[.)]\s)", line[0].text):
        return line
    return [*line[:-1], replace(line[-1], ends="\n\n")]


def _of_line(line: str, keys: tuple[str, ...], quotes: tuple[str, ...]) -> list[Statement]:
    """The sentences of a line, each with the keys that stand in it or follow its full stop."""
    if not line.strip():
        return [Statement("", ())]
    if line.lstrip().startswith("|"):
        return [_statement(line, keys, quotes, "\n")]
    found: list[Statement] = []
    head = _BLOCK.match(line)
    position = 0
    while position < len(line):
        _, end = sentence_span(line, position, position + 1)
        if head and position == 0:
            _, end = sentence_span(line, head.end(), min(len(line), head.end() + 1))
        end = max(end, position + 1)
        follow = re.compile(rf"(?:\s*{KEY.pattern})*\s*").match(line, end)
        end = follow.end() if follow else end
        found.append(_statement(line[position:end], keys, quotes, ""))
        position = end
    found[-1] = replace(found[-1], ends="\n")
    return found


def _statement(text: str, keys: tuple[str, ...], quotes: tuple[str, ...], ends: str) -> Statement:
    own = tuple(key.strip() for group in KEY.findall(text) for key in re.split(r"[,、;]", group))
    bare = re.sub(r"\s+(?=[.,;:!?。、])", "", KEY.sub("", text))
    trailing = " " if text.endswith(" ") and not ends else ""
    return Statement(bare.rstrip(), tuple(dict.fromkeys((*own, *keys))), quotes, ends or trailing)
