"""What a sentence wants that tells nothing of the case: to finish, to skip, to take back, to ask, or nothing at all.

Trained by `scripts/train_interviewer.py` on talk that was told apart by reading and on sentences of told cases, so that
a sentence which tells something is not taken for a command.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from core.interview.builtin.learned import sentence_model, softmax_model
from core.interview.builtin.learned.softmax_model import SoftmaxModel

PATH = sentence_model.PATH.with_name("interview_talk.npz")
WANTS = ("finish", "pause", "skip", "undo", "view", "question", "courtesy", "tells")
"""What a sentence may want; one that tells something of the case wants nothing."""
Act = Literal["finish", "pause", "skip", "undo", "view"]
"""What a sentence may want the interviewer to do."""
_LONGEST = 120
_SURE: dict[Act, float] = {"finish": 0.7, "pause": 0.6, "skip": 0.7, "undo": 0.8, "view": 0.6}


def likely_wants(sentence: str, model: SoftmaxModel | None = None) -> Mapping[str, float]:
    """How likely a sentence wants each of `WANTS`, from 0 to 1.

    Args:
        sentence: as typed.
        model: None for the one that ships.

    Raises:
        ConfigError: the model's file is missing or wrong.
    """
    return (model or softmax_model.stored(PATH, WANTS)).likelihoods(sentence)


def wanted(sentence: str, model: SoftmaxModel | None = None) -> Act | None:
    """What a sentence wants the interviewer to do; None where it wants nothing, or that is not sure.

    Args:
        sentence: as typed.
        model: None for the one that ships.
    """
    if len(sentence) > _LONGEST:
        return None
    likely = likely_wants(sentence, model)
    return next((act for act, least in _SURE.items() if likely[act] >= least), None)
