"""A turn answered by a model endpoint: asked, judged, asked again with its own words and what is wrong with them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import orjson

from core.errors import EndpointDown, ModelError, Refused
from core.guardrail import Attempt, ModelQuestion, Policy, SchemaFollower, attempts, folded, load_policy
from core.interview.attempts import Stopped, TurnFollower, judged_turn, stored_attempt
from core.interview.drafts import filled_up
from core.interview.turn_log import Completion, Exchange
from core.interview.versions import TurnVersion, versions
from core.knowledge import Entry, EntryDraft
from core.llm import Endpoint, Message, Usage
from core.logs import log, new_reference
from core.prompting import Prompt, load_prompt
from core.settings import Settings
from core.taxonomy import shipped_taxonomy
from core.wording import Language, languages

PROMPT = "interview"
HISTORY = 24
"""Turns of the conversation that the model is shown; the draft holds what came before."""
EXAMPLES = 3
SHORT = "short_message"
_log = log(__name__)


@dataclass(frozen=True, slots=True)
class TurnRequest:
    """What a turn is asked with.

    Attributes:
        message: what the user typed.
        draft: the entry as it stands.
        history: the turns before that are in the conversation.
        examples: approved entries that are near the case.
        language: of the answer.
        prompt: the one in use; None for the one that ships.
    """

    message: str
    draft: EntryDraft | None
    history: Sequence[Exchange]
    examples: Sequence[Entry]
    language: Language
    prompt: Prompt | None = None


def answer_by_endpoint(
    request: TurnRequest,
    endpoint: Endpoint,
    settings: Settings,
    *,
    on_text: Callable[[str], None] | None = None,
    on_field: Callable[[str], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Completion:
    """How the turn ended; never raises for what a model or its server does.

    Args:
        request: what to ask with.
        endpoint: the chat endpoint.
        settings: how often to ask again, and what is a short message.
        on_text: is told the message as it grows; it begins anew with each attempt.
        on_field: is told the JSON Pointer of the value that is being written, whenever it changes.
        stopped: whether a person stopped the answer.
    """
    begin = time.perf_counter()
    version, policy, prompt = versions().current, load_policy("turn"), request.prompt or load_prompt(PROMPT)
    words = _words(version, policy)
    question = ModelQuestion(
        endpoint,
        version.schema,
        lambda answer: judged_turn(answer, version, policy),
        follower=lambda: TurnFollower(
            words, on_text, stopped, SchemaFollower(version.schema, mends=True, on_field=on_field)
        ),
        prompt_version=prompt.label,
    )
    made: list[Attempt] = []
    warnings: list[str] = []
    outcome = "ok"
    try:
        _ask(question, _messages(request), settings, made, warnings)
    except Stopped:
        outcome = "stopped"
    except ModelError as error:
        outcome = _outcome(error)
        latency_ms = (time.perf_counter() - begin) * 1000
        made.append(Attempt("", None, None, (), latency_ms=latency_ms, ended_early=outcome, error=error))
    # Where a longer answer was asked for and did not come, the short one was valid.
    chosen = next((attempt for attempt in reversed(made) if attempt.value is not None), None)
    if chosen is not None:
        outcome = "ok"
    elif outcome == "ok":
        assert made[-1].error is not None
        outcome = _outcome(made[-1].error)
    steps: list[str] = []
    for attempt in made:
        steps += attempt.steps
        if attempt.value is not None and attempt is not chosen:
            steps.append(f"again:{SHORT}")
    body = None if chosen is None else chosen.value
    content = None if body is None else versions().read(body)
    reference = None if chosen is not None else new_reference()
    if chosen is None:
        # The words of the attempts are kept with the turn, where they belong to a session: an answer may quote a case.
        _log.error(
            "interview.no_answer",
            reference=reference,
            outcome=outcome,
            request_ids=[attempt.request_id for attempt in made],
            faults=[attempt.fault for attempt in made],
        )
    return Completion(
        outcome=outcome,
        body=body,
        draft=None if content is None else filled_up(content.draft, request.draft),
        steps=steps,
        attempts=[stored_attempt(attempt, endpoint.model) for attempt in made],
        warnings=warnings,
        reference=reference,
        schema_version=version.number,
        model=_model(made, endpoint),
        prompt_version=prompt.label,
        usage=sum((attempt.usage for attempt in made), Usage()),
        latency_ms=(time.perf_counter() - begin) * 1000,
    )


def _ask(
    question: ModelQuestion, messages: tuple[Message, ...], settings: Settings, made: list[Attempt], warnings: list[str]
) -> None:
    """Ask until a turn is valid; once more where its message is too short and the setting says so."""
    made.extend(attempts(question, messages, reasks=settings.llm_reasks))  # what came before an error stays in it
    value = made[-1].value
    if value is None or not _is_short(value, settings):
        return
    warnings.append(SHORT)
    _log.warning("interview.short_message", length=len(str(value["assistant_message"]).strip()))
    if settings.interview_regenerate_short:
        made.extend(attempts(question, messages, reasks=settings.llm_reasks - len(made) + 1))


def _model(made: Sequence[Attempt], endpoint: Endpoint) -> str:
    last = made[-1].answer if made else None
    return endpoint.model if last is None else last.model


def _messages(request: TurnRequest) -> tuple[Message, ...]:
    prompt = request.prompt or load_prompt(PROMPT)
    last = request.history[-1].content if request.history else None
    state = {"phase": "collect_case", "missing_info": []}
    if last is not None:
        state = {"phase": last.phase, "missing_info": list(last.missing_info)}
    system, user = prompt.render(
        message=request.message,
        state=orjson.dumps(state).decode(),
        draft=_json(request.draft),
        language=languages()[request.language].english,
        version=versions().current.number,
        schema=orjson.dumps(versions().current.schema.body).decode(),
        clauses=shipped_taxonomy().clauses,
        examples=[_json(entry.content) for entry in request.examples[:EXAMPLES]],
    )
    history: list[Message] = []
    for exchange in request.history:
        history += [Message("user", exchange.message), Message("assistant", exchange.content.message)]
    return (system, *history, user)


def _json(draft: EntryDraft | None) -> str:
    return "null" if draft is None else orjson.dumps(draft.model_dump(mode="json")).decode()


def _is_short(value: Mapping[str, object], settings: Settings) -> bool:
    return len("".join(str(value["assistant_message"]).split())) < settings.interview_short_characters


def _outcome(error: ModelError) -> str:
    """The outcome that stands for an error: its code, finer where a person would act differently."""
    if isinstance(error, Refused) and error.facts.get("reason") == "content_filter":
        return "content_filter"
    if isinstance(error, EndpointDown) and error.facts.get("reason") == "connection":
        return "connection"
    return error.code


@cache
def _words_by(number: str) -> dict[str, tuple[str, ...]]:
    body = cast(Mapping[str, Any], versions().known[number].schema.body)["properties"]
    return {
        "/control/mode": tuple(body["control"]["properties"]["mode"]["enum"]),
        "/state/phase": tuple(body["state"]["properties"]["phase"]["enum"]),
    }


def _words(version: TurnVersion, policy: Policy) -> dict[str, frozenset[str]]:
    """Words that may stand for mode and phase, those that the repair can translate included."""
    return {
        place: frozenset(
            folded(word) for value in values for word in (value, *policy.words.get(place, {}).get(value, ()))
        )
        for place, values in _words_by(version.number).items()
    }
