"""The measures of CUAD (Hendrycks et al. 2021) for ranked spans, and presence per contract.

A prediction matches a gold span when the sets of their words share half of their union; for Parties it is enough
that the prediction contains the gold words. Precision counts predictions that match nothing as false; recall counts
gold spans that some prediction matches.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

THRESHOLD = 0.5


def words(text: str) -> frozenset[str]:
    """The set of words as CUAD's evaluation takes them."""
    for mark in ".,;:":
        text = text.replace(mark, "")
    return frozenset(text.lower().replace("/", " ").split())


@dataclass(frozen=True)
class Words:
    """A text as it is compared: its set of words, and its words in order."""

    kinds: frozenset[str]
    flat: str

    @classmethod
    def of(cls, text: str) -> Words:
        """The words of a text."""
        return cls(words(text), " ".join(text.split()))


def same(prediction: Words, gold: Words, code: str) -> bool:
    """Whether predicted words count as the gold words of the category `code`."""
    if code == "parties" and gold.flat in prediction.flat:
        return True
    return alike(prediction, gold)


def alike(prediction: Words, gold: Words) -> bool:
    """Whether two texts share half of the union of their words."""
    common = len(prediction.kinds & gold.kinds)
    return bool(gold.kinds) and common >= THRESHOLD * (len(prediction.kinds) + len(gold.kinds) - common)


def matches(prediction: str, gold: str, code: str) -> bool:
    """Whether a predicted text counts as a gold text of the category `code`."""
    return same(Words.of(prediction), Words.of(gold), code)


@dataclass
class Tally:
    """Confidences collected over contracts: of each gold span's best match, and of predictions that match none."""

    gold: list[float] = field(default_factory=list)
    wrong: list[float] = field(default_factory=list)

    def add(self, gold: list[str], predicted: list[tuple[str, float]], code: str) -> None:
        """Counts one contract's predictions for one category."""
        best = [0.0] * len(gold)
        for text, confidence in predicted:
            found = [i for i, want in enumerate(gold) if matches(text, want, code)]
            for i in found:
                best[i] = max(best[i], confidence)
            if not found:
                self.wrong.append(confidence)
        self.gold += best

    def extend(self, other: Tally) -> None:
        """Pools another tally into this one."""
        self.gold += other.gold
        self.wrong += other.wrong

    def curve(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Recall and best precision at that recall or higher, by falling confidence."""
        gold, wrong = np.sort(self.gold)[::-1], np.sort(self.wrong)[::-1]
        steps = np.unique(gold[gold > 0])[::-1]
        found = np.searchsorted(-gold, -steps, side="right")
        false = np.searchsorted(-wrong, -steps, side="right")
        precision = found / np.maximum(found + false, 1)
        return found / max(len(gold), 1), np.maximum.accumulate(precision[::-1])[::-1]

    def aupr(self) -> float:
        """Area under the precision-recall curve, 0–1."""
        recall, precision = self.curve()
        if not len(recall):
            return 0.0
        return float(np.trapezoid(np.r_[1.0, precision], np.r_[0.0, recall]))

    def precision_at(self, recall: float) -> float:
        """Best precision with at least this recall; 0 when it is not reached."""
        reached, precision = self.curve()
        return float(precision[reached >= recall].max(initial=0.0))


def f1(truth: NDArray[np.bool_], claimed: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Precision, recall and F1 of presence."""
    right = float((truth & claimed).sum())
    precision = right / max(float(claimed.sum()), 1.0)
    recall = right / max(float(truth.sum()), 1.0)
    return precision, recall, 2 * precision * recall / max(precision + recall, 1e-9)
