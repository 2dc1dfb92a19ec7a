"""What of the knowledge base is open: it stands in the address, so that it survives a refresh and can be passed on."""

from __future__ import annotations

import streamlit as st

ENTRY = "entry"
EDIT = "edit"
NEW = "new"


def go(*, entry: str | None = None, edit: bool = False, new: bool = False) -> None:
    """Put the list, an entry, its form or an empty form into the address."""
    for name, value in ((ENTRY, entry), (EDIT, "1" if edit else None), (NEW, "1" if new else None)):
        if value is None:
            st.query_params.pop(name, None)
        else:
            st.query_params[name] = value
