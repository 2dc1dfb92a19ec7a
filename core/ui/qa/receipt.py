"""What an answer rests on: the functions called, their arguments, the rows they gave, time and engine."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd
import streamlit as st
from pydantic import JsonValue

from core.contracts import BUILTIN
from core.lexicon import agreement_type_name, place_name
from core.qa import Answer, Call
from core.taxonomy import taxonomy
from core.ui.escape import md, plain, short
from core.ui.guard import require_reader
from core.ui.language import current_language
from core.ui.qa.cypher_receipt import cypher_receipt
from core.ui.texts import t
from core.wording import wordings

_CELL = 120
_ROWS = 50


def receipt(answer: Answer, *, key: str) -> None:
    """Draw the receipt, folded; nothing where nothing was looked up."""
    if answer.calls:
        _receipt(answer, key)


@st.fragment
def _receipt(answer: Answer, key: str) -> None:
    """What is in it is made when it is opened: each question would make those of all earlier answers again."""
    require_reader()
    label = t("qa.receipt", count=len(answer.calls))
    folded = st.expander(label, key=f"receipt_{key}", type="compact", on_change="rerun")
    if not folded.open:
        return
    with folded:
        for index, call in enumerate(answer.calls):
            _call(call, key=f"{key}_{index}")
        engine = t("contract.engine_builtin") if answer.engine == BUILTIN else md(answer.engine)
        total = sum(call.milliseconds for call in answer.calls)
        line = t("qa.receipt_foot", engine=engine, milliseconds=round(total))
        if answer.tokens:
            line += t("qa.receipt_tokens", tokens=answer.tokens)
        if answer.reference:
            line += " · " + t("shell.reference", reference=answer.reference)
        st.caption(line)


def _call(call: Call, *, key: str) -> None:
    known = f"qa.function_{call.function}" in wordings()
    name = t(f"qa.function_{call.function}") if known else md(call.function.replace("_", " "))
    arguments = t("punctuation.list").join(
        f"{_head(argument)}: {short(_cell(argument, value), _CELL)}"
        for argument, value in _parts(call.arguments).items()
        if value not in (None, [], "") and call.receipt is None
    )
    st.markdown(f"**{name}**" + (f" — {md(arguments)}" if arguments else ""))
    if call.receipt is not None:
        cypher_receipt(call, call.receipt, key=key)
        return
    if call.error:
        st.caption(t("qa.call_failed"))
        return
    st.caption(t("qa.rows", shown=min(len(call.rows), _ROWS), total=call.total))
    lines = [
        {_head(name): _cell(name, value) for name, value in _parts(row).items() if value is not None}
        for row in call.rows[:_ROWS]
    ]
    if any(lines):
        st.dataframe(pd.DataFrame(lines).fillna(""), hide_index=True, key=f"rows_{key}", height="auto")


_STATES = frozenset(("state", "evidence_state"))
"""Columns that say whether a quote was found on the page."""
_HIDDEN = frozenset("contract_id contract_ids entry_id sha256 evidence boxes start end limit offset within".split())


def _parts(row: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """What is shown of a row; its country and state are one place, by its name in the page's language."""
    shown = {name: value for name, value in row.items() if name not in _HIDDEN}
    if not row.get("country"):
        return shown
    place = place_name(str(row["country"]), str(row.get("state") or "") or None, current_language())
    return {name: value for name, value in shown.items() if name not in ("state", "country_name")} | {"country": place}


def _head(name: str) -> str:
    """A column's or argument's name in words."""
    key = f"qa.field_{name}"
    if key in wordings():
        return t(key)
    category = taxonomy().find(name.replace("_", " "))
    return category.name(current_language()) if category else name.replace("_", " ")


def _cell(name: str, value: JsonValue) -> str:
    language = current_language()
    if isinstance(value, dict):
        return "; ".join(f"{_head(str(part))}: {_cell(str(part), inner)}" for part, inner in _parts(value).items())
    if isinstance(value, list):
        return ", ".join(_cell(name, inner) for inner in value)
    text = plain(str(value)) if value is not None else ""
    category = next((known for known in taxonomy().categories if known.code == text), None)
    if category is not None:
        return category.name(language)
    if name == "agreement_type" and text:
        return agreement_type_name(text, language)
    key = f"reading.quote_{text}" if name in _STATES else f"qa.value_{text}"
    return t(key) if key in wordings() else text
