"""What is everybody's learns nothing from a matter and tells nothing of it: clause types, uploads of programs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from core.access import Actor, acting_as
from core.contracts import OwnTypes
from core.contracts.ingestion import contract_id_of
from core.errors import NotAllowed, NotFound
from core.settings import load_settings
from core.taxonomy import use_own_types
from core.ui.api.answers import ApiRequest, find_route
from core.workbench import Workbench, open_workbench
from known_people import make_people
from small_contracts import small_contract

MEMBER = Actor("user", "Ito", user_id="u" * 26, roles=frozenset({"reviewer", "editor"}))
STRANGER = Actor("user", "Ueda", user_id="v" * 26, roles=frozenset({"reviewer", "editor"}))
PASSAGE = "Buyer shall pay to Supplier a tooling deposit of $5,000 for the moulds before production begins."
EXAMPLES = (
    "The Customer shall pay a tooling deposit for the moulds made by the Supplier before production begins.",
    "A deposit for tooling is payable to the manufacturer and is returned when the moulds are scrapped.",
)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Workbench]:
    """A workbench with a contract of everybody and one of a matter, both with a passage of the type."""
    with open_workbench(load_settings(data_dir=tmp_path / "data", env_file=tmp_path / "none")) as workbench:
        make_people(workbench, MEMBER, STRANGER)
        yield workbench
    use_own_types([])


def _ingest(workbench: Workbench, number: int, matter: str | None = None) -> str:
    data = small_contract(number) + f"\n5. Tooling. {PASSAGE}\n".encode()
    sha256 = workbench.library.receive(data, f"{number}.txt")
    workbench.run_until_done(workbench.library.ingest([(sha256, f"{number}.txt")], user="Ito", matter=matter))
    return contract_id_of(sha256)


def test_a_type_says_nothing_of_a_matter_and_a_stranger_takes_nothing_away(opened: Workbench) -> None:
    """Passages that reviewers took in a matter's contract were examples for everybody, and counted before everybody; a
    job that a stranger began had its contracts in it, and was hidden from them; their removal took its reviews."""
    with acting_as(MEMBER):
        matter = opened.matters.create("Merger", user="Ito")
        secret, seen = _ingest(opened, 1, matter), _ingest(opened, 2)
        own = OwnTypes(opened.store, opened.settings)
        code = own.define("Tooling deposit", "A deposit for tools.", EXAMPLES, user="Ito")
        opened.run_until_done(own.look_for([code], user="Ito", title="Tooling"))
        for contract_id in (secret, seen):
            clause = opened.library.detail(contract_id).shown.clause(code)
            place = [*clause.excerpts, *clause.candidates][0].evidence
            opened.library.review(contract_id, f"excerpt:{code}:{place.start}-{place.end}", "approve", reviewer="Ito")
        assert own.reviews_of(code) == 2
        assert [len(known.accepted) for known in own.types()] == [1]
    with acting_as(STRANGER):
        assert own.reviews_of(code) == 1
        job = own.look_for([code], user="Ueda", title="Tooling")
        assert [unit.label for unit in opened.ledger.units(job)] == ["2.txt"]
        assert opened.ledger.progress(job).total == 1
        with acting_as(MEMBER):
            assert sum(other.counts["queued"] for other in opened.ledger.recent(unfinished=True)) == 2
            for other in opened.ledger.recent(unfinished=True):
                opened.run_until_done(other.batch_id)
        own.remove(code, reviews="delete")
        assert opened.library.history(seen) == []
    with acting_as(MEMBER):
        assert len(opened.library.history(secret)) == 1
        assert own.define("Tooling deposit", "A deposit for tools.", EXAMPLES, user="Ito") == code
        assert own.reviews_of(code) == 1


def test_programs_upload_into_a_matter_that_their_owner_is_a_member_of(opened: Workbench) -> None:
    """What came in by the programming interface was everybody's, and nothing could be done about it."""
    with acting_as(MEMBER):
        matter = opened.matters.create("Merger", user="Ito")
    route, parts = find_route("POST", "contracts")
    request = ApiRequest(parts, f"name=a.pdf&matter={matter}", {}, b"%PDF-1.7\nnothing")
    with acting_as(STRANGER), pytest.raises(NotAllowed):
        route.answer(opened, request)
    with acting_as(MEMBER):
        status, said = route.answer(opened, request)
    assert status == 202
    with acting_as(STRANGER), pytest.raises(NotFound):
        opened.ledger.progress(said["job"])
    assert [unit.payload["matter"] for unit in opened.ledger.units(said["job"])] == [matter]
