"""Clause types that users defined, asked of a model: the definition and its examples stand in the prompt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from core.contracts.endpoint.categories import by_words, clause, excerpt, united
from core.contracts.endpoint.text_windows import windows
from core.documents import Document
from core.evidence import locate
from core.guardrail import checked_answer
from core.llm import Endpoint
from core.prompting import Prompt, load_prompt
from core.record import Clause
from core.settings import Settings
from core.taxonomy import OwnType


class _TypeAnswer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    type: str
    present: bool
    excerpts: tuple[str, ...]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    types: tuple[_TypeAnswer, ...]


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """What a model said of a type: whether it is there (None: nothing was said), and quotes, each with its window."""

    claimed: bool | None = None
    quotes: tuple[tuple[str, int], ...] = ()


def ask_own(
    document: Document, types: Sequence[OwnType], model: Endpoint, settings: Settings, *, prompt: Prompt | None = None
) -> dict[str, OwnAnswer]:
    """What a model says of each type, by code; a type that it passed over in any part was not answered.

    Args:
        document: the contract as read.
        types: what to look for.
        model: who is asked.
        settings: how often to ask again.
        prompt: what it is asked with; the prompt that ships by default.

    Raises:
        ModelError: a part has no usable answer; then there is none at all.
    """
    prompt = prompt or load_prompt("own_types")
    assert prompt.schema is not None
    claims: dict[str, list[bool | None]] = {own.code: [] for own in types}
    quotes: dict[str, list[tuple[str, int]]] = {own.code: [] for own in types}
    for window in windows(document):
        messages = prompt.render(types=types, contract=document.text[window.start : window.end].replace("\f", "\n\n"))
        checked = checked_answer(
            model, messages, prompt.schema, reasks=settings.llm_reasks, temperature=0.0, prompt_version=prompt.label
        )
        answers = {answer.type: answer for answer in _Answer.model_validate(checked.value).types}
        for code, claimed in claims.items():
            claimed.append(answers[code].present if code in answers else None)
            quotes[code] += [(quote, window.start) for quote in answers[code].excerpts] if code in answers else []
    return {code: OwnAnswer(_joined(claims[code]), tuple(quotes[code])) for code in claims}


def _joined(claims: Sequence[bool | None]) -> bool | None:
    if any(claims):
        return True
    return False if claims and None not in claims else None


def own_clauses_by_endpoint(document: Document, answers: Mapping[str, OwnAnswer]) -> tuple[Clause, ...]:
    """The verdicts for the types that were asked, by the rules that hold for every type.

    Present needs words that were located; absent needs every page, and located words for one of the types asked.
    """
    found = {
        code: united(excerpt(locate(document, quote, around=start)) for quote, start in answer.quotes)
        for code, answer in answers.items()
    }
    quoted = any(part.evidence.state != "unverified" for excerpts in found.values() for part in excerpts)
    rule = by_words(document, quoted=quoted)
    return tuple(clause(code, rule(answers[code].claimed, excerpts), excerpts) for code, excerpts in found.items())
