"""What counts as a finding, for all contracts: miss nothing, balanced, only sure."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contracts import BUILTIN, SENSITIVITIES, ContractRow, FindingSensitivity, Sensitivity
from core.errors import WorkbenchError
from core.ui.access.permitted import permitted
from core.ui.failure import show_error
from core.ui.guard import require_reader
from core.ui.jobs import PARAMETER
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench


@st.fragment
def sensitivity_panel(rows: Sequence[ContractRow]) -> None:
    """Draw the choice and what it means, and offer to read the contracts again under it; when unfolded."""
    require_reader()
    book = FindingSensitivity(workbench().store)
    chosen = book.chosen()
    names = {each: t(f"contracts.sensitivity_{each}") for each in SENSITIVITIES}
    folded = st.expander(t("contracts.sensitivity", name=names[chosen]), key="sensitivity", on_change="rerun")
    if not folded.open:
        return
    with folded:
        st.caption(t("contracts.sensitivity_note"))
        wanted: Sensitivity = st.radio(
            t("contracts.sensitivity_label"),
            SENSITIVITIES,
            index=SENSITIVITIES.index(chosen),
            format_func=names.__getitem__,
            captions=[t(f"contracts.sensitivity_{each}_help") for each in SENSITIVITIES],
            key="sensitivity_choice",
        )
        read_here = [row.contract_id for row in rows if row.engine == BUILTIN]
        with st.container(horizontal=True, gap="small"):
            keep = st.button(
                t("contracts.sensitivity_keep"),
                key="sensitivity_keep",
                **permitted("type.define", disabled=wanted == chosen),
            )
            again = st.button(
                t("contracts.sensitivity_again", count=len(read_here)),
                key="sensitivity_again",
                **permitted(
                    "contract.extract" if wanted == chosen else "type.define",
                    disabled=not read_here,
                    help=t("contract.extract_again_help"),
                ),
            )
        if keep or again:
            _apply(book, wanted if wanted != chosen else None, read_here if again else [])


def _apply(book: FindingSensitivity, wanted: Sensitivity | None, read_again: Sequence[str]) -> None:
    opened = workbench()
    try:
        if wanted is not None:
            book.choose(wanted)
        if read_again:
            title = t("contracts.again_title", count=len(read_again)) if len(read_again) > 1 else None
            st.query_params[PARAMETER] = opened.library.extract_again(read_again, user=person(), title=title)
            opened.ledger.submitted.set()
    except WorkbenchError as error:
        show_error(error)
        return
    st.rerun()
