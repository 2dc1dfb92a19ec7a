"""Runs of the lab: stored case by case, cancelled, gone on with, compared, improved, handed to the optimizer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from core.errors import BadArguments, NotFound
from core.extraction.analysis import changes, failing_cases, summaries
from core.extraction.engines import RuleEngine
from core.extraction.files import ExtractionTask, read_task
from core.extraction.improving import hand_over, knob_proposals, with_defaults, with_proposals
from core.extraction.runs import (
    CaseResult,
    ExtractionBook,
    ExtractionRun,
    LabSettings,
    lab_settings,
    read_case,
    result_json,
)
from core.jobs import Dispatcher, Ledger
from core.llm.scripted import Step
from core.optimizer.runs import RunBook
from core.settings import Settings, load_settings
from core.store import open_store
from played_in_process import Inline, closed_stores
from servers import fresh_database

TASK = read_task("customer_inquiry")
FEW = LabSettings(strategies={"zero_shot": {}, "step_by_step": {}}, cases=("n01", "n10", "h02", "c01"))


def done(book: ExtractionBook, run: ExtractionRun, engine: Any) -> list[CaseResult]:
    Dispatcher(book.ledger, engine, book.ledger.settings).run_until_done(run.batch_id)
    return book.results(run.id)


def test_a_run_is_kept_case_by_case(book: ExtractionBook, in_process: Any) -> None:
    run = book.start(TASK, FEW, user="sato")
    assert book.progress(run).total == 8
    results = done(book, run, in_process)
    assert {(result.strategy, result.case_id) for result in results} == {
        (strategy, case) for strategy in FEW.strategies for case in FEW.cases
    }
    for result in results:
        extracted, score = read_case(RuleEngine(), TASK, result.strategy, {}, TASK.case(result.case_id))
        assert (result.score, result.attempts[0]["raw"]) == (score, extracted.raw)
    assert [found.strategy for found in summaries(results, TASK)] == ["zero_shot", "step_by_step"]
    assert book.run(run.id) == run
    assert book.task(run).pack() == TASK.pack()
    assert [each.id for each in book.runs(task="customer_inquiry")] == [run.id]
    with pytest.raises(NotFound):
        book.run("none")


def test_the_same_on_postgresql(tmp_path: Path, postgres_url: str, in_process: Any, monkeypatch: Any) -> None:
    with fresh_database(postgres_url) as url:
        monkeypatch.setenv("DATABASE_URL", url)
        settings = load_settings(data_dir=tmp_path / "pg", env_file=tmp_path / "none")
        opened = open_store(settings)
        try:
            book = ExtractionBook(opened, settings, Ledger(opened, settings))
            run = book.start(TASK, FEW, user="sato")
            assert len(done(book, run, in_process)) == 8
            assert book.task(run).pack() == TASK.pack()
        finally:
            opened.close()


def test_a_cancelled_run_keeps_what_it_has_and_goes_on(book: ExtractionBook, in_process: Any) -> None:
    run = book.start(TASK, FEW, user="sato")
    cancelled = book.cancel(run)
    assert book.progress(run).finished
    before = {(result.strategy, result.case_id) for result in book.results(run.id)}
    assert len(before) + cancelled == 8
    assert book.again(run) == cancelled
    assert len(done(book, run, in_process)) == 8


def test_an_endpoint_that_is_away_fails_cases_and_they_are_read_again(
    scripted: Callable[..., Any], in_process: Any
) -> None:
    settings, _ = scripted([Step(times=3, status=401), Step(times=None, value={"contact_email": None})])
    opened = open_store(settings)
    try:
        book = ExtractionBook(opened, settings, Ledger(opened, settings))
        run = book.start(
            TASK, LabSettings(engine="extraction", strategies={"zero_shot": {}}, cases=FEW.cases), user="s"
        )
        assert len(done(book, run, in_process)) == 1
        assert {unit.error.code for unit in book.stuck(run) if unit.error} == {"endpoint_rejected"}
        assert book.again(run) == 3
        assert len(done(book, run, in_process)) == 4
        assert book.stuck(run) == []
    finally:
        opened.close()


def test_only_what_changed_is_found(book: ExtractionBook, in_process: Any) -> None:
    first = done(book, book.start(TASK, FEW, user="sato"), in_process)
    better = FEW.model_copy(update={"strategies": {"zero_shot": {"summary_from": "matter"}, "step_by_step": {}}})
    second = done(book, book.start(TASK, better, user="sato"), in_process)
    found = changes(second, first)
    assert len(found) == 8
    assert all(change.strategy == "zero_shot" and change.fields == ("summary",) for change in found if change.changed)
    assert 0 < sum(change.changed for change in found) < 8
    assert not any(change.changed for change in changes(first, first))


def results_of(task: ExtractionTask, raws: dict[str, str], strategy: str = "zero_shot") -> list[CaseResult]:
    """Results of outputs that are given, by case."""
    from core.extraction.engines import ExtractedText, TextAttempt, read_output
    from core.extraction.scoring import score_output

    found = []
    for case_id, raw in raws.items():
        score = score_output(read_output(raw, task.schema), raw, task.case(case_id), task)
        found.append(CaseResult.of(strategy, case_id, result_json(ExtractedText((TextAttempt(raw),), "m"), score)))
    return found


def test_each_failure_mode_has_its_knob() -> None:
    chosen = LabSettings(strategies={"zero_shot": {}})
    fields = '"issue_type": "障害", "severity": "緊急", "summary": "サーバー室で火災が発生。"'
    wrong = '{"product_name": "システム", ' + fields + ', "x": 1}'
    results = results_of(TASK, {"n01": wrong, "n02": "Here you are: " + wrong, "n03": '{"product_name": "'})
    assert set(failing_cases(results)) >= {"hallucination", "off_topic", "malformed", "prohibited"}
    found = {proposal.knob: proposal.better for proposal in knob_proposals(results, TASK, chosen)}
    measures = {"absent": "leave_out", "around": "object_only", "form": "reminded", "closed": "listed_only"}
    assert measures.items() <= found.items()
    better = with_proposals(chosen, knob_proposals(results, TASK, chosen))
    assert better.strategies["zero_shot"]["absent"] == "leave_out"
    again = {proposal.knob: proposal.better for proposal in knob_proposals(results, TASK, better)}
    assert again["absent"] == "quote_first"
    assert "closed" not in again
    improved = with_defaults(TASK, better).strategies["zero_shot"]
    assert improved.defaults["closed"] == "listed_only"
    assert "上の五つのほかに項目を加えない" in improved.render(text="x")[0].content


def test_no_failures_give_no_proposals() -> None:
    assert knob_proposals(results_of(TASK, {"h02": "{}"}), TASK, LabSettings(strategies={"zero_shot": {}})) == []


@pytest.mark.parametrize(
    "values",
    [
        {"strategies": {}},
        {"strategies": {"none": {}}},
        {"strategies": {"zero_shot": {"absent": "never"}}},
        {"strategies": {"zero_shot": {"none": 1}}},
        {"strategies": {"zero_shot": {}}, "cases": ["none"]},
        {"strategies": {"zero_shot": {}}, "reasks": 9},
        {"strategies": {"zero_shot": {}}, "engine": "gpt"},
    ],
)
def test_settings_that_do_not_fit(values: dict[str, Any]) -> None:
    with pytest.raises(BadArguments):
        lab_settings(values, TASK)


@pytest.fixture
def stores_closed() -> Iterator[None]:
    yield
    closed_stores()


@pytest.mark.usefixtures("stores_closed")
def test_the_optimizer_finds_the_knobs_that_the_lab_scores_best(
    book: ExtractionBook, chosen: Callable[..., Settings]
) -> None:
    runs = RunBook(book._store, chosen(), book.ledger)
    run = hand_over(runs, TASK, "zero_shot", FEW.model_copy(update={"cases": ()}), chosen(), user="sato", steps=60)
    Dispatcher(book.ledger, Inline(), chosen()).run_until_done(run.batch_id)
    ended = runs.run(run.id)
    assert ended.state == "done"
    assert ended.outcome is not None
    # The rules follow two of the knobs; on these cases the words of the matter are the better summary.
    assert ended.knobs.settings(ended.outcome["best"])["summary_from"] == "matter"
    with pytest.raises(BadArguments, match="at least two cases"):
        hand_over(runs, TASK, "zero_shot", FEW.model_copy(update={"cases": ("n01",)}), chosen(), user="sato")
