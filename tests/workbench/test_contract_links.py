"""From contracts' words to suggestions, decisions, graph and search; decisions survive it all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from core.graph.retrieval.functions import function
from core.graph.rows import row_dict
from core.settings import load_settings
from core.workbench.related import party_suggestions, relation_evidence, relation_suggestions
from core.workbench.workbench import Workbench, open_workbench
from related_contracts import fill


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the related contracts, to be copied."""
    made = tmp_path_factory.mktemp("related")
    fill(made)
    return made


@pytest.fixture
def filled(folder: Path, tmp_path: Path) -> Iterator[tuple[Workbench, list[str]]]:
    """A workbench over a copy; the contracts' ids in order."""
    copied = shutil.copytree(folder, tmp_path / "data")
    with open_workbench(load_settings(data_dir=copied, env_file=tmp_path / "none")) as opened:
        yield opened, [row.contract_id for row in opened.library.rows()]


def rows(workbench: Workbench, name: str, **arguments: object) -> list[dict[str, Any]]:
    return [row_dict(row) for row in function(name).run(workbench.graph(), arguments).rows]


def links(workbench: Workbench) -> dict[str, list[str]]:
    dump = workbench.graph().dump()
    return {name: dump[name] for name in ("Party", "ALIAS_OF", "AMENDS", "SUPERSEDES")}


def decide_all(workbench: Workbench) -> None:
    for suggestion in relation_suggestions(workbench):
        workbench.relations.approve(
            suggestion.kind, suggestion.source, suggestion.target, by="sato", method="stated", score=suggestion.score,
            evidence=relation_evidence(workbench, suggestion),
        )  # fmt: skip
    for party in party_suggestions(workbench):
        workbench.parties.approve(
            [party.first.name, party.second.name], by="sato", method=party.method, score=party.score
        )


def test_suggestions_and_what_approving_them_does(filled: tuple[Workbench, list[str]]) -> None:
    workbench, (base, amendment, successor, licence) = filled
    found = relation_suggestions(workbench)
    assert {(suggestion.kind, suggestion.source, suggestion.target, suggestion.ambiguous) for suggestion in found} == {
        ("AMENDS", amendment, base, False),
        ("SUPERSEDES", successor, base, False),
    }
    assert [suggestion.kind for suggestion in relation_suggestions(workbench, amendment)] == ["AMENDS"]
    assert relation_suggestions(workbench, licence) == []
    [party] = party_suggestions(workbench)
    assert {party.first.name, party.second.name} == {"Northfield Widgets Inc.", "NORTHFIELD WIDGETS, INC."}
    decide_all(workbench)
    assert (relation_suggestions(workbench), party_suggestions(workbench)) == ([], [])
    [relation] = workbench.relations.relations(amendment)
    assert relation.evidence is not None
    words = " ".join(relation.evidence.quote.split())
    assert words == "The parties hereby amend the Supply Agreement dated March 1, 2019 between them as follows."


def test_links_survive_reextraction_rebuild_and_a_crash_in_between(filled: tuple[Workbench, list[str]]) -> None:
    workbench, (base, amendment, *_) = filled
    decide_all(workbench)
    whole = links(workbench)
    assert [len(found) for found in whole.values()] == [1, 2, 1, 1]
    for contract_id in (base, amendment):
        workbench.library.review(contract_id, "fact:document_name", "approve", reviewer="sato")
    assert links(workbench) == whole
    assert workbench.rebuild_graph() == 4
    assert links(workbench) == whole
    graph = workbench.graph()
    # as after a crash between a projection and the linking that follows it
    graph.project_parties([])
    graph.project_relations([])
    graph.set_linked("")
    assert links(workbench) == whole


def test_undo_leaves_search_as_before(filled: tuple[Workbench, list[str]]) -> None:
    workbench, _ = filled
    asked = {"organization_name": "Lakeside Press"}
    before = rows(workbench, "get_contracts", **asked)
    group = workbench.parties.approve(["Lakeside Press Ltd.", "Harbor Retail LLC"], by="sato")
    found = rows(workbench, "get_contracts", **asked)
    assert len(found) == 4
    assert {match["alias_of"] for row in found for match in row["matched"]} == {None, "Lakeside Press Ltd."}
    assert group.names == ("Harbor Retail LLC", "Lakeside Press Ltd.")
    workbench.parties.undo(workbench.parties.history()[0].id, by="sato")
    assert rows(workbench, "get_contracts", **asked) == before


def test_as_of_a_day_through_relations(filled: tuple[Workbench, list[str]]) -> None:
    workbench, (base, amendment, successor, licence) = filled
    decide_all(workbench)
    found = rows(workbench, "get_contracts_as_of", day="2020-06-01", clause_type="insurance")
    assert [(row["contract_id"], row["state"]) for row in found] == [(licence, "in_force"), (base, "in_force")]
    assert [amendment["contract_id"] for amendment in found[1]["amendments"]] == [amendment]
    assert found[1]["terms"]["contract_id"] == amendment
    assert "$5,000,000" in found[1]["terms"]["excerpts"][0]["text"]
    earlier = rows(workbench, "get_contracts_as_of", day="2019-06-01", clause_type="insurance")
    assert [row["terms"]["contract_id"] for row in earlier] == [base]
    later = rows(workbench, "get_contracts_as_of", day="2021-07-01", organization_name="Harbor Retail")
    assert [(row["contract_id"], row["state"], row["reasons"]) for row in later] == [
        (successor, "in_force", ["within_dates"]),
        (base, "not_in_force", ["superseded"]),
    ]
    assert later[1]["superseded_by"][0]["since"] == "2021-06-01"


def test_a_deleted_contract_leaves_nothing(filled: tuple[Workbench, list[str]]) -> None:
    workbench, (base, *_) = filled
    decide_all(workbench)
    workbench.library.delete(base)
    assert [len(found) for found in links(workbench).values()] == [1, 2, 0, 0]
    assert relation_suggestions(workbench) == []
