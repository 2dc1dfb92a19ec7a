"""Questions over all contracts in a conversation: the answer, its receipt, the endpoint as the last resort."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

import pytest

from core.errors import BadArguments
from core.llm import endpoint
from core.llm.scripted import ScriptedServer
from core.llm.scripted.script import ScriptedCall, Step
from core.prompting import PromptShelf, load_prompt, parse_prompt, with_knobs
from core.qa import Answer, EntryCitation, ask, restated_in
from core.qa.answer import answer_from_json, citation_from_json
from core.qa.toolbox import Toolbox
from core.settings import Settings, load_settings
from core.workbench.workbench import Workbench, open_workbench
from small_contracts import small_contract

NAME = "answer_aggregation_question"
COUNT = "MATCH (a:Agreement) RETURN a.file_name AS file, count(a) AS contracts ORDER BY file"
UNKNOWN_FORM = "How many contracts per file name?"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    folder = tmp_path_factory.mktemp("aggregation")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        received = [(workbench.library.receive(small_contract(n), f"{n}.txt"), f"{n}.txt") for n in (1, 2, 3)]
        workbench.run_until_done(workbench.library.ingest(received, user="Sato"))
        assert workbench.library.count() == 3
        yield workbench


def asked(workbench: Workbench, question: str, scope: Sequence[str] | None = None) -> Answer:
    return ask(question, workbench, language="en", user="Sato", scope=scope).answer


def test_a_group_is_answered_in_words_with_its_receipt(opened: Workbench) -> None:
    answer = asked(opened, "Number of contracts by language")
    assert answer.text == "Number of contracts by language:\n- English: 3 contracts"
    (call,) = answer.calls
    assert (call.function, call.rows, call.total) == (NAME, ({"language": "en", "contracts": 3},), 1)
    assert call.receipt is not None
    assert (call.receipt["engine"], call.receipt["restated"]["ja"]) == ("builtin", "言語ごとの契約の件数")
    assert [(attempt["ran"], attempt["rule"]) for attempt in call.receipt["attempts"]] == [(True, None)]
    assert answer_from_json(answer.to_json()) == answer


def test_a_statistic_says_how_many_contracts_it_rests_on(opened: Workbench) -> None:
    assert asked(opened, "What is the average number of pages?").text == (
        "Average number of pages of contracts:\n\n**1**, from 3 contracts"
    )


def test_contracts_in_a_list_are_named_and_remembered(opened: Workbench) -> None:
    answer = asked(opened, "Top 2 contracts by number of pages")
    assert answer.text.splitlines()[0] == "The 2 contracts with the most pages (ties included):"
    assert len(answer.text.splitlines()) == 4
    assert sorted(answer.memory["contracts"]) == sorted(row.contract_id for row in opened.library.rows())


def test_a_date_in_a_list_is_cited(opened: Workbench) -> None:
    answer = asked(opened, "Which contract was signed first?")
    assert answer.citations
    assert all(f"[{citation.label}]" in answer.text for citation in answer.citations)


def test_a_scope_holds(opened: Workbench) -> None:
    first = opened.library.rows()[0].contract_id
    assert asked(opened, "Number of contracts by language", [first]).calls[0].rows == (
        {"language": "en", "contracts": 1},
    )


@pytest.mark.parametrize(
    ("question", "function"),
    [
        ("How many contracts are there?", "count_contracts"),
        ("How many contracts have no insurance?", "get_contracts_by_clauses"),
        ("Which contracts are governed by New York law?", "get_contracts_by_governing_law"),
    ],
)
def test_fixed_functions_come_first(opened: Workbench, question: str, function: str) -> None:
    calls = {call.function for call in asked(opened, question).calls}
    assert function in calls
    assert NAME not in calls


def model_settings(server: ScriptedServer) -> Settings:
    return Settings(_env_file=None, OPENAI_BASE_URL=server.base_url, LLM_MODEL="scripted", llm_retries=0)


def test_the_endpoint_writes_what_the_grammar_does_not_understand(opened: Workbench) -> None:
    step = Step(value={"restated": "Contracts by file", "answerable": True, "cypher": COUNT})
    with ScriptedServer([step]) as server, endpoint("chat", model_settings(server)) as model:  # type: ignore[union-attr]
        tools = Toolbox(opened, model=model)
        call = tools.try_call(NAME, {"question": UNKNOWN_FORM})
    assert call.rows == tuple({"file": f"{n}.txt", "contracts": 1} for n in (1, 2, 3))
    assert call.receipt is not None
    assert (call.receipt["restated"]["en"], call.restated) == ("Contracts by file", "Contracts by file")
    assert tools.usage.output_tokens > 0
    assert tools.calls == [call]


def test_queries_are_asked_for_with_the_version_in_use(opened: Workbench) -> None:
    promoted = with_knobs(load_prompt("text_to_cypher"), {"examples": "four"})
    shelf = PromptShelf(opened.store)
    version = shelf.add(parse_prompt(promoted, file="x.yaml", form="yaml"), author="sato")
    shelf.promote("text_to_cypher", version.id, author="sato")
    step = Step(value={"restated": "Contracts by file", "answerable": True, "cypher": COUNT}, times=None)
    asked_with = []
    with ScriptedServer([step]) as server, endpoint("chat", model_settings(server)) as model:  # type: ignore[union-attr]
        Toolbox(opened, model=model).try_call(NAME, {"question": UNKNOWN_FORM})
        shelf.promote("text_to_cypher", None, author="sato")
        Toolbox(opened, model=model).try_call(NAME, {"question": UNKNOWN_FORM})
        asked_with = ["\n".join(text for _, text in seen.messages) for seen in server.requests]
    assert ["Average number of pages" in text for text in asked_with] == [False, True]


def test_the_grammar_comes_before_the_endpoint(opened: Workbench) -> None:
    with ScriptedServer([]) as server, endpoint("chat", model_settings(server)) as model:  # type: ignore[union-attr]
        call = Toolbox(opened, model=model).call(NAME, question="Number of contracts by language")
        assert call.rows == ({"language": "en", "contracts": 3},)
        assert server.requests == []


def test_a_query_of_the_endpoint_is_never_run_for_a_scope(opened: Workbench) -> None:
    first = opened.library.rows()[0].contract_id
    step = Step(value={"restated": "All", "answerable": True, "cypher": COUNT}, times=None)
    with ScriptedServer([step]) as server, endpoint("chat", model_settings(server)) as model:  # type: ignore[union-attr]
        tools = Toolbox(opened, [first], model=model)
        with pytest.raises(BadArguments, match="file"):
            tools.call(NAME, question=UNKNOWN_FORM)
        with pytest.raises(BadArguments):
            Toolbox(opened, model=model).call(NAME, within=[first], question=UNKNOWN_FORM)
        assert server.requests == []


def test_a_model_cannot_pass_what_only_our_own_code_passes(opened: Workbench) -> None:
    """`within` limits our own calls; from a model it was taken for that and gave an empty list without an error."""
    call = Toolbox(opened).try_call("list_contracts", {"within": []})
    assert call.error is not None
    assert "within" in call.error


def test_a_refused_query_stays_in_the_receipt(opened: Workbench) -> None:
    before = opened.graph().dump()
    step = Step(
        value={"restated": "Gone", "answerable": True, "cypher": "MATCH (n:Agreement) DETACH DELETE n"}, times=None
    )
    with ScriptedServer([step]) as server, endpoint("chat", model_settings(server)) as model:  # type: ignore[union-attr]
        call = Toolbox(opened, model=model).try_call(NAME, {"question": UNKNOWN_FORM})
    assert call.error is not None
    assert call.error.startswith("no query ran: ")
    assert call.receipt is not None
    assert [(attempt["ran"], attempt["rule"]) for attempt in call.receipt["attempts"]] == [(False, "write")] * 2
    assert opened.graph().dump() == before


def test_the_agent_calls_it_and_reads_what_was_answered(opened: Workbench) -> None:
    script = [
        Step(calls=(ScriptedCall(name=NAME, arguments={"question": "Number of contracts by language"}, id="a"),)),
        Step(text="All 3 contracts are in English [Q1]."),
    ]
    with ScriptedServer(script) as server:
        changed = opened.settings.model_copy(
            update={
                "openai_base_url": server.base_url,
                "openai_api_key": None,
                "llm_model": "scripted",
                "llm_cache": False,
            }
        )
        other = Workbench(changed, opened.store)
        other._graph = opened.graph()
        answer = asked(other, "How are the languages spread?")
        told = [text for role, text in server.requests[-1].messages if role == "tool"]
    assert answer.text.startswith("All 3 contracts are in English")
    assert '"answers":"Number of contracts by language"' in told[0]


def test_receipts_of_earlier_versions_are_still_read() -> None:
    kept = {"restated_en": "Contracts by file", "restated_ja": None}
    assert restated_in(kept, "en") == restated_in(kept, "ja") == "Contracts by file"
    assert restated_in({"restated": {"ja": "契約の件数"}}, "en") == "契約の件数"


def test_citations_of_entries_of_earlier_versions_are_still_read() -> None:
    kept = {"label": "K1", "contract_id": "01K", "number": 1, "contract": "Cap", "page": None, "quote": "Twelve.",
            "state": "verified", "start": None, "end": None, "candidate": False, "kind": "entry"}  # fmt: skip
    entry = EntryCitation("K1", "01K", 1, "Cap", "Twelve.")
    assert citation_from_json(kept) == entry == citation_from_json(asdict(entry))
