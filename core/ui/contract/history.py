"""Who decided what about a contract, newest first."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from core.contracts import ReviewedContract, ReviewRecord
from core.ui.contract.item_list import all_items
from core.ui.contract.values import item_name, item_value, moment
from core.ui.escape import plain, short
from core.ui.texts import t
from core.ui.workbench import workbench

_LIMIT = 80


def history(detail: ReviewedContract) -> None:
    """Draw all decisions."""
    records = workbench().library.history(detail.row.contract_id)
    if not records:
        st.info(t("contract.no_history"))
        return
    items = all_items(detail)
    heads = [t(f"contract.history_{name}") for name in ("when", "who", "decision", "what", "note")]
    lines = []
    for record in reversed(records):
        item = items.get(record.subject)
        what = short(f"{item_name(item.name)}: {item_value(item)}", _LIMIT) if item else _name(record)
        decision = t(f"contract.decided_{record.decision}")
        lines.append((moment(record.created_at), plain(record.reviewer), decision, what, plain(record.note or "")))
    st.dataframe(pd.DataFrame(lines, columns=heads), hide_index=True, key="history")


def _name(record: ReviewRecord) -> str:
    kind, _, rest = record.subject.partition(":")
    return item_name("parties" if kind == "party" else rest.split(":")[0])
