"""The audit log: written with the change or not at all, and every tampering with it told."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from core.access import (
    LOCAL,
    Anchor,
    People,
    Resource,
    anchors_in,
    begin_with_new_key,
    local_actor,
    record,
    verify_audit,
)
from core.errors import ConfigError
from core.settings import Settings
from core.store import Store, open_store

FILLED = 6


@pytest.fixture
def filled(store: Store) -> Store:
    """A store whose log has some entries."""
    for number in range(FILLED):
        with store.write() as session:
            record(
                session,
                local_actor("佐藤"),
                "contract.review",
                Resource("contract", f"c{number}"),
                subject="presence:cap_on_liability",
                decision="approve",
                revision=number,
            )
    return store


def lift_protection(store: Store) -> None:
    """What somebody would do who owns the database."""
    with store.write() as session:
        if store.dialect == "sqlite":
            for name in ("audit_log_no_update", "audit_log_no_delete", "audit_head_no_delete", "audit_head_moves_on"):
                session.execute(text(f"DROP TRIGGER {name}"))
        else:
            for table in ("audit_log", "audit_head"):
                session.execute(text(f"ALTER TABLE {table} DISABLE TRIGGER ALL"))


def run(store: Store, *statements: str) -> None:
    with store.write() as session:
        for statement in statements:
            session.execute(text(statement))


def faults(store: Store) -> set[tuple[int, str]]:
    return {(problem.seq, problem.fault) for problem in verify_audit(store).problems}


def test_a_whole_log_is_whole(filled: Store) -> None:
    verdict = verify_audit(filled)
    assert verdict.is_whole
    assert verdict.entries == FILLED
    assert verdict.head.seq == FILLED


def test_an_empty_log_is_whole(store: Store) -> None:
    assert verify_audit(store).is_whole


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_log SET actor = 'x' WHERE seq = 2",
        "DELETE FROM audit_log WHERE seq = 2",
        "DELETE FROM audit_head",
        "UPDATE audit_head SET seq = 1",
        "UPDATE audit_head SET mac = 'x'",
    ],
)
def test_the_database_refuses_to_change_it(filled: Store, statement: str) -> None:
    with pytest.raises(DBAPIError, match="append-only"):
        run(filled, statement)
    assert verify_audit(filled).is_whole


def test_postgresql_refuses_to_truncate_it(filled: Store) -> None:
    if filled.dialect == "sqlite":
        return  # it has no such statement: TRUNCATE is DELETE there
    with pytest.raises(DBAPIError, match="append-only"):
        run(filled, "TRUNCATE audit_log")


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        (["UPDATE audit_log SET actor = 'x' WHERE seq = 2"], {(2, "changed")}),
        (['UPDATE audit_log SET facts = \'{"decision": "reject"}\' WHERE seq = 3'], {(3, "changed")}),
        (["UPDATE audit_log SET resource_id = 'c9' WHERE seq = 1"], {(1, "changed")}),
        (["DELETE FROM audit_log WHERE seq = 3"], {(3, "missing")}),
        (["DELETE FROM audit_log WHERE seq = 1"], {(1, "missing")}),
        (["DELETE FROM audit_log WHERE seq > 4"], {(5, "truncated")}),
        (["DELETE FROM audit_log"], {(1, "truncated")}),
        # With the head moved back as well, its keyed hash does not fit.
        (
            [
                "DELETE FROM audit_log WHERE seq > 4",
                "UPDATE audit_head SET seq = 4, mac = (SELECT mac FROM audit_log WHERE seq = 4)",
            ],
            {(4, "head")},
        ),
        (["DELETE FROM audit_head"], {(6, "head")}),
        # Two entries that change places.
        (
            [
                "UPDATE audit_log SET seq = 100 WHERE seq = 2",
                "UPDATE audit_log SET seq = 2 WHERE seq = 3",
                "UPDATE audit_log SET seq = 3 WHERE seq = 100",
            ],
            {(2, "changed"), (3, "changed"), (4, "changed")},
        ),
        (["UPDATE audit_log SET key_id = 'elsewhere' WHERE seq = 5"], {(5, "unknown_key")}),
    ],
)
def test_tampering_is_told(filled: Store, statements: list[str], expected: set[tuple[int, str]]) -> None:
    lift_protection(filled)
    run(filled, *statements)
    assert faults(filled) == expected


def test_a_log_put_back_as_a_whole_does_not_fit_the_anchors(filled: Store) -> None:
    whole = verify_audit(filled)
    assert verify_audit(filled, anchors=[whole.head]).is_whole
    for anchor in (Anchor(FILLED, "0" * 64), Anchor(FILLED + 1, whole.head.mac)):
        assert [problem.fault for problem in verify_audit(filled, anchors=[anchor]).problems] == ["anchor"]


def test_anchors_are_read_from_either_form_of_log() -> None:
    mac = "ab" * 32
    lines = [
        f'{{"seq": 7, "entry_at": "2026-11-22T00:00:00+00:00", "mac": "{mac}", "event": "audit anchor"}}',
        f"2026-11-22 [info] audit anchor  \x1b[36mentry_at\x1b[0m=2026 \x1b[36mmac\x1b[0m={mac} \x1b[36mseq\x1b[0m=8",
        '{"event": "audit anchor", broken',
        "audit anchor of something else",
    ]
    assert list(anchors_in(lines)) == [Anchor(7, mac), Anchor(8, mac)]


def test_the_last_entry_of_a_day_is_anchored_in_the_log(
    filled: Store, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from datetime import UTC, datetime, timedelta

    from core import logs
    from core.access import audit

    class Tomorrow(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:
            return datetime.now(UTC) + timedelta(days=1)

    logs.configure("INFO")
    head = verify_audit(filled).head
    monkeypatch.setattr(audit, "datetime", Tomorrow)
    for _ in range(2):
        with filled.write() as session:
            record(session, LOCAL, "contract.delete", Resource("contract", "c1"))
    lines = [line for line in capfd.readouterr().err.splitlines() if "audit anchor" in line]
    assert list(anchors_in(lines)) == [head]
    assert verify_audit(filled, anchors=[head]).is_whole


def test_an_entry_stays_only_with_its_change(filled: Store) -> None:
    class Stop(Exception):
        pass

    def fail() -> None:
        with filled.write() as session:
            record(session, LOCAL, "contract.delete", Resource("contract", "c1"))
            raise Stop

    with pytest.raises(Stop):
        fail()
    assert verify_audit(filled).entries == FILLED


@pytest.mark.parametrize(
    "facts",
    [
        {"quote": "The Supplier shall indemnify the Customer."},
        {"subject": "The Supplier shall indemnify the Customer."},
        {"subject": "乙は甲に対し損害を賠償する"},
        {"decision": "Supplier shall"},
        {"person": "two\nlines"},
        {"count": "3"},
        {"count": True},
        {"job": None, "reason": 3},
    ],
)
def test_words_of_a_contract_do_not_fit_into_an_entry(store: Store, facts: dict[str, object]) -> None:
    with store.write() as session, pytest.raises(ValueError, match="does not take"):
        record(session, LOCAL, "contract.review", Resource("contract", "c1"), **facts)  # type: ignore[arg-type]


def test_another_key_is_refused_until_a_new_stretch_is_begun(tmp_path: Path) -> None:
    settings = Settings(_env_file=None).model_copy(update={"data_dir": tmp_path, "database_url": None})
    store = open_store(settings)
    People(store).grant_admin("i", "s")
    store.close()
    key = tmp_path / "audit.key"
    assert key.stat().st_mode & 0o777 == 0o600
    old = key.read_bytes()
    key.unlink()
    store = open_store(settings)
    with pytest.raises(ConfigError, match=r"audit\.key"):
        People(store).grant_admin("i", "t")
    assert People(store).find("i", "t") is None
    begin_with_new_key(store, LOCAL)
    People(store).grant_admin("i", "t")
    assert {fault for _, fault in faults(store)} == {"unknown_key"}
    assert verify_audit(store, other_keys=[old]).is_whole
    store.close()


def test_a_key_that_is_too_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "audit.key").write_bytes(b"short")
    store = open_store(Settings(_env_file=None).model_copy(update={"data_dir": tmp_path, "database_url": None}))
    with pytest.raises(ConfigError, match="at least 16"):
        verify_audit(store)
    store.close()


def test_many_writers_make_one_chain(store: Store) -> None:
    from concurrent.futures import ThreadPoolExecutor

    def write(number: int) -> int:
        with store.write() as session:
            return record(session, LOCAL, "contract.delete", Resource("contract", f"c{number}"))

    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(write, range(40)))
    assert sorted(numbers) == list(range(1, 41))
    assert verify_audit(store).is_whole
