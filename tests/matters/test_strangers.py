"""Who is no member of a matter is shown nothing of it: everything is asked as a stranger and as a workbench without it.

What the stranger is told must be, word for word, what a workbench says that has never had the matter's contracts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest

from core.access import SYSTEM, Actor, AuditList, Resource, acting_as, current_actor, is_allowed, local_actor
from core.comparison import clause_words, comparison_table
from core.contracts import Assignments, Comments, FactCorrection, search_texts
from core.contracts.export import contracts_table, to_csv
from core.contracts.ingestion import ingest_file, store_contract
from core.contracts.statements import all_statements
from core.deletion import Deletions
from core.errors import BadArguments, Conflict, NotAllowed, NotFound, WorkbenchError
from core.findings import contract_findings
from core.graph import GraphStore
from core.graph.retrieval import FUNCTIONS, run_cypher
from core.mcp.mcp_server import _called
from core.optimizer.files import decided_examples
from core.qa import Conversations, Toolbox, ask
from core.settings import load_settings
from core.ui.api.answers import ApiRequest, find_route
from core.workbench import Workbench, deadlines, open_workbench, party_suggestions, relation_suggestions
from known_people import make_people
from related_contracts import AMENDMENT, BASE, OTHER_NAME, SUCCESSOR
from servers import fresh_database
from small_contracts import small_contract

SEEN = (("base.txt", BASE), ("amendment.txt", AMENDMENT), ("small.txt", small_contract(1)))
SECRET = (
    ("successor Brumblefax.txt", SUCCESSOR),
    ("license.txt", OTHER_NAME.replace(b"Lakeside Press", b"Zorblax Press")),
    ("Quuxwidgets.txt", small_contract(5).replace(b"Harbor Retail 5", b"Quuxwidgets")),
)
WORDS = ("Brumblefax", "Zorblax", "Quuxwidgets", "MASTER SUPPLY", "NORTHFIELD WIDGETS, INC.", "Northfield Widgets 5")
ROLES = frozenset({"reviewer", "prompt_engineer", "admin"})
MEMBER = Actor("user", "Ito", user_id="u" * 26, roles=frozenset({"reviewer"}))
STRANGER = Actor("user", "Ueda", user_id="v" * 26, roles=frozenset({"reviewer", "prompt_engineer", "admin"}))
QUESTIONS = (
    "How many contracts are there?",
    "Which contracts does Northfield Widgets have?",
    "Show contracts with Zorblax Press",
    "Quuxwidgets LLCとの契約は？",
    "Tell me about contract 4",
    "Which contracts have insurance?",
    "Which contracts have no insurance?",
    "contracts under Delaware law",
    "How many contracts per party?",
    "Which agreements are in force on 2021-07-01?",
    "Is the Supply Agreement still in force?",
    "What supersedes contract 1?",
    "contracts that expire before 2027",
    "Which parties have most contracts?",
    "What does contract 1 say on insurance?",
    "maintain commercial general liability insurance",
    "契約は何件ありますか？",
    "Successor Brumblefax",
    "Show contracts with Zorblaks Pres",
    "Quuxwidgts",
    "Which party names are alike?",
    "Lakeside Pres contracts",
)
CALLS = (
    ("list_contracts", {}),
    ("count_contracts", {}),
    ("get_contracts", {"organization_name": ["Zorblax Press", "Northfield Widgets", "Quuxwidgets"]}),
    ("get_contracts_with_clause_type", {"clause_type": "insurance"}),
    ("get_contracts_without_clause", {"clause_type": "insurance"}),
    ("get_contracts_by_clauses", {"present": ["insurance"]}),
    ("get_contracts_similar_text", {"question": "This Agreement supersedes and replaces"}),
    ("get_contracts_by_date", {"field": "agreement_date"}),
    ("get_contracts_as_of", {"day": "2021-07-01"}),
    ("get_contracts_by_governing_law", {"country": "US"}),
    ("search_knowledge", {"query": "insurance"}),
    ("answer_aggregation_question", {"question": "How many contracts per party?"}),
    ("get_contract", {"contract_id": 4}),
    ("get_contract_excerpts", {"contract_id": 4}),
)


def _add(opened: Workbench, files: tuple[tuple[str, bytes], ...], matter: str | None = None) -> list[str]:
    made = []
    for name, data in files:
        batch = opened.library.ingest([(opened.library.receive(data, name), name)], user="Sato", matter=matter)
        (unit,) = opened.ledger.units(batch)
        result = ingest_file(unit.payload, data, lambda _stage: None)
        with opened.store.write() as session:
            made.append(str(store_contract(session, unit, result)["contract_id"]))
    return made


@pytest.fixture(scope="module")
def walled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """A workbench with contracts of everybody and a matter of one member."""
    folder: Path = tmp_path_factory.mktemp("walled")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as opened:
        opened.clock = lambda: datetime(2026, 11, 22, tzinfo=UTC).date()
        make_people(opened, MEMBER, STRANGER)
        seen = _add(opened, SEEN)
        with acting_as(MEMBER):
            matter = opened.matters.create("Merger", user="Ito")
            secret = _add(opened, SECRET, matter)
        opened.relations.approve("SUPERSEDES", secret[0], seen[0], by="Sato")
        opened.relations.approve("AMENDS", seen[1], seen[0], by="Sato")
        opened.parties.approve(["Northfield Widgets Inc.", "NORTHFIELD WIDGETS, INC."], by="Sato")
        for contract_id in (seen[2], secret[2]):
            opened.library.review(contract_id, "fact:governing_law", "approve", reviewer="Sato", note="Zorblax")
        yield opened


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """A workbench that has never had the matter's contracts."""
    folder: Path = tmp_path_factory.mktemp("without")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as opened:
        opened.clock = lambda: datetime(2026, 11, 22, tzinfo=UTC).date()
        seen = _add(opened, SEEN)
        opened.relations.approve("AMENDS", seen[1], seen[0], by="Sato")
        opened.library.review(seen[2], "fact:governing_law", "approve", reviewer="Sato", note="Zorblax")
        yield opened


def test_every_question_and_call_is_answered_as_if_the_matter_was_not_there(
    walled: Workbench, without: Workbench
) -> None:
    for question in QUESTIONS:
        with acting_as(STRANGER):
            told = ask(question, walled, language="en", user="Ueda").answer
        expected = ask(question, without, language="en", user="Ueda").answer
        assert told.text == expected.text, question
        assert told.citations == expected.citations, question
        assert [call.rows for call in told.calls] == [call.rows for call in expected.calls], question
    for name, arguments in CALLS:
        assert name in FUNCTIONS
        with acting_as(STRANGER):
            told_rows = Toolbox(walled).try_call(name, dict(arguments))
            by_mcp = _called(walled, name, dict(arguments))
        rows = Toolbox(without).try_call(name, dict(arguments))
        assert (told_rows.rows, told_rows.total, told_rows.error) == (rows.rows, rows.total, rows.error), name
        assert by_mcp == _called(without, name, dict(arguments)), name
    assert set(FUNCTIONS) == {name for name, _ in CALLS}


def test_the_graph_of_a_stranger_holds_nothing_of_it(walled: Workbench, without: Workbench) -> None:
    with acting_as(STRANGER):
        graph = walled.graph()
        dump = {name: rows for name, rows in graph.dump().items() if name != "Meta"}
        assert not any(word in orjson.dumps(dump).decode() for word in WORDS)
        everything = run_cypher(graph, "MATCH (o:Organization) RETURN o.name AS name", timeout_s=10).table.rows
    expected = {name: rows for name, rows in without.graph().dump().items() if name != "Meta"}
    assert dump == expected
    assert len(everything) == len(
        run_cypher(without.graph(), "MATCH (o:Organization) RETURN o.name AS name", timeout_s=10).table.rows
    )
    assert "Zorblax" in orjson.dumps(walled.graph().dump()).decode(), "who sees everything sees everything"
    with acting_as(MEMBER):
        assert walled.graph().dump() == walled.graph().dump()
        assert walled.library.count() == 6


def test_what_is_read_ahead_for_a_stranger_is_their_own(walled: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the whole graph was read ahead: the first question of who is kept out waited until their graph was made."""
    read: list[tuple[str, int]] = []

    def reading(graph: GraphStore) -> None:
        found = graph.rows("MATCH (a:Agreement) RETURN count(a) AS n")
        read.append((current_actor().name, int(str(found[0]["n"]))))

    monkeypatch.setattr("core.workbench.workbench.warm", reading)
    for actor in (STRANGER, MEMBER, STRANGER):
        with acting_as(actor):
            walled.warm_graph()
    for thread in list(walled._warming.values()):
        thread.join()
    assert sorted(read) == sorted([("Ueda", 3), (SYSTEM.name, 6)])


def test_no_list_names_it(walled: Workbench) -> None:
    secret = [row for row in walled.library.rows() if row.number > 3]
    library = walled.library
    with acting_as(STRANGER):
        assert [row.number for row in library.rows()] == [1, 2, 3]
        assert library.count() == 3
        assert library.numbers([row.contract_id for row in secret]) == {}
        assert len(library.reviewed()) == 1
        assert set(all_statements(walled.store)) == {row.contract_id for row in library.rows()}
        assert len(walled.relations.relations()) == 1
        assert walled.matters.mine() == []
        assert walled.matters.of_contracts() == {}
        told = [
            to_csv(contracts_table(library.rows(), "en")),
            repr(walled.ledger.recent()),
            repr(walled.ledger.failures("ingest")),
            repr(relation_suggestions(walled)),
            repr(deadlines(library.rows(), today=walled.clock())),
            repr(decided_examples(library)),
        ]
        for row in secret:
            for read in (library.row, library.detail, library.document, library.file, library.find):
                with pytest.raises(NotFound):
                    read(row.contract_id)
            with pytest.raises(NotFound):
                library.find(row.number)
            with pytest.raises((NotFound, NotAllowed)):
                library.review(row.contract_id, "fact:governing_law", "reject", reviewer="Ueda")
            with pytest.raises(NotFound):
                contract_findings(walled, row.contract_id)
            with pytest.raises((NotFound, NotAllowed)):
                library.extract_again([row.contract_id], user="Ueda")
            assert library.history(row.contract_id) == []
            assert walled.relations.relations(row.contract_id) == []
    said = "\n".join(part.decode() if isinstance(part, bytes) else part for part in told)
    assert [word for word in WORDS if word in said] == []
    batches = [progress.batch_id for progress in walled.ledger.recent(limit=50)]
    with acting_as(STRANGER):
        shown = [unit.label for batch in batches for unit in walled.ledger.units(batch)]
    assert sorted(set(shown)) == ["amendment.txt", "base.txt", "small.txt"]


def test_searches_and_other_ways_out_find_nothing_of_it(walled: Workbench) -> None:
    (first, *_others) = [row for row in walled.library.rows() if row.number > 3]
    with acting_as(MEMBER):
        assert {found.contract_id for found in search_texts(walled.store, "supersedes and replaces")} == {
            first.contract_id
        }
    with acting_as(STRANGER):
        assert search_texts(walled.store, "supersedes and replaces") == []
        assert search_texts(walled.store, "Quuxwidgets") == []
        library = walled.library
        seen = [(row, clause_words(library.detail(row.contract_id), "insurance", "en")) for row in library.rows()]
        told = [
            repr(comparison_table(seen, None, "en")),
            repr(party_suggestions(walled)),
            repr(walled.parties.history()),
            repr(walled.parties.rejections()),
            repr(walled.ledger.recent()),
            repr(walled.ledger.quarantined()),
            repr(AuditList(walled.store).entries(limit=10_000)),
            AuditList(walled.store).export(language="ja").decode(),
        ]
        for path in ("contracts", "contracts/1", "contracts/1/findings"):
            route, parts = find_route("GET", path)
            status, value = route.answer(walled, ApiRequest(parts, "", {}, b""))
            told.append(orjson.dumps(value).decode())
            assert status == 200
        for path in ("contracts/4", f"contracts/{first.contract_id}", f"contracts/{first.contract_id}/findings"):
            route, parts = find_route("GET", path)
            with pytest.raises(NotFound):
                route.answer(walled, ApiRequest(parts, "", {}, b""))
    said = "\n".join(told)
    assert [word for word in WORDS if word in said] == []
    job = next(job for job in walled.ledger.recent(50) if job.title == "Quuxwidgets.txt")
    with acting_as(STRANGER), pytest.raises(NotFound):
        walled.ledger.progress(job.batch_id)
    with acting_as(STRANGER):
        assert not walled.ledger.cancel(job.batch_id)


def test_what_is_hidden_is_refused_in_the_words_for_what_never_was(walled: Workbench) -> None:
    """A contract's id is a hash of its file: who has the file must not learn that it is in the house."""
    secret = next(row.contract_id for row in walled.library.rows() if row.number == 4)
    (open_to_all, *_others) = [row.contract_id for row in walled.library.rows()]
    never = "c" + "0" * 15
    library = walled.library
    comments, assignments = Comments(walled.store), Assignments(walled.store)
    fact, review = "fact:governing_law", {"reviewer": "Ueda"}
    attempts: dict[str, Callable[[str], object]] = {
        "row": library.row,
        "detail": library.detail,
        "document": library.document,
        "file": library.file,
        "find": library.find,
        "history": library.history,
        "review": lambda key: library.review(key, fact, "approve", **review),
        "correct": lambda key: library.review(key, fact, "correct", value=FactCorrection("US"), **review),
        "second": lambda key: library.second(key, fact, reviewer="Ueda"),
        "extract again": lambda key: library.extract_again([key], user="Ueda"),
        "numbers": lambda key: library.numbers([key]),
        "delete": lambda key: Deletions(walled).delete([key], user="Ueda"),
        "delete alone": library.delete,
        "findings": lambda key: contract_findings(walled, key),
        "comments": comments.of,
        "comment": lambda key: comments.add(key, fact, "Hello", by="Ueda"),
        "assign": lambda key: assignments.assign([key], "Ueda", by="Ueda", user_id=STRANGER.user_id),
        "relations": walled.relations.relations,
        "amends": lambda key: walled.relations.approve("AMENDS", key, open_to_all, by="Ueda"),
        "amended": lambda key: walled.relations.approve("AMENDS", open_to_all, key, by="Ueda"),
        "no relation": lambda key: walled.relations.reject("SUPERSEDES", key, open_to_all, by="Ueda"),
        "withdraw": lambda key: walled.relations.withdraw("SUPERSEDES", key, open_to_all, by="Ueda"),
        "put": lambda key: walled.matters.put([key], None, user="Ueda"),
        "tool": lambda key: Toolbox(walled).try_call("get_contract", {"contract_id": key}),
        "mcp": lambda key: _called(walled, "get_contract_excerpts", {"contract_id": key}),
        "may": lambda key: is_allowed(STRANGER, "contract.delete", Resource("contract", key)),
    }
    before = len(AuditList(walled.store).entries(limit=10_000)[0])
    with acting_as(STRANGER):
        for name, attempt in attempts.items():
            assert _said(attempt, secret) == _said(attempt, never), name
    assert len(AuditList(walled.store).entries(limit=10_000)[0]) == before
    assert library.row(secret).number == 4


def _said(attempt: Callable[[str], object], key: str) -> str:
    """What an attempt gives or how it is refused, with the contract's id left out."""
    try:
        given = attempt(key)
    except WorkbenchError as error:
        given = (type(error).__name__, str(error), sorted(error.facts.items()))
    return repr(given).replace(key, "ID")


def test_a_circle_that_a_hidden_contract_closes_does_not_name_it(walled: Workbench) -> None:
    seen = [row.contract_id for row in walled.library.rows() if row.number in (1, 3)]
    secret = next(row.contract_id for row in walled.library.rows() if row.number == 4)
    with acting_as(MEMBER):
        walled.relations.approve("AMENDS", seen[1], secret, by="Ito")
    with acting_as(STRANGER), pytest.raises(BadArguments) as refused:
        walled.relations.approve("AMENDS", seen[0], seen[1], by="Ueda")
    with acting_as(MEMBER):
        walled.relations.withdraw("AMENDS", seen[1], secret, by="Ito")
    assert secret not in repr((str(refused.value), refused.value.facts))


def test_a_stranger_changes_nothing_of_it(walled: Workbench) -> None:
    (matter,) = walled.matters.mine()
    (first, *_others) = [row.contract_id for row in walled.library.rows() if row.number > 3]
    plain = Actor("user", "Ueda", user_id="v" * 26, roles=frozenset({"reviewer"}))
    with acting_as(plain):
        with pytest.raises(NotAllowed):
            walled.matters.add_member(matter.id, "v" * 26, user="Ueda")
        assert walled.matters.put([first], None, user="Ueda") == 0, "for them it is not there"
        # Names are joined for all contracts at once, theirs and those that they do not see.
        for name in ("NORTHFIELD WIDGETS, INC.", "Harbor Retail LLC"):
            with pytest.raises(NotAllowed):
                walled.parties.approve(["Northfield Widgets 1 Inc.", name], by="Ueda")
        with pytest.raises(NotAllowed):
            walled.parties.detach("NORTHFIELD WIDGETS, INC.", by="Ueda")
        with pytest.raises(NotAllowed):
            walled.matters.rename(matter.id, "Mine", user="Ueda")
        with pytest.raises(NotAllowed):
            walled.library.ingest([("0" * 64, "x.txt")], user="Ueda", matter=matter.id)
    with acting_as(MEMBER), pytest.raises(Conflict):
        walled.matters.remove_member(matter.id, "u" * 26, user="Ito")


def test_conversations_are_their_owners_and_end_with_membership(walled: Workbench) -> None:
    saved = Conversations(walled.store)
    (matter,) = walled.matters.mine()
    with acting_as(MEMBER):
        key = ask("Show contracts with Zorblax Press", walled, language="en", user="Ito").conversation_id
        assert "Zorblax" in saved.messages(key)[1].text
    with acting_as(STRANGER):
        assert key not in {conversation.id for conversation in saved.recent()}
        with pytest.raises(NotFound):
            saved.messages(key)
        with pytest.raises(NotFound):
            ask("and those without?", walled, language="en", user="Ueda", conversation_id=key)
        # Who manages people may become a member; the log says so.
        walled.matters.add_member(matter.id, "v" * 26, user="Ueda")
        assert walled.library.count() == 6
        own = ask("Show contracts with Zorblax Press", walled, language="en", user="Ueda").conversation_id
        assert "Zorblax" in saved.messages(own)[1].text
        walled.matters.remove_member(matter.id, "v" * 26, user="Ueda")
        assert [message.state for message in saved.messages(own)] == ["done", "withdrawn"]
        (last,) = [row.contract_id for row in walled.library.rows() if row.number == 3]
    with acting_as(MEMBER):
        assert walled.matters.put([last], matter.id, user="Ito") == 1
    with acting_as(STRANGER):
        assert [row.number for row in walled.library.rows()] == [1, 2]
        assert Toolbox(walled).call("count_contracts").rows[0]["count"] == 2
    with acting_as(MEMBER):
        assert walled.matters.put([last], None, user="Ito") == 1
    assert walled.matters.to_manage()[0].contracts == 3
    with acting_as(STRANGER):
        assert walled.library.count() == 3
    assert local_actor("x").is_trusted


@pytest.mark.postgres
def test_the_same_filter_on_postgresql(tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with fresh_database(postgres_url) as url:
        monkeypatch.setenv("DATABASE_URL", url)
        with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as opened:
            _add(opened, SEEN[:1])
            matter = opened.matters.create("Merger", user="Sato")
            _add(opened, SECRET[:1], matter)
            with acting_as(STRANGER):
                assert opened.library.count() == len(opened.library.rows()) == 1
                (job,) = opened.ledger.recent()
                assert [unit.label for unit in opened.ledger.units(job.batch_id)] == ["base.txt"]
                assert opened.ledger.failures("ingest") == []
            assert len(opened.ledger.recent()) == 2
