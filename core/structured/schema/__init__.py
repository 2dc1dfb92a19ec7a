"""JSON Schema (draft 4 to 2020-12) as a grammar: claims multiplied out into cases, all read in one pass."""

from core.structured.schema.compile import compile_json_schema
from core.structured.schema.lexemes import COMPACT, Whitespace

__all__ = ["COMPACT", "Whitespace", "compile_json_schema"]
