"""Which two arms should meet next, and how sure the leader is: eight methods behind one interface.

`create` makes a method by its name, `restore` continues one from its snapshot.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, get_args

from core.errors import BadArguments
from core.optimizer.methods.bradley_terry import BradleyTerryMethod
from core.optimizer.methods.elo import EloMethod
from core.optimizer.methods.factored import ArmEstimate, FactoredMethod, LevelEffect
from core.optimizer.methods.featurised import FeaturisedMethod
from core.optimizer.methods.halving import HalvingMethod
from core.optimizer.methods.method import Duel, Method, MethodName, MethodOptions, RecordedMethod
from core.optimizer.methods.thompson import ThompsonMethod
from core.optimizer.methods.tournament import TournamentMethod
from core.optimizer.methods.ucb1 import Ucb1Method
from core.optimizer.space import Space

__all__ = [
    "METHODS",
    "ArmEstimate",
    "Duel",
    "FactoredMethod",
    "LevelEffect",
    "Method",
    "MethodName",
    "MethodOptions",
    "RecordedMethod",
    "create",
    "restore",
]

_CLASSES: Final[dict[str, type[RecordedMethod]]] = {
    kind.name: kind
    for kind in (
        TournamentMethod,
        ThompsonMethod,
        Ucb1Method,
        EloMethod,
        BradleyTerryMethod,
        HalvingMethod,
        FeaturisedMethod,
        FactoredMethod,
    )
}

METHODS: Final[tuple[MethodName, ...]] = get_args(MethodName)


def create(name: str, space: Space, *, seed: int, options: MethodOptions | None = None) -> RecordedMethod:
    """A method that knows nothing yet.

    Args:
        name: one of `METHODS`.
        space: the arms.
        seed: decides every random choice.
        options: settings of the methods that have any.

    Raises:
        BadArguments: there is no method of that name.
    """
    if name not in _CLASSES:
        raise BadArguments(f"there is no method {name}; there are {', '.join(_CLASSES)}", method=name)
    return _CLASSES[name](space, seed, options or MethodOptions())


def restore(snapshot: Mapping[str, Any]) -> RecordedMethod:
    """The method that `snapshot()` was taken from, bit for bit."""
    start = snapshot["options"]["start"]
    options = MethodOptions(**{**snapshot["options"], "start": None if start is None else tuple(start)})
    method = create(snapshot["method"], Space(tuple(snapshot["cards"])), seed=snapshot["seed"], options=options)
    method.replay(snapshot)
    return method
