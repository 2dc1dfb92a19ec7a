"""What every duel method owes its caller, whatever it believes."""

from __future__ import annotations

import json

import pytest

from core.errors import BadArguments
from core.optimizer.methods import METHODS, MethodOptions, RecordedMethod, create, restore
from core.optimizer.simulation import World, WorldOptions
from core.optimizer.space import Space

SPACE = Space((3, 2, 4))
NAMED = pytest.mark.parametrize("name", METHODS)


def play(method: RecordedMethod, world: World, calls: int) -> None:
    for _ in range(calls):
        a, b = method.propose_pair()
        verdict = world.judge(a, b)
        method.observe(verdict.info)
        method.update(a, b, verdict.outcome)


@NAMED
def test_pairs_are_two_different_arms_of_the_space(name: str) -> None:
    method = create(name, SPACE, seed=1)
    world = World(SPACE, 1)
    for _ in range(60):
        a, b = method.propose_pair()
        assert (SPACE.contains(a), SPACE.contains(b), a != b) == (True, True, True)
        method.update(a, b, world.judge(a, b).outcome)
    assert SPACE.contains(method.best())
    assert 0.0 <= method.confidence() <= 1.0
    assert method.duels == 60


@NAMED
@pytest.mark.parametrize("options", [MethodOptions(), MethodOptions(population=6, eval_batch=3, mutate_every=4)])
@pytest.mark.parametrize("calls", [0, 7, 55])
def test_a_restored_method_continues_as_the_killed_one_would_have(
    name: str, options: MethodOptions, calls: int
) -> None:
    """Also with results outstanding, a duel discarded, and a value added."""
    method = create(name, SPACE, seed=3, options=options)
    world = World(SPACE, 5)
    play(method, world, calls)
    pairs = [method.propose_pair() for _ in range(5)]
    method.discard(*pairs.pop(2))
    method.update(*pairs.pop(1), 1.0)
    method.add_levels(1)
    snapshot = json.loads(json.dumps(method.snapshot()))
    other = restore(snapshot)
    assert other.snapshot() == snapshot
    trail = []
    for each in (method, other):
        steps = [each.best(), each.confidence()]
        for place in range(25):
            pair = each.propose_pair()
            each.observe({"margin": 0.02 * (place % 7 - 3), "example": place, "a_shown_first": place % 2 == 0})
            each.update(*pair, (place % 3) / 2.0)
            steps += [pair, each.best()]
        trail.append([*steps, each.confidence(), each.outstanding])
    assert trail[0] == trail[1]


@NAMED
def test_an_obvious_winner_is_recommended(name: str) -> None:
    """One knob of two values, one of which always wins."""
    method = create(name, Space((2,)), seed=2)
    for _ in range(30):
        a, b = method.propose_pair()
        method.update(a, b, float(a == (1,)))
    assert method.best() == (1,)
    assert method.confidence() > 0.9


@NAMED
def test_what_is_told_before_or_after_the_update_is_the_same(name: str) -> None:
    tellings = []
    for before in (True, False):
        method = create(name, SPACE, seed=4)
        world = World(SPACE, 9)
        for _ in range(40):
            a, b = method.propose_pair()
            verdict = world.judge(a, b)
            if before:
                method.observe(verdict.info)
            method.update(a, b, verdict.outcome)
            if not before:
                method.observe(verdict.info)
        tellings.append((method.best(), method.confidence(), method.snapshot()["record"]))
    assert tellings[0] == tellings[1]


@NAMED
def test_a_batch_may_come_back_in_any_order(name: str) -> None:
    method = create(name, SPACE, seed=5)
    pairs = [method.propose_pair() for _ in range(8)]
    for a, b in reversed(pairs):
        method.update(b, a, 0.5)
    assert method.outstanding == []
    assert method.duels == 8


@NAMED
def test_a_new_value_can_win(name: str) -> None:
    """After forty duels the first knob gets a value that beats everything."""
    method = create(name, Space((2, 2)), seed=6, options=MethodOptions(population=4))
    for place in range(160):
        if place == 40:
            method.add_levels(0)
        a, b = method.propose_pair()
        margin = 0.3 * (a[0] - b[0]) + 0.1 * (a[1] - b[1])
        method.observe({"margin": margin, "example": place, "a_shown_first": place % 3 == 0})
        method.update(a, b, 0.5 if margin == 0 else float(margin > 0))
    assert method.best()[0] == 2


@NAMED
@pytest.mark.parametrize(
    ("a", "b", "outcome", "says"),
    [
        ((0, 0, 0), (0, 0, 0), 1.0, "itself"),
        ((0, 0, 4), (0, 0, 0), 1.0, "no arm"),
        ((0, 0), (0, 0, 0), 1.0, "no arm"),
        ((0, 0, 1), (0, 0, 0), 0.7, "outcome"),
        ((0, 0, 1), (0, 0, 0), float("nan"), "outcome"),
    ],
)
def test_a_wrong_result_is_refused_and_changes_nothing(
    name: str, a: tuple[int, ...], b: tuple[int, ...], outcome: float, says: str
) -> None:
    method = create(name, SPACE, seed=1)
    before = method.snapshot()
    with pytest.raises(BadArguments, match=says):
        method.update(a, b, outcome)
    assert method.snapshot() == before


def test_a_margin_must_be_a_number() -> None:
    with pytest.raises(BadArguments, match="margin"):
        create(METHODS[0], SPACE, seed=1).observe({"margin": float("inf")})


@pytest.mark.parametrize("options", [{"population": 1}, {"mutate_every": 0}, {"tie_reward": 1.5}, {"eval_batch": 0}])
def test_options_out_of_range_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(BadArguments):
        MethodOptions(**options)


@pytest.mark.parametrize("cards", [(), (0, 2), (1, 1), (10,) * 9])
def test_spaces_without_a_choice_or_too_large_are_refused(cards: tuple[int, ...]) -> None:
    with pytest.raises(BadArguments):
        Space(cards)


def test_an_unknown_method_is_named() -> None:
    with pytest.raises(BadArguments, match="there is no method roulette"):
        create("roulette", SPACE, seed=1)


def test_majority_decides_a_match() -> None:
    """Three duels a match: two wins and a loss are one win."""
    method = create("thompson", Space((2,)), seed=1, options=MethodOptions(population=2, eval_batch=3))
    for outcome in (1.0, 0.0, 1.0):
        method.update((0,), (1,), outcome)
    method.best()
    assert {arm: (tally.matches, tally.worth) for arm, tally in method.tallies.items()} == {  # type: ignore[attr-defined]
        (0,): (1, 1.0),
        (1,): (1, 0.0),
    }


def test_worlds_are_as_described() -> None:
    """Utility has the standard deviation asked for; the judge's preference for the first place shows in its margins."""
    world = World(Space((4, 4, 4, 4)), 3, WorldOptions(first=0.5))
    assert world.utility.std() == pytest.approx(0.08)
    verdicts = [world.judge((0, 0, 0, 0), (0, 0, 0, 1)) for _ in range(2000)]
    ahead = [verdict.margin > 0 for verdict in verdicts if verdict.a_first]
    behind = [verdict.margin > 0 for verdict in verdicts if not verdict.a_first]
    assert sum(ahead) / len(ahead) - sum(behind) / len(behind) == pytest.approx(0.5, abs=0.06)
