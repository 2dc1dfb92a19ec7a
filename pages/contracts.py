"""Contracts: upload, list, clause matrix, words in all texts."""

import streamlit as st

from core.contracts import KIND
from core.ui import failed_files, guard, jobs, t, workbench
from core.ui.contracts import filters, matrix, own_types_panel, remove, sensitivity_panel, table, text_search, upload

guard.require_shell()
rows = workbench().library.rows()
filters.restore_address()
st.title(t("shell.contracts"), anchor=False)
upload.upload_panel(expanded=not rows)
jobs.job_panel(KIND)
failed_files.failed_files(folded=True)
remove.being_erased()
if not rows:
    st.subheader(t("contracts.empty_title"), anchor=False)
    st.write(t("contracts.empty"))
    st.stop()
view = filters.view_switch()
if view == "matrix":
    matrix.matrix(rows)
    own_types_panel.own_types_panel(rows)
    sensitivity_panel.sensitivity_panel(rows)
elif view == "text":
    text_search.text_search(rows)
else:
    table.contract_list(rows)
filters.remember_address()
