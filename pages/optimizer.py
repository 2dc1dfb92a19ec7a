"""Optimizer: which settings of a prompt are better, how sure that is, and the winner put to work."""

import streamlit as st

from core.ui import guard, t
from core.ui.optimizer import optimizer

guard.require_shell()
st.title(t("optimizer.title"), anchor=False)
optimizer()
