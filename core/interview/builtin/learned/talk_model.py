"""What a sentence wants that tells nothing of the case: to finish, to skip, to take back, to ask, or nothing at all.

Trained by `scripts/train_interviewer.py` on talk that was told apart by reading and on sentences of told cases, so that
a sentence which tells something is not taken for a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.errors import ConfigError
from core.interview.builtin.learned import sentence_letters, sentence_model
from core.trained import read_arrays

PATH = sentence_model.PATH.with_name("interview_talk.npz")
BUCKETS = 1 << 14
WANTS = ("finish", "pause", "skip", "undo", "view", "question", "courtesy", "tells")
"""What a sentence may want; one that tells something of the case wants nothing."""
Act = Literal["finish", "pause", "skip", "undo", "view"]
"""What a sentence may want the interviewer to do."""
_LONGEST = 120
_SURE: dict[Act, float] = {"finish": 0.7, "pause": 0.6, "skip": 0.7, "undo": 0.8, "view": 0.6}


@dataclass(frozen=True)
class TalkModel:
    """A trained softmax regression.

    Attributes:
        weights: of letters and words, BUCKETS × wants.
        bias: one a want.
    """

    weights: NDArray[np.float32]
    bias: NDArray[np.float32]


def features(sentence: str) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The buckets of a sentence's letters and words, with their values."""
    places, values = sentence_letters.features(sentence)
    return places % BUCKETS, values


def likely_wants(sentence: str, model: TalkModel | None = None) -> Mapping[str, float]:
    """How likely a sentence wants each of `WANTS`, from 0 to 1.

    Args:
        sentence: as typed.
        model: None for the one that ships.

    Raises:
        ConfigError: the model's file is missing or wrong.
    """
    model = model or _stored(PATH)
    places, values = features(sentence)
    scores = model.bias + values @ model.weights[places]
    chances = np.exp(scores - scores.max())
    return dict(zip(WANTS, (chances / chances.sum()).tolist(), strict=True))


def wanted(sentence: str, model: TalkModel | None = None) -> Act | None:
    """What a sentence wants the interviewer to do; None where it wants nothing, or that is not sure.

    Args:
        sentence: as typed.
        model: None for the one that ships.
    """
    if len(sentence) > _LONGEST:
        return None
    likely = likely_wants(sentence, model)
    return next((act for act, least in _SURE.items() if likely[act] >= least), None)


def write(model: TalkModel, path: Path = PATH) -> None:
    """Write a model, its weights in 8 bits."""
    scale = float(np.abs(model.weights).max()) / 127
    weights = np.round(model.weights / scale).astype(np.int8)
    np.savez_compressed(path, weights=weights, scale=np.float32(scale), bias=model.bias, wants=np.array(WANTS))


@cache
def _stored(path: Path) -> TalkModel:
    stored = read_arrays(path)
    try:
        if tuple(stored["wants"].tolist()) != WANTS:
            raise ConfigError(f"{path.name}: made for other wants; run make train", file=path.name)
        return TalkModel(stored["weights"].astype(np.float32) * stored["scale"], stored["bias"])
    except (ValueError, KeyError, IndexError) as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name) from error
