"""The measures over stored interviews and calls, whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from core.operations import DayCost, RepairCount, days, failures, funnel, progress, repairs, replay, turn_records
from core.operations.calls import percentile
from core.operations.tables import days_table, failures_table, funnel_table, repairs_table, sessions_table
from core.settings import load_settings
from core.store import Store, open_store
from stored_turns import BEGAN, BROKEN, fill

TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(load_settings(data_dir=tmp_path))
    fill(opened)
    yield opened
    opened.close()


def test_progress_counts_turns_without_superseded_ones(store: Store) -> None:
    found = progress(turn_records(store))
    assert [
        (session.session_id, session.turns, session.failed, session.to_draft, session.to_finalize, session.furthest)
        for session in found
    ] == [
        ("a", 4, 0, 3, 4, "approved"),
        ("b", 2, 0, 2, None, "draft_knowledge"),
        ("c", 1, 1, None, None, "started"),
    ]


def test_an_interview_that_a_person_approved_early_was_finalized_by_its_last_turn(store: Store) -> None:
    """Stages and turns agree: what counts as finalized has a number of turns until then."""
    records = [replace(record, approved=True) for record in turn_records(store) if record.session_id != "a"]
    found = {session.session_id: session for session in progress(records)}
    assert (found["b"].furthest, found["b"].to_draft, found["b"].to_finalize) == ("approved", 2, 2)
    assert (found["c"].turns, found["c"].to_draft, found["c"].to_finalize) == (1, 1, 1)


def test_the_funnel_says_where_interviews_end(store: Store) -> None:
    assert funnel(progress(turn_records(store))) == [
        ("started", 3, 1),
        ("collect_case", 2, 0),
        ("organize_risks", 2, 0),
        ("draft_knowledge", 2, 1),
        ("review_knowledge", 1, 0),
        ("finalized", 1, 0),
        ("approved", 1, 1),
    ]


def test_repairs_count_once_a_turn_by_kind_model_and_prompt(store: Store) -> None:
    prompt = "interview@1"
    assert repairs(turn_records(store)) == [
        RepairCount("reask", "parse_error", "m1", prompt, 1, 6),
        RepairCount("reask", "schema_error", "m1", prompt, 1, 6),
        RepairCount("reask", "truncated", "m2", prompt, 1, 2),
        RepairCount("repair", "commas", "m1", prompt, 1, 6),
        RepairCount("repair", "enum", "m1", prompt, 1, 6),
        RepairCount("repair", "fence", "m1", prompt, 1, 6),
    ]


def test_days_are_the_readers(store: Store) -> None:
    first = DayCost(date(2026, 11, 2), "chat", "m1", 3, 0, 1, 300, 30, pytest.approx(0.03), 100.0, 300.0)
    assert days(store, TOKYO) == [
        first,
        DayCost(date(2026, 11, 3), "chat", "m1", 1, 0, 0, 100, 10, 0.01, 80.0, 80.0),
    ]
    assert [day.day for day in days(store, ZoneInfo("America/New_York"))] == [date(2026, 11, 1), date(2026, 11, 2)]
    assert [day.calls for day in days(store, TOKYO, since=BEGAN + timedelta(hours=1))] == [1]


def test_failures_are_the_newest_first_and_recovered_ones_say_so(store: Store) -> None:
    found = failures(turn_records(store))
    assert [
        (failure.turn_id, failure.recovered, failure.outcome, len(failure.attempts), failure.reference)
        for failure in found
    ] == [
        ("a4", True, "ok", 2, None),
        ("b2", True, "ok", 2, None),
        ("c1", False, "bad_output", 3, "REF123"),
    ]


def test_replay_judges_with_the_guard_of_today() -> None:
    cut = replay(BROKEN)
    assert (cut.outcome.ok, cut.outcome.fault) == (False, "truncated")
    good = (
        '```json\n{"control": {"schema_version": "1.0", "mode": "interview"}, "state": {"phase": "collect_case",'
        ' "missing_info": []}, "assistant_message": "何が起きましたか。", "knowledge_json": null}\n```'
    )
    assert replay(good).outcome.ok


def test_since_leaves_out_older_interviews(store: Store) -> None:
    assert turn_records(store, since=datetime(2027, 1, 1, tzinfo=UTC)) == []


def test_tables_have_one_line_each_in_both_languages(store: Store) -> None:
    records = turn_records(store)
    for language in ("ja", "en"):
        tables = [
            sessions_table(progress(records), language),
            funnel_table(funnel(progress(records)), language),
            repairs_table(repairs(records), language),
            days_table(days(store, TOKYO), language),
            failures_table(failures(records), language),
        ]
        assert [len(table) for table in tables] == [3, 7, 6, 2, 3]
    assert list(sessions_table(progress(records), "ja")["到達段階"]) == ["開始", "起案", "登録"]
    assert list(repairs_table(repairs(records), "en")["Share %"]) == [16.7, 16.7, 50.0, 16.7, 16.7, 16.7]


def test_no_records_give_empty_tables(tmp_path: Path) -> None:
    assert [len(table) for table in (sessions_table([], "ja"), days_table([], "en"), failures_table([], "ja"))] == [
        0,
        0,
        0,
    ]


@pytest.mark.parametrize(
    ("values", "expected"),
    [([], None), ([5.0], 5.0), ([1.0, 2.0, 3.0, 4.0], 4.0), (list(map(float, range(1, 101))), 95.0)],
)
def test_percentile_is_the_nearest_rank(values: list[float], expected: float | None) -> None:
    assert percentile(values, 0.95) == expected
