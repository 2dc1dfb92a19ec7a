"""A question read by a model endpoint: the same `Question` as the built-in parser makes, checked before it is answered.

The model fills in a form and nothing else; clause types, facts, types of agreement, countries, days and names that are
not known here make the reading void. What the form cannot say is left to the agent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import orjson
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from core import logs
from core.errors import ModelError
from core.guardrail import checked_answer
from core.lexicon import agreement_types, country_name
from core.llm import Endpoint, Schema, Usage
from core.prompting import fenced, load_prompt
from core.questions import (
    ClauseIs,
    ClauseSays,
    Condition,
    ContractIs,
    DateIn,
    LawIs,
    Names,
    PartyFrom,
    PartyIs,
    Question,
    TypeIs,
    concept_vocabulary,
    folded,
)
from core.taxonomy import taxonomy

PROMPT = "question_reading"
_LAST = "last"
"""How a form names the contracts of the last answer."""
_log = logs.log(__name__)
_CODES = frozenset(category.code for category in taxonomy().categories) | {"last_notice_day", "term", "pages"}


@dataclass(frozen=True, slots=True)
class ModelReading:
    """What came of asking a model.

    Attributes:
        question: the reading; None where there is none.
        failed: whether the model gave none that can be used; not so where it says that the form cannot say it.
        usage: what it took.
    """

    question: Question | None
    failed: bool
    usage: Usage


class _ReadingForm(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    sayable: bool
    question: Question | None


_FORM: TypeAdapter[_ReadingForm] = TypeAdapter(_ReadingForm)


def read_by_model(
    question: str,
    model: Endpoint,
    names: Names,
    *,
    today: date,
    reasks: int,
    before: Question | None = None,
    contracts: Sequence[str] = (),
) -> ModelReading:
    """The question as a model reads it, checked.

    Args:
        question: as typed.
        model: the chat endpoint.
        names: of the portfolio's parties.
        today: told to the model.
        reasks: how often an answer out of form is asked again.
        before: the question of the last answer, which this one may go on from.
        contracts: ids of the contracts of the last answer.
    """
    form = Schema("question_reading", _FORM.json_schema())
    messages = load_prompt(PROMPT).render(
        question=fenced(question, "question"),
        before="none" if before is None else orjson.dumps(_told(before).to_json()).decode(),
        form=orjson.dumps(form.body).decode(),
        clause_types=concept_vocabulary(),
        agreement_types=", ".join(agreement_types()),
        today=today.isoformat(),
    )
    try:
        checked = checked_answer(model, messages, form, reasks=reasks, temperature=0.0)
        made = _FORM.validate_python(checked.value)
    except (ModelError, ValidationError) as error:
        _log.warning("qa.no_reading", error=type(error).__name__)
        return ModelReading(None, True, Usage())
    if not made.sayable or made.question is None:
        return ModelReading(None, False, checked.usage)
    try:
        return ModelReading(_known(made.question, names, contracts), False, checked.usage)
    except _NotKnown as error:
        _log.warning("qa.reading_refused", unknown=str(error))
        return ModelReading(None, True, checked.usage)


class _NotKnown(Exception):
    """A word of a reading that nothing here is called by."""


def _told(before: Question) -> Question:
    """The question of the last answer as the model is told it: its contracts by one word, not by ids."""
    conditions = tuple(
        replace(condition, references=(_LAST,)) if isinstance(condition, ContractIs) else condition
        for condition in before.plan.conditions
    )
    return replace(before, plan=replace(before.plan, conditions=conditions))


def _known(question: Question, names: Names, contracts: Sequence[str]) -> Question:
    """The reading with names as the portfolio writes them.

    Raises:
        _NotKnown: a code, a country, a day or a name that is not known.
    """
    for code in (*question.facts, *question.clauses):
        _need(code in _CODES, code)
    plan = question.plan
    conditions = tuple(_checked(condition, names, contracts) for condition in plan.conditions)
    among = tuple(_checked(condition, names, contracts) for condition in plan.among)
    sides = tuple(_checked(condition, names, contracts) for condition in plan.sides)
    if question.day is not None:
        _day(question.day)
    return replace(question, plan=replace(plan, conditions=conditions, among=among, sides=sides))


def _checked(condition: Condition, names: Names, contracts: Sequence[str]) -> Condition:
    match condition:
        case ClauseIs(codes):
            for code in codes:
                _need(code in _CODES, code)
        case TypeIs(codes):
            for code in codes:
                _need(code in agreement_types(), code)
        case LawIs(laws):
            for law in laws:
                _country(law.country)
        case PartyFrom(countries):
            for country in countries:
                _country(country)
        case DateIn(_, first, last):
            for day in _stated(first, last):
                _day(day)
        case PartyIs(asked):
            spans = [span for span in names.spans(folded(asked), asked) if span.kind == "party"]
            _need(len(spans) == 1 and len(spans[0].choices) == 1, asked)
            return replace(condition, names=spans[0].choices[0], others=spans[0].others[0])
        case ContractIs(references):
            _need(bool(references) and (_LAST not in references or bool(contracts)), condition.asked)
            found = [key for name in references for key in (contracts if name == _LAST else (name,))]
            return replace(condition, references=tuple(dict.fromkeys(found)))
        case ClauseSays(code):
            # Which words are looked for is told by the question's own, by the built-in engine.
            raise _NotKnown(f"words of {code}")
        case _:
            pass
    return condition


def _stated(*days: str | None) -> Iterator[str]:
    return (day for day in days if day is not None)


def _country(code: str) -> None:
    _need(len(code) == 2 and code.isupper() and country_name(code, "en") != code, code)


def _day(day: str) -> None:
    try:
        date.fromisoformat(day)
    except ValueError:
        raise _NotKnown(day) from None


def _need(known: bool, what: str) -> None:
    if not known:
        raise _NotKnown(what)
