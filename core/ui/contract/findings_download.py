"""The Word report of a contract's findings, and a Word contract with the findings as comments."""

from __future__ import annotations

from datetime import date

import streamlit as st

from core.contracts import ReviewedContract
from core.findings import FindingsReview, commented_contract, review_report
from core.ui.access.exports import exported
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def findings_downloads(detail: ReviewedContract, review: FindingsReview) -> None:
    """Draw the downloads. Files are made when asked for."""
    language, day = current_language(), date.today()  # noqa: DTZ011  # the user's own day
    with st.container(horizontal=True, gap="small"):
        st.download_button(
            t("findings.report"),
            data=exported(
                lambda: review_report(
                    detail,
                    review,
                    language=language,
                    day=day,
                    history=workbench().library.history(detail.row.contract_id),
                ),
                "report",
                contract_id=detail.row.contract_id,
            ),
            file_name=f"review-{detail.row.number}.docx",
            mime=DOCX,
            on_click="ignore",
            key="findings_report",
        )
        if detail.row.kind == "docx":
            st.download_button(
                t("findings.commented"),
                data=exported(
                    lambda: commented_contract(
                        workbench().library.file(detail.row.contract_id), detail, review, language=language, day=day
                    ),
                    "commented",
                    contract_id=detail.row.contract_id,
                ),
                file_name=f"contract-{detail.row.number}-comments.docx",
                mime=DOCX,
                on_click="ignore",
                key="findings_commented",
                help=t("findings.commented_help"),
            )
