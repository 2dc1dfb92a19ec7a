"""Contracts: upload, list, matrix."""

import streamlit as st

from core.ui import guard
from core.ui.texts import t

guard.require_shell()
st.title(t("shell.contracts"), anchor=False)
