"""Grammars in Lark's notation: read, made into productions and terminals, followed byte by byte."""

from core.structured.grammar.build import (
    compile_grammar,
    compile_regex,
    grammar_flaws,
    shipped_grammar,
    shipped_grammars,
)
from core.structured.grammar.flaws import Flaw, FlawKind

__all__ = [
    "Flaw",
    "FlawKind",
    "compile_grammar",
    "compile_regex",
    "grammar_flaws",
    "shipped_grammar",
    "shipped_grammars",
]
