"""The labelled contracts: a folder with `contracts/*.txt` and `spans.json`, as CUAD's training split is laid out."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from core.taxonomy import taxonomy

FOLDS = 5
SEED = 20261121
MISSING = (
    "No labelled contracts in {folder}: contracts/*.txt and spans.json are needed "
    "(CUAD v1, CC BY 4.0, https://www.atticusprojectai.org/cuad)."
)


TYPICAL = Path(__file__).with_name("typical_clauses.yaml")


@dataclass(frozen=True)
class Labelled:
    """One contract with its gold spans, by taxonomy code."""

    name: str
    text: str
    gold: dict[str, list[tuple[int, int]]]


def codes() -> tuple[str, ...]:
    """CUAD's 41 categories in taxonomy order: the order of all label columns."""
    return tuple(category.code for category in taxonomy().cuad)


def load(folder: Path) -> list[Labelled]:
    """The labelled contracts of a folder, by name.

    Raises:
        SystemExit: the data are not there; says which and where they are published.
    """
    labels = folder / "spans.json"
    if not labels.is_file():
        raise SystemExit(MISSING.format(folder=folder))
    spans = json.loads(labels.read_text(encoding="utf-8"))
    by_cuad = {category.cuad: category.code for category in taxonomy().cuad}
    contracts = []
    for name in sorted(spans):
        # bytes, not text mode: offsets count every character, carriage returns too
        text = (folder / "contracts" / f"{name}.txt").read_bytes().decode("utf-8")
        gold = {by_cuad[key]: [(int(a), int(b)) for a, b in value] for key, value in spans[name].items()}
        contracts.append(Labelled(name, text, gold))
    return contracts


def typical() -> list[Labelled]:
    """Clauses written for this project, each as a contract of one sentence."""
    book: dict[str, list[str]] = yaml.safe_load(TYPICAL.read_text(encoding="utf-8"))
    return [Labelled("typical", text, {code: [(0, len(text))]}) for code, texts in book.items() for text in texts]


def folds(count: int) -> NDArray[np.int64]:
    """The fold of each contract, balanced and fixed by the seed."""
    order = np.random.default_rng(SEED).permutation(count)
    fold = np.empty(count, np.int64)
    fold[order] = np.arange(count) % FOLDS
    return fold
