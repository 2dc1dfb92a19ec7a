"""Matters: whose contracts they are, and who sees them."""

import streamlit as st

from core.ui import guard, t
from core.ui.matters import matters_page

guard.require_shell()
st.title(t("matters.title"), anchor=False)
matters_page()
