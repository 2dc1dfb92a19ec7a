"""The labelled statements over cited words, and what the product says of each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from core.qa.support import Cited, judge

PARTS = ("first", "second", "third", "apart", "real-a", "real-a2", "real-b")
"""Judged for the first time in this order; `real-` parts cite words of real contracts. All were tuned on after that."""
DATA = Path(__file__).resolve().parents[1] / "data" / "claims"


def entries() -> list[dict[str, Any]]:
    """All entries of the labelled set, each with its language."""
    found: list[dict[str, Any]] = []
    for name in ("english", "japanese", "contracts_a", "contracts_a2", "contracts_b"):
        path = DATA / f"{name}.yaml"
        if path.exists():
            read = yaml.safe_load(path.read_text(encoding="utf-8"))
            found += [{"language": name} | entry for entry in read]
    return found


def judged(entry: dict[str, Any]) -> list[tuple[bool, str, bool, str]]:
    """For each statement of an entry its label, its text, whether it passes as carried, and the reason where not."""
    cited = Cited(
        words=entry["words"],
        number=entry["number"],
        title=entry["title"],
        parties=tuple(entry["parties"]),
        beside=tuple(entry["beside"]),
    )
    found: list[tuple[bool, str, bool, str]] = []
    for label in (True, False):
        for text in entry["true" if label else "false"]:
            verdict = judge(text, [cited])
            found.append((label, text, verdict.carried, verdict.reason or ""))
    return found
