"""A turn answered by a model endpoint: asked, judged, asked again with its own words and what is wrong with them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import orjson

from core.errors import EndpointDown, ModelError, Refused
from core.guardrail import Policy, folded, load_policy
from core.interview.attempts import Attempt, Stopped, attempt
from core.interview.drafts import filled_up
from core.interview.turn_log import Completion, Exchange
from core.interview.versions import Version, versions
from core.knowledge import Draft, Entry
from core.llm import Endpoint, Message, Usage
from core.logs import log, new_reference
from core.prompting import load_prompt
from core.settings import Settings
from core.taxonomy import taxonomy
from core.wording import Language

PROMPT = "interview"
HISTORY = 24
"""Turns of the conversation that the model is shown; the draft holds what came before."""
EXAMPLES = 3
SHORT = "short_message"
_LONGEST_ANSWER = 8_000
_LANGUAGES: dict[Language, str] = {"ja": "Japanese", "en": "English"}
_log = log(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a turn is asked with.

    Attributes:
        message: what the user typed.
        draft: the entry as it stands.
        history: the turns before that are in the conversation.
        examples: approved entries that are near the case.
        language: of the answer.
    """

    message: str
    draft: Draft | None
    history: Sequence[Exchange]
    examples: Sequence[Entry]
    language: Language


def answer_by_endpoint(
    asked: Asked,
    endpoint: Endpoint,
    settings: Settings,
    *,
    on_text: Callable[[str], None] | None = None,
    stopped: Callable[[], bool] | None = None,
) -> Completion:
    """How the turn ended; never raises for what a model or its server does.

    Args:
        asked: what to ask with.
        endpoint: the chat endpoint.
        settings: how often to ask again, and what is a short message.
        on_text: is told the message as it grows; it begins anew with each attempt.
        stopped: whether a person stopped the answer.
    """
    begin = time.perf_counter()
    version, policy, prompt = versions().current, load_policy("turn"), load_prompt(PROMPT)
    opening = _messages(asked)
    attempts: list[Attempt] = []
    steps: list[str] = []
    warnings: list[str] = []
    outcome, chosen, asked_again, short_again = "ok", None, 0, False
    messages: tuple[Message, ...] = opening
    while chosen is None:
        try:
            one = attempt(
                endpoint,
                messages,
                version,
                policy,
                words=_words(version, policy),
                prompt_version=prompt.label,
                on_text=on_text,
                stopped=stopped,
            )
        except Stopped:
            outcome = "stopped"
            break
        except ModelError as error:
            outcome = _outcome(error)
            attempts.append(_none(error, endpoint, begin))
            break
        attempts.append(one)
        steps += one.steps
        if one.value is None:
            assert one.error is not None
            final = one.fault == "content_filter" or one.error.facts.get("reason") in ("connection", "too_long")
            if final or asked_again == settings.llm_reasks:
                outcome = _outcome(one.error)
                break
            asked_again += 1
            _log.warning("interview.reask", fault=one.fault, violations=len(one.errors))
            messages = (*opening, *_reask(one))
            continue
        if _is_short(one, settings) and SHORT not in warnings:
            warnings.append(SHORT)
            _log.warning("interview.short_message", length=len(str(one.value["assistant_message"]).strip()))
            if settings.interview_regenerate_short and not short_again:
                short_again = True
                steps.append("again:short_message")
                continue
        chosen = one
    if chosen is None and short_again:
        # The longer answer did not come: the short one was valid.
        chosen, outcome = next(one for one in attempts if one.value is not None), "ok"
    body = None if chosen is None else chosen.value
    said = None if body is None else versions().read(body)
    reference = None if chosen is not None else new_reference()
    if chosen is None:
        # The words of the attempts are kept with the turn, where they belong to a session: an answer may quote a case.
        _log.error(
            "interview.no_answer",
            reference=reference,
            outcome=outcome,
            request_ids=[one.request_id for one in attempts],
            faults=[one.fault for one in attempts],
        )
    return Completion(
        outcome=outcome,
        body=body,
        draft=None if said is None else filled_up(said.draft, asked.draft),
        steps=steps,
        attempts=[one.to_json() for one in attempts],
        warnings=warnings,
        reference=reference,
        schema_version=version.number,
        model=attempts[-1].model if attempts else endpoint.model,
        prompt_version=prompt.label,
        usage=sum((one.usage for one in attempts), Usage()),
        latency_ms=(time.perf_counter() - begin) * 1000,
    )


def _messages(asked: Asked) -> tuple[Message, ...]:
    prompt = load_prompt(PROMPT)
    last = asked.history[-1].said if asked.history else None
    state = {"phase": "collect_case", "missing_info": []}
    if last is not None:
        state = {"phase": last.phase, "missing_info": list(last.missing_info)}
    system, user = prompt.render(
        message=asked.message,
        state=orjson.dumps(state).decode(),
        draft=_json(asked.draft),
        language=_LANGUAGES[asked.language],
        version=versions().current.number,
        schema=orjson.dumps(versions().current.schema.body).decode(),
        clauses=taxonomy().clauses,
        examples=[_json(entry.content) for entry in asked.examples[:EXAMPLES]],
    )
    history: list[Message] = []
    for one in asked.history:
        history += [Message("user", one.message), Message("assistant", one.said.message)]
    return (system, *history, user)


def _json(draft: Draft | None) -> str:
    return "null" if draft is None else orjson.dumps(draft.model_dump(mode="json")).decode()


def _reask(one: Attempt) -> tuple[Message, ...]:
    fault = one.fault if one.fault in ("parse_error", "schema_error", "truncated", "refusal") else "parse_error"
    details = [f"{error.path or '/'}: {error.message_en}" for error in one.errors[:20]] or ["/: no JSON object"]
    question = load_prompt("reask").render(error=fault, details=details)
    return (Message("assistant", one.raw[:_LONGEST_ANSWER]), *question) if one.raw.strip() else question


def _is_short(one: Attempt, settings: Settings) -> bool:
    assert one.value is not None
    return len("".join(str(one.value["assistant_message"]).split())) < settings.interview_short_characters


def _outcome(error: ModelError) -> str:
    """The outcome that stands for an error: its code, finer where a person would act differently."""
    if isinstance(error, Refused) and error.facts.get("reason") == "content_filter":
        return "content_filter"
    if isinstance(error, EndpointDown) and error.facts.get("reason") == "connection":
        return "connection"
    return error.code


def _none(error: ModelError, endpoint: Endpoint, begin: float) -> Attempt:
    """The attempt that got no answer at all."""
    return Attempt(
        raw="",
        value=None,
        fault=None,
        steps=(),
        errors=(),
        usage=Usage(),
        latency_ms=(time.perf_counter() - begin) * 1000,
        guard_ms=0.0,
        model=endpoint.model,
        request_id=None,
        ended_early=_outcome(error),
        error=error,
    )


@cache
def _words_by(number: str) -> dict[str, tuple[str, ...]]:
    body = cast(Mapping[str, Any], versions().known[number].schema.body)["properties"]
    return {
        "/control/mode": tuple(body["control"]["properties"]["mode"]["enum"]),
        "/state/phase": tuple(body["state"]["properties"]["phase"]["enum"]),
    }


def _words(version: Version, policy: Policy) -> dict[str, frozenset[str]]:
    """Words that may stand for mode and phase, those that the repair can translate included."""
    return {
        place: frozenset(folded(word) for one in values for word in (one, *policy.words.get(place, {}).get(one, ())))
        for place, values in _words_by(version.number).items()
    }
