"""Whether a contract has a clause at all, by all that speaks for it and not by its best passage alone.

Several doubtful passages, what the whole contract is about, and how many clauses of all kinds it has say something
that the best passage does not. Trees weigh it. How near a passage must come to be a finding follows: nearer where
little else speaks for the clause.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.first_stage import FirstStage

BEST = 4
FAINT, CLEAR = 0.1, 0.3
OF_CONTRACT = 0.65  # what the trees count beside the best passage
SHIFT = 0.2  # how far a passage is moved by what the trees say beyond it, in log-odds
_LEAST = 1e-5
_READ_AT = np.float32(4)
_SCORED_AT, _STEEP = np.float32(-0.2), np.float32(3)


def presence_features(
    stage: FirstStage, category: NDArray[np.int64], confidence: NDArray[np.float64]
) -> NDArray[np.float32]:
    """One row a category (column 0: its number): its best candidates, the strongest scores, and the contract.

    Args:
        stage: what the first stage says of the contract's sentences, one or more.
        category: of each candidate.
        confidence: of each candidate, as it is ranked.
    """
    count = len(stage.subject)
    scores = stage.scores
    read = 1 / (1 + np.exp(_READ_AT - stage.read.mean(axis=1)))
    likely = 1 / (1 + np.exp(-_STEEP * (scores - _SCORED_AT)))
    of_candidates, clear = _of_candidates(category, confidence, count)
    columns = [
        np.arange(count),
        *of_candidates,
        *_strongest(scores, BEST),
        *(row for machine in (0, 1) for row in _strongest(stage.by_machine[:, machine], 2)),
        *(row for machine in (0, 1) for row in _strongest(stage.read[:, machine], 3)),
        read.sum(axis=0),
        likely.sum(axis=0),
        stage.subject,
        np.full(count, np.log1p(len(scores))),
        np.full(count, clear),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _of_candidates(
    category: NDArray[np.int64], confidence: NDArray[np.float64], count: int
) -> tuple[list[NDArray[np.float64]], int]:
    """Of each category its best candidates and what all say together; how many categories have a clear one."""
    rows = np.zeros((count, BEST + 4))
    clear = 0
    for column in range(count):
        ranked = np.sort(confidence[category == column])[::-1]
        none = float(np.prod(1 - ranked))
        best = np.r_[ranked, np.zeros(BEST)][:BEST]
        clear += int(best[0] > CLEAR)
        together = float(log_odds(np.array(1 - none)))
        rows[column] = [*log_odds(best), ranked.sum(), together, (ranked > FAINT).sum(), (ranked > CLEAR).sum()]
    return list(rows.T), clear


def _strongest(scores: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    """The highest scores of each category, shape (`count`, categories); the lowest again where there are fewer."""
    highest: NDArray[np.float32] = -np.sort(-scores, axis=0)[:count]
    missing = count - len(highest)
    return np.pad(highest, ((0, missing), (0, 0)), constant_values=highest.min()) if missing else highest


def log_odds(chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log-odds of probabilities, those at the ends kept finite."""
    inside = np.clip(chance, _LEAST, 1 - _LEAST)
    odds: NDArray[np.float64] = np.log(inside / (1 - inside))
    return odds


def presence_chance(odds: NDArray[np.float64], best: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely a contract has each clause.

    Args:
        odds: log-odds by the trees.
        best: confidence of the best candidate.
    """
    return _chance(OF_CONTRACT * odds + (1 - OF_CONTRACT) * log_odds(best))


def nearness(
    confidence: NDArray[np.float64], odds: NDArray[np.float64], best: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Confidences of candidates, moved by what the trees say of the contract beyond its best candidate."""
    return _chance(log_odds(confidence) + SHIFT * (odds - log_odds(best)))


def finding_limits(
    odds: NDArray[np.float64], best: NDArray[np.float64], thresholds: NDArray[np.float32], finding: float
) -> NDArray[np.float64]:
    """Above which confidence a candidate of this contract is a finding, by category.

    A contract that has a clause has one finding at least, its best candidate; one that has not has none.

    Args:
        odds: log-odds by the trees.
        best: confidence of the best candidate, 0 where there is none.
        thresholds: the chance of presence above which a category is there.
        finding: the nearness above which a candidate is a finding.
    """
    limit = _chance(log_odds(np.array(finding)) - SHIFT * (odds - log_odds(best)))
    present = (presence_chance(odds, best) > thresholds) & (best > 0)
    return np.where(present, np.minimum(limit, np.nextafter(best, 0)), np.maximum(limit, best))


def _chance(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-odds)))
