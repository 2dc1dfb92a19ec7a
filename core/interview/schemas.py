"""The schemas of turns and entries, read from `configs/knowledge_llm`, every reference in its place."""

from __future__ import annotations

from functools import cache

from core.llm import Schema
from core.schema_file import read_schema
from core.settings import ROOT

FOLDER = ROOT / "configs" / "knowledge_llm"
_ENTRY = "knowledge_llm_entry.schema.json"


@cache
def entry_schema() -> Schema:
    """The schema of a whole entry.

    Raises:
        ConfigError: the file is wrong; says where.
    """
    return Schema("knowledge_entry", read_schema(FOLDER / _ENTRY, inlined=True))
