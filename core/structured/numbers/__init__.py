"""Numbers of JSON under bounds, multiples and exclusions, as automata over their decimal spelling."""

from core.structured.numbers.automaton import NumberAutomaton, number_automaton
from core.structured.numbers.constraint import Number
from core.structured.numbers.lexeme import NumberLexeme
from core.structured.numbers.number_words import NumberWords

__all__ = ["Number", "NumberAutomaton", "NumberLexeme", "NumberWords", "number_automaton"]
