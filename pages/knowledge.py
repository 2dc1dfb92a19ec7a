"""Knowledge: search and list, one entry with its revisions, the form, import and export."""

import streamlit as st

from core.errors import NotFound
from core.ui import failure, guard, t, workbench
from core.ui.knowledge import EDIT, ENTRY, NEW, entry_view, form, go, listing

guard.require_shell()
knowledge = workbench().knowledge
reference = st.query_params.get(ENTRY)
if reference:
    try:
        stored = knowledge.get(reference)
    except NotFound as error:
        st.button(t("knowledge.back"), key="back", type="tertiary", on_click=go)
        st.title(t("knowledge.title"), anchor=False)
        failure.show_error(error)
        st.stop()
    if EDIT in st.query_params:
        form.edit_form(stored)
    else:
        entry_view.entry_view(stored)
elif NEW in st.query_params:
    form.new_form()
else:
    listing.listing()
