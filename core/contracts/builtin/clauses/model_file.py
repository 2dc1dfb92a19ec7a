"""The clause model's file: everything that training learnt, as plain arrays."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.general import GeneralModel
from core.contracts.builtin.clauses.linear import LinearModel
from core.contracts.builtin.clauses.reader import ReaderModel
from core.contracts.builtin.clauses.subject import SubjectModel
from core.errors import ConfigError
from core.taxonomy import shipped_taxonomy
from core.trained import Trees, read_arrays

PATH = Path(__file__).resolve().parents[4] / "data" / "models" / "clauses.npz"
FORMAT = 6
TREES = ("sieve", "reranker", "others", "short", "novelty", "presence")
PARTS = ("linear", "subject", "reader", *TREES)


@dataclass(frozen=True, slots=True, eq=False)
class ClauseModel:
    """The trained stages and, per category, the chance of presence above which a clause is there.

    `sieve` are the first trees of a re-ranker, which judge all candidates, `reranker` the rest of them; `others` is
    the mean of further re-rankers, asked where the first one is in doubt. `presence` judges the contract as a whole;
    `finding` is the nearness above which a passage is a finding (`contract_presence`).
    `codes` names the labelled categories in the order of each machine's columns; those of the general types follow.
    Together they are what it was trained for, which may be fewer than the taxonomy's.
    """

    codes: tuple[str, ...]
    linear: LinearModel
    subject: SubjectModel
    reader: ReaderModel
    sieve: Trees
    reranker: Trees
    others: Trees
    short: Trees
    novelty: Trees
    presence: Trees
    thresholds: NDArray[np.float32]
    finding: float
    general: GeneralModel


def save_model(model: ClauseModel, path: Path) -> None:
    """Writes the model; keys as differences, which compress well."""
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "codes": np.array(model.codes),
        "thresholds": model.thresholds,
        "finding": np.array(model.finding),
        "general.codes": np.array(model.general.codes),
        "general.grounds": model.general.grounds,
    }
    for part in PARTS:
        stage = getattr(model, part)
        arrays |= {f"{part}.{field.name}": np.asarray(getattr(stage, field.name)) for field in fields(stage)}
    for part in ("linear", "reader"):
        arrays[f"{part}.keys"] = np.diff(arrays[f"{part}.keys"], prepend=np.uint32(0))
    np.savez_compressed(path, **arrays)


def load_model(path: Path) -> ClauseModel:
    """The model of a file.

    Raises:
        ConfigError: the file is missing, damaged, or knows categories that the taxonomy does not.
    """
    arrays = read_arrays(path)
    codes = tuple(str(code) for code in arrays["codes"])
    known = {category.code for category in shipped_taxonomy().categories}
    if int(arrays["format"]) != FORMAT or not known.issuperset((*codes, *arrays["general.codes"].tolist())):
        raise ConfigError(f"The clause model {path.name} was made for another taxonomy; train it again", file=path.name)
    arrays["linear.keys"] = np.cumsum(arrays["linear.keys"], dtype=np.uint32)
    linear = LinearModel(**_part(arrays, "linear"))
    general = GeneralModel(tuple(arrays["general.codes"].tolist()), arrays["general.grounds"])
    sieve, reranker, others, short, novelty, presence = (_trees(arrays, part) for part in TREES)
    subject = SubjectModel(**_part(arrays, "subject"))
    arrays["reader.keys"] = np.cumsum(arrays["reader.keys"], dtype=np.uint32)
    reader = ReaderModel(**_part(arrays, "reader"))
    thresholds, finding = arrays["thresholds"], float(arrays["finding"])
    trees = sieve, reranker, others, short, novelty, presence
    return ClauseModel(codes, linear, subject, reader, *trees, thresholds, finding, general)


def _part(arrays: dict[str, Any], name: str) -> dict[str, Any]:
    return {key.removeprefix(f"{name}."): value for key, value in arrays.items() if key.startswith(f"{name}.")}


def _trees(arrays: dict[str, Any], name: str) -> Trees:
    part = _part(arrays, name)
    # as numpy wants its positions: it would turn them into these at every step
    places = {key: part[key].astype(np.intp) for key in ("feature", "left", "roots")}
    return Trees(**{**part, **places, "depth": int(part["depth"])})


@cache
def clause_model() -> ClauseModel:
    """The shipped model, read once.

    Raises:
        ConfigError: as `load_model`.
    """
    return load_model(PATH)
