"""What a run may be expected to find, before any money is spent: the method on simulated tasks of the same shape."""

from __future__ import annotations

from dataclasses import dataclass

from core.optimizer.methods import MethodName, MethodOptions, create
from core.optimizer.one_thread import one_thread
from core.optimizer.simulation import WITHIN, World, WorldOptions
from core.optimizer.space import Space

MOST_ARMS = 5_000
"""Beyond so many combinations a simulation takes too long to wait for."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """Share of simulated tasks in which the recommended arm was within 0.02 of the best after `steps` matches."""

    steps: int
    worlds: int
    close: float


@one_thread()
def forecast(
    method: MethodName, space: Space, steps: int, *, examples: int, worlds: int = 24, seed: int = 0
) -> Forecast | None:
    """The forecast of a run; None for a space that is too large to simulate.

    Args:
        method: who chooses the duels.
        space: the arms.
        steps: matches.
        examples: size of the data set; matches beyond it repeat examples.
        worlds: simulated tasks.
        seed: decides them.
    """
    if space.size > MOST_ARMS:
        return None
    close = 0
    for number in range(worlds):
        world = World(space, seed * 10_007 + number, WorldOptions(examples=examples))
        playing = create(method, space, seed=number, options=MethodOptions(budget=steps))
        for _ in range(steps):
            a, b = playing.propose_pair()
            verdict = world.judge(a, b)
            playing.observe(verdict.info)
            playing.update(a, b, verdict.outcome)
        close += world.regret(playing.best()) <= WITHIN
    return Forecast(steps, worlds, close / worlds)
