"""The learned judge: how likely it is that a statement's source carries it, by trees over `carried_features`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ConfigError
from core.qa.support.learned.carried_features import Features, features
from core.settings import ROOT
from core.trained import Trees, read_arrays

PATH = ROOT / "data" / "models" / "claims.npz"
LANGUAGES = ("english", "japanese")
_TREES = ("feature", "threshold", "left", "value", "roots", "columns")


@dataclass(frozen=True, eq=False)
class CarriedModel:
    """The judge of one language.

    `names` are the features in order; statements below `least` are marked though no rule speaks against them.
    """

    names: tuple[str, ...]
    rarity: dict[str, float]
    trees: Trees
    least: float

    def score(self, text: str, source: str, faults: Sequence[str], *, japanese: bool, beside: str = "") -> float:
        """Log-odds that a statement is carried; arguments as those of `features`."""
        seen = features(text, source, faults, self.rarity, japanese=japanese, beside=beside)
        return float(self.trees.raw(row(seen, self.names))[0])


def row(seen: Features, names: Sequence[str]) -> NDArray[np.float32]:
    """One row of features behind the column that the trees keep for a category, of which there is one."""
    return np.array([[0.0, *(seen.get(name, 0.0) for name in names)]], np.float32)


@cache
def carried_model(*, japanese: bool) -> CarriedModel:
    """The shipped judge of a language.

    Raises:
        ConfigError: the model's file is missing or damaged.
    """
    return read_models(PATH)[LANGUAGES[japanese]]


def read_models(path: Path) -> dict[str, CarriedModel]:
    """The judges of a file by language.

    Raises:
        ConfigError: the file is missing or damaged.
    """
    arrays = read_arrays(path)
    try:
        return {language: _read(arrays, language) for language in LANGUAGES}
    except (KeyError, ValueError) as error:
        raise ConfigError(f"The model {path.name} cannot be read: {error}", file=path.name) from error


def save_models(models: dict[str, CarriedModel], path: Path) -> None:
    """Writes judges as `read_models` reads them."""
    arrays: dict[str, NDArray[Any]] = {}
    for language, model in models.items():
        arrays |= {f"{language}_{name}": getattr(model.trees, name) for name in _TREES}
        arrays[f"{language}_value"] = model.trees.value.astype(np.float32)
        arrays[f"{language}_depth"] = np.array(model.trees.depth)
        arrays[f"{language}_names"] = _packed(model.names)
        arrays[f"{language}_words"] = _packed(model.rarity)
        arrays[f"{language}_rarity"] = np.array(list(model.rarity.values()), np.float16)
        arrays[f"{language}_least"] = np.array(model.least)
    with path.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)


def _packed(words: Sequence[str] | dict[str, float]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(words).encode(), np.uint8)


def _unpacked(array: NDArray[Any]) -> tuple[str, ...]:
    return tuple(array.tobytes().decode().split("\n"))


def _read(arrays: dict[str, NDArray[Any]], language: str) -> CarriedModel:
    own = {name: arrays[f"{language}_{name}"] for name in (*_TREES, "depth", "names", "words", "rarity", "least")}
    return CarriedModel(
        names=_unpacked(own["names"]),
        rarity=dict(zip(_unpacked(own["words"]), own["rarity"].astype(float).tolist(), strict=True)),
        trees=Trees(
            own["feature"],
            own["threshold"],
            own["left"],
            own["value"].astype(np.float64),
            own["roots"],
            own["columns"],
            int(own["depth"]),
        ),
        least=float(own["least"]),
    )
