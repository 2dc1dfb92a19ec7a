"""Operations: how interviews go, what they cost, and what went wrong."""

import streamlit as st

from core.ui import guard
from core.ui.operations.view import operations
from core.ui.texts import t

guard.require_shell()
st.title(t("operations.title"), anchor=False)
operations()
