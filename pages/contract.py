"""One contract: facts and clauses beside their words on the page, review, dates, export."""

import streamlit as st

from core.ui import CONTRACTS, guard, t, workbench
from core.ui.browser_tab import tab_title
from core.ui.contract import header, review_area

guard.require_shell()
st.page_link(str(CONTRACTS), label=t("contract.back"))
reference = st.query_params.get("contract")
if not reference:
    st.info(t("contract.none_chosen"))
    st.stop()
library = workbench().library
detail = library.detail(library.find(reference))
tab_title(f"{detail.row.number}. {detail.row.summary.title}")
header.header(detail)
review_area.review_area(detail.row.contract_id)
