"""The dates of a contract with the sum that leads to the last day to give notice, and a file for the calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime

import streamlit as st

from core.contracts import DURATIONS, ContractDetail, NoticeDeadline, calendar_event, last_day_to_give_notice
from core.errors import BadArguments
from core.ui.contract.values import DATES, fact_value, item_name, missing_words
from core.ui.escape import md, plain
from core.ui.language import current_language
from core.ui.texts import t


def dates_card(detail: ContractDetail) -> None:
    """Draw dates, terms, arithmetic and the calendar file."""
    for name in (*DATES, *DURATIONS):
        fact = detail.shown.fact(name)
        value = fact_value(fact) if fact is not None else ""
        label, shown = st.columns([2, 3])
        label.markdown(item_name(name))
        shown.markdown(f"**{md(value)}**" if value else missing_words(detail.shown, name))
    expiry = _day(detail.row.summary.expiration_date)
    deadline = _deadline(expiry, detail.row.summary.notice_period)
    if deadline is not None:
        left = (deadline.result - datetime.now(UTC).astimezone().date()).days
        st.metric(
            t("contract.last_notice_day"),
            deadline.result.isoformat(),
            t("contract.days_left", days=left) if left >= 0 else t("contract.days_past", days=-left),
            delta_color="off",
        )
        st.markdown(deadline.sentence(current_language()))
    else:
        st.info(t("contract.no_deadline"))
    if expiry is not None:
        st.download_button(
            t("contract.ics"),
            data=calendar_event(
                detail.row.contract_id,
                plain(detail.row.summary.title),
                expiry,
                deadline=deadline,
                language=current_language(),
            ),
            file_name=f"contract-{detail.row.number}.ics",
            mime="text/calendar",
            on_click="ignore",
            key="ics",
        )


def _day(value: str | None) -> date | None:
    try:
        return date.fromisoformat(value) if value else None
    except ValueError:
        return None


def _deadline(expiry: date | None, notice: str | None) -> NoticeDeadline | None:
    if expiry is None or notice is None:
        return None
    try:
        return last_day_to_give_notice(expiry, notice)
    except BadArguments:
        return None
