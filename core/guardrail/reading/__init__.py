"""Reading what a model wrote in the place of strict JSON: its form is changed, its content never.

Every liberty that is taken is recorded; what could be read in two ways is refused.
"""

from core.guardrail.reading.candidates import Found, find
from core.guardrail.reading.lenient import BareWord, NoNumber, Reading
from core.guardrail.reading.yaml_form import read_yaml

__all__ = ["BareWord", "Found", "NoNumber", "Reading", "find", "read_yaml"]
