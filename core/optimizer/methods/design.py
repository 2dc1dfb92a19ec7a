"""Which duel to hold: the pair that teaches most about how the contenders compare with the leader."""

from __future__ import annotations

from typing import Final

import numpy as np

from core.optimizer.methods.beliefs import Beliefs, Singles
from core.optimizer.methods.likelihood import DISCRIMINATION, PREFERENCE, JudgeBelief

CONTENDERS: Final = 60
"""Contenders that a duel is chosen for; the others lead too few draws to matter."""
SETTLE: Final = 0.5
"""Power of the variance that divides a contender's weight: at 0 the wide open ones decide, at 1 all count alike."""
SMALLEST: Final = np.float32(1e-9)
"""Variances below are rounding errors."""
RANDOM_STARTS: Final = 2
"""Arms drawn evenly from which the search for the pair begins, beside the leader and the first contender."""
TURNS: Final = 6
"""Times that one arm of the pair is chosen anew given the other; it nearly always stands still after three."""


def choose_pair(beliefs: Beliefs, judge: JudgeBelief, rng: np.random.Generator) -> tuple[int, int]:
    """Places of the two arms whose duel most reduces how unsure the contenders are of their place among each other.

    The measure is the variance of (contender - average of leader and contenders), summed over the contenders. A
    contender counts as often as it leads a joint draw, divided by that standard deviation, so that what is nearly
    settled is settled before what is wide open. Neither arm of the duel need be a contender: arms that differ in many
    knobs teach about all of these at once. The criterion is that of transductive design (Yu, Bi and Tresp 2006; "XY
    allocation" of Soare, Lazaric and Munos 2014), with the judge's noise in the denominator. The search chooses the
    best partner among all candidates, for each of a few arms in turn.

    Args:
        beliefs: what is believed of the candidates.
        judge: its noise.
        rng: where the search begins.
    """
    rows = beliefs.candidates.singles
    covariance = beliefs.covariance.astype(np.float32)
    variances = beliefs.variances.astype(np.float32)
    means = beliefs.means.astype(np.float32)
    shared = _questions(beliefs, covariance)
    squares = np.einsum("ij,ij->j", shared, shared)
    first = np.array([beliefs.leader(), squares.argmax(), *rng.integers(len(rows), size=RANDOM_STARTS)])
    chosen, most = (0, 1), -1.0
    lines = np.arange(len(first))
    for _ in range(TURNS):
        gain = squares + squares[first][:, None] - 2.0 * (shared[:, first].T @ shared)
        unsure = variances + variances[first][:, None] - 2.0 * ((rows[first] @ covariance) @ rows.T)
        noise = np.float32(judge.sigma**2) * (1.0 + np.float32(PREFERENCE) * beliefs.candidates.differing(first))
        noise += np.float32(DISCRIMINATION) * ((means - means[first][:, None]) ** 2 + unsure)
        gain /= np.maximum(unsure, 0.0) + noise
        gain[lines, first] = -1.0
        second = gain.argmax(axis=1)
        values = gain[lines, second]
        line = int(values.argmax())
        if values[line] <= most * (1.0 + 1e-6):
            break
        most, chosen = float(values[line]), (int(first[line]), int(second[line]))
        first = second
    return chosen


def _questions(beliefs: Beliefs, covariance: Singles) -> Singles:
    """Weighted covariance of each contender's gap to their average with the utility of every candidate."""
    rows = beliefs.candidates.singles
    contenders, counts = beliefs.contenders(CONTENDERS)
    weights = counts.astype(np.float32)
    gaps = rows[contenders] - (weights / weights.sum()) @ rows[contenders]
    toward = gaps @ covariance
    variances = np.maximum((toward * gaps).sum(axis=1), SMALLEST)
    toward *= (np.sqrt(weights) / variances ** np.float32(SETTLE / 2.0))[:, None]
    return np.asarray(toward @ rows.T)
