"""The guardrail: strict parse, full validation, repairs of form only, and asking again."""

from core.guardrail.checked import Checked, checked_answer
from core.guardrail.guarding import guard
from core.guardrail.outcome import Outcome
from core.guardrail.parse import NotStrict, parsed
from core.guardrail.policy import Policy, load_policy, read_policy
from core.guardrail.unreadable import Fault
from core.guardrail.violation import Violation, violations

__all__ = [
    "Checked",
    "Fault",
    "NotStrict",
    "Outcome",
    "Policy",
    "Violation",
    "checked_answer",
    "guard",
    "load_policy",
    "parsed",
    "read_policy",
    "violations",
]
