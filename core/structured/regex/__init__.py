"""Regular expressions (ECMA-262 as JSON Schema uses it) as automata over UTF-8 bytes."""

from core.structured.regex.automaton import RegexAutomaton
from core.structured.regex.compile import automata_of, check_pattern
from core.structured.regex.joint import JointAutomaton, Tests, joined

__all__ = ["JointAutomaton", "RegexAutomaton", "Tests", "automata_of", "check_pattern", "joined"]
