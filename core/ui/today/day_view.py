"""The day at a glance: deadlines ahead, contracts to review, failures, open drafts; each a way to the work itself."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime

import streamlit as st

from core.contracts import ContractRow
from core.errors import StoreError
from core.graph.view import shorten
from core.ui.escape import md, name_md, short
from core.ui.failed_files import failed_files
from core.ui.failure import show_error
from core.ui.interview import open_drafts
from core.ui.links import CONTRACT, CONTRACTS, INTERVIEW, KNOWLEDGE
from core.ui.texts import t
from core.ui.today.my_work import my_work
from core.ui.workbench import workbench
from core.workbench import AHEAD, Deadline, deadlines, to_review

_DEADLINES, _REVIEWS, _DRAFTS = 12, 8, 8
_MORE = 60
_SOON_DAYS = 14
_TITLE = 44
_PARTY, _WHOLE = 20, 24


def day_view() -> None:
    """Draw the day."""
    rows = workbench().library.rows()
    today = datetime.now(UTC).astimezone().date()
    waiting = to_review(rows)
    if waiting:
        st.button(
            t("today.begin_review", count=len(waiting)),
            key="begin_review",
            type="primary",
            on_click=_begin,
            args=(waiting[0].contract_id,),
        )
        if st.session_state.get(_BEGIN):
            st.switch_page(str(CONTRACT), query_params={"contract": st.session_state.pop(_BEGIN)})
    elif not rows:
        st.info(t("today.no_contracts"))
        st.page_link(str(CONTRACTS), label=t("today.add_contracts"))
    left, right = st.columns(2, gap="large")
    with left:
        _deadlines(deadlines(rows, today=today), rows, today)
    with right:
        my_work(rows, today)
        _reviews(waiting)
        failed_files(brief=True)
        _drafts()


_BEGIN = "begin_review_at"


def _begin(contract_id: str) -> None:
    st.session_state[_BEGIN] = contract_id


def _head(key: str, count: int) -> None:
    st.subheader(f"{t(f'today.{key}')}  :gray[{count}]", anchor=False)


def _deadlines(coming: Sequence[Deadline], rows: Sequence[ContractRow], today: date) -> None:
    _head("deadlines", len(coming))
    if not coming:
        st.caption(t("today.no_deadlines", days=AHEAD.days))
    for deadline in coming[:_DEADLINES]:
        _deadline(deadline, today)
    if rest := coming[_DEADLINES:]:
        with st.expander(t("today.more", count=len(rest))):
            for deadline in rest[:_MORE]:
                _deadline(deadline, today)
            if len(rest) > _MORE:
                st.caption(t("today.more", count=len(rest) - _MORE))
    undated = sum(row.summary.expiration_date is None for row in rows)
    if undated:
        st.page_link(
            str(CONTRACTS), label=t("today.undated", count=undated), query_params={"missing": "expiration_date"}
        )


def _deadline(deadline: Deadline, today: date) -> None:
    left = deadline.days_left(today)
    when = t("today.today") if left == 0 else t("today.in_days", days=left)
    colour = "red" if left <= _SOON_DAYS else "gray"
    what = t(f"today.kind_{deadline.kind}")
    _contract_link(deadline.row, f"**{deadline.day.isoformat()}**  :{colour}[{when}] · {what}")


def _reviews(waiting: Sequence[ContractRow]) -> None:
    _head("to_review", len(waiting))
    if not waiting:
        st.caption(t("today.nothing_to_review"))
    for row in waiting[:_REVIEWS]:
        _contract_link(row, t("today.items", count=row.summary.to_review))
    if len(waiting) > _REVIEWS:
        st.page_link(str(CONTRACTS), label=t("today.all_reviews", count=len(waiting)), query_params={"review": "open"})


def _contract_link(row: ContractRow, why: str) -> None:
    st.page_link(
        str(CONTRACT),
        label=f"{why} · {row.number}\\. {name_md(row.summary.title, _TITLE)}{_with(row)}",
        query_params={"contract": row.contract_id},
    )


def _with(row: ContractRow) -> str:
    """The parties: of several contracts of one title they tell which is meant."""
    parties = " / ".join(name if len(name) <= _WHOLE else shorten(name, _PARTY) for name in row.summary.parties[:2])
    return f" :gray[{md(parties)}]" if parties else ""


def _drafts() -> None:
    try:
        knowledge = workbench().knowledge
        entries = [
            *(knowledge.get(entry_id) for entry_id in knowledge.proposals()),
            *knowledge.entries(status="draft"),
        ]
        interviews = open_drafts()
    except StoreError as error:
        show_error(error)
        return
    _head("drafts", len(entries) + len(interviews))
    if not entries and not interviews:
        st.caption(t("today.no_drafts"))
    for interview in interviews[:_DRAFTS]:
        st.page_link(
            str(INTERVIEW),
            label=t("today.interview", title=name_md(interview.title, _TITLE) or t("interview.untitled")),
            query_params={"session": interview.id},
        )
    for stored in entries[: max(_DRAFTS - len(interviews), 2)]:
        title = md(short(stored.entry.title or t("knowledge.untitled"), _TITLE))
        st.page_link(str(KNOWLEDGE), label=f"{stored.name}  {title}", query_params={"entry": stored.name})
