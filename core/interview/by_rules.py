"""A turn answered by the built-in interviewer, through the same guard as any other answer."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import orjson

from core.guardrail import guard, load_policy
from core.interview.builtin import InterviewMemory, reply, wording
from core.interview.turn_log import Completion
from core.interview.versions import versions
from core.knowledge import EntryDraft
from core.wording import Language

BUILTIN = "builtin"
FALLBACK = "fallback"
"""A warning of a turn: the model failed twice, and the built-in interviewer filed the words."""


def answer_by_rules(
    message: str,
    draft: EntryDraft | None,
    last: Sequence[Mapping[str, object]],
    *,
    language: Language,
    preface: str | None = None,
) -> Completion:
    """How the turn ended: always with an answer.

    Args:
        message: as typed.
        draft: the entry as it stands.
        last: the attempts of the turn before, which hold what the interviewer remembers.
        language: of the answer.
        preface: of the interviewer's sentences, the one that its message begins with.
    """
    begin = time.perf_counter()
    version = versions().current
    made = reply(message, draft, _memory(last), language)
    content = made.content
    if preface is not None:
        content = replace(content, message=f"{wording().says[preface].text(language)}\n\n{content.message}")
    raw = orjson.dumps(version.write(content)).decode()
    outcome = guard(raw, version.schema, load_policy("turn"))
    if not isinstance(outcome.value, dict):
        raise AssertionError(f"the built-in interviewer wrote no turn: {outcome.errors[:3]}")
    took = (time.perf_counter() - begin) * 1000
    attempt = {
        "raw": raw,
        "fault": None,
        "steps": list(outcome.steps),
        "errors": [],
        "input_tokens": 0,
        "output_tokens": 0,
        "cost": 0.0,
        "latency_ms": round(took, 2),
        "guard_ms": round(outcome.milliseconds, 3),
        "model": BUILTIN,
        "memory": made.memory.to_json(),
    }
    return Completion(
        outcome="ok",
        body=outcome.value,
        draft=made.content.draft if made.content.draft is not None or _emptied(made.memory) else draft,
        steps=outcome.steps,
        attempts=[attempt],
        schema_version=version.number,
        model=BUILTIN,
        latency_ms=took,
    )


def in_place_of(failed: Completion, filed: Completion) -> Completion:
    """The built-in interviewer's turn where a model gave none, with the attempts and the cost of both."""
    return replace(
        filed,
        attempts=[*failed.attempts, *filed.attempts],
        warnings=[*failed.warnings, FALLBACK],
        usage=failed.usage,
        latency_ms=failed.latency_ms + filed.latency_ms,
    )


def _emptied(memory: InterviewMemory) -> bool:
    """Whether nothing is remembered: the interview was begun again."""
    return memory.last is None


def _memory(last: Sequence[Mapping[str, object]]) -> InterviewMemory:
    """What the interviewer remembers of the last turn; nothing after one that a model answered."""
    kept = last[-1].get("memory") if last else None
    return InterviewMemory.from_json(kept) if isinstance(kept, dict) else InterviewMemory()
