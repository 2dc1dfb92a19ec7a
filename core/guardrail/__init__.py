"""The guardrail for model answers: strict parsing, full validation, repairs of form only, and re-asking the model."""

from typing import TYPE_CHECKING

from core.guardrail.attempt import Attempt, Ended, Follower, Judgement, ModelQuestion
from core.guardrail.checked import ValidAnswer, checked_answer, judged_by_schema
from core.guardrail.fast import parsed_fast
from core.guardrail.form import read_object
from core.guardrail.guarding import guard
from core.guardrail.outcome import Outcome
from core.guardrail.parse import NotStrict, parsed
from core.guardrail.policy import Policy, folded, load_policy, read_policy
from core.guardrail.reask import attempts
from core.guardrail.schema_follower import SchemaFollower, prepare_to_follow, schema_follower
from core.guardrail.unreadable import Fault
from core.guardrail.violation import VALIDATION_FAILED, Violation, violations
from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.guardrail.validator_words import error_object, named_violations

__all__ = [
    "VALIDATION_FAILED",
    "Attempt",
    "Ended",
    "Fault",
    "Follower",
    "Judgement",
    "ModelQuestion",
    "NotStrict",
    "Outcome",
    "Policy",
    "SchemaFollower",
    "ValidAnswer",
    "Violation",
    "attempts",
    "checked_answer",
    "error_object",
    "folded",
    "guard",
    "judged_by_schema",
    "load_policy",
    "named_violations",
    "parsed",
    "parsed_fast",
    "prepare_to_follow",
    "read_object",
    "read_policy",
    "schema_follower",
    "violations",
]

__getattr__ = lazy_names(__name__, validator_words=("error_object", "named_violations"))
