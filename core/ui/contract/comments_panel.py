"""Comments on the item that is shown: what was said, who is asked and until when, and a form for one more."""

from __future__ import annotations

import streamlit as st

from core.access import current_actor, is_allowed
from core.contracts import MOST_WORDS, Assignments, Comment, Comments, ReviewedContract
from core.errors import WorkbenchError
from core.ui.access.permitted import permitted
from core.ui.contract.values import moment
from core.ui.escape import md, plain
from core.ui.failure import show_error
from core.ui.guard import require_reader
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_SUBJECT = 120


@st.fragment
def comments(detail: ReviewedContract, subject: str) -> None:
    """Draw the comments on one item of a contract; the form for one more is made when they are unfolded."""
    require_reader()
    contract_id = detail.row.contract_id
    book = Comments(workbench().store)
    found = book.of(contract_id, subject[:_SUBJECT])
    head = t("comments.title_count", count=len(found)) if found else t("comments.title")
    folded = st.expander(head, expanded=bool(found), key=f"comments_{len(found)}", on_change="rerun")
    if not folded.open:
        return
    with folded:
        for comment in found:
            _comment(book, comment)
        if is_allowed(current_actor(), "contract.review"):
            _form(book, contract_id, subject)


def _comment(book: Comments, comment: Comment) -> None:
    st.markdown(f"**{md(comment.author)}**  :gray[{moment(comment.created_at)}]")
    st.text(comment.text)
    if not comment.people:
        return
    asked = ", ".join(md(each.name) for each in comment.people)
    if comment.done_by is not None:
        st.caption(t("comments.done_by", names=asked, who=md(comment.done_by)))
        return
    due = "" if comment.due is None else t("comments.until", day=comment.due.isoformat())
    st.caption(t("comments.asks", names=asked) + due)
    may = permitted("contract.review")
    st.button(t("comments.finish"), key=f"finish_{comment.id}", on_click=_finish, args=(book, comment.id), **may)


def _form(book: Comments, contract_id: str, subject: str) -> None:
    with st.form("comment_form", clear_on_submit=True, border=False):
        text = st.text_area(t("comments.text"), max_chars=MOST_WORDS, key="comment_text", help=t("comments.how"))
        people = {key: plain(name) for key, name in Assignments(workbench().store).known_people().items()}
        asked = []
        if people:
            asked = st.multiselect(
                t("comments.ask"),
                list(people),
                format_func=people.__getitem__,
                placeholder=t("comments.ask_nobody"),
                key="comment_asked",
            )
        due = st.date_input(t("comments.due"), None, key="comment_due", format="YYYY-MM-DD")
        if st.form_submit_button(t("comments.add")) and text.strip():
            try:
                book.add(contract_id, subject, text, by=person(), addressees=asked, due=due)
            except WorkbenchError as error:
                show_error(error)
            else:
                st.rerun()


def _finish(book: Comments, comment_id: str) -> None:
    try:
        book.finish(comment_id, by=person())
    except WorkbenchError as error:
        show_error(error)
