"""One clause type of several contracts side by side, with its differences from a baseline."""

import streamlit as st

from core.ui import CONTRACTS, guard, t, workbench
from core.ui.comparison import comparison_page

guard.require_shell()
st.page_link(str(CONTRACTS), label=t("contract.back"))
st.title(t("compare.title"), anchor=False)
if not workbench().library.count():
    st.info(t("qa.no_contracts"))
    st.page_link(str(CONTRACTS), label=t("graph.to_contracts"))
    st.stop()
comparison_page()
