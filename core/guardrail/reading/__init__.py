"""Reading what a model wrote in the place of strict JSON: its form is changed, its content never.

Every liberty that is taken is recorded; what could be read in two ways is refused.
"""

from core.guardrail.reading.candidates import CandidateReadings, find
from core.guardrail.reading.lenient import BareWord, LenientReading, NoNumber
from core.guardrail.reading.yaml_form import read_yaml

__all__ = ["BareWord", "CandidateReadings", "LenientReading", "NoNumber", "find", "read_yaml"]
