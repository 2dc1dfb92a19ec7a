"""The start page: what the day brings."""

import streamlit as st

from core.ui import guard, t
from core.ui.today import day_view

guard.require_shell()
st.title(t("today.title"), anchor=False)
day_view()
