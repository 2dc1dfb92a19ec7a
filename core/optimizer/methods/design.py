"""Which duel to hold: the pair that teaches most about how the contenders compare with the leader."""

from __future__ import annotations

from typing import Final

import numpy as np

from core.optimizer.methods.beliefs import Beliefs
from core.optimizer.methods.likelihood import PREFERENCE, Judge

CONTENDERS: Final = 60
"""Contenders that a duel is chosen for; the others lead too few draws to matter."""
RANDOM_STARTS: Final = 3
"""Arms drawn evenly from which the search for the pair begins, beside the leader and the first contender."""
TURNS: Final = 6
"""Times that one arm of the pair is chosen anew given the other; it nearly always stands still after three."""


def choose_pair(beliefs: Beliefs, judge: Judge, rng: np.random.Generator) -> tuple[int, int]:
    """Places of the two arms whose duel most reduces the variance of (contender - leader), summed over the contenders.

    A contender counts as often as it leads a joint draw. Neither arm of the duel need be a contender: arms that differ
    in many knobs teach about all of these at once. The criterion is that of transductive design (Yu, Bi and Tresp
    2006; "XY allocation" of Soare, Lazaric and Munos 2014), with the judge's noise in the denominator. The search
    chooses the best partner among all candidates, for each of a few arms in turn.

    Args:
        beliefs: what is believed of the candidates.
        judge: its noise.
        rng: where the search begins.
    """
    rows = beliefs.candidates.singles
    covariance = beliefs.covariance.astype(np.float32)
    variances = beliefs.variances.astype(np.float32)
    leader = beliefs.leader()
    contenders, weights = beliefs.contenders(CONTENDERS)
    toward = (rows[contenders] - rows[leader]) @ covariance
    toward *= np.sqrt(weights).astype(np.float32)[:, None]
    shared = toward @ rows.T
    squares = np.einsum("ij,ij->j", shared, shared)
    first = np.array([leader, contenders[0], *rng.integers(len(rows), size=RANDOM_STARTS)])
    chosen, most = (leader, int(contenders[0])), -1.0
    lines = np.arange(len(first))
    for _ in range(TURNS):
        gain = squares + squares[first][:, None] - 2.0 * (shared[:, first].T @ shared)
        noise = np.float32(judge.sigma**2) * (1.0 + np.float32(PREFERENCE) * beliefs.candidates.differing(first))
        gain /= noise + variances + variances[first][:, None] - 2.0 * ((rows[first] @ covariance) @ rows.T)
        gain[lines, first] = -1.0
        second = gain.argmax(axis=1)
        values = gain[lines, second]
        line = int(values.argmax())
        if values[line] <= most * (1.0 + 1e-6):
            break
        most, chosen = float(values[line]), (int(first[line]), int(second[line]))
        first = second
    return chosen
