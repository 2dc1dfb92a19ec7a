"""The head of a contract's page: what it is, what to know about how it was read, and what can be done with it."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.access import current_actor, is_allowed
from core.contracts import BUILTIN, ReviewedContract, decisions_table, facts_table, to_csv, to_xlsx
from core.record import to_json
from core.ui.access.exports import exported
from core.ui.access.permitted import permitted
from core.ui.contract.values import moment
from core.ui.contracts.download import CSV, XLSX
from core.ui.contracts.remove import ask_removal
from core.ui.contracts.table import type_name
from core.ui.escape import md, name_md, short
from core.ui.language import current_language
from core.ui.links import open_contracts
from core.ui.matters import matter_names
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench

_TITLE = 66
_PARTIES = 80
_FILE = 36


def header(detail: ReviewedContract) -> None:
    """Draw title, parties, state and notices."""
    row = detail.row
    shown = row.summary
    head = st.container(key="contract_head")
    with head, st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(f"{row.number}\\. {md(short(shown.title, _TITLE))}", anchor=False, width="content")
        with st.container(horizontal=True, horizontal_alignment="right", gap="small", wrap=False, width="content"):
            _exports(detail)
            _more(detail)
    parts = [
        type_name(row),
        md(short(" / ".join(shown.parties), _PARTIES)),
        t("contract.one_page") if shown.pages == 1 else t("contract.pages", pages=shown.pages),
        t("contract.engine", engine=t("contract.engine_builtin") if row.engine == BUILTIN else md(row.engine)),
        t("contract.added", when=moment(row.created_at), who=md(row.created_by)),
        name_md(row.file_name, _FILE),
        _matter(row.contract_id),
    ]
    head.caption(" · ".join(part for part in parts if part))
    if detail.needs_two:
        st.info(t("contract.wait_for_second", count=shown.one_of_two))
    if shown.unread_pages:
        st.warning(t("contract.unread", pages=", ".join(str(page) for page in shown.unread_pages)))
    if shown.unseen_pages:
        st.warning(t("contract.unseen", pages=", ".join(str(page) for page in shown.unseen_pages)))
    if shown.doubtful_pages:
        st.warning(t("contract.doubtful", pages=", ".join(str(page) for page in shown.doubtful_pages)))
    if shown.ocr_pages:
        st.info(t("contract.ocr", pages=shown.ocr_pages))


def _matter(contract_id: str) -> str:
    name = matter_names().get(workbench().matters.of_contracts().get(contract_id, ""))
    return "" if name is None else t("matters.of_contract", name=md(name))


def _exports(detail: ReviewedContract) -> None:
    language = current_language()
    row = detail.row
    stem = f"contract-{row.number}"
    with st.popover(t("contracts.export"), key="export"):
        for label, suffix, mime, make in (
            (
                "xlsx",
                "xlsx",
                XLSX,
                lambda: to_xlsx(facts_table(detail, language), further={t("contract.tab_history"): _decisions(detail)}),
            ),
            ("csv", "csv", CSV, lambda: to_csv(facts_table(detail, language))),
            ("json", "json", "application/json", lambda: to_json(detail.shown)),
            (
                "file",
                row.kind if row.kind != "text" else "txt",
                None,
                lambda: workbench().library.file(row.contract_id),
            ),
        ):
            st.download_button(
                t(f"contract.export_{label}"),
                data=exported(make, label, contract_id=row.contract_id),
                file_name=f"{stem}.{suffix}",
                mime=mime,
                on_click="ignore",
                key=f"export_{label}",
                width="stretch",
            )


def _decisions(detail: ReviewedContract) -> pd.DataFrame:
    return decisions_table(
        workbench().library.history(detail.row.contract_id), current_language(), waiting=detail.decisions.waiting
    )


def _more(detail: ReviewedContract) -> None:
    row = detail.row
    with st.popover(t("contract.more"), key="more"):
        actor = current_actor()
        if st.button(
            t("contract.extract_again"),
            key="extract_again",
            width="stretch",
            **permitted("contract.extract", help=t("contract.extract_again_help")),
        ):
            opened = workbench()
            job = opened.library.extract_again([row.contract_id], user=person())
            opened.ledger.submitted.set()
            open_contracts(job)
        if is_allowed(actor, "contract.delete") and st.button(t("contract.delete"), key="delete", width="stretch"):
            ask_removal([row])
