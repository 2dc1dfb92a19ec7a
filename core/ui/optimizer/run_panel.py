"""One run: what it found, how it stands, and what a person can do with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import WorkbenchError
from core.optimizer import Arm
from core.optimizer.runs import MatchDetail, MatchRecord, RunBook, RunRecord, Spending, split
from core.optimizer.statistics import ArmTally, Learned, before_after, learn, tallies
from core.ui.access.permitted import permitted
from core.ui.failure import show_error
from core.ui.optimizer import match_view, results
from core.ui.optimizer.better_words import better_words
from core.ui.optimizer.formats import cost_words, percent, points, settings_words
from core.ui.optimizer.promotion import promotion
from core.ui.texts import error_text, t
from core.ui.workbench import run_book

_PARTS = ("ranking", "knobs", "heat", "cost", "matches", "judge", "compare", "words", "promote")
_POLL_S = 2.0


@dataclass(frozen=True)
class RunView:
    """A run with what its parts draw from."""

    book: RunBook
    run: RunRecord
    matches: list[MatchRecord]
    overrules: dict[int, float]
    learned: Learned | None
    tallies: list[ArmTally]

    def details(self) -> list[MatchDetail]:
        """Answers and verdicts of all matches that were played."""
        return self.book.details(self.run.id)


def run_panel(run_id: str, runs: Sequence[RunRecord]) -> None:
    """Draw a run; while it is running, again and again."""
    running = run_book().run(run_id).state == "running"
    st.fragment(run_every=_POLL_S if running else None)(_panel)(run_id, list(runs), running)


def _panel(run_id: str, runs: list[RunRecord], was_running: bool) -> None:
    book = run_book()
    run = book.run(run_id)
    if was_running and run.state != "running" and not _comparing(book, run):
        st.rerun()
    matches = book.matches(run_id)
    overrules = book.overrules(run_id)
    played = [match for match in matches if match.outcome is not None]
    seen = RunView(book, run, matches, overrules, _learned(run, played, overrules), tallies(matches, overrules))
    _first_words(seen)
    _figures(seen)
    _actions(seen)
    part = st.segmented_control(
        t("optimizer.part"),
        _PARTS,
        default="ranking",
        required=True,
        format_func={name: t(f"optimizer.part_{name}") for name in _PARTS}.__getitem__,
        label_visibility="collapsed",
        key="optimizer_part",
    )
    if part == "compare":
        results.compare_runs(seen.run, runs)
    elif seen.learned is None and part not in ("matches", "judge"):
        st.info(t("optimizer.nothing_yet"))
    else:
        _draw(part, seen)


def _draw(part: str, seen: RunView) -> None:
    if part == "ranking":
        results.ranking(seen.run, seen.matches, seen.overrules, seen.tallies, seen.learned)
    elif part == "knobs" and seen.learned is not None:
        results.effects(seen.learned)
    elif part == "heat":
        results.heat(seen.run, seen.matches, seen.overrules)
    elif part == "cost":
        results.quality_and_cost(seen.run, seen.details())
    elif part == "matches":
        match_view.matches(seen.book, seen.run, seen.matches, seen.overrules)
    elif part == "judge":
        match_view.judge(seen.matches, seen.overrules)
    elif part == "words":
        better_words(seen.book, seen.run)
    elif part == "promote":
        promotion(seen.book, seen.run, seen.overrules, seen.tallies)


def _learned(run: RunRecord, played: list[MatchRecord], overrules: dict[int, float]) -> Learned | None:
    """What the matches say; worked out again only when something changed, in a running run at every tenth more."""
    count = len(played)
    if run.state == "running":
        step = max(1, count // 10)
        count -= count % step
    key = (run.id, count, tuple(sorted(overrules.items())), tuple(len(values) for values in run.knobs.values))
    kept = st.session_state.get("optimizer_learned")
    if kept is None or kept[0] != key:
        kept = (key, learn(run.knobs, played, overrules, leader=recommended(run, played)))
        st.session_state["optimizer_learned"] = kept
    found: Learned | None = kept[1]
    return found


def recommended(run: RunRecord, played: Sequence[MatchRecord]) -> Arm | None:
    """The arm that the run's method recommends, as far as it has been written down."""
    if run.outcome is not None:
        return tuple(run.outcome["best"])
    return next((match.best for match in reversed(played) if match.best is not None), None)


def _comparing(book: RunBook, run: RunRecord) -> bool:
    return run.state == "done" and not book.ledger.progress(run.batch_id).finished


def _first_words(seen: RunView) -> None:
    """Before and after, or why it cannot be said yet."""
    run = seen.run
    if run.state == "running":
        fault = seen.book.fault(run)
        if fault is not None:
            words = error_text(fault.code, {name: str(value) for name, value in fault.facts.items()})
            st.error(t("optimizer.stuck", words=words))
        elif (setback := seen.book.setback(run)) is not None:
            words = error_text(setback.code, {name: str(value) for name, value in setback.facts.items()})
            st.warning(t("jobs.tried_again", words=words))
        return
    if run.state == "done" and seen.learned is not None:
        _before_and_after(seen)
    if run.reason:
        show = st.warning if run.reason == "judge_failing" else st.caption
        show(t(f"optimizer.reason_{run.reason}"))


def _before_and_after(seen: RunView) -> None:
    run = seen.run
    comparison = seen.book.comparison(run)
    if _comparing(seen.book, run):
        total = len(split(seen.book.material(run).dataset, run.settings)[1])
        st.info(t("optimizer.after_waiting", done=len(comparison), total=total))
        return
    found = before_after(comparison)
    if found is None:
        st.info(t("optimizer.after_none"))
        return
    both = found.result
    values = {
        "count": both.count,
        "before": percent(both.first),
        "after": percent(both.second),
        "difference": points(both.difference.value),
        "low": points(both.difference.low),
        "high": points(both.difference.high),
    }
    with st.container(border=True):
        st.markdown(t("optimizer.after_gold" if found.by == "gold" else "optimizer.after_judge", **values))
        if both.difference.low <= 0 <= both.difference.high:
            st.caption(t("optimizer.after_unsure"))
        tuned, apart = split(seen.book.material(run).dataset, run.settings)
        if {example.id for example in tuned} & {example.id for example in apart}:
            st.caption(t("optimizer.after_tuned"))


def _figures(seen: RunView) -> None:
    run = seen.run
    ended = [match for match in seen.matches if match.state in ("decided", "failed")]
    spent = Spending.sum_of(match.spent for match in ended)
    cells = st.columns(5)
    cells[0].metric(t("optimizer.matches_played"), f"{len(ended)} / {run.settings.steps}")
    cells[1].metric(t("optimizer.no_verdict"), sum(match.state == "failed" for match in ended))
    learned = seen.learned
    cells[2].metric(t("optimizer.leader_best"), "—" if learned is None else percent(learned.leader_best))
    cells[3].metric(t("optimizer.leader_near"), "—" if learned is None else percent(learned.leader_near))
    cells[4].metric(t("optimizer.spent"), cost_words(spent))
    if learned is not None:
        st.caption(
            f"{t('optimizer.best_settings')}: {settings_words(run.knobs.settings(learned.leader), 200)}"
            f" · {t('optimizer.calls')} {spent.calls:,} · {t('optimizer.tokens')} {spent.tokens:,}"
        )
    share = run.budget.share(spent)
    if share is not None:
        st.progress(min(1.0, share), text=t("optimizer.budget_left", share=percent(share)))


def _actions(seen: RunView) -> None:
    run, book = seen.run, seen.book
    if run.state == "stopped":
        return
    stuck = run.state == "running" and book.fault(run) is not None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if run.state == "running" and not stuck:
            if st.button(t("optimizer.pause"), key="run_pause", **permitted("prompt.experiment")):
                book.pause(run.id)
                st.rerun()
        else:
            changes = {}
            if run.state == "done":
                more = st.number_input(
                    t("optimizer.more_steps"), min_value=10, max_value=10_000, value=60, step=10, width=160, key="more"
                )
                played = len(seen.matches)
                changes = {"steps": max(run.settings.steps, played) + int(more), "confidence": None, "patience": None}
            if st.button(t("optimizer.resume"), key="run_resume", **permitted("prompt.experiment")):
                try:
                    book.resume(run.id, changes=changes)
                    st.rerun()
                except WorkbenchError as error:
                    show_error(error)
        stopping = permitted("prompt.experiment", help=t("optimizer.stop_help"))
        if run.state != "done" and st.button(t("optimizer.stop"), key="run_stop", **stopping):
            book.stop(run.id)
            st.rerun()
