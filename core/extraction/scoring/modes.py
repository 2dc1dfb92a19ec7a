"""Failure modes by name: what went wrong with an output, field by field where it is about one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from core.extraction.engines.output_read import OutputRead
from core.extraction.files import ExtractionTask
from core.guardrail import NotStrict, parsed

if TYPE_CHECKING:
    from core.extraction.scoring.score import FieldScore

FailureMode = Literal[
    "hallucination",
    "malformed",
    "off_topic",
    "prohibited",
    "broken_rule",
    "left_out",
    "wrong_value",
    "refused",
    "cut_off",
]
MODES: tuple[FailureMode, ...] = (
    "hallucination",
    "malformed",
    "off_topic",
    "prohibited",
    "broken_rule",
    "left_out",
    "wrong_value",
    "refused",
    "cut_off",
)
_UNLISTED = ("Additional properties are not allowed", "Unevaluated properties are not allowed")


@dataclass(frozen=True, slots=True)
class FailureInstance:
    """One thing that went wrong. `place` is the field or the path that it is about, `detail` what stands there."""

    mode: FailureMode
    place: str = ""
    detail: str = ""


def failures_of(
    read: OutputRead, raw: str, fields: Sequence[FieldScore], task: ExtractionTask, *, fault: str | None
) -> tuple[FailureInstance, ...]:
    """Everything that went wrong with an output.

    A value without support in the text is a hallucination; one that the text supports but that is not right is a wrong
    value; one that is not there though the text gives it was left out.
    """
    return tuple(dict.fromkeys((*_of_text(read, raw, fault), *_of_rules(read), *_of_fields(read, fields, task))))


def _of_text(read: OutputRead, raw: str, fault: str | None) -> Iterator[FailureInstance]:
    if fault in ("refusal", "content_filter"):
        yield FailureInstance("refused", detail=raw[:200])
        return
    if fault == "truncated":
        yield FailureInstance("cut_off", detail=raw[-200:])
        return
    if read.json:
        if not isinstance(read.came, dict):
            yield FailureInstance("malformed", detail=raw[:200])
        return
    inside, around = _object_in(raw)
    if around and (read.value is not None or _is_json(inside)):
        yield FailureInstance("off_topic", detail=around[:200])
    if not _is_json(inside):
        yield FailureInstance("malformed", detail=raw[:200])


def _object_in(raw: str) -> tuple[str, str]:
    """What stands from the first brace to the last, and what stands around it."""
    start, end = raw.find("{"), raw.rfind("}") + 1
    if start < 0 or end <= start:
        return "", raw.strip()
    return raw[start:end], " … ".join(part for part in (raw[:start].strip(), raw[end:].strip()) if part)


def _is_json(text: str) -> bool:
    try:
        return isinstance(parsed(text), dict)
    except NotStrict:
        return False


def _of_rules(read: OutputRead) -> Iterator[FailureInstance]:
    if read.value is None:
        return
    for violation in (*read.came_violations, *read.violations):
        if violation.message_en.startswith(_UNLISTED):
            yield FailureInstance("prohibited", violation.path, violation.path.rpartition("/")[2])
        elif not violation.message_en.endswith("is a required property"):
            yield FailureInstance("broken_rule", violation.path, violation.message_en)


def _of_fields(read: OutputRead, fields: Sequence[FieldScore], task: ExtractionTask) -> Iterator[FailureInstance]:
    if read.value is None:
        return
    known = task.checked.body["properties"]
    for field in fields:
        if field.got is not None and field.support == "none":
            yield FailureInstance("hallucination", field.name, _words(field.got))
        elif field.name not in known or field.right:
            continue
        elif field.got is None:
            yield FailureInstance("left_out", field.name, _words(field.expected))
        else:
            yield FailureInstance("wrong_value", field.name, _words(field.got))


def _words(value: object) -> str:
    return str(value)[:200]
