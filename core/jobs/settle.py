"""What becomes of a unit when the engine reports on it: one transaction for all that ended together."""

from __future__ import annotations

from collections.abc import Sequence

import orjson
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import Session

from core import logs
from core.errors import StoreError, WorkbenchError
from core.jobs import leases
from core.jobs.engine import Completed, Crashed, Errored, Event, Lost, Stage
from core.jobs.registry import Apply, Result, apply_of
from core.jobs.views import Fault, UnitView

_log = logs.log(__name__)


def settle(session: Session, events: Sequence[Event], max_crashes: int) -> None:
    """Record the ends of units in the ledger; what comes from an attempt that is no longer valid is dropped.

    Args:
        session: in a write transaction.
        events: ends of attempts, one for each unit.
        max_crashes: crashes that put a unit into quarantine.

    Raises:
        StoreError, OperationalError: the store refused; nothing of this transaction may be kept.
    """
    if not events:
        return
    units = leases.still_held(session, [(event.unit_id, event.token) for event in events])
    results: dict[str, Result] = {}
    for event in events:
        unit = units.get(event.unit_id)
        if unit is None:
            _log.info("late_report_dropped", unit=event.unit_id)
            continue
        match event:
            case Completed():
                body = _applied(session, unit, event.result)
                if isinstance(body, Fault):
                    leases.fail(session, unit, body, retryable=body.code == "unexpected")
                else:
                    results[unit.id] = body
            case Errored():
                _log.info("unit_failed", unit=unit.id, kind=unit.kind, code=event.fault.code, attempt=unit.attempts)
                leases.fail(session, unit, event.fault, retryable=event.retryable, wait_s=event.wait_s)
            case Crashed():
                _log.warning("unit_crashed", unit=unit.id, kind=unit.kind, reason=event.fault.message)
                leases.crash(session, unit, event.fault, max_crashes)
            case Lost():
                leases.give_back(session, [(unit.id, event.token)])
            case Stage():
                pass
    leases.complete(session, results)


def _applied(session: Session, unit: UnitView, result: Result) -> Result | Fault:
    """The result to store, after what is registered for its kind was done with it; a fault when that failed."""
    body = {key: value for key, value in result.items() if key != "blob"}
    apply = apply_of(unit.kind)
    if apply is None:
        return body
    try:
        try:
            replaced = _within(session, apply, unit, result)
        except IntegrityError:
            # Another app wrote the same in between, such as the document of one file sent to both: now it can be read.
            _log.info("result_applied_again", unit=unit.id, kind=unit.kind)
            replaced = _within(session, apply, unit, result)
        body = replaced if replaced is not None else body
    except (StoreError, OperationalError):
        raise
    except WorkbenchError as error:
        return Fault(error.code, str(error), orjson.loads(orjson.dumps(error.facts, default=str)))
    except Exception as error:  # noqa: BLE001  # the job runner: one result must not hold up the others
        reference = logs.new_reference()
        _log.exception("result_not_applied", reference=reference, unit=unit.id, kind=unit.kind)
        return Fault("unexpected", type(error).__name__, {"reference": reference})
    return body


def _within(session: Session, apply: Apply, unit: UnitView, result: Result) -> Result | None:
    """What is registered for a kind, all or nothing."""
    with session.begin_nested():
        replaced = apply(session, unit, result)
        session.flush()
        if replaced is not None:
            orjson.dumps(replaced)
        return replaced
