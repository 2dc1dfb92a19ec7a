"""Knowledge: search and list, one entry with its revisions, the form, import and export."""

import streamlit as st

from core.ui import guard, workbench
from core.ui.knowledge import EDIT, ENTRY, NEW, entry_view, form, listing

guard.require_shell()
knowledge = workbench().knowledge
reference = st.query_params.get(ENTRY)
if reference and EDIT in st.query_params:
    form.edit_form(knowledge.get(reference))
elif reference:
    entry_view.entry_view(knowledge.get(reference))
elif NEW in st.query_params:
    form.new_form()
else:
    listing.listing()
