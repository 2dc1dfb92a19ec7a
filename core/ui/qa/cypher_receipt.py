"""The part of a receipt that shows a query: the question restated, the guard's verdict, rows with links, the Cypher."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st
from pydantic import JsonValue

from core.graph.retrieval import BUILTIN
from core.lexicon import state_name
from core.qa import Call, StoredReceipt, cell_words, restated_in
from core.ui.escape import md, plain
from core.ui.language import current_language
from core.ui.texts import t
from core.wording import wordings

_LINK = "§link"


def cypher_receipt(call: Call, receipt: StoredReceipt, *, key: str) -> None:
    """Draw what a query answered and how; lawyers read words, the query itself is folded."""
    restated = restated_in(receipt, current_language())
    st.markdown(f"**{t('qa.query_answers')}** {md(restated)}")
    if call.error:
        st.warning(t("qa.query_refused" if receipt["attempts"] else "qa.query_not_in_graph"))
    else:
        linked = bool(receipt.get("linked", True))
        _table(call.rows, key=key, linked=linked)
        if not linked and any("contract_id" in row for row in call.rows):
            st.caption(t("qa.query_not_linked"))
        st.caption(_foot(call, receipt))
    if receipt["attempts"]:
        with st.expander(t("qa.query_show"), key=f"cypher_{key}", type="compact"):
            _attempts(receipt)


def _foot(call: Call, receipt: StoredReceipt) -> str:
    parts = [t("qa.query_rows", count=call.total), t("qa.query_checked")]
    if receipt["engine"] != BUILTIN:
        parts.append(t("qa.query_by_model", model=md(receipt["engine"])))
    if len(receipt["attempts"]) > 1:
        parts.append(t("qa.query_attempts", count=len(receipt["attempts"])))
    if receipt["truncated"]:
        parts.append(t("qa.query_truncated"))
    parts.append(t("qa.query_time", milliseconds=round(receipt["milliseconds"])))
    return " · ".join(parts)


def _table(rows: Sequence[Mapping[str, JsonValue]], *, key: str, linked: bool) -> None:
    if not rows:
        st.caption(t("qa.query_no_rows"))
        return
    columns = [name for name in rows[0] if name not in ("contract_id", "page")]
    linked = linked and "contract_id" in rows[0]
    lines = []
    for row in rows:
        line = {_head(name): _shown(name, row) for name in columns}
        lines.append({_LINK: _address(row), **line} if linked else line)
    config = {
        _LINK: st.column_config.LinkColumn(t("qa.query_open"), display_text=t("qa.query_open"), width="small"),
    }
    st.dataframe(
        pd.DataFrame(lines),
        hide_index=True,
        key=f"rows_{key}",
        height="auto",
        column_config=config if linked else None,
    )


def _address(row: Mapping[str, JsonValue]) -> str | None:
    contract_id = row.get("contract_id")
    if not isinstance(contract_id, str):
        return None
    page = row.get("page")
    return f"contract?contract={contract_id}" + (f"&page={page}" if isinstance(page, int) else "")


def _shown(name: str, row: Mapping[str, JsonValue]) -> JsonValue:
    value = row.get(name)
    if name == "state" and row.get("country"):
        # A country's law without a state is not a state that is not known.
        return plain(state_name(str(row["country"]), str(value), current_language())) if value else ""
    # Numbers stay numbers, so that the column sorts by them.
    if isinstance(value, bool) or not isinstance(value, int | float):
        return plain(
            cell_words("presence" if name == "certainty" else name, _certainty(name, value), current_language())
        )
    if name in ("month", "year", "quarter", "fiscal_year", "side"):
        return cell_words(name, value, current_language())
    return round(value, 2) if isinstance(value, float) else value


def _certainty(name: str, value: JsonValue) -> JsonValue:
    return "present" if name == "certainty" and value == "certain" else value


def _head(name: str) -> str:
    key = f"qa.column_{name}"
    return t(key) if key in wordings() else plain(name.replace("_", " "))


def _attempts(receipt: StoredReceipt) -> None:
    for number, attempt in enumerate(receipt["attempts"], start=1):
        if attempt["ran"]:
            words = t("qa.query_allowed")
        else:
            words = t("qa.query_stopped", rule=md(str(attempt["rule"])), reason=md(attempt["reason"]))
        st.caption(f"{number}. {words}" if len(receipt["attempts"]) > 1 else words)
        st.code(attempt["query"], language="cypher", wrap_lines=True)
    if receipt["parameters"]:
        st.caption(t("qa.query_values"))
        values = {f"${name}": value for name, value in receipt["parameters"]}
        st.code("\n".join(f"{name} = {value!r}" for name, value in values.items()), language=None, wrap_lines=True)
