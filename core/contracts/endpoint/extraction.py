"""Extraction by a model endpoint: every page is read, every quote is looked for, and a fault leaves nothing behind."""

from __future__ import annotations

from collections.abc import Iterator

from core.contracts.endpoint.answer import ContractAnswer
from core.contracts.endpoint.merge import merged
from core.contracts.endpoint.text_windows import Window, halves, windows
from core.documents import Document
from core.errors import EndpointRejected, ModelError, Truncated
from core.guardrail import checked_answer
from core.llm import Endpoint
from core.logs import log
from core.prompting import Prompt, load_prompt
from core.record import Extraction
from core.settings import Settings
from core.taxonomy import shipped_taxonomy

_TOO_LONG = frozenset({"context_length_exceeded", "string_above_max_length"})
_LOG = log(__name__)


def extract_by_endpoint(
    document: Document,
    endpoint: Endpoint,
    settings: Settings,
    *,
    prompt: Prompt | None = None,
    window_size: int | None = None,
) -> Extraction:
    """What a model finds in a document, with evidence for each fact and excerpt; engine is the model's name.

    Long contracts go in overlapping windows; a window whose answer does not fit is cut in two.

    Args:
        document: the contract as read.
        endpoint: the model.
        settings: how often to ask again.
        prompt: what the model is asked with; the prompt that ships by default.
        window_size: characters of a window; None takes what suits the language.

    Raises:
        ModelError: one window has no usable answer; then there is no extraction at all.
    """
    prompt = prompt or load_prompt("extraction")
    answered = [
        pair
        for window in windows(document, window_size)
        for pair in _answers(document, window, endpoint, prompt, settings)
    ]
    _LOG.info("extraction.endpoint", sha256=document.sha256, model=endpoint.model, windows=len(answered))
    return merged(document, answered, endpoint.model)


def _answers(
    document: Document, window: Window, endpoint: Endpoint, prompt: Prompt, settings: Settings
) -> Iterator[tuple[Window, ContractAnswer]]:
    try:
        yield window, _answer(document, window, endpoint, prompt, settings)
    except (Truncated, EndpointRejected) as error:
        parts = halves(document, window) if _too_long(error) else None
        if parts is None:
            raise
        for part in parts:
            yield from _answers(document, part, endpoint, prompt, settings)


def _too_long(error: ModelError) -> bool:
    reason = error.facts.get("reason")
    return reason == "length" if isinstance(error, Truncated) else reason in _TOO_LONG


def _answer(
    document: Document, window: Window, endpoint: Endpoint, prompt: Prompt, settings: Settings
) -> ContractAnswer:
    assert prompt.schema is not None
    messages = prompt.render(
        facts=shipped_taxonomy().facts,
        clauses=shipped_taxonomy().clauses,
        contract=document.text[window.start : window.end].replace("\f", "\n\n"),
    )
    checked = checked_answer(
        endpoint,
        messages,
        prompt.schema,
        reasks=settings.llm_reasks,
        reask_truncated=False,
        temperature=0.0,
        prompt_version=prompt.label,
    )
    return ContractAnswer.model_validate(checked.value)
