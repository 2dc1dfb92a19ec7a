"""Simulated knob spaces and judges: what the methods are measured on, and what a forecast before a run is made of.

A world has an additive utility with a few pairwise interactions. Its judge sees two arms on one example and gives a
margin: the difference of utilities times the example's discrimination, plus the example's own preferences among the
values of the knobs, plus logistic noise. With a small probability it prefers what is shown first, whatever it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from core.optimizer.space import Arm, Space

Floats = NDArray[np.float64]

LOGISTIC_SD: Final = float(np.pi / np.sqrt(3.0))
"""Standard deviation of the logistic law of scale 1."""

WITHIN: Final = 0.02
"""An arm whose utility lacks at most this much of the best one's is as good as the best."""


@dataclass(frozen=True, slots=True)
class WorldOptions:
    """What a family of worlds is like; the defaults are those of the bar.

    Attributes:
        sd: standard deviation of utility over the arms.
        pair_share: share of its variance in pairwise interactions.
        pairs: how many pairs of knobs interact.
        triple_share: share in one interaction of three knobs.
        arm_share: share that is independent from arm to arm.
        kappa: steepness of the judge; the logistic noise has scale 1 / kappa.
        tie: smaller margins are ties.
        first: probability that the judge prefers what is shown first.
        discrimination: standard deviation of an example's factor on the difference of utilities; its mean is 1.
        preference: standard deviation of an example's own preference for each value of each knob.
        cyclic: share of examples that judge by rock, paper, scissors along the first knob, by 0.06.
        examples: size of the data set; None: each duel has an example of its own.
        repeated: share of the noise's variance that belongs to an arm on an example and comes again with the two.
    """

    sd: float = 0.08
    pair_share: float = 0.2
    pairs: int = 3
    triple_share: float = 0.0
    arm_share: float = 0.0
    kappa: float = 10.0
    tie: float = 0.05
    first: float = 0.1
    discrimination: float = 0.5
    preference: float = 0.035
    cyclic: float = 0.0
    examples: int | None = None
    repeated: float = 0.0


@dataclass(frozen=True, slots=True)
class SimulatedVerdict:
    """What a simulated judge says: the verdict for the first arm, and what a method may observe."""

    outcome: float
    margin: float
    example: int
    a_first: bool

    @property
    def info(self) -> dict[str, object]:
        """As `Method.observe` takes it."""
        return {"margin": self.margin, "example": self.example, "a_shown_first": self.a_first}


@dataclass(slots=True)
class World:
    """One seeded utility over a space, and its judge."""

    space: Space
    seed: int
    options: WorldOptions = field(default_factory=WorldOptions)
    utility: Floats = field(init=False)
    _rng: np.random.Generator = field(init=False)
    _calls: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng((self.seed, 1))
        self.utility = _utility(self.space, self.options, np.random.default_rng((self.seed, 0)))

    def regret(self, arm: Arm) -> float:
        """How much utility the arm lacks of the best one's."""
        return float(self.utility.max() - self.utility[arm])

    def judge(self, a: Arm, b: Arm) -> SimulatedVerdict:
        """One judge call about two arms on one example, in random order."""
        options, rng = self.options, self._rng
        self._calls += 1
        fixed = options.examples is not None
        example = int(rng.integers(options.examples)) if options.examples is not None else self._calls
        a_first = bool(rng.random() < 0.5)
        character = np.random.default_rng((self.seed, 2, example)) if fixed else rng
        scale = np.sqrt(np.log1p(options.discrimination**2))
        factor = float(np.exp(scale * character.standard_normal() - scale**2 / 2.0))
        cyclic = bool(character.random() < options.cyclic)
        liking = 0.0
        for card, left, right in zip(self.space.cards, a, b, strict=True):
            likes = character.standard_normal(card)
            liking += options.preference * float(likes[left] - likes[right])
        delta = float(self.utility[a] - self.utility[b])
        if cyclic:
            delta += 0.06 * float(np.sign((a[0] - b[0] + 1) % 3 - 1)) if self.space.cards[0] > 2 else 0.0
        noise = self._noise(a, b, example)
        if rng.random() < options.first:
            margin = abs(noise) if a_first else -abs(noise)
        else:
            margin = factor * delta + liking + noise
        outcome = 0.5 if abs(margin) < options.tie else float(margin > 0)
        return SimulatedVerdict(outcome, margin, example, a_first)

    def _noise(self, a: Arm, b: Arm, example: int) -> float:
        """Logistic noise; where a share belongs to the arms on the example, that share comes again with them."""
        fresh = float(self._rng.logistic(scale=1.0 / self.options.kappa))
        share = self.options.repeated
        if share == 0.0:
            return fresh
        sd = LOGISTIC_SD / self.options.kappa * float(np.sqrt(share / 2.0))
        left, right = (np.random.default_rng((self.seed, 3, example, *arm)).standard_normal() for arm in (a, b))
        return float(sd * (left - right) + np.sqrt(1.0 - share) * fresh)


def _utility(space: Space, options: WorldOptions, rng: np.random.Generator) -> Floats:
    """Utility of every arm, in the shape of `space.cards`."""
    knobs = range(len(space.cards))
    pairs = list(combinations(knobs, 2))
    chosen = [pairs[place] for place in rng.permutation(len(pairs))[: options.pairs]]
    parts = [
        (1.0 - options.pair_share - options.triple_share - options.arm_share, [(knob,) for knob in knobs]),
        (options.pair_share, chosen),
        (options.triple_share, [tuple(sorted(rng.permutation(len(space.cards))[:3]))] if len(space.cards) > 2 else []),
        (options.arm_share, [tuple(knobs)]),
    ]
    total = np.zeros(space.cards)
    for share, groups in parts:
        part = np.zeros(space.cards)
        for group in groups:
            part += _effect(space, tuple(int(knob) for knob in group), rng)
        if share > 0.0 and part.std() > 0.0:
            total += np.sqrt(share) * part / part.std()
    return np.asarray(options.sd * total / total.std())


def _effect(space: Space, knobs: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """A random effect of some knobs together, without what fewer of them explain; broadcasts over the space."""
    table = rng.standard_normal([card if knob in knobs else 1 for knob, card in enumerate(space.cards)])
    if len(knobs) < len(space.cards):
        for knob in knobs:
            table = table - table.mean(axis=knob, keepdims=True)
    return table
