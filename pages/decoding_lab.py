"""Decoding lab: how a grammar keeps a model's text inside its form, token by token."""

import streamlit as st

from core.ui import guard, t
from core.ui.decoding_lab import decoding_lab

guard.require_shell()
st.title(t("decoding_lab.title"), anchor=False)
decoding_lab()
