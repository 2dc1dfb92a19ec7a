"""What the lab can be given: forms (JSON Schema, pattern, grammar) with examples, and the models that write in them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Literal

import orjson
import streamlit as st
import yaml
from pydantic import BaseModel, ConfigDict

from core.local_model import LocalModel, bundled, bundled_model, runner_installed, untrained_model
from core.settings import ROOT
from core.structured import (
    Budget,
    Compiled,
    InvalidSchema,
    Masks,
    Whitespace,
    compile_grammar,
    compile_json_schema,
    compile_regex,
    masks_of,
    shipped_grammar,
    shipped_grammars,
)

FormKind = Literal["schema", "pattern", "grammar"]
KINDS: tuple[FormKind, ...] = ("schema", "pattern", "grammar")
ModelName = Literal["untrained", "bundled"]

_EXAMPLES = ROOT / "configs" / "decoding_lab.yaml"


class _Examples(BaseModel):
    """Sources by name: schemas as text or as a file of ours, and patterns."""

    model_config = ConfigDict(extra="forbid")
    schemas: dict[str, str]
    schema_files: dict[str, Path]
    patterns: dict[str, str]


@cache
def _examples() -> _Examples:
    return _Examples.model_validate(yaml.safe_load(_EXAMPLES.read_text("utf-8")))


def examples(kind: FormKind) -> dict[str, str]:
    """Sources to begin with, by name."""
    if kind == "pattern":
        return _examples().patterns
    if kind == "grammar":
        return {name: shipped_grammar(name) for name in shipped_grammars()}
    files = _examples().schema_files
    return _examples().schemas | {name: (ROOT / path).read_text("utf-8") for name, path in files.items()}


def models() -> tuple[ModelName, ...]:
    """The models that are here."""
    return ("untrained", "bundled") if bundled_model() is not None and runner_installed() else ("untrained",)


@st.cache_resource(show_spinner=False)
def model(name: ModelName) -> LocalModel:
    """A model; the trained one takes some seconds to load and half a gigabyte of memory."""
    return bundled() if name == "bundled" else untrained_model()


def masks(kind: FormKind, source: str, name: ModelName) -> Masks:
    """Masks of a form over a model's vocabulary, remembered for the session's last few forms.

    Raises:
        StructuredError: the form cannot be compiled; says why and where.
    """
    key = hashlib.sha256(f"{kind}\0{name}\0{source}".encode()).hexdigest()
    known: dict[str, Masks] = st.session_state.setdefault("decoding_lab_masks", {})
    if key not in known:
        if len(known) >= 4:
            known.clear()
        known[key] = masks_of(_compiled(kind, source), model(name).tokens.vocabulary)
    return known[key]


def _compiled(kind: FormKind, source: str) -> Compiled:
    budget = Budget()
    if kind == "pattern":
        return compile_regex(source.strip(), budget=budget)
    if kind == "grammar":
        return compile_grammar(source, budget=budget)
    try:
        schema = orjson.loads(source)
    except orjson.JSONDecodeError as error:
        raise InvalidSchema(f"this is no JSON: {error}") from None
    return compile_json_schema(schema, whitespace=Whitespace(1, -1), budget=budget)
