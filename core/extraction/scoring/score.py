"""The score of an output: 0 no JSON, 20 JSON that breaks the schema, 70 to 100 valid, by the share of right fields.

The output is taken as it came; what the guardrail could repair is scored beside it. A case whose text lacks required
fields is mirrored: the output is right when it leads to the error that names them. It is then worth 70 to 100 by the
share of right fields, and a valid object, whose missing fields can only be invented, is worth 20.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from core.extraction.engines.output_read import OutputRead
from core.extraction.files import ExtractionTask, FieldGuide, LabelledCase
from core.extraction.scoring.modes import FailureInstance, failures_of
from core.extraction.scoring.support import Support, normal, support_of
from core.guardrail import VALIDATION_FAILED

Band = Literal["right", "mostly_right", "partly_right", "breaks_schema", "no_json"]
BANDS: tuple[Band, ...] = ("right", "mostly_right", "partly_right", "breaks_schema", "no_json")
NO_JSON, BREAKS_SCHEMA, VALID, FIELDS = 0.0, 20.0, 70.0, 30.0
_MOSTLY = 85.0


@dataclass(frozen=True, slots=True)
class FieldScore:
    """One field: what was expected, what came, and whether the text supports it."""

    name: str
    expected: object
    got: object
    right: bool
    support: Support
    missing: bool = False


@dataclass(frozen=True, slots=True)
class OutputScore:
    """What an output is worth.

    Attributes:
        total: 0, 20 or 70 to 100.
        repaired: the same for the object after repairs of form; equal to `total` where none was needed.
        band: the rubric's band of `total`.
        valid: whether the caller receives an object.
        as_labelled: whether the case ended as its label says, in an object or in the error that names what is missing.
        fields: each field of the schema once.
        violations: what breaks the schema, as path, English and Japanese.
        failures: what went wrong, by name.
    """

    total: float
    repaired: float
    band: Band
    valid: bool
    as_labelled: bool
    fields: tuple[FieldScore, ...]
    violations: tuple[tuple[str, str, str], ...]
    failures: tuple[FailureInstance, ...]

    @property
    def mismatches(self) -> tuple[FieldScore, ...]:
        """The fields that are not right."""
        return tuple(field for field in self.fields if not field.right)

    @property
    def error(self) -> dict[str, Any] | None:
        """The error that the caller receives; None where it receives the object."""
        details = [{"path": path, "message": english} for path, english, _ in self.violations]
        return None if self.valid else {"error": VALIDATION_FAILED, "details": details}

    def as_json(self) -> dict[str, Any]:
        """The score as it is stored and written."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> OutputScore:
        """The score as it was stored."""
        return cls(
            **{
                **stored,
                "fields": tuple(FieldScore(**field) for field in stored["fields"]),
                "violations": tuple((path, english, japanese) for path, english, japanese in stored["violations"]),
                "failures": tuple(FailureInstance(**failure) for failure in stored["failures"]),
            }
        )


def score_output(
    read: OutputRead, raw: str, case: LabelledCase, task: ExtractionTask, *, fault: str | None = None
) -> OutputScore:
    """The score of an output against a case.

    Args:
        read: what `read_output` made of it.
        raw: the output as it came.
        case: what is right.
        task: schema and guide.
        fault: why there is no whole output, where there is none.
    """
    fields = _fields(read.value, case, task)
    share = sum(field.right for field in fields) / len(fields)
    came = _fields(read.came, case, task) if isinstance(read.came, dict) else ()
    total = NO_JSON
    if read.json and fault is None:
        total = _total(read.came_violations, sum(field.right for field in came) / max(len(came), 1), case)
    repaired = total if read.value is None or fault is not None else _total(read.violations, share, case)
    return OutputScore(
        total=total,
        repaired=repaired,
        band=band_of(total),
        valid=read.valid and fault is None,
        as_labelled=fault is None and read.value is not None and _named(read.violations) == _lacking(case),
        fields=fields,
        violations=tuple((violation.path, violation.message_en, violation.message_ja) for violation in read.violations),
        failures=failures_of(read, raw, fields, task, fault=fault),
    )


def band_of(total: float) -> Band:
    """The rubric's band of a total."""
    if total >= VALID:
        return "right" if total >= 100.0 else "mostly_right" if total >= _MOSTLY else "partly_right"
    return "breaks_schema" if total >= BREAKS_SCHEMA else "no_json"


def _total(violations: Any, share: float, case: LabelledCase) -> float:
    if _named(violations) != _lacking(case):
        return BREAKS_SCHEMA
    return round(VALID + FIELDS * share, 2)


def _lacking(case: LabelledCase) -> frozenset[str]:
    return frozenset(f"/{name.replace('~', '~0').replace('/', '~1')}" for name in case.missing)


def _named(violations: Any) -> frozenset[str]:
    """Paths of what is missing; with anything else that is wrong among them."""
    return frozenset(
        violation.path if violation.message_en.endswith("is a required property") else f"!{violation.path}"
        for violation in violations
    )


def _fields(value: object, case: LabelledCase, task: ExtractionTask) -> tuple[FieldScore, ...]:
    """The fields of the schema and whatever else came, each once."""
    given = value if isinstance(value, dict) else {}
    properties: Mapping[str, Any] = task.checked.body["properties"]
    names = dict.fromkeys((*properties, *given))
    found = []
    for name in names:
        guide = task.guide.fields.get(name, FieldGuide())
        missing = name in case.missing
        got, expected = given.get(name), case.expected.get(name)
        rule = properties.get(name, {})
        right = value is not None and name in properties and _right(got, expected, name, guide, case)
        support = support_of(got, case.text, guide, rule if isinstance(rule, dict) else {}, missing=missing)
        found.append(FieldScore(name, expected, got, right, support, missing))
    return tuple(found)


def _right(got: object, expected: object, name: str, guide: FieldGuide, case: LabelledCase) -> bool:
    """Whether a value is the expected one; null and left out are the same."""
    if got is None or expected is None:
        return got is None and expected is None
    if guide.compare == "points" and isinstance(got, str):
        points = case.points.get(name, ())
        seen = normal(got)
        if not points:
            return normal(str(expected)) == seen
        return all(any(normal(word) in seen for word in point.split("|")) for point in points)
    if isinstance(got, str) and isinstance(expected, str):
        return normal(got) == normal(expected) if guide.support == "quoted" else got == expected
    return type(got) is type(expected) and got == expected
