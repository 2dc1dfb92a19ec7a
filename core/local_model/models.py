"""The models that can be run here: a file's, the one of the optional extra, and an untrained one."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from core.errors import ConfigError
from core.local_model.available import INSTALL, PREFIX, UNTRAINED, bundled_model
from core.local_model.generation import LocalModel
from core.local_model.gguf_file import read_gguf
from core.local_model.model_tokens import FileTokens, PlainTokens
from core.local_model.transformer import Transformer
from core.local_model.weights import Shape, random_weights

_PIECES = (
    '":|": |",|", |"}|{"|"]|["|},{|[{|}]|null|true|false|the |and |of |in |ing|tion|er|re|con|tract|party|date|law'
    "|MATCH |RETURN |WHERE |AND |(c:|)-[:|]->(|LIMIT |契約|条項|当社|相手方|日|年|月|する|場合|\\n|  |00|20"
).split("|")


def untrained_model(seed: int = 0) -> LocalModel:
    """A tiny model with random weights: it knows nothing, and shows what a grammar alone brings about."""
    tokens = PlainTokens(_PIECES)
    shape = Shape(layers=1, width=32, heads=2, key_heads=1, inner=64, vocabulary=len(tokens.vocabulary), context=4_096)
    return LocalModel(UNTRAINED, Transformer(random_weights(shape, seed)), tokens, trained=False)


@lru_cache(maxsize=1)
def model_of_file(path: Path) -> LocalModel:
    """The model of a GGUF file; the last one read stays in memory (about four bytes a weight).

    Raises:
        ConfigError: it cannot be run; says why and what to do.
    """
    read = read_gguf(path)
    return LocalModel(f"{PREFIX}-{read.name}".lower(), Transformer(read.weights), FileTokens(read.tokens), trained=True)


def bundled() -> LocalModel:
    """The model of the optional extra.

    Raises:
        ConfigError: the extra is not installed.
    """
    path = bundled_model()
    if path is None:
        raise ConfigError(f"There is no local model here. Install one: {INSTALL}")
    return model_of_file(path)
