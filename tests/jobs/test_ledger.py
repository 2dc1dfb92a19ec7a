"""The ledger's rules, on each database, without any worker: every row of the state table, fences, clocks and limits."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import insert, select, update

from core.errors import BadArguments, NotFound
from core.jobs import Fault, Ledger, NewUnit, UnitView, leases
from core.jobs.clock import database_now
from core.jobs.leases import Lease, LeaseTerms
from core.jobs.owner import this_owner
from core.jobs.tables import RESULTS, UNITS
from core.store import Store

FAULT = Fault("damaged", "It is truncated", {"page": 2})
TERMS = LeaseTerms(this_owner(), ("double", "nothing"), lease_s=5.0, deadline_s=60.0)


def submit(ledger: Ledger, count: int = 1, endpoint: str | None = None) -> str:
    units = [NewUnit(f"unit {number}", {"number": number}, str(number), endpoint=endpoint) for number in range(count)]
    return ledger.submit("double", "A job", units, created_by="tester")


def take(store: Store, room: int = 1, terms: LeaseTerms = TERMS) -> list[Lease]:
    with store.write() as session:
        return leases.lease(session, terms, room, None)


def change(store: Store, **values: object) -> None:
    with store.write() as session:
        session.execute(update(UNITS).values(**values))


def complete(store: Store, held: Lease) -> bool:
    with store.write() as session:
        units = leases.still_held(session, [(held.unit.id, held.token)])
        leases.complete(session, {unit_id: {"twice": 2} for unit_id in units})
        return bool(units)


def fail(store: Store, held: Lease, *, retryable: bool) -> None:
    with store.write() as session:
        unit = leases.still_held(session, [(held.unit.id, held.token)])[held.unit.id]
        leases.fail(session, unit, FAULT, retryable=retryable)


def crash(store: Store, held: Lease) -> None:
    with store.write() as session:
        unit = leases.still_held(session, [(held.unit.id, held.token)])[held.unit.id]
        leases.crash(session, unit, FAULT, 2)


def reap(store: Store) -> int:
    with store.write() as session:
        return leases.reap(session, 5.0)


def brief(unit: UnitView) -> tuple[str, int, int, Fault | None, dict[str, object] | None]:
    return unit.state, unit.attempts, unit.crashes, unit.error, unit.result


def test_submit_and_progress(ledger: Ledger) -> None:
    doubled = [NewUnit("a\udcff\0b", {"number": 1}, "same"), NewUnit("again", {"number": 1}, "same")]
    batch = ledger.submit("double", "Two of one", doubled, created_by="tester")
    other = submit(ledger, 3)
    progress = ledger.progress(batch)
    assert (progress.title, progress.kind, progress.created_by) == ("Two of one", "double", "tester")
    nothing_else = {"leased": 0, "done": 0, "failed": 0, "quarantined": 0, "cancelled": 0}
    assert (progress.total, progress.counts) == (1, {"queued": 1} | nothing_else)
    assert (progress.finished, progress.ended) == (False, 0)
    assert [unit.label for unit in ledger.units(batch)] == ["a?b"]
    assert [unit.label for unit in ledger.units(other)] == ["unit 0", "unit 1", "unit 2"]
    assert [job.batch_id for job in ledger.recent(5)] == [other, batch]
    ledger.cancel(other)
    assert [job.batch_id for job in ledger.recent(5, unfinished=True)] == [batch]
    assert ledger.active()
    ledger.cancel(batch)
    assert not ledger.active()


def test_of_a_large_batch_what_concerns_a_person_is_listed(ledger: Ledger, store: Store) -> None:
    """The panel of a job read all of its units each second, 5,100 of them with their results (issue 20)."""
    batch, other = submit(ledger, 12), submit(ledger, 3)
    ids = [unit.id for unit in ledger.units(batch)]
    states = ["done"] * 5 + ["failed", "quarantined", "leased", "cancelled"] + ["queued"] * 3
    with store.write() as session:
        for unit_id, state in zip(ids, states, strict=True):
            session.execute(update(UNITS).where(UNITS.c.id == unit_id).values(state=state))
        bodies = [{"state": "new"}, {"state": "duplicate"}, {"state": "new"}, {}, {"state": "duplicate"}]
        rows = [{"unit_id": unit_id, "body": body} for unit_id, body in zip(ids[:5], bodies, strict=True)]
        session.execute(insert(RESULTS), rows)

    def numbers(units: list[UnitView]) -> list[int]:
        return [unit.payload["number"] for unit in units]

    progress = ledger.progress(batch)
    assert numbers(ledger.listed(progress, 12)) == list(range(12))
    assert numbers(ledger.listed(progress, 11)) == [6, 5, 7, 4, 3, 2, 1, 0, 9, 10, 11]
    assert numbers(ledger.listed(progress, 5)) == [6, 5, 7, 4, 3]
    assert numbers(ledger.listed(ledger.progress(other), 2)) == [0, 1]
    assert [unit.result for unit in ledger.listed(progress, 5)[3:]] == [{"state": "duplicate"}, {}]
    assert numbers(ledger.done_as(batch, "duplicate", 9)) == [1, 4]
    assert numbers(ledger.done_as(batch, "duplicate", 1)) == [1]
    assert numbers(ledger.stuck(batch)) == [5, 6]
    assert numbers(ledger.stuck(batch, limit=1)) == [5]


def test_empty_batch_is_finished(ledger: Ledger) -> None:
    assert ledger.progress(submit(ledger, 0)).finished


def test_unknown_names(ledger: Ledger) -> None:
    with pytest.raises(BadArguments):
        ledger.submit("no such kind", "", [], created_by="tester")
    with pytest.raises(NotFound):
        ledger.progress("no such batch")
    with pytest.raises(NotFound):
        ledger.unit("no such unit")
    assert (ledger.release("no such unit"), ledger.cancel("no such batch")) == (False, 0)


def test_units_are_leased_in_order_with_new_tokens(ledger: Ledger, store: Store) -> None:
    batch = submit(ledger, 3)
    first, rest, none = take(store, 2), take(store, 2), take(store, 2)
    assert [held.unit.label for held in first + rest] == ["unit 0", "unit 1", "unit 2"]
    assert none == []
    assert len({held.token for held in first + rest}) == 3
    assert {(unit.state, unit.attempts) for unit in ledger.units(batch)} == {("leased", 1)}


def completed(ledger: Ledger, store: Store, held: Lease) -> None:
    assert complete(store, held)


def retryable(ledger: Ledger, store: Store, held: Lease) -> None:
    fail(store, held, retryable=True)
    assert take(store) == []  # not before its pause


def retryable_without_attempts_left(ledger: Ledger, store: Store, held: Lease) -> None:
    change(store, attempts=3)
    fail(store, held, retryable=True)


def not_retryable(ledger: Ledger, store: Store, held: Lease) -> None:
    fail(store, held, retryable=False)


def tried_again(ledger: Ledger, store: Store, held: Lease) -> None:
    fail(store, held, retryable=False)
    assert (ledger.release(held.unit.id), ledger.retry(held.unit.id)) == (False, True)


def crashed(ledger: Ledger, store: Store, held: Lease) -> None:
    crash(store, held)


def crashed_twice(ledger: Ledger, store: Store, held: Lease) -> None:
    crash(store, held)
    crash(store, take(store)[0])
    assert [unit.id for unit in ledger.quarantined()] == [held.unit.id]


def released(ledger: Ledger, store: Store, held: Lease) -> None:
    crashed_twice(ledger, store, held)
    assert (ledger.retry(held.unit.id), ledger.release(held.unit.id)) == (False, True)


def given_back(ledger: Ledger, store: Store, held: Lease) -> None:
    with store.write() as session:
        assert leases.give_back(session, [(held.unit.id, "another token")]) == 0
        assert leases.give_back(session, [(held.unit.id, held.token)]) == 1


def lease_ran_out(ledger: Ledger, store: Store, held: Lease) -> None:
    assert reap(store) == 0
    change(store, lease_until=1.0)
    assert reap(store) == 1


def last_lease_ran_out(ledger: Ledger, store: Store, held: Lease) -> None:
    change(store, lease_until=1.0, attempts=3)
    assert reap(store) == 1


def owner_died(ledger: Ledger, store: Store, held: Lease) -> None:
    host, pid, start = this_owner().split(":")
    change(store, owner=f"{host}:{pid}:{int(start) + 1}")
    assert reap(store) == 1


def owner_elsewhere(ledger: Ledger, store: Store, held: Lease) -> None:
    change(store, owner="another-host:1:1")
    assert reap(store) == 0


def cancelled(ledger: Ledger, store: Store, held: Lease) -> None:
    assert (ledger.cancel_unit(held.unit.id), ledger.cancel_unit(held.unit.id)) == (True, False)


LOST = Fault("unit_lost", "Its lease ran out: nobody reported on it", {})


@pytest.mark.parametrize(
    ("event", "left"),
    [
        (completed, ("done", 1, 0, None, {"twice": 2})),
        (retryable, ("queued", 1, 0, FAULT, None)),
        (retryable_without_attempts_left, ("failed", 3, 0, FAULT, None)),
        (not_retryable, ("failed", 1, 0, FAULT, None)),
        (tried_again, ("queued", 0, 0, None, None)),
        (crashed, ("queued", 1, 1, FAULT, None)),
        (crashed_twice, ("quarantined", 2, 2, FAULT, None)),
        (released, ("queued", 0, 0, None, None)),
        (given_back, ("queued", 0, 0, None, None)),
        (lease_ran_out, ("queued", 1, 0, LOST, None)),
        (last_lease_ran_out, ("quarantined", 3, 0, LOST, None)),
        (owner_died, ("queued", 0, 0, None, None)),
        (owner_elsewhere, ("leased", 1, 0, None, None)),
        (cancelled, ("cancelled", 1, 0, None, None)),
    ],
)
def test_state_table(
    ledger: Ledger,
    store: Store,
    event: Callable[[Ledger, Store, Lease], None],
    left: tuple[str, int, int, Fault | None, dict[str, object] | None],
) -> None:
    batch = submit(ledger)
    held = take(store)[0]
    event(ledger, store, held)
    assert [brief(unit) for unit in ledger.units(batch)] == [left]
    if left[0] != "leased":
        assert complete(store, held) is False, "a late report changes nothing"
        with store.read() as session:
            row = session.execute(select(UNITS)).one()
        assert (row.token, row.owner, row.lease_until, row.deadline) == (None, None, None, None)
    assert [brief(unit) for unit in ledger.units(batch)] == [left]


def test_lease_goes_by_the_new_token_only(ledger: Ledger, store: Store) -> None:
    submit(ledger)
    old = take(store)[0]
    change(store, lease_until=1.0)
    reap(store)
    new = take(store)[0]
    assert (complete(store, old), complete(store, new), complete(store, new)) == (False, True, False)


def test_extension_keeps_what_is_ours(ledger: Ledger, store: Store) -> None:
    submit(ledger, 3)
    held = [(lease.unit.id, lease.token) for lease in take(store, 3)]
    ledger.cancel_unit(held[1][0])
    change(store, lease_until=2.0)
    with store.write() as session:
        assert leases.extend(session, held, 5.0) == {held[0][1], held[2][1]}
        assert leases.valid_tokens(session, held) == {held[0][1], held[2][1]}
    assert reap(store) == 0


def test_a_clock_that_went_back_loses_nothing(ledger: Ledger, store: Store) -> None:
    """A lease or a pause set by a clock that was a day ahead would be waited for until tomorrow."""
    submit(ledger, 2)
    held = take(store)[0]
    with store.write() as session:
        tomorrow = database_now(session) + 86_400
        session.execute(update(UNITS).where(UNITS.c.state == "leased").values(lease_until=tomorrow))
        session.execute(update(UNITS).where(UNITS.c.state == "queued").values(not_before=tomorrow))
    assert take(store) == []
    reap(store)
    assert len(take(store)) == 1
    with store.read() as session:
        until = session.scalar(select(UNITS.c.lease_until).where(UNITS.c.id == held.unit.id))
        assert until is not None
        assert until <= database_now(session) + 5.0


def test_an_endpoint_that_asks_for_a_long_wait_is_left_alone(ledger: Ledger, store: Store) -> None:
    """`Retry-After: 9999` was asked again after 60 s, and at once by the next unit (issue 13, 7)."""
    submit(ledger, 2, endpoint="https://busy.example")
    held = take(store)[0]
    with store.write() as session:
        begin = database_now(session)
        unit = leases.still_held(session, [(held.unit.id, held.token)])[held.unit.id]
        leases.fail(session, unit, Fault("rate_limited", "429", {"wait_s": 9999.0}), retryable=True, wait_s=9999.0)
    reap(store)
    with store.read() as session:
        due = list(session.scalars(select(UNITS.c.not_before).order_by(UNITS.c.not_before)))
    assert [begin + 9999 - 1 < time < begin + 1.3 * 9999 for time in due] == [True, True]
    waiting = ledger.held_back(held.unit.batch)
    assert waiting is not None
    assert waiting.error is not None
    assert waiting.error.code == "rate_limited"
    free = submit(ledger, 1, endpoint="https://free.example")
    assert ledger.held_back(free) is None
    assert [lease.unit.endpoint for lease in take(store, 9)] == ["https://free.example"]


def test_a_long_wait_does_not_outlast_a_clock_that_went_back(ledger: Ledger, store: Store) -> None:
    submit(ledger, 1)
    with store.write() as session:
        fault = Fault("rate_limited", "429", {"wait_s": 300.0}).as_json()
        session.execute(update(UNITS).values(not_before=database_now(session) + 86_400, error=fault))
    reap(store)
    assert len(take(store)) == 1


def test_rate_limit_is_shared_and_holds_nobody_else_up(ledger: Ledger, store: Store) -> None:
    ledger.limit("https://slow.example", per_second=0.001, burst=2)
    submit(ledger, 5, endpoint="https://slow.example")
    assert len(take(store, 4)) == 2
    assert take(store, 4) == []
    submit(ledger, 3, endpoint="https://free.example")
    assert {held.unit.endpoint for held in take(store, 4)} == {"https://free.example"}
    ledger.limit("https://slow.example", per_second=1e6, burst=3)
    assert len(take(store, 9)) == 3
    with pytest.raises(BadArguments):
        ledger.limit("https://slow.example", per_second=0)


def test_kinds_of_another_program_are_left_alone(ledger: Ledger, store: Store) -> None:
    submit(ledger)
    assert take(store, terms=LeaseTerms(TERMS.owner, ("other",), 5.0, 60.0)) == []


def test_two_at_once_never_lease_the_same(ledger: Ledger, store: Store) -> None:
    submit(ledger, 60)
    taken: list[str] = []

    def work() -> None:
        while some := take(store, 3):
            taken.extend(held.unit.id for held in some)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(taken), len(set(taken))) == (60, 60)
