"""The retrieval functions over the Model Context Protocol, by the official client and a server process of ours."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import anyio
import orjson
import pytest
from mcp import Client, StdioServerParameters, stdio_client

from core.graph.retrieval.functions import FUNCTIONS
from core.graph.rows import row_dict
from core.settings import ROOT, load_settings
from core.workbench.workbench import open_workbench
from small_contracts import small_contract


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with three contracts; nothing holds it open."""
    made = tmp_path_factory.mktemp("mcp")
    with open_workbench(load_settings(data_dir=made, env_file=made / "none")) as workbench:
        files = [(workbench.library.receive(small_contract(n), f"{n}.txt"), f"{n}.txt") for n in (1, 2, 3)]
        workbench.run_until_done(workbench.library.ingest(files, user="Sato"))
        workbench.graph()
    return made


def session(folder: Path, *calls: tuple[str, dict[str, Any]]) -> tuple[list[Any], list[Any]]:
    """The tools and the results of some calls, from one server process."""
    started = StdioServerParameters(
        command=sys.executable,
        args=["-m", "core", "mcp", "--data-dir", str(folder)],
        cwd=str(ROOT),
        env={"PATH": "/usr/bin:/bin", "DATABASE_URL": "", "NEO4J_URI": "", "OPENAI_API_KEY": "", "LLM_MODEL": ""},
    )

    async def talk() -> tuple[list[Any], list[Any]]:
        with anyio.fail_after(60):
            async with Client(stdio_client(started)) as client:
                tools = (await client.list_tools()).tools
                return tools, [await client.call_tool(name, arguments) for name, arguments in calls]

    return anyio.run(talk)


def test_every_function_is_a_tool_that_only_reads(folder: Path) -> None:
    tools, _ = session(folder)
    assert {tool.name for tool in tools} == set(FUNCTIONS)
    assert all(tool.annotations.read_only_hint and not tool.annotations.destructive_hint for tool in tools)
    described = {tool.name: tool for tool in tools}
    listing_tool = described["get_contracts_with_clause_type"]
    assert listing_tool.description == FUNCTIONS[listing_tool.name].description
    assert listing_tool.input_schema["required"] == ["clause_type"]
    assert described["get_contract"].input_schema["properties"]["contract_id"]["anyOf"][0]["type"] == "integer"


def test_results_carry_rows_and_citations(folder: Path) -> None:
    _, (counted, found, contract) = session(
        folder,
        ("count_contracts", {}),
        ("get_contracts_with_clause_type", {"clause_type": "Insurance", "limit": 2}),
        ("get_contract", {"contract_id": 2}),
    )
    assert counted.structured_content == {"total": 1, "rows": [{"count": 3}], "citations": {}}
    assert not found.is_error
    body = found.structured_content
    assert orjson.loads(found.content[0].text) == body
    assert (body["total"], len(body["rows"])) == (3, 2)
    keys = {excerpt["key"] for row in body["rows"] for excerpt in row["excerpts"]}
    assert keys
    assert keys <= set(body["citations"])
    for key in keys:
        citation = body["citations"][key]
        assert "insurance" in citation["quote"]
        assert (citation["page"], citation["state"], citation["kind"]) == (1, "verified", "contract")
        assert citation["number"] in (1, 2, 3)
    assert contract.structured_content["rows"][0]["number"] == 2
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        contract_id = workbench.library.find(2)
        direct = FUNCTIONS["get_contract"].run(workbench.graph(), {"contract_id": contract_id})
        row = orjson.loads(orjson.dumps(row_dict(direct.rows[0])))
    assert {name: contract.structured_content["rows"][0][name] for name in ("title", "parties", "effective_date")} == {
        name: row[name] for name in ("title", "parties", "effective_date")
    }


def test_wrong_calls_are_told_and_the_server_goes_on(folder: Path) -> None:
    _, results = session(
        folder,
        ("delete_contract", {"contract_id": 1}),
        ("get_contracts_with_clause_type", {"clause_type": "Insurence"}),
        ("get_contract", {"contract_id": 99}),
        ("count_contracts", {}),
    )
    assert [result.is_error for result in results] == [True, True, True, False]
    reasons = [result.content[0].text for result in results[:3]]
    assert "no function delete_contract" in reasons[0]
    assert "Insurance" in reasons[1]
    assert "99" in reasons[2]
