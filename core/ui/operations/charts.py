"""Charts of the Operations page."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

import plotly.graph_objects as go
import streamlit as st

from core.operations import DayCost, RepairCount, stage_name
from core.ui.language import current_language
from core.ui.texts import t

_HEIGHT = 300
_MOST_BARS = 12
_MARKED_DAYS = 6
_QUIET = {"displaylogo": False, "modeBarButtonsToRemove": ["lasso2d", "select2d"], "displayModeBar": "hover"}


def funnel_chart(stages: Sequence[tuple[str, int, int]]) -> None:
    """Interviews by the stage that they reached."""
    language = current_language()
    figure = go.Figure(
        go.Funnel(
            y=[stage_name(stage, language) for stage, _, _ in stages],
            x=[reached for _, reached, _ in stages],
            textinfo="value+percent initial",
            hoverinfo="y+x",
        )
    )
    _draw(figure, "funnel_chart")


def repairs_chart(counts: Sequence[RepairCount]) -> None:
    """The most frequent kinds, repairs and re-asks apart."""
    totals: dict[tuple[str, str], int] = {}
    for repair_count in counts:
        totals[repair_count.action, repair_count.kind] = (
            totals.get((repair_count.action, repair_count.kind), 0) + repair_count.count
        )
    figure = go.Figure()
    for action in ("repair", "reask"):
        kinds = sorted((item for item in totals.items() if item[0][0] == action), key=lambda item: item[1])
        figure.add_bar(
            x=[count for _, count in kinds[-_MOST_BARS:]],
            y=[kind for (_, kind), _ in kinds[-_MOST_BARS:]],
            orientation="h",
            name=t(f"operations.action_{action}"),
        )
    _draw(figure, "repairs_chart")


def tokens_chart(costs: Sequence[DayCost]) -> None:
    """Tokens in and out by day."""
    figure = go.Figure()
    for name in ("input", "output"):
        sums = _by_day(costs, f"{name}_tokens")
        figure.add_bar(x=list(sums), y=list(sums.values()), name=t(f"operations.{name}"))
    figure.update_layout(barmode="stack", title=t("operations.chart_tokens"))
    _draw(figure, "tokens_chart", days={cost.day for cost in costs})


def cost_chart(costs: Sequence[DayCost]) -> None:
    """Cost by day and model."""
    figure = go.Figure()
    for model in sorted({cost.model for cost in costs}):
        sums = _by_day([cost for cost in costs if cost.model == model], "cost")
        figure.add_bar(x=list(sums), y=list(sums.values()), name=model)
    figure.update_layout(barmode="stack", title=t("operations.chart_cost"))
    _draw(figure, "cost_chart", days={cost.day for cost in costs})


def latency_chart(costs: Sequence[DayCost]) -> None:
    """Median and 95th percentile by day, one pair a model and role."""
    figure = go.Figure()
    for role, model in sorted({(cost.role, cost.model) for cost in costs}):
        mine = [cost for cost in costs if (cost.role, cost.model) == (role, model) and cost.median_ms is not None]
        days = [day.day for day in mine]
        for name, dash in (("median", "solid"), ("p95", "dot")):
            figure.add_scatter(
                x=days,
                y=[getattr(day, f"{name}_ms") for day in mine],
                mode="lines+markers",
                line={"dash": dash},
                name=f"{model} · {t(f'operations.role_{role}')} · {t(f'operations.{name}')}",
            )
    figure.update_layout(title=t("operations.chart_latency"))
    _draw(figure, "latency_chart", days={cost.day for cost in costs})


def _by_day(costs: Sequence[DayCost], name: str) -> dict[object, float]:
    sums: dict[object, float] = {}
    for cost in costs:
        sums[cost.day] = sums.get(cost.day, 0) + getattr(cost, name)
    return sums


def _draw(figure: go.Figure, key: str, *, days: Collection[date] = ()) -> None:
    """Draw a figure; one by days is marked at days, as the tables write them, and begins at nothing."""
    figure.update_layout(height=_HEIGHT, margin={"l": 8, "r": 8, "t": 36, "b": 8})
    figure.update_xaxes(automargin=True)
    figure.update_yaxes(automargin=True)
    if days:
        figure.update_xaxes(tickformat="%Y-%m-%d")
        figure.update_yaxes(rangemode="nonnegative")
    if 0 < len(days) <= _MARKED_DAYS:
        # Left to itself the axis divides the time around a single day down to milliseconds.
        figure.update_xaxes(tickvals=sorted(days), type="date")
    st.plotly_chart(figure, key=key, config=_QUIET)
