"""One contract: facts and clauses beside their words on the page, review, dates, export."""

import streamlit as st

from core.errors import NotFound
from core.ui import CONTRACTS, failure, guard, t, workbench
from core.ui.browser_tab import tab_title
from core.ui.contract import review_area

guard.require_shell()
st.page_link(str(CONTRACTS), label=t("contract.back"))
reference = st.query_params.get("contract")
if not reference:
    st.title(t("shell.contract"), anchor=False)
    st.info(t("contract.none_chosen"))
    st.stop()
library = workbench().library
try:
    row = library.row(library.find(reference))
except NotFound as error:
    st.title(t("shell.contract"), anchor=False)
    failure.show_error(error)
    st.stop()
tab_title(f"{row.number}. {row.summary.title}")
review_area.review_area(row.contract_id)
