"""Any LangChain retriever as ours. LangChain itself is not imported: what is needed is `invoke` and documents.

# my_search.py
def retriever(settings):
    return LangChainRetriever(my_vector_store.as_retriever(search_kwargs={"k": 6}))

python -m core optimize run --retriever-path my_search:retriever …
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from pydantic import ValidationError

from core.errors import BadArguments
from core.optimizer.files import ContextPassage


class LangChainDocument(Protocol):
    """What a LangChain retriever gives: words, with an id of its own or in its metadata."""

    page_content: str
    id: str | None
    metadata: Mapping[str, Any]


class Invoked(Protocol):
    """What every LangChain retriever is: called with a query, it gives documents, best first."""

    def invoke(self, input: str) -> Sequence[LangChainDocument]:  # LangChain's own name
        """Documents for a query."""
        ...


class LangChainRetriever:
    """A LangChain retriever as the optimizer asks one."""

    def __init__(self, retriever: Invoked) -> None:
        """Take a retriever, such as `store.as_retriever()`."""
        self._retriever = retriever

    def retrieve(self, query: str, limit: int) -> Sequence[ContextPassage]:
        """At most `limit` passages, best first.

        Raises:
            BadArguments: a document has no id that an answer can cite: `id`, or `id` in its metadata, up to 80 letters
                without spaces and brackets.
        """
        return [_passage(document) for document in self._retriever.invoke(query)[:limit]]


def _passage(document: LangChainDocument) -> ContextPassage:
    named = document.id or document.metadata.get("id")
    try:
        return ContextPassage(id=str(named) if named else "", text=document.page_content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        words = f"A document of the retriever cannot be cited: {first['loc'][0]} {named!r}: {first['msg']}"
        raise BadArguments(words, reason="ids", id=str(named)) from None
