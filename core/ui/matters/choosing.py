"""The choice of a matter: for files that are uploaded, and for contracts that are put into one."""

from __future__ import annotations

import streamlit as st

from core.ui.escape import plain, told_apart
from core.ui.texts import t
from core.ui.workbench import workbench

EVERYBODY = ""


def matter_names() -> dict[str, str]:
    """Names by id of the matters that whoever looks is a member of."""
    return told_apart({matter.id: plain(matter.name) for matter in workbench().matters.mine()})


def chosen_matter(label: str, *, key: str) -> str | None:
    """Draw the choice where there are matters; gives the id, None for contracts that are everybody's."""
    names = matter_names()
    if not names:
        return None
    choices = told_apart({EVERYBODY: t("matters.everybody")} | names)
    found: str = st.selectbox(label, list(choices), format_func=choices.__getitem__, key=key)
    return found or None
