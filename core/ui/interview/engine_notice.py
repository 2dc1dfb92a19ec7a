"""Who asks: the built-in interviewer, or a model and where its text goes."""

from __future__ import annotations

from urllib.parse import urlsplit

import streamlit as st

from core.llm import OPENAI_URL
from core.settings import settings
from core.ui.escape import md
from core.ui.interview.opened import interviewer
from core.ui.texts import t


def engine_line() -> None:
    """Say who asks."""
    if interviewer().builtin:
        st.caption(t("interview.engine_builtin"))
        return
    connection = settings().connection("chat")
    host = urlsplit(connection.base_url or OPENAI_URL).netloc.rpartition("@")[2]
    st.caption(t("interview.engine_endpoint", model=md(connection.model or ""), host=md(host)))
