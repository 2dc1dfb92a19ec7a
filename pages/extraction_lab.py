"""Extraction lab: which strategy reads texts best into a schema, why the others fail, and what to change."""

import streamlit as st

from core.ui import guard, t
from core.ui.lab import lab

guard.require_shell()
st.title(t("lab.title"), anchor=False)
lab()
