"""My work: contracts that are assigned to whoever looks, and comments that name them, the earliest due day first."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import streamlit as st

from core.access import current_actor
from core.contracts import Addressee, Assignments, Comments, ContractRow
from core.ui.escape import md, name_md, short
from core.ui.links import CONTRACT
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_SHOWN, _TITLE, _WORDS = 12, 44, 60


def my_work(rows: Sequence[ContractRow], today: date) -> None:
    """Draw it; nothing where nothing is assigned to whoever looks and nobody names them."""
    store, me = workbench().store, Addressee(person(), current_actor().user_id)
    by_id = {row.contract_id: row for row in rows}
    assigned = [(by_id[key], due) for key, due in Assignments(store).of_person(me).items() if key in by_id]
    assigned.sort(key=lambda pair: (pair[1] is None, pair[1] or date.max, pair[0].number))
    asked = [comment for comment in Comments(store).waiting_for(me) if comment.contract_id in by_id]
    if not assigned and not asked:
        return
    st.subheader(f"{t('today.my_work')}  :gray[{len(assigned) + len(asked)}]", anchor=False)
    lines = []
    for comment in asked:
        row = by_id[comment.contract_id]
        words = t("today.says", who=md(short(comment.author, 24)), words=md(short(comment.text, _WORDS)))
        label = f"{_when(comment.due, today)}{row.number}\\. {name_md(row.summary.title, _TITLE)} — {words}"
        lines.append((comment.due, label, _address(comment.contract_id, comment.subject)))
    for row, due in assigned:
        left = t("today.items" if row.summary.to_review else "today.items_done", count=row.summary.to_review)
        label = f"{_when(due, today)}{left} · {row.number}\\. {name_md(row.summary.title, _TITLE)}"
        lines.append((due, label, {"contract": row.contract_id}))
    lines.sort(key=lambda line: line[0] or date.max)
    for _, label, query in lines[:_SHOWN]:
        st.page_link(str(CONTRACT), label=label, query_params=query)
    if len(lines) > _SHOWN:
        st.caption(t("today.more", count=len(lines) - _SHOWN))


def _address(contract_id: str, subject: str) -> dict[str, str]:
    kind, _, key = subject.partition(":")
    if kind == "finding":
        return {"contract": contract_id, "finding": key}
    return {"contract": contract_id, "item": subject}


def _when(due: date | None, today: date) -> str:
    if due is None:
        return ""
    colour, word = ("red", "overdue") if due < today else ("gray", "due")
    return f"**{due.isoformat()}**  :{colour}[{t(f'today.{word}')}]  "
