"""Questions and answers over all contracts, with citations that open beside the chat."""

import streamlit as st

from core.ui import CONTRACTS, guard, t, workbench
from core.ui.qa import question_area

guard.require_shell()
st.title(t("shell.qa"), anchor=False)
opened = workbench()
if not opened.library.rows():
    st.info(t("qa.no_contracts"))
    st.page_link(str(CONTRACTS), label=t("graph.to_contracts"))
    st.stop()
if "graph_rebuilt" in opened.notices:
    st.info(t("shell.graph_rebuilt"))
question_area.question_area()
# After everything is drawn: who reads a question's words is not kept waiting for it.
opened.warm_graph()
