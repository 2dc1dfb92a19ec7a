"""How the state of evidence is marked beside words: one sign and one colour for each state."""

from collections.abc import Mapping
from typing import Literal

from core.evidence import State

STATE_MARKS: Mapping[State, str] = {
    "verified": "✓",
    "repaired": "≈",
    "text_layer": "◌",
    "option": "◇",
    "explanation": "◇",
    "unverified": "!",
}
STATE_COLOURS: Mapping[State, Literal["green", "orange", "red"]] = {
    "verified": "green",
    "repaired": "orange",
    "text_layer": "orange",
    "option": "orange",
    "explanation": "orange",
    "unverified": "red",
}
