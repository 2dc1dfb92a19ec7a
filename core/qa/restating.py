"""Marked statements of an endpoint's answer, put once more in the contract's own words by the endpoint.

What is marked may well be true: everyday words, an order of its own, two sentences in one. The endpoint is shown each
marked statement beside the words that it cites, and asked once to say it in those words. What it gives is a statement
like any other and is judged as such; only where its words carry it does it take the place of the marked one. A fault of
the endpoint, an answer out of form or words that still do not carry it leave the answer as it was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import orjson
from pydantic import BaseModel, ConfigDict

from core import logs
from core.errors import ModelError
from core.guardrail import checked_answer
from core.llm import Endpoint, Schema, Usage
from core.prompting import Prompt, fenced
from core.qa.sources import Sources
from core.qa.statements import Statement, statements
from core.wording import Language, languages

MOST = 12
"""Statements that are put again; those behind them stay marked."""
_WORDS = 1_600  # characters of the words that one statement cites
_TEXT = 600
_TOKENS = 2_000
_ROW = re.compile(r"\s*(?:\||#|>)")
_HEAD = re.compile(r"\s*(?:[-*+•・]\s+|\d{1,3}[.)]\s+)")
_log = logs.log(__name__)


class _Restated(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    number: int
    text: str
    sources: tuple[str, ...]


class _RestatedAnswer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    restated: tuple[_Restated, ...]


SCHEMA = Schema(
    "restated",
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["restated"],
        "properties": {
            "restated": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["number", "text", "sources"],
                    "properties": {
                        "number": {"type": "integer", "description": "Number of the statement"},
                        "text": {
                            "type": "string",
                            "description": "The statement in the contract's words, without keys",
                        },
                        "sources": {
                            "type": "array",
                            "items": {"type": "string"},
                            "description": "Keys of the words that it rests on",
                        },
                    },
                },
            }
        },
    },
)


class Restating:
    """Asks an endpoint once for the marked statements of one answer; `usage` is what that took."""

    def __init__(self, model: Endpoint, prompt: Prompt, sources: Sources, language: Language) -> None:
        self._model = model
        self._prompt = prompt
        self._sources = sources
        self._language = language
        self.usage = Usage()

    def __call__(self, marked: Sequence[Statement]) -> Mapping[int, tuple[Statement, ...]]:
        """What the endpoint says in place of marked statements, by their places; not judged yet.

        Empty where none cites words of a contract or entry, or where the endpoint gave nothing usable.
        """
        wanted = [(place, statement) for place, statement in enumerate(marked) if self._words(statement)][:MOST]
        if not wanted:
            return {}
        sent = [
            {"number": number, "statement": statement.text[:_TEXT], "words": self._words(statement)}
            for number, (_, statement) in enumerate(wanted, start=1)
        ]
        messages = self._prompt.render(
            statements=fenced(orjson.dumps(sent).decode(), "statements"), language=languages()[self._language].english
        )
        try:
            found = checked_answer(
                self._model,
                messages,
                SCHEMA,
                reasks=0,
                temperature=0.0,
                max_output_tokens=_TOKENS,
                prompt_version=self._prompt.label,
            )
        except ModelError as error:
            _log.warning("statements were not put again", code=error.code, statements=len(wanted))
            return {}
        self.usage += found.usage
        entries = {entry.number: entry for entry in _RestatedAnswer.model_validate(found.value).restated}
        return {
            place: restated
            for number, (place, statement) in enumerate(wanted, start=1)
            if (entry := entries.get(number)) is not None and (restated := _in_place_of(statement, entry))
        }

    def _words(self, statement: Statement) -> list[dict[str, str]]:
        """The words that a statement cites, with their keys; none for rows of tables, headings and block quotations."""
        if _ROW.match(statement.text):
            return []
        cited = ((key, self._sources.cited(key)) for key in statement.keys)
        return [{"key": key, "words": source.words[:_WORDS]} for key, source in cited if source is not None][:4]


def _in_place_of(statement: Statement, entry: _Restated) -> tuple[Statement, ...]:
    """The restated sentences, between the statement's own list mark and its own ending."""
    body = {"statements": [{"text": entry.text.strip()[: 2 * _TEXT], "sources": entry.sources, "quotes": []}]}
    found = [each for each in statements(orjson.dumps(body).decode()) if re.search(r"\w", each.text)]
    if not found:
        return ()
    head = _HEAD.match(statement.text)
    first = (head[0] if head and not _HEAD.match(found[0].text) else "") + found[0].text
    parts = [
        Statement(first, found[0].keys, (), " "),
        *(Statement(each.text, each.keys, (), " ") for each in found[1:]),
    ]
    return (*parts[:-1], Statement(parts[-1].text, parts[-1].keys, (), statement.ends))
