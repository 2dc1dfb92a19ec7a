"""Clause types that users define: found in all contracts at once, reviewed, removed with a choice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.contracts import OwnTypes, matrix_table
from core.contracts.endpoint.own_types import OwnAnswer, ask_own, own_clauses_by_endpoint
from core.contracts.ingestion import contract_id_of
from core.documents import Document, Page
from core.errors import BadArguments, Conflict, NotFound
from core.llm import endpoint
from core.llm.scripted import ScriptedServer, Step
from core.questions import clause_codes
from core.record import Clause
from core.settings import Settings
from core.store import OwnTypeRow
from core.taxonomy import OwnType, shipped_taxonomy, taxonomy, use_own_types
from core.wording import Wording
from core.workbench.workbench import Workbench
from small_contracts import small_contract

NAME = "Tooling deposit"
MEANING = "The buyer pays a deposit for tools and moulds that the supplier makes for it."
PASSAGE = "Buyer shall pay to Supplier a tooling deposit of $5,000 for the moulds before production begins."
EXAMPLES = (
    "The Customer shall pay a tooling deposit for the moulds made by the Supplier before production begins.",
    "A deposit for tooling is payable to the manufacturer and is returned when the moulds are scrapped.",
)


@pytest.fixture(autouse=True)
def _only_shipped_types() -> Iterator[None]:
    yield
    use_own_types([])


def _with_deposit(number: int) -> bytes:
    return small_contract(number) + f"\n5. Tooling. {PASSAGE}\n".encode()


def _ingest(workbench: Workbench, *files: bytes) -> list[str]:
    hashes = [workbench.library.receive(data, f"{number}.txt") for number, data in enumerate(files)]
    named = [(sha256, f"{number}.txt") for number, sha256 in enumerate(hashes)]
    workbench.run_until_done(workbench.library.ingest(named, user="Sato"))
    return [contract_id_of(sha256) for sha256 in hashes]


def _defined(workbench: Workbench) -> tuple[OwnTypes, str]:
    own = OwnTypes(workbench.store, workbench.settings)
    return own, own.define(NAME, MEANING, EXAMPLES, user="Sato")


def _clause(workbench: Workbench, contract_id: str, code: str) -> Clause:
    return workbench.library.detail(contract_id).shown.clause(code)


def test_a_type_is_looked_for_in_all_contracts_at_once(workbench: Workbench) -> None:
    with_it, without = _ingest(workbench, _with_deposit(1), small_contract(2))
    own, code = _defined(workbench)
    assert _clause(workbench, with_it, code).presence == "unknown"
    workbench.run_until_done(own.look_for([code], user="Sato", title=NAME))
    near = [*_clause(workbench, with_it, code).excerpts, *_clause(workbench, with_it, code).candidates]
    assert near[0].text.endswith(PASSAGE)
    assert near[0].evidence.state == "verified"
    lacking = _clause(workbench, without, code)
    assert (lacking.presence, lacking.excerpts) == ("not_found", ())
    (third,) = _ingest(workbench, _with_deposit(3))
    assert _clause(workbench, third, code).candidates or _clause(workbench, third, code).excerpts
    rows = workbench.library.rows()
    assert NAME in matrix_table(rows, "en").columns
    assert all(row.summary.presence[code] != "absent" for row in rows)


def test_what_a_reviewer_accepts_is_a_finding_in_lists_questions_and_graph(workbench: Workbench) -> None:
    (contract_id,) = _ingest(workbench, _with_deposit(1))
    own, code = _defined(workbench)
    workbench.run_until_done(own.look_for([code], user="Sato", title=NAME))
    clause = _clause(workbench, contract_id, code)
    found = [*clause.excerpts, *clause.candidates][0]
    subject = f"excerpt:{code}:{found.evidence.start}-{found.evidence.end}"
    workbench.library.review(contract_id, subject, "approve", reviewer="Ito")
    assert workbench.library.row(contract_id).summary.presence[code] == "present"
    assert clause_codes("Which contracts have a tooling deposit?") == (code,)
    found_rows = workbench.graph().rows(
        "MATCH (a:Agreement)-[k:CHECKED_FOR]->(t:ClauseType {code: $code}) "
        "RETURN k.presence AS presence, t.name AS name",
        {"code": code},
    )
    assert found_rows == [{"presence": "present", "name": NAME}]
    (known,) = own.types()
    assert known.accepted == (found.text,)
    # A passage that is turned down in one contract is not proposed in the next.
    workbench.library.review(contract_id, subject, "reject", reviewer="Ito")
    workbench.run_until_done(own.look_for([code], user="Sato", title=NAME))
    again = _clause(workbench, contract_id, code)
    assert found.text not in {passage.text for passage in (*again.excerpts, *again.candidates)}


@pytest.mark.parametrize("fate", ["keep", "move", "delete"])
def test_removing_a_type_says_what_becomes_of_its_reviews(workbench: Workbench, fate: str) -> None:
    (contract_id,) = _ingest(workbench, _with_deposit(1))
    own, code = _defined(workbench)
    workbench.run_until_done(own.look_for([code], user="Sato", title=NAME))
    clause = _clause(workbench, contract_id, code)
    found = [*clause.excerpts, *clause.candidates][0]
    workbench.library.review(
        contract_id, f"excerpt:{code}:{found.evidence.start}-{found.evidence.end}", "approve", reviewer="Ito"
    )
    assert own.reviews_of(code) == 1
    workbench.graph()
    own.remove(code, reviews=fate, move_to="warranty_duration" if fate == "move" else None)  # type: ignore[arg-type]
    assert own.types() == ()
    summary = workbench.library.row(contract_id).summary
    assert code not in summary.presence
    assert summary.reviewed == (0 if fate == "delete" else 1)
    assert summary.presence["warranty_duration"] == ("present" if fate == "move" else "not_found")
    subjects = [record.subject.split(":")[1] for record in workbench.library.history(contract_id)]
    assert subjects == {"keep": [code], "move": ["warranty_duration"], "delete": []}[fate]
    assert (
        workbench.graph().rows(
            "MATCH (:Agreement)-[:CHECKED_FOR]->(t:ClauseType {code: $code}) RETURN t.code AS code", {"code": code}
        )
        == []
    )
    if fate == "keep":
        assert taxonomy().get(code).name("en") == NAME
        assert own.define(NAME, MEANING, EXAMPLES, user="Sato") == code
        assert own.reviews_of(code) == 1


def test_what_is_no_type_is_refused(workbench: Workbench) -> None:
    own = OwnTypes(workbench.store, workbench.settings)
    for name, meaning, examples in (("", MEANING, EXAMPLES), (NAME, " ", EXAMPLES), (NAME, MEANING, EXAMPLES[:1])):
        with pytest.raises(BadArguments):
            own.define(name, meaning, examples, user="Sato")
    with pytest.raises(Conflict):
        own.define("Governing law", MEANING, EXAMPLES, user="Sato")
    with pytest.raises(NotFound):
        own.look_for(["own_none"], user="Sato", title="x")
    assert taxonomy().categories == shipped_taxonomy().categories


def test_a_contract_added_later_does_not_know_a_removed_type(workbench: Workbench) -> None:
    own, code = _defined(workbench)
    own.remove(code, reviews="delete")
    (contract_id,) = _ingest(workbench, _with_deposit(1))
    with pytest.raises(KeyError):
        _clause(workbench, contract_id, code)


def test_a_store_opens_where_a_release_ships_a_type_of_the_same_name(workbench: Workbench) -> None:
    own, code = _defined(workbench)
    with workbench.store.write() as session:
        session.get_one(OwnTypeRow, code).name = "Governing law"
    assert [category.en for category in own.types()] == ["Governing law 2"]
    assert taxonomy().get("governing_law").en == "Governing law"


def test_an_endpoint_gets_the_definition_and_its_quotes_are_located() -> None:
    text = "1. Price. The price is $5.\n\n2. Tooling. " + PASSAGE
    document = Document("ab" * 32, "a.txt", "text", text, (Page(1, 0, len(text), 0.0, 0.0, "text"),), "en")
    own = OwnType(code="own_x", en=NAME, ja=NAME, definition=Wording(en=MEANING, ja=MEANING), examples=EXAMPLES)
    answer = {"types": [{"type": "own_x", "present": True, "excerpts": [PASSAGE, "Words that are nowhere in it."]}]}
    with ScriptedServer([Step(value=answer)]) as server:
        settings = Settings(_env_file=None, OPENAI_BASE_URL=server.base_url, LLM_MODEL="gpt-scripted", llm_retries=0)
        with endpoint("extraction", settings) as model:  # type: ignore[union-attr]
            answers = ask_own(document, [own], model, settings)
        sent = str(server.requests[0].body)
    assert MEANING in sent
    (clause,) = own_clauses_by_endpoint(document, answers)
    assert clause.presence == "present"
    assert [excerpt.evidence.state for excerpt in clause.excerpts] == ["verified", "unverified"]
    (silent,) = own_clauses_by_endpoint(document, {"own_x": OwnAnswer(claimed=False)})
    assert silent.presence == "unknown"
