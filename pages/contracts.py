"""Contracts: upload, list, clause matrix, words in all texts."""

import streamlit as st

from core.contracts import KIND
from core.ui import failed_files, guard, jobs, t, workbench
from core.ui.contracts import earlier, filters, remove, upload, views

guard.require_shell()
rows = workbench().library.rows()
filters.restore_address()
st.title(t("shell.contracts"), anchor=False)
upload.upload_panel(expanded=not rows)
jobs.job_panel(KIND)
failed_files.failed_files(folded=True)
remove.being_erased()
earlier.earlier_panel(rows)
if not rows:
    st.subheader(t("contracts.empty_title"), anchor=False)
    st.write(t("contracts.empty"))
    st.stop()
views.contract_views()
