"""The graph of all contracts: a picture to walk through, from any node to contract and page."""

import streamlit as st

from core.ui import CONTRACTS, guard, t, workbench
from core.ui.graph import graph_page

guard.require_shell()
st.title(t("graph.title"), anchor=False)
if not workbench().library.count():
    st.info(t("graph.empty"))
    st.page_link(str(CONTRACTS), label=t("graph.to_contracts"))
    st.stop()
graph_page()
