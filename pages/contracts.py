"""Contracts: upload, list, clause matrix."""

import streamlit as st

from core.contracts import KIND
from core.ui import failed_files, guard, jobs, t, workbench
from core.ui.contracts import download, matrix, table, upload

guard.require_shell()
rows = workbench().library.rows()
with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
    st.title(t("shell.contracts"), anchor=False, width="content")
    download.downloads(rows)
upload.upload_panel(expanded=not rows)
jobs.job_panel(KIND)
failed_files.failed_files()
if not rows:
    st.subheader(t("contracts.empty_title"), anchor=False)
    st.write(t("contracts.empty"))
    st.stop()
views = {name: t(f"contracts.{name}") for name in ("list", "matrix")}
view = st.segmented_control(
    t("contracts.view"),
    tuple(views),
    default="list",
    required=True,
    format_func=views.__getitem__,
    key="view",
    persist_state="session",
    label_visibility="collapsed",
)
if view == "matrix":
    matrix.matrix(rows)
else:
    table.contract_list(rows)
