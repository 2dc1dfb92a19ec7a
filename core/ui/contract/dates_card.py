"""The dates of a contract with the sum that leads to the last day to give notice, and a file for the calendar."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import partial

import streamlit as st

from core.contracts import (
    DURATIONS,
    CurrentTerm,
    NoticeDeadline,
    ReviewedContract,
    calendar_event,
    gap_words,
    last_day_to_give_notice,
    term_of,
)
from core.ui.access.exports import exported
from core.ui.contract.values import DATES, fact_value, item_name, missing_words
from core.ui.escape import markup, md, plain
from core.ui.language import current_language
from core.ui.texts import t


def dates_card(detail: ReviewedContract) -> None:
    """Draw dates, terms, arithmetic and the calendar file."""
    for name in (*DATES, *DURATIONS):
        fact = detail.shown.fact(name)
        value = fact_value(fact) if fact is not None else ""
        label, shown = st.columns([2, 3])
        label.markdown(item_name(name))
        shown.markdown(f"**{md(value)}**" if value else missing_words(detail.shown, name))
    today = datetime.now(UTC).astimezone().date()
    term = term_of(detail.row.summary, today=today)
    if term is None:
        st.info(t("contract.no_deadline"))
        return
    _term(detail, term, today)
    if term.until is not None:
        st.download_button(
            t("contract.ics"),
            data=exported(
                partial(
                    calendar_event,
                    detail.row.contract_id,
                    _named(detail),
                    term.until,
                    deadline=_deadline(term),
                    language=current_language(),
                    how=_how(term),
                ),
                "calendar",
                contract_id=detail.row.contract_id,
            ),
            file_name=f"contract-{detail.row.number}.ics",
            mime="text/calendar",
            on_click="ignore",
            key="ics",
        )


def _how(term: CurrentTerm) -> str:
    """The sum in words, with what is missing for it."""
    return "\n".join((term.sentence(current_language()), *(gap_words(gap, current_language()) for gap in term.missing)))


def _named(detail: ReviewedContract) -> str:
    """The contract as a calendar names it: number, title and parties."""
    row = detail.row
    return plain(" ".join((f"{row.number}. {row.summary.title}", *(f"[{name}]" for name in row.summary.parties))))


def _term(detail: ReviewedContract, term: CurrentTerm, today: date) -> None:
    """Draw the term that the contract is in, the next day to give notice, the sum, and what is missing for it."""
    if (day := term.next_notice_day) is not None:
        left = (day - today).days
        st.metric(
            t("contract.last_notice_day"),
            day.isoformat(),
            t("contract.days_left", days=left) if left >= 0 else t("contract.days_past", days=-left),
            delta_color="off",
            delta_arrow="off",
        )
    st.markdown(term.sentence(current_language()))
    if (deadline := _deadline(term)) is not None:
        st.markdown(deadline.sentence(current_language()))
    for gap in term.missing:
        if gap == "notice_of_another_term":
            st.warning(gap_words(gap, current_language()))
            for name in ("notice_period", "expiration_date"):
                _passage(detail, name)
        else:
            st.info(gap_words(gap, current_language()))
        if gap == "notice_length":
            _passage(detail, "notice_period")


def _passage(detail: ReviewedContract, name: str) -> None:
    """The words that a date or period was read from."""
    fact = detail.shown.fact(name)
    words = fact.evidence.shown if fact is not None and fact.evidence is not None else fact.detail if fact else ""
    if not words:
        return
    st.markdown(f"**{item_name(name)}**")
    st.html(f'<div class="shinsa-quote" tabindex="0">{markup(words)}</div>')


def _deadline(term: CurrentTerm) -> NoticeDeadline | None:
    """The next last day to give notice with its sum; None where there is none."""
    if term.next_notice_day is None or term.next_end is None or term.notice is None:
        return None
    return last_day_to_give_notice(term.next_end, term.notice)
