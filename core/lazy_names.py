"""Public names of a package that are loaded when first used, where loading them costs and few need them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence


def lazy_names(package: str, **homes: Sequence[str]) -> Callable[[str], object]:
    """A package's `__getattr__` (PEP 562) for names that stand in modules not yet loaded.

    Args:
        package: the package's `__name__`.
        homes: for each module of the package, the names that it gives.

    Raises:
        ValueError: a name is that of its module, which would take the name's place once it is loaded.
    """
    if hidden := [module for module, names in homes.items() if module in names]:
        raise ValueError(f"{package}: {hidden[0]} would hide behind its own module")
    home_of = {name: module for module, names in homes.items() for name in names}

    def load(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{package}.{home_of[name]}"), name)

    return load
