"""Contexts from the workbench's own search, and citations checked by id."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from core.errors import BadArguments
from core.optimizer.files import ContextPassage, Example, Gold, dataset_of
from core.optimizer.retrieval import Recall, WorkbenchSearch, recall, with_contexts
from core.settings import ROOT, Settings
from core.workbench import open_workbench


class Fixed:
    """A retriever that always finds the same."""

    def __init__(self, *passages: ContextPassage) -> None:
        self.passages = passages
        self.asked: list[tuple[str, int]] = []

    def retrieve(self, query: str, limit: int) -> Sequence[ContextPassage]:
        self.asked.append((query, limit))
        return self.passages[:limit]


QUESTION = Example(
    id="q", instruction="When?", query="term end", gold=Gold(answer="on 1 May", quote="ends on\n1 May 2030")
)


def test_a_context_is_found_and_the_quote_becomes_its_citation() -> None:
    retriever = Fixed(
        ContextPassage(id="c1:0", text="Something else."),
        ContextPassage(id="c1:9", text="It ends on 1\u00a0May  2030."),
    )
    found = with_contexts(dataset_of("d", [QUESTION]), retriever, limit=5)
    (example,) = found.examples
    assert example.context == retriever.passages
    assert (example.query, example.gold and example.gold.citations) == (None, ("c1:9",))
    assert retriever.asked == [("term end", 5)]
    assert recall(found) == Recall(1, 1)
    short = with_contexts(dataset_of("d", [QUESTION]), retriever, limit=1)
    assert recall(short) == Recall(0, 1)


@pytest.mark.parametrize(
    ("passages", "words"),
    [
        ((), "Nothing is found for the query of example q"),
        ((ContextPassage(id="c1:0", text="a"), ContextPassage(id="c1:0", text="b")), "have the same id"),
    ],
)
def test_contexts_that_cannot_be(passages: tuple[ContextPassage, ...], words: str) -> None:
    with pytest.raises(BadArguments, match=words):
        with_contexts(dataset_of("d", [QUESTION]), Fixed(*passages))


def test_an_example_with_a_context_keeps_it() -> None:
    example = Example(id="a", instruction="When?", context=(ContextPassage(id="p", text="Now."),))
    assert with_contexts(dataset_of("d", [example]), Fixed()).examples == (example,)


def test_the_workbench_finds_the_passages_of_a_sample_contract(chosen: Callable[..., Settings]) -> None:
    sample = ROOT / "data" / "samples" / "meti_nda.docx"
    with open_workbench(chosen()) as workbench:
        sha256 = workbench.library.receive(sample.read_bytes(), sample.name)
        workbench.run_until_done(workbench.library.ingest([(sha256, sample.name)], user="sato"))
        search = WorkbenchSearch(workbench.graph())
        question = Example(
            id="penalty",
            instruction="違約金はいくらか。",
            query="契約に違反した当事者が支払う違約金",
            gold=Gold(answer="1000万円", quote="本契約に違反した当事者は、相手方に違約金として1000万円を支払う。"),
        )
        found = with_contexts(dataset_of("d", [question]), search)
        again = with_contexts(dataset_of("d", [question]), search)
    assert recall(found) == Recall(1, 1)
    assert found == again
    contract_id = "c" + sha256[:15]
    assert all(passage.id.startswith(f"{contract_id}:") for passage in found.examples[0].context)
