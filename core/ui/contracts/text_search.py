"""Words looked for in the texts of all contracts, each hit with what stands around it and the way to its page."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.contracts import ContractRow, TextMatches, search_texts
from core.ui.contracts.filters import search_box
from core.ui.contracts.table import contract_address
from core.ui.contracts.type_passages import type_passages
from core.ui.escape import markup, plain
from core.ui.texts import t
from core.ui.workbench import workbench

_SHOWN = 40
_LEAST = 2


@st.cache_data(max_entries=32, show_spinner=False)
def _matches(words: str, revision: int, seen: str) -> list[TextMatches]:
    # What somebody may see only tells apart what is kept for whom.
    return search_texts(workbench().store, words)


def text_search(rows: Sequence[ContractRow]) -> None:
    """Draw the search box and the contracts in which its words were found."""
    words = " ".join(search_box(t("contracts.text_search"), t("contracts.text_hint"), name="words").split())
    if len(words.replace(" ", "")) < _LEAST:
        st.caption(t("contracts.text_how"))
        return
    with st.spinner(t("contracts.searching")):
        revision = workbench().library.changes_since(0).newest
        found = _matches(words, revision, workbench().seen())
    by_id = {row.contract_id: row for row in rows}
    matches = [each for each in found if each.contract_id in by_id]
    if not matches:
        st.info(t("contracts.text_nothing", total=len(rows)))
        type_passages(words, rows, revision)
        return
    st.caption(t("contracts.text_found", contracts=len(matches), total=len(rows)))
    type_passages(words, rows, revision)
    for each in matches[:_SHOWN]:
        _contract(by_id[each.contract_id], each, words)
    if len(matches) > _SHOWN:
        st.caption(t("today.more", count=len(matches) - _SHOWN))


def _contract(row: ContractRow, matches: TextMatches, words: str) -> None:
    lines = []
    for passage in matches.passages:
        address = contract_address(row.contract_id, page=str(passage.page), find=words)
        lines.append(
            f'<li><a href="{markup(address)}" target="_self">{markup(t("contract.page_short", page=passage.page))}</a> '
            f"{markup(passage.before)}<mark>{markup(passage.words)}</mark>{markup(passage.after)}</li>"
        )
    first = contract_address(row.contract_id, page=str(matches.passages[0].page), find=words)
    title = f"{row.number}. {plain(row.summary.title)}"
    count = markup(t("contracts.text_count", count=matches.count))
    st.html(
        f'<div class="shinsa-hits"><a class="title" href="{markup(first)}" target="_self">{markup(title)}</a> '
        f'<span class="file">{count} · {markup(plain(row.file_name))}</span><ul>{"".join(lines)}</ul></div>'
    )
