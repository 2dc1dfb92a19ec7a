"""Whether a quote was found and how sure its reading is, wherever an item leaves the product; and what is not there.

One contract that an endpoint read has an item of each kind: verified, quote not located, value not in its words,
refused, type to be confirmed, rejected, corrected, absent. One that the built-in engine read has a type that is absent
by measure, and others that were not found.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date
from typing import Any

import docx
import pytest

from core.cli.extract import extraction_json as extraction_of_the_command
from core.comparison import clause_words, comparison_report, comparison_table
from core.contracts import (
    FactCorrection,
    StatedPresence,
    clause_items,
    fact_items,
    facts_table,
    matrix_table,
    party_subject,
)
from core.contracts.ingestion import ingest_file, store_contract
from core.contracts.row import summarise
from core.documents import Document
from core.evidence import State, locate
from core.findings import contract_findings, review_report
from core.graph.retrieval import function, row_dict
from core.graph.view import Ref, details
from core.qa import ask
from core.record import Clause, Excerpt, Extraction, Fact, Party, Presence, ValueCheck, to_json
from core.settings import load_settings
from core.store.models import Contract
from core.taxonomy import taxonomy
from core.ui.api.extraction_json import extraction_json
from core.wording import Language, wording_text
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import small_contract

TEXT = b"""SERVICES AGREEMENT

This Services Agreement (the "Agreement") is entered into as of March 1, 2021 by and between Northfield Widgets Inc., a
Delaware corporation ("Supplier"), and Harbor Retail LLC, a Nevada limited liability company ("Buyer").

1. Term. This Agreement continues until February 28, 2026. It renews for successive periods of one year.

2. Insurance. Supplier shall maintain commercial general liability insurance of at least $1,000,000 per occurrence.

3. Assignment. Neither party may assign this Agreement without the prior written consent of the other party.

4. Confidentiality. Each party shall keep the other party's information secret.

5. Governing Law. This Agreement shall be governed by the laws of the State of New York.
"""
NOWHERE = "The Supplier shall indemnify all zebras of Atlantis without limit."
INSURANCE = "Supplier shall maintain commercial general liability insurance of at least $1,000,000 per occurrence."
LAW = "This Agreement shall be governed by the laws of the State of New York."
SECRET = "Each party shall keep the other party's information secret."
ASSIGNED = "Neither party may assign this Agreement without the prior written consent of the other party."
LANGUAGES: tuple[Language, ...] = ("en", "ja")


def _by_endpoint(document: Document) -> Extraction:
    def fact(name: str, value: str | None, words: str, check: ValueCheck, detail: str | None = None) -> Fact:
        sure = 0.9 if check.state == "verified" else 0.3
        return Fact(name, value, detail, sure, locate(document, words), check)

    def excerpt(words: str, *, confirmed: bool = True) -> Excerpt:
        evidence = locate(document, words)
        return Excerpt(evidence.shown or words, 0.3 if evidence.state == "unverified" else 0.9, evidence, confirmed)

    facts = (
        fact("document_name", "SERVICES AGREEMENT", "SERVICES AGREEMENT", ValueCheck("verified")),
        fact("agreement_date", "2021-03-01", "entered into as of March 1, 2021", ValueCheck("verified")),
        fact("effective_date", "2020-01-05", NOWHERE, ValueCheck("not_in_words")),
        fact("expiration_date", "2026-02-28", "continues until February 28, 2026", ValueCheck("verified")),
        fact("renewal_term", None, "successive periods of one year", ValueCheck("refused", "P2Y", "P1Y"), "two years"),
        fact("notice_period", "P30D", "continues until February 28, 2026", ValueCheck("not_in_words")),
        fact(
            "governing_law", "US", "governed by the laws of the State of New York", ValueCheck("verified"), "New York"
        ),
    )
    parties = (
        Party(
            "Northfield Widgets Inc.", "Supplier", "US", "Delaware", 0.9, locate(document, "Northfield Widgets Inc.")
        ),
        Party("Atlantis Zebras Ltd.", confidence=0.3, evidence=locate(document, NOWHERE)),
        Party("Harbor Retail LLC", "Buyer", confidence=0.9, evidence=locate(document, "Harbor Retail LLC")),
    )
    said = {
        "insurance": Clause("insurance", "present", 0.9, (excerpt(INSURANCE),)),
        "confidentiality": Clause("confidentiality", "unknown", 0.9, (excerpt(SECRET, confirmed=False),)),
        "anti_assignment": Clause("anti_assignment", "present", 0.9, (excerpt(ASSIGNED),)),
        "audit_rights": Clause("audit_rights", "unknown", 0.3, (excerpt(NOWHERE),)),
        "exclusivity": Clause("exclusivity", "absent", 0.0),
        "governing_law": Clause("governing_law", "present", 0.9, (excerpt(LAW),)),
    }
    return Extraction("gpt-scripted", facts, parties, _all(said, "unknown"))


def _all(said: dict[str, Clause], presence: Presence) -> tuple[Clause, ...]:
    codes = [category.code for category in taxonomy().categories]
    return tuple(said.get(code) or Clause(code, presence, 0.4) for code in codes)


def _add(opened: Workbench, data: bytes, name: str) -> str:
    batch = opened.library.ingest([(opened.library.receive(data, name), name)], user="sato")
    (unit,) = opened.ledger.units(batch)
    with opened.store.write() as session:
        outcome = store_contract(session, unit, ingest_file(unit.payload, data, lambda _stage: None))
    opened.ledger.cancel(batch)
    return str(outcome["contract_id"])


def _put(opened: Workbench, contract_id: str, extraction: Extraction) -> None:
    with opened.store.write() as session:
        contract = session.query(Contract).filter_by(contract_id=contract_id).one()
        contract.extraction = to_json(extraction).decode()
        contract.engine = extraction.engine
        contract.summary = summarise(opened.library.document(contract_id), extraction, extraction, {})


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """Contract 1 by an endpoint, with what people decided of it; contract 2 by the built-in engine."""
    folder = tmp_path_factory.mktemp("two_words")
    with open_workbench(load_settings(data_dir=folder / "data", env_file=folder / "none")) as workbench:
        library, first = workbench.library, _add(workbench, TEXT, "1.txt")
        _put(workbench, first, _by_endpoint(library.document(first)))
        detail = library.detail(first)
        facts = {item.name: item.subject for item in fact_items(detail) if item.kind == "fact"}
        buyer = party_subject("Harbor Retail LLC")
        clauses = {items.presence.name: items for items in clause_items(detail)}
        for subject in (facts["governing_law"], buyer, clauses["anti_assignment"].excerpts[0].subject):
            library.review(first, subject, "reject", reviewer="Sato")
        library.review(first, facts["agreement_date"], "correct", reviewer="Sato", value=FactCorrection("2021-03-02"))
        absent = StatedPresence("absent")
        library.review(first, clauses["change_of_control"].presence.subject, "correct", reviewer="Sato", value=absent)
        second = _add(workbench, small_contract(1), "2.txt")
        read = library.detail(second).shown
        said = {clause.type: clause for clause in read.clauses} | {"exclusivity": Clause("exclusivity", "absent", 0.02)}
        _put(workbench, second, Extraction(read.engine, read.facts, read.parties, _all(said, "not_found")))
        yield workbench


def _quote(state: State, language: Language) -> str:
    return wording_text(f"reading.quote_{state}", language)


def _expected(language: Language) -> dict[tuple[str, str], tuple[str, str]]:
    """Quote and reading by item and value, or its words where it is a clause."""

    def name(code: str) -> str:
        return taxonomy().get(code).name(language)

    found, lost = _quote("verified", language), _quote("unverified", language)
    agrees, unsaid = (wording_text(f"reading.value_{state}", language) for state in ("verified", "not_in_words"))
    return {
        (name("document_name"), "SERVICES AGREEMENT"): (found, agrees),
        (name("agreement_date"), "2021-03-02"): ("", ""),
        (name("effective_date"), "2020-01-05"): (lost, unsaid),
        (name("expiration_date"), "2026-02-28"): (found, agrees),
        (name("notice_period"), {"en": "30 days", "ja": "30日"}[language]): (found, unsaid),
        (name("parties"), "Northfield Widgets Inc. (Supplier)"): (found, ""),
        (name("parties"), "Atlantis Zebras Ltd."): (lost, ""),
        (name("insurance"), INSURANCE): (found, ""),
        (name("confidentiality"), SECRET): (found, wording_text("reading.type_unconfirmed", language)),
        (name("audit_rights"), NOWHERE): (lost, ""),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_table_quote_and_reading_are_two_columns_and_a_rejected_item_has_neither(
    opened: Workbench, language: Language
) -> None:
    table = facts_table(opened.library.detail(opened.library.find(1)), language).fillna({_page(language): 0})
    heads = [wording_text(f"reading.column_{name}", language) for name in ("item", "value", "words", "state")]
    heads += [wording_text("reading.column_confidence", language), wording_text("reading.column_presence", language)]
    lines = [tuple(line) for line in table[heads].itertuples(index=False)]
    shown = {(item, value or words): (quote, read) for item, value, words, quote, read, _presence in lines}
    assert {key: shown[key] for key in _expected(language)} == _expected(language)
    rejected = wording_text("contract.decided_reject", language)
    turned_down = [line for line in lines if line[5] == rejected]
    assert len(turned_down) == 3
    assert {(line[1], line[3], line[4]) for line in turned_down} == {("", "", "")}
    assert set(table[table[heads[5]] == rejected][_page(language)]) == {0}, "no place of evidence either"


def _page(language: Language) -> str:
    return wording_text("reading.column_page", language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_value_is_no_value_of_a_table(opened: Workbench, language: Language) -> None:
    """It stood in the column of values, with the remark in another column."""
    table = facts_table(opened.library.detail(opened.library.find(1)), language)
    line = table[table.iloc[:, 0] == taxonomy().get("renewal_term").name(language)].iloc[0]
    assert line[wording_text("reading.column_value", language)] == ""
    assert line[wording_text("reading.column_state", language)] == ""
    years, year = {"en": ("2 years", "1 year"), "ja": ("2年", "1年")}[language]
    said = wording_text("contract.refused", language, claimed=years, read=year)
    assert line[wording_text("reading.column_confidence", language)] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_person_approved_is_in_no_doubt_in_a_table(opened: Workbench, language: Language) -> None:
    """A type that was to be confirmed, and had been approved, went out as to be confirmed."""
    library, contract_id = opened.library, opened.library.find(1)
    (item,) = next(
        c for c in clause_items(library.detail(contract_id)) if c.presence.name == "confidentiality"
    ).excerpts
    library.review(contract_id, item.subject, "approve", reviewer="Sato")
    try:
        table = facts_table(library.detail(contract_id), language)
        line = table[table[wording_text("reading.column_words", language)] == SECRET].iloc[0]
        assert line[wording_text("reading.column_confidence", language)] == ""
        assert line[wording_text("reading.column_presence", language)] == wording_text(
            "reading.presence_present", language
        )
    finally:
        library.review(contract_id, item.subject, "withdraw", reviewer="Sato")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_says_both_in_the_same_words(opened: Workbench, language: Language) -> None:
    contract_id = opened.library.find(1)
    detail = opened.library.detail(contract_id)
    review = contract_findings(opened, contract_id)
    file = docx.Document(io.BytesIO(review_report(detail, review, language=language, day=date(2026, 1, 1))))
    lines = [[cell.text for cell in row.cells] for table in file.tables[:2] for row in table.rows]
    shown = {(item, value): (quote, read) for item, value, quote, read, _decided in lines}
    first = wording_text("report.page_n", language, page=1)
    expected = {
        key: (
            wording_text("report.quote_on", language, page=first, words=quote)
            if quote == _quote("verified", language)
            else quote,
            read,
        )
        for key, (quote, read) in _expected(language).items()
    }
    assert {key: shown[key] for key in expected} == expected
    rejected = wording_text("contract.decided_reject", language)
    assert len([line for line in lines if rejected in line[0] + line[1]]) == 3
    assert {(line[2], line[3]) for line in lines if rejected in line[0] + line[1]} == {("", "")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["confidentiality", "audit_rights", "notice_period", "effective_date", "renewal_term"])
def test_side_by_side_nothing_in_doubt_is_present(opened: Workbench, code: str, language: Language) -> None:
    """Words that were not located, of a type to be confirmed, or that do not say the value, counted as present."""
    detail = opened.library.detail(opened.library.find(1))
    words = clause_words(detail, code, language)
    assert words.presence == "unknown"
    (passage,) = words.passages
    unread = {"audit_rights": "", "confidentiality": wording_text("reading.type_unconfirmed", language)}
    if code in ("notice_period", "effective_date"):
        unread[code] = wording_text("reading.value_not_in_words", language)
        assert unread[code] in words.stated
    elif code == "renewal_term":
        unread[code] = words.stated
    assert passage.reading == unread[code]
    line = comparison_table([(detail.row, words)], None, language).iloc[0]
    assert line[wording_text("reading.column_state", language)] == _quote(passage.state, language)
    assert line[wording_text("reading.column_confidence", language)] == passage.reading
    file = comparison_report([(detail.row, words)], None, clause=code, language=language, day=date(2026, 1, 1))
    texts = "\n".join(paragraph.text for paragraph in docx.Document(io.BytesIO(file)).paragraphs)
    assert _quote(passage.state, language) in texts
    assert passage.reading in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_matrix_has_a_word_for_each_presence(opened: Workbench, language: Language) -> None:
    table = matrix_table(opened.library.rows(), language).set_index(wording_text("reading.column_number", language))
    absent, not_found, unknown, present = (
        wording_text(f"reading.presence_{presence}", language)
        for presence in ("absent", "not_found", "unknown", "present")
    )

    def column(code: str) -> list[str]:
        return [str(table.loc[number, taxonomy().get(code).name(language)]) for number in (1, 2)]

    assert column("exclusivity") == [absent, absent]
    assert column("change_of_control") == [absent, not_found]
    assert column("audit_rights") == [unknown, not_found]
    assert column("insurance") == [present, present]
    assert column("anti_assignment")[0] == unknown, "its only words were rejected"


def test_json_has_no_value_that_its_words_do_not_say_and_no_number_beside_an_absence(opened: Workbench) -> None:
    told = extraction_json(opened.library.detail(opened.library.find(1)).shown)
    facts = {fact["name"]: fact for fact in told["facts"]}
    assert {name: fact["value"] for name, fact in facts.items()} == {
        "document_name": "SERVICES AGREEMENT",
        "agreement_date": "2021-03-02",
        "effective_date": None,
        "expiration_date": "2026-02-28",
        "renewal_term": None,
        "notice_period": None,
        "governing_law": None,
    }
    assert facts["notice_period"]["check"] == {"state": "not_in_words", "claimed": "P30D", "read": None}
    assert (facts["governing_law"]["evidence"], facts["governing_law"]["check"]) == (None, None)
    assert {name: fact["confidence"] for name, fact in facts.items() if fact["confidence"] is not None} == {
        "agreement_date": 1.0
    }
    for number in (1, 2):
        told = extraction_json(opened.library.detail(opened.library.find(number)).shown)
        beside = {clause["presence"] for clause in told["clauses"] if clause["confidence"] is not None}
        assert beside <= {"present"}
        assert all(fact["value"] is not None for fact in told["facts"] if fact["confidence"] is not None)
    clauses = {clause["type"]: clause for clause in told["clauses"]}
    assert (clauses["exclusivity"]["presence"], clauses["audit_rights"]["presence"]) == ("absent", "not_found")
    assert clauses["insurance"]["confidence"] > 0


def test_the_command_line_says_what_is_in_doubt(opened: Workbench) -> None:
    """`extract --json` gave a value that its words do not say as any other, and a type without its doubt."""
    document = opened.library.document(opened.library.find(1))
    told = extraction_of_the_command(document, _by_endpoint(document), all_candidates=False)
    assert told["facts"]["notice_period"]["value"] is None
    assert told["facts"]["notice_period"]["check"] == {"state": "not_in_words", "claimed": "P30D", "read": None}
    assert told["facts"]["expiration_date"]["value"] == "2026-02-28"
    clauses = {clause["code"]: clause for clause in told["clauses"]}
    assert [excerpt["confirmed"] for excerpt in clauses["confidentiality"]["excerpts"]] == [False]
    assert [excerpt["state"] for excerpt in clauses["audit_rights"]["excerpts"]] == ["unverified"]
    assert {clause["confidence"] for clause in clauses.values()} == {None}, "an endpoint gives no probability"


def _row(opened: Workbench, name: str, **arguments: Any) -> list[dict[str, Any]]:
    return [row_dict(row) for row in function(name).run(opened.graph(), arguments).rows]


def test_functions_for_agents_say_the_same(opened: Workbench) -> None:
    key, other = opened.library.find(1), opened.library.find(2)
    (detail,) = _row(opened, "get_contract", contract_id=key)
    facts = {fact["name"]: fact for fact in detail["facts"]}
    assert {name for name, fact in facts.items() if fact["value"]} == {
        "document_name",
        "agreement_date",
        "expiration_date",
    }
    assert facts["governing_law"]["evidence"] is None
    assert facts["effective_date"]["evidence"]["state"] == "unverified"
    assert [party["name"] for party in detail["party_details"]] == ["Northfield Widgets Inc.", "Atlantis Zebras Ltd."]
    excerpts = {row["type"]: row for row in _row(opened, "get_contract_excerpts", contract_id=key, candidates=True)}
    assert (excerpts["insurance"]["kind"], excerpts["insurance"]["state"]) == ("finding", "verified")
    assert (excerpts["confidentiality"]["kind"], excerpts["confidentiality"]["state"]) == ("candidate", "verified")
    assert (excerpts["audit_rights"]["kind"], excerpts["audit_rights"]["state"]) == ("candidate", "unverified")
    assert not {"anti_assignment", "governing_law"} & set(excerpts), "rejected"
    lacking = {
        row["contract_id"]: row for row in _row(opened, "get_contracts_without_clause", clause_type="Exclusivity")
    }
    assert {(lacking[id_]["presence"], lacking[id_]["confidence"]) for id_ in (key, other)} == {("absent", None)}
    lacking = {
        row["contract_id"]: row for row in _row(opened, "get_contracts_without_clause", clause_type="Audit Rights")
    }
    assert [lacking[id_]["presence"] for id_ in (key, other)] == ["unknown", "not_found"]


def test_no_number_stands_beside_an_absence_in_the_graph(opened: Workbench) -> None:
    """A query that read `CHECKED_FOR.confidence` got 0.0 beside what was absent or not found."""
    rows = opened.graph().rows(
        "MATCH (:Agreement)-[k:CHECKED_FOR]->(:ClauseType) WHERE k.presence <> 'present' "
        "RETURN DISTINCT k.presence AS presence, k.confidence AS confidence ORDER BY presence",
        {},
    )
    assert [(row["presence"], row["confidence"]) for row in rows] == [
        ("absent", None),
        ("not_found", None),
        ("unknown", None),
    ]
    rows = opened.graph().rows(
        "MATCH (:Agreement)-[:HAS_FACT]->(f:Fact) WHERE f.value IS NULL RETURN DISTINCT f.confidence AS confidence", {}
    )
    assert [row["confidence"] for row in rows] == [None]


def _answer(opened: Workbench, question: str, language: Language = "en") -> str:
    return ask(question, opened, language=language, user="Sato").answer.text


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("Who are the parties to contract 1?", "en", "Atlantis Zebras Ltd. (quote not located on any page)"),
        ("契約1の当事者は？", "ja", "Atlantis Zebras Ltd. (引用は原文に見当たらず)"),
        ("What is the governing law of contract 1?", "en", "Governing law: rejected"),
        ("契約1の準拠法は？", "ja", "準拠法: 却下"),
        ("Does contract 1 have an exclusivity clause?", "en", "Exclusivity: absent"),
        ("Does contract 2 have audit rights?", "en", "Audit Rights: not found by the built-in engine"),
        ("契約2に監査権はありますか", "ja", "監査権：内蔵エンジンでは見つからず"),
        ("Which clauses does contract 2 have?", "en", "Clauses absent (1): Exclusivity"),
        ("Which clauses does contract 2 have?", "en", "Clauses not found by the built-in engine ("),
        ("契約2にはどの条項がありますか", "ja", "内蔵エンジンでは見つからない条項 ("),
        ("Compare contract 1 and contract 2", "en", "**Agreement date** (the same)"),
        ("Compare contract 1 and contract 2", "en", "**Effective date** (not known of all)"),
        ("Compare contract 1 and contract 2", "en", "**Notice period to terminate renewal** (not known of all)"),
        ("Compare contract 1 and contract 2", "en", "Contract 1 SERVICES AGREEMENT: unknown"),
        ("契約1と契約2の違い", "ja", "**更新期間**（値の分からない契約がある）"),
        ("Which contracts have insurance but no audit rights?", "en", "or unknown, in 2 contracts: it may be there."),
    ],
)
def test_answers_say_the_same(opened: Workbench, question: str, language: Language, said: str) -> None:
    """A party whose quote is nowhere stood there like any other; what was not found was called unknown."""
    assert said in _answer(opened, question, language)


@pytest.mark.parametrize(
    "question", ["Which contracts have source code escrow?", "Which contracts have insurance and source code escrow?"]
)
def test_what_was_not_found_was_looked_for(opened: Workbench, question: str) -> None:
    """A type that was found nowhere was "looked for in no contract yet", and the nearest passages were not shown."""
    text = _answer(opened, question)
    assert "looked for in no contract" not in text
    assert "Not found by the built-in engine, or unknown" in text


def test_a_type_of_which_nobody_said_anything_was_looked_for_in_no_contract(workbench: Workbench) -> None:
    key = _add(workbench, small_contract(1), "1.txt")
    read = workbench.library.detail(key).shown
    _put(workbench, key, Extraction(read.engine, read.facts, read.parties, _all({}, "unknown")))
    assert "looked for in no contract" in _answer(workbench, "Which contracts have source code escrow?")


def test_lists_by_clauses_count_the_contracts_of_which_it_is_not_known(opened: Workbench) -> None:
    graph = opened.graph()
    found = function("get_contracts_with_clause_type").run(graph, {"clause_type": "Audit Rights"})
    assert (found.total, found.not_found) == (0, 2)
    both = {"with_types": ["Insurance", "Audit Rights"], "without_types": ["Exclusivity"]}
    found = function("get_contracts_by_clauses").run(graph, both)
    assert (found.total, found.not_found) == (0, 2)
    found = function("get_contracts_by_clauses").run(graph, {"with_types": ["Audit Rights", "Exclusivity"]})
    assert (found.total, found.not_found) == (0, 0), "exclusivity is absent in both"


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_a_quote_that_was_not_located(language: Language) -> None:
    """It was "not found" in some places, as is what the engine did not find; "unverified" or "no source" in others."""
    word = _quote("unverified", language)
    badge = wording_text("contract.state_unverified", language)
    assert word in badge
    assert word in wording_text("answers.unverified", language)
    assert wording_text("reading.presence_not_found", language) not in word
    assert wording_text("qa.field_state", language) == wording_text("reading.column_state", language)
    assert wording_text("qa.field_confidence", language) == wording_text("reading.column_confidence", language)
    assert wording_text("report.quote", language) == wording_text("reading.column_state", language)
    assert wording_text("report.reading", language) == wording_text("reading.column_confidence", language)


def test_the_graph_says_of_each_place_whether_its_quote_was_found(opened: Workbench) -> None:
    """The panel beside the picture showed a party whose quote is nowhere like any other."""
    key = opened.library.find(1)
    found = details(opened.graph(), Ref("Agreement", key), "en")
    assert found is not None
    states = {fact.name: fact.place.state for fact in found.facts if fact.place is not None}
    assert states["expiration_date"] == "verified"
    assert (states["effective_date"], states["governing_law"]) == ("unverified", "")
    assert {fact.name: fact.value for fact in found.facts}["effective_date"] is None
    parties = next(group for group in found.groups if group.type == "IS_PARTY_TO")
    assert {line.name: line.place.state for line in parties.lines if line.place is not None} == {
        "Atlantis Zebras Ltd.": "unverified",
        "Northfield Widgets Inc.": "verified",
    }
    words = next(group for group in found.groups if group.type == "HAS_EXCERPT")
    assert {line.place.state for line in words.lines if line.place is not None} == {"verified"}
