"""A version of the built-in engine stands for its models: other models are another version."""

from __future__ import annotations

import hashlib

from core.contracts.extract import VERSION
from core.settings import ROOT

MODELS = (
    "clauses.npz",
    "fact_confidence.json",
    "japanese_clauses.npz",
    "japanese_rules.json",
    "miss_rates.json",
    "reworded.npz",
)
VERSION_OF = ("12", "ed08a54ade207ae1")


def test_other_models_are_another_version() -> None:
    digest = hashlib.sha256(b"".join((ROOT / "data" / "models" / name).read_bytes() for name in MODELS)).hexdigest()
    assert (VERSION, digest[:16]) == VERSION_OF, (
        "The models were trained again: raise VERSION in core/contracts/extract.py, so that people are told to have "
        "their contracts read again, and write the new pair here."
    )
