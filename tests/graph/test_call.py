"""`call FUNCTION 'JSON arguments'`: rows on standard output, errors by name, exit codes as acceptance wants them."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.cli import call
from core.cli.main import main
from core.errors import NotFound
from core.graph import GraphContract, GraphStore, temporary_graph
from core.settings import Settings

Generated = tuple[GraphContract, ...]


class Numbers:
    """A library that knows contract 1 only."""

    def __init__(self, contract_id: str) -> None:
        self.contract_id = contract_id

    def find(self, reference: int | str) -> str:
        if int(reference) != 1:
            raise NotFound(f"no contract {reference}", reference=reference)
        return self.contract_id


class Bench:
    """A workbench of a filled graph."""

    def __init__(self, graph: GraphStore, contract_id: str) -> None:
        self._graph = graph
        self.library = Numbers(contract_id)

    def graph(self) -> GraphStore:
        return self._graph

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        return None


@pytest.fixture
def bench(settings: Settings, generated: Generated, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with temporary_graph(settings) as graph:
        graph.project_many(generated[:3])
        monkeypatch.setattr(call, "open_workbench", lambda _: Bench(graph, generated[1].contract_id))
        yield


def run(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, *arguments: str
) -> tuple[int, list[dict[str, object]]]:
    code = main(["call", *arguments, "--json", "--data-dir", str(tmp_path)])
    return code, [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]


@pytest.mark.usefixtures("bench")
def test_rows_one_a_line(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, generated: Generated) -> None:
    code, rows = run(capsysbinary, tmp_path, "list_contracts")
    assert (code, {row["contract_id"] for row in rows}) == (0, {contract.contract_id for contract in generated[:3]})
    assert run(capsysbinary, tmp_path, "count_contracts", "{}") == (0, [{"count": 3}])


@pytest.mark.usefixtures("bench")
@pytest.mark.parametrize("reference", ["1", '"1"', "id"])
def test_a_contract_by_number_or_id(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, generated: Generated, reference: str
) -> None:
    given = json.dumps(generated[1].contract_id) if reference == "id" else reference
    code, rows = run(capsysbinary, tmp_path, "get_contract", f'{{"contract_id": {given}}}')
    assert (code, [row["contract_id"] for row in rows]) == (0, [generated[1].contract_id])


@pytest.mark.usefixtures("bench")
def test_arguments_from_standard_input(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"limit": 1}'))
    code, rows = run(capsysbinary, tmp_path, "list_contracts", "-")
    assert (code, len(rows)) == (0, 1)


@pytest.mark.usefixtures("bench")
@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (["nothing"], 2, "bad_arguments"),
        (["list_contracts", "[]"], 2, "bad_arguments"),
        (["list_contracts", "{"], 2, "bad_arguments"),
        (["list_contracts", '{"limit": NaN}'], 2, "bad_arguments"),
        (["get_contract", '{"contract_id": true}'], 2, "bad_arguments"),
        (["get_contract", '{"contract_id": "c1"}'], 2, "bad_arguments"),
        (["get_contract", '{"contract_id": 2}'], 1, "not_found"),
        (["get_contract", '{"contract_id": "c000000000000000"}'], 1, "not_found"),
        (["get_contracts_with_clause_type", '{"clause_type": "love"}'], 2, "bad_arguments"),
    ],
)
def test_failures_are_named(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, arguments: list[str], code: int, error: str
) -> None:
    found, rows = run(capsysbinary, tmp_path, *arguments)
    assert (found, [row["error"] for row in rows]) == (code, [error])
