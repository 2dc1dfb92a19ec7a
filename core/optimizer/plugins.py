"""Executors, judges, optimizers and retrievers of one's own, named by a dotted path."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable
from typing import Any

from core.errors import BadArguments

_PATH = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")


def load_factory(path: str, protocol: type[Any]) -> Callable[..., Any]:
    """What a path `package.module:factory` names; it is called to make the part.

    Args:
        path: the dotted path.
        protocol: what the factory is to make, for the error's words.

    Raises:
        BadArguments: the path has another form, or there is nothing to call there.
    """
    name = protocol.__name__
    if not _PATH.fullmatch(path):
        raise BadArguments(f"{path!r} is no package.module:factory of a {name}", name=name, reason="path")
    module, _, attribute = path.partition(":")
    try:
        factory = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise BadArguments(f"{path} cannot be imported: {error}", name=name, reason="path") from None
    if not callable(factory):
        raise BadArguments(f"{path} cannot be called to make a {name}", name=name, reason="path")
    return factory  # type: ignore[no-any-return]
