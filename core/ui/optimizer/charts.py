"""Charts of the Optimizer page."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
import streamlit as st

from core.optimizer import Arm
from core.optimizer.statistics import KnobEffect, Moment, Quality, pareto
from core.ui.escape import short
from core.ui.texts import t

_QUIET = {"displaylogo": False, "modeBarButtonsToRemove": ["lasso2d", "select2d"], "displayModeBar": "hover"}
_BAND = 0.12


def rates(moments: Sequence[Moment], names: dict[Arm, str]) -> None:
    """Win rates over matches, each with its interval as a band."""
    figure = go.Figure()
    colours = _colours()
    for place, (arm, name) in enumerate(names.items()):
        own = [moment for moment in moments if moment.arm == arm]
        colour = colours[place % len(colours)]
        numbers = [moment.number for moment in own]
        figure.add_scatter(
            x=[*numbers, *reversed(numbers)],
            y=[*(moment.rate.high for moment in own), *(moment.rate.low for moment in reversed(own))],
            # Plotly marks the points of a short series unless it is told not to.
            mode="lines",
            fill="toself",
            fillcolor=_faint(colour),
            line={"width": 0},
            hoverinfo="skip",
            showlegend=False,
        )
        figure.add_scatter(
            x=numbers, y=[moment.rate.value for moment in own], name=name, mode="lines", line={"color": colour}
        )
    figure.update_yaxes(range=[0, 1], tickformat=".0%", title=t("optimizer.rate"))
    figure.update_xaxes(title=t("optimizer.match_number"))
    figure.update_layout(legend={"orientation": "h", "y": -0.3})
    _draw(figure, "chart_rates", 380)


def effects(measured: Sequence[KnobEffect]) -> None:
    """Each value's effect with its interval, knob by knob."""
    figure = go.Figure()
    knobs = list(dict.fromkeys(effect.knob for effect in measured))
    for knob in reversed(knobs):
        own = [effect for effect in reversed(measured) if effect.knob == knob]
        figure.add_scatter(
            x=[effect.effect.value for effect in own],
            y=[f"{knob}: {short(str(effect.value), 40)}" for effect in own],
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [effect.effect.high - effect.effect.value for effect in own],
                "arrayminus": [effect.effect.value - effect.effect.low for effect in own],
            },
            mode="markers",
            # One colour for all: red and green would seem to say what is bad and good.
            marker={"size": 9, "color": _colours()[0]},
            name=knob,
        )
    figure.add_vline(x=0, line={"dash": "dot", "width": 1})
    figure.update_xaxes(title=t("optimizer.effect"), tickformat="+.2f")
    figure.update_layout(showlegend=False)
    _draw(figure, "chart_effects", 90 + 30 * len(measured))


def heat(names: Sequence[str], rows: Sequence[Sequence[float | None]], counts: Sequence[Sequence[int]]) -> None:
    """How often the row beat the column."""
    figure = go.Figure(
        go.Heatmap(
            z=rows,
            x=names,
            y=names,
            zmin=0,
            zmax=1,
            colorscale="RdBu",
            customdata=counts,
            texttemplate="%{z:.0%}",
            hovertemplate="%{y}<br>%{x}<br>%{z:.0%} (%{customdata})<extra></extra>",
            hoverongaps=False,
            colorbar={"tickformat": ".0%"},
        )
    )
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(side="bottom", tickangle=40)
    _draw(figure, "chart_heat", 160 + 34 * len(names))


def quality(measured: Sequence[Quality], across: Sequence[float], axis: str, names: Sequence[str]) -> None:
    """Score against what an answer takes, with the settings that nothing beats joined by a line."""
    front = pareto([(cost, point.score) for cost, point in zip(across, measured, strict=True)])
    figure = go.Figure()
    figure.add_scatter(
        x=list(across),
        y=[point.score for point in measured],
        mode="markers",
        text=list(names),
        marker={"size": [min(24, 6 + point.answers**0.5) for point in measured], "opacity": 0.65},
        hovertemplate="%{text}<br>%{x:.0f} / %{y:.2f}<extra></extra>",
        name=t("optimizer.settings"),
    )
    figure.add_scatter(
        x=[across[at] for at in front],
        y=[measured[at].score for at in front],
        mode="lines+markers",
        hoverinfo="skip",
        name=t("optimizer.pareto"),
    )
    figure.update_xaxes(title=axis, rangemode="tozero")
    figure.update_yaxes(title=t("optimizer.quality"))
    figure.update_layout(legend={"orientation": "h", "y": -0.25})
    _draw(figure, "chart_quality", 420)


def _colours() -> list[str]:
    """The theme's colours for series."""
    return st.get_option(f"theme.{st.context.theme.type or 'light'}.chartCategoricalColors") or ["#2f6ea5"]


def _faint(colour: str) -> str:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},{_BAND})"


def _draw(figure: go.Figure, key: str, height: int) -> None:
    figure.update_layout(height=height, margin={"l": 10, "r": 10, "t": 20, "b": 10}, colorway=_colours())
    st.plotly_chart(figure, config=_QUIET, key=key)
