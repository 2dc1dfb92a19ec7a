"""The stored models of questions: the chain of tags, the clause types of everyday words, values of parts, kinds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.encoder import Adapter, read_adapter, stored_adapter
from core.errors import ConfigError
from core.questions.learned.adapted_vectors import AdaptedHead
from core.questions.learned.clause_words import ClauseWordsModel
from core.questions.learned.word_tags import TAGS, AdaptedTags, TagModel
from core.trained import read_arrays

PATH = Path(__file__).resolve().parents[3] / "data" / "models" / "questions.npz"

_LINEAR = ("clauses", "values", "kinds")
LEAST = 3
"""Weights of less than so many 127ths of the greatest are not kept."""


@dataclass(frozen=True)
class QuestionModel:
    """What was learned of questions."""

    tags: TagModel
    clauses: ClauseWordsModel
    values: ClauseWordsModel
    kinds: ClauseWordsModel

    def by_signs(self) -> QuestionModel:
        """The same without the adapted encoder's vectors."""
        return QuestionModel(
            replace(self.tags, adapted=None),
            replace(self.clauses, adapted=None),
            replace(self.values, adapted=None),
            replace(self.kinds, adapted=None),
        )


@cache
def stored() -> QuestionModel:
    """The model that ships.

    Raises:
        ConfigError: the file is missing, damaged or made for other tags.
    """
    return read(PATH)


def read(path: Path) -> QuestionModel:
    """A stored model."""
    arrays = read_arrays(path)
    try:
        if tuple(arrays["tags"].tolist()) != TAGS:
            raise ConfigError(f"{path.name}: made for other tags; run make train", file=path.name)
        scales = arrays["scales"]
        adapter = read_adapter(arrays) if "adapted_layers" in arrays else None
        tags = TagModel(
            arrays["signs"].astype(np.float32) * scales[0],
            arrays["steps"].astype(np.float32),
            arrays["begin"].astype(np.float32),
            _tags(arrays, adapter),
        )
        clauses, values, kinds = (
            ClauseWordsModel(
                arrays[f"{name}_words"].astype(np.float32) * scales[place],
                arrays[f"{name}_bias"],
                tuple(arrays[f"{name}_codes"].tolist()),
                _meaning(arrays, name),
                _head(arrays, name, adapter) if adapter else None,
            )
            for place, name in enumerate(_LINEAR, 1)
        )
    except KeyError as error:
        raise ConfigError(f"{path.name}: {error} is missing; run make train", file=path.name) from error
    return QuestionModel(tags, clauses, values, kinds)


def _meaning(arrays: Mapping[str, Any], name: str) -> NDArray[np.float32] | None:
    if f"{name}_meaning" not in arrays:
        return None
    return np.asarray(arrays[f"{name}_meaning"].astype(np.float32) * arrays[f"{name}_meaning_scale"], np.float32)


def _tags(arrays: Mapping[str, Any], adapter: Adapter | None) -> AdaptedTags | None:
    if adapter is None:
        return None
    return AdaptedTags(_head(arrays, "tags", adapter), arrays["adapted_steps"], arrays["adapted_begin"])


def _head(arrays: Mapping[str, Any], name: str, adapter: Adapter) -> AdaptedHead:
    weights = arrays[f"adapted_{name}"].astype(np.float32) * arrays[f"adapted_{name}_scale"]
    return AdaptedHead(adapter, np.asarray(weights, np.float32), arrays[f"adapted_{name}_bias"])


def write(model: QuestionModel, path: Path = PATH) -> None:
    """Write a model, its weights in 8 bits."""
    signs, scale = _eighths(model.tags.weights)
    scales = [scale]
    arrays: dict[str, Any] = {}
    for name, linear in zip(_LINEAR, (model.clauses, model.values, model.kinds), strict=True):
        arrays[f"{name}_words"], scale = _eighths(linear.weights)
        if linear.meaning is not None:
            arrays[f"{name}_meaning"], arrays[f"{name}_meaning_scale"] = _eighths(linear.meaning)
        arrays[f"{name}_bias"], arrays[f"{name}_codes"] = linear.bias, np.array(linear.codes)
        scales.append(scale)
    if model.tags.adapted is not None:
        arrays |= _adapted(model, model.tags.adapted)
    np.savez_compressed(
        path,
        tags=np.array(TAGS),
        signs=signs,
        steps=model.tags.steps,
        begin=model.tags.begin,
        scales=np.array(scales, np.float32),
        **arrays,
    )


def _adapted(model: QuestionModel, tags: AdaptedTags) -> dict[str, Any]:
    """What the adapted encoder learned: the changes once, and what its vectors speak for."""
    arrays: dict[str, Any] = dict(stored_adapter(tags.head.adapter))
    linears = zip(_LINEAR, (model.clauses.adapted, model.values.adapted, model.kinds.adapted), strict=True)
    for name, head in (("tags", tags.head), *linears):
        if head is not None:
            arrays[f"adapted_{name}"], arrays[f"adapted_{name}_scale"] = _eighths(head.weights, least=0)
            arrays[f"adapted_{name}_bias"] = head.bias
    return arrays | {"adapted_steps": tags.steps, "adapted_begin": tags.begin}


def _eighths(weights: NDArray[np.float32], least: int = LEAST) -> tuple[NDArray[np.int8], float]:
    scale = float(np.abs(weights).max()) / 127
    eighths = np.round(weights / scale).astype(np.int8)
    return np.where(np.abs(eighths) < least, np.int8(0), eighths), scale
