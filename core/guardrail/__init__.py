"""The guardrail: strict parse, full validation, repairs of form only, and asking again."""

from core.guardrail.checked import Checked, checked_answer
from core.guardrail.parse import NotStrict, parsed
from core.guardrail.violation import Violation, violations

__all__ = ["Checked", "NotStrict", "Violation", "checked_answer", "parsed", "violations"]
