"""Knowledge in the graph: only approved entries, linked to clause and agreement types, cited in answers as K12."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.graph.retrieval.functions import FUNCTIONS
from core.knowledge.importing import load_seeds
from core.qa import ask
from core.settings import load_settings
from core.taxonomy import taxonomy
from core.wording import Language
from core.workbench.workbench import Workbench, open_workbench


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Workbench]:
    """A workbench without contracts, with the seeds."""
    with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as workbench:
        load_seeds(workbench.store, author="a")
        yield workbench


def test_the_graph_follows_the_knowledge(opened: Workbench) -> None:
    graph = opened.graph()
    (found,) = graph.rows(
        "MATCH (t:ClauseType)<-[:ABOUT_CLAUSE]-(k:KnowledgeEntry {number: 17})-[:APPLIES_TO]->(a:AgreementType) "
        "RETURN collect(DISTINCT t.code) AS clauses, collect(DISTINCT a.code) AS kinds"
    )
    assert (found["clauses"], sorted(found["kinds"])) == (  # type: ignore[arg-type]
        ["non_compete"],
        ["development", "joint_research", "nda", "non_compete"],
    )
    revision = opened.knowledge.set_status("K17", "retired", base_revision=1, author="a").entry.revision
    assert opened.graph().rows("MATCH (k:KnowledgeEntry {number: 17}) RETURN k.id AS id") == []
    # No other entry is for non-compete agreements: the type went with its last entry.
    assert opened.graph().rows("MATCH (a:AgreementType {code: 'non_compete'}) RETURN a.code AS code") == []
    revision = opened.knowledge.set_status("K17", "draft", base_revision=revision, author="a").entry.revision
    opened.knowledge.set_status("K17", "approved", base_revision=revision, author="a")
    assert len(opened.graph().rows("MATCH (k:KnowledgeEntry {number: 17}) RETURN k.id AS id")) == 1


def test_a_rebuilt_graph_is_the_same(opened: Workbench) -> None:
    before = opened.graph().dump()
    opened.rebuild_graph()
    assert opened.graph().dump() == before
    assert len(before["KnowledgeEntry"]) == 32
    assert len(before["Meta"]) == 3


def test_clearing_after_writing_keeps_the_identity(opened: Workbench) -> None:
    """Rows put into a table that the same transaction had dropped and made again were lost, so that the graph was
    emptied at every start after a rebuild."""
    graph = opened.graph()
    graph.clear()
    assert len(graph.rows("MATCH (m:Meta) RETURN m.key AS key")) == 3
    assert graph.rows("MATCH (t:ClauseType) RETURN count(t) AS n") == [{"n": len(taxonomy().categories)}]


@pytest.mark.parametrize(
    ("arguments", "names"),
    [
        ({"query": "非競業条項についての社内方針は？"}, ["K17"]),
        ({"query": "what is our position on liability caps?"}, ["K13", "K29", "K30"]),
        ({"query": "リバースエンジニアリング"}, ["K4"]),
        ({"clause_type": "Audit Rights"}, ["K10", "K22"]),
        ({"clause_type": "cap_on_liability", "contract_type": "PoC契約"}, ["K13"]),
        ({"query": "宇宙旅行"}, []),
    ],
)
def test_entries_are_found(opened: Workbench, arguments: dict[str, object], names: list[str]) -> None:
    rows = FUNCTIONS["search_knowledge"].run(opened.graph(), arguments).rows
    assert [row.name for row in rows] == names  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("question", "language", "labels"),
    [
        ("非競業条項についての社内方針は？", "ja", ["K17"]),
        ("what is our position on liability caps?", "en", ["K13", "K29", "K30"]),
        ("K4 を見せて", "ja", ["K4"]),
        ("宇宙旅行についての方針は？", "ja", []),
    ],
)
def test_answers_cite_entries(opened: Workbench, question: str, language: Language, labels: list[str]) -> None:
    answer = ask(question, opened, language=language, user="a").answer
    assert [(citation.label, citation.kind) for citation in answer.citations] == [(label, "entry") for label in labels]
    assert answer.refused == (labels == [])
    assert all(f"[{label}]" in answer.text for label in labels)
