"""Byte automata: the table of lexical states and continuations, and the kernel that walks a token trie over it."""

from core.structured.automata.table import Cont, Lexeme, State, Table

__all__ = ["Cont", "Lexeme", "State", "Table"]
