"""People and audit: who may do what, tokens for programs, and who did what."""

import streamlit as st

from core.ui import guard, t
from core.ui.access import audit_view, people_view, token_view

guard.require_shell()
st.title(t("access.title"), anchor=False)
people, tokens, audit = st.tabs([t("access.people"), t("access.tokens"), t("access.audit")])
with people:
    people_view()
with tokens:
    token_view()
with audit:
    audit_view()
