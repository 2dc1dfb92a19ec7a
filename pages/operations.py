"""Operations: how interviews go, what they cost, and what went wrong."""

import streamlit as st

from core.ui import guard, t
from core.ui.operations import operations

guard.require_shell()
st.title(t("operations.title"), anchor=False)
operations()
