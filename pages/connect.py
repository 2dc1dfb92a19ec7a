"""Connecting a model: what it would add, where texts would go, how to connect one, and whether it answers."""

import streamlit as st

from core.ui import guard, t
from core.ui.connect import connecting

guard.require_shell()
st.title(t("connect.title"), anchor=False)
connecting()
