"""Questions and answers over all contracts, with citations that open beside the chat."""

import streamlit as st

from core.ui import CONTRACTS, guard, t, workbench
from core.ui.qa import chat, cited, conversations

guard.require_shell()
st.title(t("shell.qa"), anchor=False)
opened = workbench()
rows = opened.library.rows()
if not rows:
    st.info(t("qa.no_contracts"))
    st.page_link(str(CONTRACTS), label=t("graph.to_contracts"))
    st.stop()
if "graph_rebuilt" in opened.notices:
    st.info(t("shell.graph_rebuilt"))
left, right = st.columns([9, 11], gap="medium")
with left:
    conversation_id, scope = conversations.conversation_bar(rows)
    chat.chat(conversation_id, scope)
with right, st.container(key="evidence_pane", gap="small"):
    cited.cited_place(conversation_id)
# After everything is drawn: who reads a question's words is not kept waiting for it.
opened.warm_graph()
