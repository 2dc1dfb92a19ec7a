"""The way to what is to be reviewed next: in this contract, then in the next one of the portfolio."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.access import current_actor
from core.contracts import ContractRow, Item, ReviewedContract
from core.ui.contract.item_list import choose
from core.ui.links import open_contract
from core.ui.texts import t
from core.ui.workbench import workbench
from core.workbench import to_review

_ONWARD = "next_review_contract"
_TAB = "contract_tab"


def next_item(items: Sequence[Item], selected: str | None) -> str | None:
    """The next item after the selected one whose words were found and on which nobody has decided, round once."""
    places, user_id = [item.subject for item in items], current_actor().user_id
    begin = places.index(selected) + 1 if selected in places else 0
    for item in [*items[begin:], *items[:begin]]:
        waits = item.kind != "presence" and item.is_open_for(user_id) and not item.candidate
        if waits and item.subject != selected and item.evidence is not None and item.evidence.page is not None:
            return item.subject
    return None


def next_contract(rows: Sequence[ContractRow], number: int) -> str | None:
    """The contract to review after the one of a number, round once; None when there is no other."""
    waiting = [row for row in to_review(rows) if row.number != number]
    later = [row for row in waiting if row.number > number]
    return next((row.contract_id for row in [*later, *waiting]), None)


def go_onward() -> None:
    """Go to the next contract where this one has nothing left to review; before anything is drawn of this one."""
    onward = st.session_state.pop(_ONWARD, None)
    if onward is not None:
        open_contract(onward)


def next_to_review(detail: ReviewedContract, items: Sequence[Item], selected: str | None) -> None:
    """Draw the button, which a key presses as well."""
    with st.container(key="next_review_bar"):
        st.button(
            t("contract.next_review"),
            key="next_review",
            shortcut="Alt+N",
            width="stretch",
            on_click=_go,
            args=(next_item(items, selected), detail.row.number),
        )


def _go(subject: str | None, number: int) -> None:
    if subject is not None:
        choose(subject)
        st.session_state[_TAB] = "facts" if subject.startswith(("fact:", "party:")) else "clauses"
        return
    following = next_contract(workbench().library.rows(), number)
    if following is None:
        st.toast(t("contract.all_reviewed"))
    else:
        st.session_state[_ONWARD] = following
