"""Asking until an answer is valid: the one loop of all model answers that have a form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.guardrail.attempt import Attempt, ModelQuestion, attempt
from core.guardrail.violation import Violation
from core.llm import Message
from core.logs import log
from core.prompting import load_prompt

_MOST_DETAILS = 20
_LONGEST_ANSWER = 8_000
_TOLD = frozenset({"parse_error", "schema_error", "truncated", "refusal"})
_LOG = log(__name__)


def attempts(
    question: ModelQuestion, messages: Sequence[Message], *, reasks: int, reask_truncated: bool = True
) -> Iterator[Attempt]:
    """Each attempt as it ends, until one is valid or there is no use in another.

    What is asked again shows the model its own words and everything that is wrong with them.

    Args:
        question: what is asked of whom, and who judges.
        messages: the conversation, which says in words what form is asked for.
        reasks: how often to ask again.
        reask_truncated: whether a cut answer is asked again as well; False where the caller asks for less instead.

    Raises:
        ModelError: there was no answer at all. Nothing is asked again then.
    """
    conversation = tuple(messages)
    for left in range(reasks, -1, -1):
        ended = attempt(question, conversation)
        yield ended
        if ended.value is not None:
            return
        if ended.answer is not None:
            question.endpoint.forget(ended.answer)
        if not left or ended.final or (ended.fault == "truncated" and not reask_truncated):
            return
        _LOG.warning("guardrail.reask", fault=ended.fault, violations=len(ended.errors), schema=question.schema.name)
        conversation = (*messages, *_reask(ended))


def _reask(ended: Attempt) -> tuple[Message, ...]:
    fault = ended.fault if ended.fault in _TOLD else "parse_error"
    details = [_detail(error) for error in ended.errors[:_MOST_DETAILS]] or ["/: no JSON object"]
    question = load_prompt("reask").render(error=fault, details=details)
    return (Message("assistant", ended.raw[:_LONGEST_ANSWER]), *question) if ended.raw.strip() else question


def _detail(error: Violation) -> str:
    return f"{error.path or '/'}: {error.message('en')}"
