"""Any LangChain retriever fits: its documents become passages that answers can cite by id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.errors import BadArguments
from core.optimizer.files import ContextPassage, Example, dataset_of
from core.optimizer.retrieval import LangChainRetriever, retriever_at, with_contexts
from core.settings import Settings

TEXTS = {"c1:0": "Notice of thirty days ends the agreement.", "c1:90": "Payment is due in sixty days."}


@dataclass
class Document:
    page_content: str
    id: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)


class Invoked:
    def __init__(self, *documents: Document) -> None:
        self.documents = documents

    def invoke(self, query: str) -> Sequence[Document]:
        return self.documents


def retriever(settings: Settings) -> LangChainRetriever:
    return LangChainRetriever(Invoked(*(Document(text, name) for name, text in TEXTS.items())))


def no_retriever(settings: Settings) -> str:
    return "nothing"


def test_documents_become_passages_under_their_ids() -> None:
    found = retriever_at("test_langchain:retriever", Settings(_env_file=None)).retrieve("notice", 1)
    assert found == [ContextPassage(id="c1:0", text=TEXTS["c1:0"])]


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (Document("text"), "id None"),
        (Document("text", "two words"), "id 'two words'"),
        (Document("text", metadata={"id": "[x]"}), r"id '\[x\]'"),
        (Document("", "c1"), "text 'c1'"),
    ],
)
def test_a_document_that_cannot_be_cited_is_refused(document: Document, words: str) -> None:
    with pytest.raises(BadArguments, match=words):
        LangChainRetriever(Invoked(document)).retrieve("notice", 3)


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nowhere", "is no package.module:factory of a Retriever"),
        ("test_langchain:gone", "cannot be imported"),
        ("test_langchain:TEXTS", "cannot be called"),
        ("test_langchain:no_retriever", "no method retrieve"),
    ],
)
def test_a_path_that_leads_nowhere_says_so(path: str, words: str) -> None:
    with pytest.raises(BadArguments, match=words):
        retriever_at(path, Settings(_env_file=None))


def test_langchains_own_vector_store_fits() -> None:
    documents = pytest.importorskip("langchain_core.documents", reason="langchain-core is not installed")
    from langchain_core.embeddings import DeterministicFakeEmbedding
    from langchain_core.vectorstores import InMemoryVectorStore

    store = InMemoryVectorStore(DeterministicFakeEmbedding(size=16))
    store.add_documents([documents.Document(page_content=text, id=name) for name, text in TEXTS.items()])
    retriever = LangChainRetriever(store.as_retriever(search_kwargs={"k": 2}))
    (example,) = with_contexts(
        dataset_of("d", [Example(id="q", instruction="When?", query=TEXTS["c1:90"])]), retriever
    ).examples
    assert {passage.id: passage.text for passage in example.context} == TEXTS
    assert example.context[0].id == "c1:90"
