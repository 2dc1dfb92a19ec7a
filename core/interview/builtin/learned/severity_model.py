"""How grave words say that a case is which name no level: "painful, and a first for us".

Trained by `scripts/train_interviewer.py` on answers whose level was told by reading and on those that name it. It is
right too seldom to write a level down: what it says is proposed.
"""

from __future__ import annotations

from core.interview.builtin.learned import sentence_model, softmax_model
from core.interview.builtin.learned.softmax_model import SoftmaxModel
from core.knowledge import Severity

PATH = sentence_model.PATH.with_name("interview_severity.npz")
LEVELS = ("high", "medium", "low", "none")
"""What words may say; the last of them nothing."""
_LEVELS: tuple[Severity, ...] = ("high", "medium", "low")
_SURE = 0.6


def likely_severity(words: str, model: SoftmaxModel | None = None) -> Severity | None:
    """The severity that words likely mean, None where that is unsure.

    Args:
        words: of an answer that speaks of the severity.
        model: None for the one that ships.

    Raises:
        ConfigError: the model's file is missing or wrong.
    """
    likely = (model or softmax_model.stored(PATH, LEVELS)).likelihoods(words)
    return next((level for level in _LEVELS if likely[level] >= _SURE), None)
