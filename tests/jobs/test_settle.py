"""What is done with results happens in the transaction that completes the unit, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session

from core.errors import DamagedDocument, StoreFull
from core.jobs import Fault, Ledger, NewUnit, UnitView, leases, on_result, registry
from core.jobs.engine import Completed
from core.jobs.leases import LeaseTerms
from core.jobs.owner import this_owner
from core.jobs.settle import settle
from core.store import Store
from core.store.models import Counter


@pytest.fixture(autouse=True)
def _applied_to_this_test_only() -> Iterator[None]:
    yield
    registry._applied.pop("nothing", None)


def replace(session: Session, unit: UnitView, result: dict[str, Any]) -> dict[str, Any]:
    session.add(Counter(name=unit.label, value=len(result["blob"])))
    return {"stored": unit.payload["name"]}


def keep(session: Session, unit: UnitView, result: dict[str, Any]) -> None:
    session.add(Counter(name=unit.label, value=1))


def refuse(session: Session, unit: UnitView, result: dict[str, Any]) -> None:
    session.add(Counter(name=unit.label, value=1))
    session.flush()
    raise DamagedDocument("It cannot be stored", page=4)


def collide(session: Session, unit: UnitView, result: dict[str, Any]) -> None:
    session.add(Counter(name="there", value=1))


def not_json(session: Session, unit: UnitView, result: dict[str, Any]) -> dict[str, Any]:
    session.add(Counter(name=unit.label, value=1))
    return {"set": {1}}


def finish(ledger: Ledger, store: Store) -> UnitView:
    batch = ledger.submit("nothing", "", [NewUnit("one", {"name": "n"}, "1")], created_by="tester")
    terms = LeaseTerms(this_owner(), ("nothing",), 5.0, 60.0)
    with store.write() as session:
        session.add(Counter(name="there", value=0))
        held = leases.lease(session, terms, 1, batch)[0]
    with store.write() as session:
        settle(session, [Completed(held.unit.id, held.token, {"pages": 3, "blob": b"boxes"})], 2)
    return ledger.unit(held.unit.id)


def counters(store: Store) -> dict[str, int]:
    with store.read() as session:
        return {row.name: row.value for row in session.query(Counter)}


@pytest.mark.parametrize(
    ("apply", "state", "result", "written", "code"),
    [
        (None, "done", {"pages": 3}, {"there": 0}, None),
        (replace, "done", {"stored": "n"}, {"there": 0, "one": 5}, None),
        (keep, "done", {"pages": 3}, {"there": 0, "one": 1}, None),
        (refuse, "failed", None, {"there": 0}, "damaged"),
        (collide, "queued", None, {"there": 0}, "unexpected"),
        (not_json, "queued", None, {"there": 0}, "unexpected"),
    ],
)
def test_result_and_what_is_done_with_it_are_one(
    ledger: Ledger, store: Store, apply: Any, state: str, result: Any, written: dict[str, int], code: str | None
) -> None:
    if apply is not None:
        on_result("nothing", apply)
    unit = finish(ledger, store)
    assert (unit.state, unit.result, unit.error and unit.error.code) == (state, result, code)
    assert counters(store) == written


def test_refusal_carries_its_facts(ledger: Ledger, store: Store) -> None:
    on_result("nothing", refuse)
    assert finish(ledger, store).error == Fault("damaged", "It cannot be stored", {"page": 4})


def test_when_the_store_refuses_nothing_is_recorded(ledger: Ledger, store: Store) -> None:
    """A full disk is no fault of the unit: its result must come again when there is space."""

    def full(session: Session, unit: UnitView, result: dict[str, Any]) -> None:
        raise StoreFull("no space")

    on_result("nothing", full)
    with pytest.raises(StoreFull):
        finish(ledger, store)
    assert [unit.state for unit in ledger.units(ledger.recent(1)[0].batch_id)] == ["leased"]


def test_what_another_wrote_in_between_is_read(ledger: Ledger, store: Store) -> None:
    """Two apps store the same document at the same moment: the one that comes second finds it there."""
    seen: list[int] = []

    def second(session: Session, unit: UnitView, result: dict[str, Any]) -> dict[str, Any]:
        seen.append(1)
        if len(seen) == 1:
            collide(session, unit, result)
        return {"state": "duplicate"}

    on_result("nothing", second)
    unit = finish(ledger, store)
    assert (unit.state, unit.result, unit.attempts) == ("done", {"state": "duplicate"}, 1)
    assert counters(store) == {"there": 0}
