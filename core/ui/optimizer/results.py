"""Results of a run: ranking, effects, who beats whom, quality against cost, and several runs side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.optimizer import Arm
from core.optimizer.runs import MatchDetail, MatchRecord, RunRecord
from core.optimizer.statistics import (
    ArmTally,
    Learned,
    Paired,
    before_after,
    pair_tallies,
    qualities,
    tallies,
    timeline,
)
from core.ui.escape import short
from core.ui.optimizer import charts
from core.ui.optimizer.formats import moment, percent, points, settings_words, span
from core.ui.texts import t
from core.ui.workbench import run_book

_LEADERS = 5
_MOST_ROWS = 50
_MOST_HEAT = 12
_AXES = ("length", "tokens", "latency")
_WHOLE_PERCENT = "%d%%"


def ranking(
    run: RunRecord,
    matches: Sequence[MatchRecord],
    overrules: dict[int, float],
    arms: Sequence[ArmTally],
    learned: Learned | None,
) -> None:
    """The table of arms with their intervals, and how the leaders' win rates came about."""
    chances = {} if learned is None else {chance.arm: chance.best for chance in learned.arms}
    st.caption(t("optimizer.ranking_note"))
    st.dataframe(
        pd.DataFrame(
            [
                {
                    **{name: short(str(value), 60) for name, value in run.knobs.settings(tally.arm).items()},
                    t("optimizer.rate"): round(tally.rate.value * 100),
                    t("optimizer.interval"): span(tally.rate),
                    t("optimizer.wins"): tally.wins,
                    t("optimizer.ties"): tally.ties,
                    t("optimizer.losses"): tally.losses,
                    t("optimizer.chance_best"): round(chances[tally.arm] * 100) if tally.arm in chances else None,
                }
                for tally in arms[:_MOST_ROWS]
            ]
        ),
        # As text, 100% sorted before 60%.
        column_config={
            t(f"optimizer.{name}"): st.column_config.NumberColumn(format=_WHOLE_PERCENT)
            for name in ("rate", "chance_best")
        },
        hide_index=True,
        height=min(36 * (len(arms) + 1) + 3, 320),
        key="ranking",
    )
    leaders = {tally.arm: settings_words(run.knobs.settings(tally.arm), 70) for tally in arms[:_LEADERS]}
    st.subheader(t("optimizer.chart_rates"), anchor=False)
    charts.rates(timeline(matches, leaders, overrules), leaders)


def effects(learned: Learned) -> None:
    """What each value of each knob is worth."""
    st.caption(t("optimizer.effects_note"))
    charts.effects(learned.effects)


def heat(run: RunRecord, matches: Sequence[MatchRecord], overrules: dict[int, float]) -> None:
    """Who beat whom, for the arms that met most."""
    st.caption(t("optimizer.heat_note"))
    played = Counter(arm for match in matches if match.outcome is not None for arm in (match.a, match.b))
    arms = [arm for arm, _ in played.most_common(_MOST_HEAT)]
    pairs = {(pair.first, pair.second): pair for pair in pair_tallies(matches, overrules)}
    names = _short_names(run, arms)
    rows = [[pairs[a, b].rate if (a, b) in pairs else None for b in arms] for a in arms]
    counts = [[pairs[a, b].matches if (a, b) in pairs else 0 for b in arms] for a in arms]
    charts.heat(names, rows, counts)


def _short_names(run: RunRecord, arms: Sequence[Arm]) -> list[str]:
    """A name for each arm: the values alone, since the knobs stand in one order everywhere on the page."""
    names: list[str] = []
    for arm in arms:
        words = " / ".join(str(value)[:14] for value in run.knobs.settings(arm).values())
        names.append(words if words not in names else f"{words} ({len(names) + 1})")
    return names


def quality_and_cost(run: RunRecord, details: Sequence[MatchDetail]) -> None:
    """Mean scores against what an answer takes."""
    st.caption(t("optimizer.cost_note"))
    found = qualities(details)
    axis = st.segmented_control(
        t("optimizer.axis"),
        _AXES,
        default="tokens" if any(point.tokens for point in found) else "length",
        required=True,
        format_func={name: t(f"optimizer.axis_{name}") for name in _AXES}.__getitem__,
        key="quality_axis",
    )
    across = [{"tokens": point.tokens, "latency": point.latency_ms, "length": point.length}[axis] for point in found]
    names = [settings_words(run.knobs.settings(point.arm), 120) for point in found]
    charts.quality(found, across, t(f"optimizer.axis_{axis}"), names)


def compare_runs(run: RunRecord, runs: Sequence[RunRecord]) -> None:
    """Several runs in a table."""
    st.caption(t("optimizer.compare_note"))
    by_id = {other.id: other for other in runs}
    same = [other.id for other in runs if other.prompt == run.prompt][:4]
    chosen = st.multiselect(
        t("optimizer.compare_choose"),
        list(by_id),
        default=same,
        format_func={other.id: f"{other.title} · {moment(other.created_at)}" for other in runs}.__getitem__,
        key="compare_runs",
    )
    if not chosen:
        return
    picked = [by_id[run_id] for run_id in chosen]
    book = run_book()
    materials = [book.material(other) for other in picked]
    if len({(material.dataset.fingerprint, material.rubric.model_dump_json()) for material in materials}) > 1:
        st.warning(t("optimizer.differs"))
    rows = []
    for other in picked:
        matches = book.matches(other.id)
        found = before_after(book.comparison(other))
        top = tallies(matches, book.overrules(other.id))[:1]
        best = other.outcome["best"] if other.outcome else None
        rows.append(
            {
                t("optimizer.run"): f"{other.title} · {moment(other.created_at)}",
                t("optimizer.dataset"): other.dataset,
                t("optimizer.optimizer"): t(f"optimizer.method_{other.settings.optimizer}"),
                t("optimizer.matches_played"): sum(match.outcome is not None for match in matches),
                t("optimizer.best_settings"): "" if best is None else settings_words(other.knobs.settings(best), 120),
                t("optimizer.rate"): f"{percent(top[0].rate.value)} ({span(top[0].rate)})" if top else "",
                t("optimizer.effect"): "" if found is None else _difference(found.result),
            }
        )
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="compare_table")


def _difference(both: Paired) -> str:
    difference = both.difference
    return f"{points(difference.value)} ({points(difference.low)} – {points(difference.high)})"
