"""Grammars in Lark's notation: read, made into productions and terminals, followed byte by byte."""

from core.structured.grammar.build import compile_grammar, compile_regex, shipped_grammar, shipped_grammars

__all__ = ["compile_grammar", "compile_regex", "shipped_grammar", "shipped_grammars"]
