"""Examples with a query get their context from a retriever."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from core import tracing
from core.errors import BadArguments
from core.optimizer.execution.text_words import squeezed
from core.optimizer.files import ContextPassage, DataSet, Example, dataset_of
from core.optimizer.plugins import load_factory
from core.settings import Settings


class Retriever(Protocol):
    """Finds passages for a query. Each passage brings an id by which an answer can cite it."""

    def retrieve(self, query: str, limit: int) -> Sequence[ContextPassage]:
        """At most `limit` passages, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Recall:
    """Of how many examples with a quoted passage the context holds that passage."""

    held: int
    count: int


def with_contexts(dataset: DataSet, retriever: Retriever, *, limit: int = 6) -> DataSet:
    """The data set with a context for every example that has a query.

    The passages that hold the gold quote become the gold citations, so that citations are checked by id.

    Raises:
        BadArguments: nothing at all is found for an example, or two passages come with the same id.
    """
    return dataset_of(dataset.name, [_with_context(example, retriever, limit) for example in dataset.examples])


def retriever_at(path: str, settings: Settings) -> Retriever:
    """The retriever that a factory at `package.module:factory` makes of the settings.

    Raises:
        BadArguments: the path leads nowhere, or what it makes cannot retrieve.
    """
    made = load_factory(path, Retriever)(settings)
    if not callable(getattr(made, "retrieve", None)):
        raise BadArguments(f"{path} makes no Retriever: it has no method retrieve", name="Retriever", reason="path")
    return cast(Retriever, made)


def recall(dataset: DataSet) -> Recall:
    """How often the context holds the passage that was quoted."""
    quoted = [example for example in dataset.examples if example.gold is not None and example.gold.quote]
    return Recall(sum(bool(example.gold and example.gold.citations) for example in quoted), len(quoted))


def _with_context(example: Example, retriever: Retriever, limit: int) -> Example:
    if example.query is None:
        return example
    with tracing.span("optimizer retrieval", {"gen_ai.operation.name": "retrieval", "shinsa.example": example.id}):
        found = tuple(retriever.retrieve(example.query, limit))
    if not found:
        raise BadArguments(
            f"Nothing is found for the query of example {example.id}.", reason="no_context", id=example.id
        )
    if len({passage.id for passage in found}) != len(found):
        raise BadArguments(f"Two passages for example {example.id} have the same id.", reason="ids", id=example.id)
    gold = example.gold
    if gold is not None and gold.quote:
        wanted = squeezed(gold.quote)
        holding = tuple(passage.id for passage in found if wanted in squeezed(passage.text))
        gold = gold.model_copy(update={"citations": holding})
    return example.model_copy(update={"context": found, "query": None, "gold": gold})
