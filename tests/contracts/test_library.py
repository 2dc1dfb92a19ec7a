"""The library: what is received, ingested, reviewed and deleted, and what the graph then holds."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import openpyxl
import orjson
import pytest

from core.contracts import Correction, FactCorrection, PartyCorrection, StatedPresence, clause_items, fact_items
from core.contracts.export import contracts_table, facts_table, matrix_table, to_csv, to_xlsx
from core.contracts.ingestion import contract_id_of
from core.contracts.library import Library
from core.contracts.row import ContractRow
from core.errors import BadArguments, EmptyDocument, NotFound, TooLarge
from core.graph import temporary_graph
from core.settings import load_settings
from core.taxonomy import taxonomy
from core.workbench.catch_up import graph_contract
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import small_contract


def _ingest(workbench: Workbench, *numbers: int) -> list[str]:
    """Ids of small contracts, ingested in the order given."""
    hashes = [workbench.library.receive(small_contract(number), f"{number}.txt") for number in numbers]
    files = [(sha256, f"{number}.txt") for sha256, number in zip(hashes, numbers, strict=True)]
    workbench.run_until_done(workbench.library.ingest(files, user="Sato"))
    return [contract_id_of(sha256) for sha256 in hashes]


def test_numbers_follow_the_order_of_arrival_and_are_not_used_again(workbench: Workbench) -> None:
    first, second = _ingest(workbench, 1, 2)
    workbench.library.delete(second)
    (third,) = _ingest(workbench, 3)
    assert [(row.number, row.contract_id) for row in workbench.library.rows()] == [(1, first), (3, third)]
    assert workbench.library.find(3) == workbench.library.find(third) == third
    for gone in (2, second, "", "contract", 10**12):
        with pytest.raises(NotFound):
            workbench.library.find(gone)


def test_the_same_file_twice_is_one_contract(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    sha256 = workbench.library.receive(small_contract(1), "other name.txt")
    batch = workbench.library.ingest([(sha256, "other name.txt")], user="Ito")
    workbench.run_until_done(batch)
    (unit,) = workbench.ledger.units(batch)
    assert unit.result is not None
    assert (unit.result["state"], unit.result["contract_id"]) == ("duplicate", contract_id)
    assert workbench.library.count() == 1


def test_two_names_for_one_new_file_in_one_upload_are_one_contract(workbench: Workbench) -> None:
    sha256 = workbench.library.receive(small_contract(1), "a.txt")
    batch = workbench.library.ingest([(sha256, "a.txt"), (sha256, "b.txt")], user="Ito")
    workbench.run_until_done(batch)
    states = sorted(unit.result["state"] for unit in workbench.ledger.units(batch) if unit.result)
    assert states == ["done", "duplicate"]
    assert workbench.library.count() == 1


def test_order_repetition_and_removal_leave_the_same_graph(tmp_path: Path) -> None:
    dumps = []
    for name, steps in (("a", [(1, 2, 3)]), ("b", [(3,), (2, 4), (1, 3)])):
        with open_workbench(load_settings(data_dir=tmp_path / name, env_file=tmp_path / "none")) as opened:
            for step in steps:
                _ingest(opened, *step)
                opened.graph()
            for row in opened.library.rows():
                if row.file_name == "4.txt":
                    opened.library.delete(row.contract_id)
            dumps.append(opened.graph().dump())
    assert dumps[0] == dumps[1]


def test_a_review_changes_what_is_shown_and_what_the_graph_holds(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    before = workbench.library.detail(contract_id)
    assert before.row.summary.governing_law == "US"
    workbench.library.review(contract_id, "fact:governing_law", "correct", reviewer="Sato", value=FactCorrection("JP"))
    after = workbench.library.detail(contract_id)
    assert (after.row.summary.governing_law, after.row.summary.governing_state) == ("JP", None)
    assert after.machine == before.machine
    rows = workbench.graph().rows(
        "MATCH (a:Agreement)-[:GOVERNED_BY_LAW]->(c:Country) RETURN a.contract_id AS id, c.code AS code"
    )
    assert rows == [{"id": contract_id, "code": "JP"}]
    workbench.library.review(contract_id, "fact:governing_law", "withdraw", reviewer="Sato")
    assert workbench.library.detail(contract_id).shown == before.shown
    assert [record.decision for record in workbench.library.history(contract_id)] == ["correct", "withdraw"]


def test_rows_are_read_again_only_where_they_changed(workbench: Workbench) -> None:
    """A page begins with all rows; reading 500 of them again took longer than the rest of the page (issue 13, 12)."""
    first, second = _ingest(workbench, 1, 2)
    before = workbench.library.rows()
    again = workbench.library.rows()
    assert [row is known for row, known in zip(again, before, strict=True)] == [True, True]
    workbench.library.review(second, "fact:governing_law", "approve", reviewer="Sato")
    after = workbench.library.rows()
    assert [row is known for row, known in zip(after, before, strict=True)] == [True, False]
    assert after[1].summary.reviewed == 1
    assert after == workbench_rows(workbench)
    workbench.library.delete(first)
    (third,) = _ingest(workbench, 3)
    assert [row.contract_id for row in workbench.library.rows()] == [second, third]
    (back,) = _ingest(workbench, 1)
    assert workbench.library.rows() == workbench_rows(workbench)
    assert [row.contract_id for row in workbench.library.rows()] == [second, third, back]


def workbench_rows(workbench: Workbench) -> list[ContractRow]:
    """The rows as a library that has read nothing yet gives them."""
    return Library(workbench.store, workbench.settings).rows()


def test_a_re_extraction_keeps_the_decisions_of_people(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    workbench.library.review(contract_id, "fact:governing_law", "correct", reviewer="Sato", value=FactCorrection("JP"))
    workbench.run_until_done(workbench.library.extract_again([contract_id], user="Ito"))
    detail = workbench.library.detail(contract_id)
    assert detail.row.summary.governing_law == "JP"
    assert detail.row.number == 1
    assert detail.reviews["fact:governing_law"].reviewer == "Sato"


def test_corrected_words_must_stand_in_the_contract(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    quote = "Neither party may assign this Agreement without the prior written consent of the other party."
    value = FactCorrection("2021-03-02", quote=quote)
    workbench.library.review(contract_id, "fact:effective_date", "correct", reviewer="Sato", value=value)
    fact = workbench.library.detail(contract_id).shown.fact("effective_date")
    assert fact is not None
    assert fact.evidence is not None
    assert (fact.value, fact.evidence.state) == ("2021-03-02", "verified")
    with pytest.raises(BadArguments, match="not in the contract"):
        workbench.library.review(
            contract_id,
            "fact:effective_date",
            "correct",
            reviewer="Sato",
            value=FactCorrection("2021-03-02", quote=quote.replace("Neither", "Either")),
        )


@pytest.mark.parametrize(
    ("subject", "decision", "value"),
    [
        ("fact:governing_law", "correct", None),
        ("fact:governing_law", "approve", FactCorrection("JP")),
        ("fact:governing_law", "perhaps", None),
        ("party:unknown", "approve", None),
        ("presence:insurance", "correct", StatedPresence("maybe")),  # type: ignore[arg-type]
        ("fact:governing_law", "correct", PartyCorrection("Alpha Inc.")),
        ("excerpt:insurance:1-2", "approve", None),
    ],
)
def test_a_decision_that_makes_no_sense_is_refused(
    workbench: Workbench, subject: str, decision: str, value: Correction | None
) -> None:
    (contract_id,) = _ingest(workbench, 1)
    with pytest.raises(BadArguments):
        workbench.library.review(contract_id, subject, decision, reviewer="Sato", value=value)  # type: ignore[arg-type]
    assert workbench.library.history(contract_id) == []


def test_deleting_leaves_nothing_behind(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    workbench.library.review(contract_id, "fact:governing_law", "approve", reviewer="Sato")
    workbench.graph()
    workbench.library.delete(contract_id)
    with temporary_graph(workbench.settings) as empty:
        assert workbench.graph().dump() == empty.dump()
    for ask in (workbench.library.detail, workbench.library.document, workbench.library.file, workbench.library.delete):
        with pytest.raises(NotFound):
            ask(contract_id)


def test_a_damaged_graph_is_rebuilt_from_the_store_with_a_notice(tmp_path: Path) -> None:
    settings = load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")
    with open_workbench(settings) as opened:
        _ingest(opened, 1, 2)
        whole = opened.graph().dump()
    settings.graph_path.write_bytes(b"not a graph" * 1_000)
    with open_workbench(settings) as opened:
        assert opened.graph().dump() == whole
        assert opened.notices == ["graph_rebuilt"]
    settings.graph_path.unlink()
    with open_workbench(settings) as opened:
        assert opened.graph().dump() == whole


def test_an_imported_extraction_replaces_what_the_engine_found(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    form = {
        "agreement": {
            "agreement_name": "Supply Agreement",
            "clauses": [
                {"clause_type": "Non-Compete", "exists": True, "excerpts": ["Supplier shall not compete with Buyer."]},
                {"clause_type": "Insurance", "exists": False, "excerpts": []},
            ],
        }
    }
    sha256 = workbench.library.receive(small_contract(1), "1.txt")
    batch = workbench.library.ingest([(sha256, "1.txt")], user="Ito", extraction=orjson.dumps(form))
    workbench.run_until_done(batch)
    detail = workbench.library.detail(contract_id)
    assert detail.row.engine == "imported"
    compete = detail.shown.clause("non_compete")
    assert [excerpt.evidence.state for excerpt in compete.excerpts] == ["unverified"]
    assert detail.shown.clause("insurance").presence == "absent"


def test_files_that_cannot_be_received(workbench: Workbench) -> None:
    with pytest.raises(EmptyDocument):
        workbench.library.receive(b"", "nothing.pdf")
    with pytest.raises(TooLarge):
        workbench.library.receive(b"x" * (workbench.settings.max_file_mb * 1_000_000 + 1), "large.pdf")
    with pytest.raises(BadArguments):
        workbench.library.ingest([], user="Sato")


def test_the_graph_gets_the_text_and_what_is_shown(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    contract = graph_contract(workbench.library, contract_id, today=date(2026, 11, 22))
    assert contract.text == small_contract(1).decode()
    assert contract.extraction == workbench.library.detail(contract_id).shown


@pytest.mark.parametrize("language", ["ja", "en"])
def test_exports_open_in_a_spreadsheet_and_hold_no_formula(workbench: Workbench, language: str) -> None:
    sha256 = workbench.library.receive(small_contract(1), "=cmd|' /C calc'!A0.txt")
    workbench.run_until_done(workbench.library.ingest([(sha256, "=cmd|' /C calc'!A0.txt")], user="Sato"))
    rows = workbench.library.rows()
    detail = workbench.library.detail(rows[0].contract_id)
    for table in (
        contracts_table(rows, language),  # type: ignore[arg-type]
        matrix_table(rows, language),  # type: ignore[arg-type]
        facts_table(detail, language),  # type: ignore[arg-type]
    ):
        sheet = openpyxl.load_workbook(io.BytesIO(to_xlsx(table))).active
        assert sheet is not None
        assert sheet.max_row == len(table) + 1
        cells = [cell.value for line in sheet.iter_rows() for cell in line]
        assert not [cell for cell in cells if isinstance(cell, str) and cell.startswith("=")]
        assert to_csv(table).startswith(b"\xef\xbb\xbf")


def test_a_table_names_words_of_an_option_as_such(workbench: Workbench) -> None:
    text = (
        "製造委託契約書\n\n甲と乙は、次のとおり契約を締結する。\n第1条（協議）\n第1条 疑義は、協議の上解決する。\n"
        "【追加オプション条項 － 競業避止】\n乙は、甲の製品と競合する製品を取り扱ってはならず、競業しない。\n"
        "第2条（雑則）\n第2条 本契約は2通を作成し、甲乙が各1通を保有する。\n"
    )
    sha256 = workbench.library.receive(text.encode(), "model.txt")
    workbench.run_until_done(workbench.library.ingest([(sha256, "model.txt")], user="Sato"))
    table = facts_table(workbench.library.detail(workbench.library.rows()[0].contract_id), "en")
    lines = table[table["Words of the contract"].str.contains("競業しない")].to_dict("records")
    assert {line["Quote"] for line in lines} == {"option in a model contract: not agreed wording"}
    (line,) = [line for line in lines if line["Item"] == "Non-Compete"]
    assert line["Quote"] == "option in a model contract: not agreed wording"
    assert line["Presence"] == "not found by the built-in engine"


def test_a_table_names_who_decided_what_and_what_was_rejected(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, 1)
    library = workbench.library
    detail = library.detail(contract_id)
    facts = {item.name: item for item in fact_items(detail)}
    party = next(item for item in fact_items(detail) if item.kind == "party")
    clause = next(items for items in clause_items(detail) if items.excerpts)
    library.review(contract_id, facts["governing_law"].subject, "reject", reviewer="Sato")
    library.review(contract_id, party.subject, "reject", reviewer="Sato")
    library.review(contract_id, clause.excerpts[0].subject, "reject", reviewer="Sato")
    library.review(contract_id, facts["document_name"].subject, "approve", reviewer="Sato")
    table = facts_table(library.detail(contract_id), "en").astype(str)
    decided = table[table["Review"] != ""]
    rows = [(row["Item"], row["Value"], row["Presence"], row["Reviewed by"]) for row in decided.to_dict("records")]
    law, name = (taxonomy().get(code).name("en") for code in ("governing_law", "document_name"))
    assert (law, "", "rejected", "Sato") in rows
    assert (taxonomy().get("parties").name("en"), "", "rejected", "Sato") in rows
    assert (taxonomy().get(clause.presence.name).name("en"), "", "rejected", "Sato") in rows
    assert any(row[0] == name and row[1] and row[2] == "" for row in rows)
    rejected = decided[decided["Presence"] == "rejected"]
    assert {*rejected["Quote"], *rejected["Reading"]} == {""}, "neither evidence nor sureness"
    before = {row["Item"]: row["Engine's value before"] for row in decided.to_dict("records")}
    assert before[law]
    assert before[name] == ""
