"""Numbers, times and settings as this page writes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from core.optimizer.runs import Spending
from core.optimizer.statistics import Interval
from core.prompting import Knob
from core.ui.escape import short
from core.ui.texts import t


def percent(share: float) -> str:
    """A share as a whole percentage."""
    return f"{share:.0%}"


def points(difference: float) -> str:
    """A difference of shares with its sign."""
    return f"{difference:+.0%}"


def span(interval: Interval) -> str:
    """The bounds of a share's interval."""
    return t("optimizer.range", low=percent(interval.low), high=percent(interval.high))


def settings_words(settings: Mapping[str, Knob], limit: int = 90) -> str:
    """Settings of knobs in one line."""
    return short(" / ".join(f"{name}: {_value(value)}" for name, value in settings.items()), limit)


def _value(value: Knob) -> str:
    return short(str(value), 30)


def moment(time: datetime) -> str:
    """A time in the reader's zone; Japan's where the browser does not say."""
    try:
        zone = ZoneInfo(st.context.timezone or "Asia/Tokyo")
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("Asia/Tokyo")
    return f"{time.astimezone(zone):%Y-%m-%d %H:%M}"


def cost_words(spent: Spending) -> str:
    """Money, with as many digits as small sums need."""
    return f"{spent.cost:,.4f}" if spent.cost < 1 else f"{spent.cost:,.2f}"
