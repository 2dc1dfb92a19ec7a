"""Passages of the clause type that searched words mean: 使用許諾 also finds licence grants that say it otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.contracts import ContractRow
from core.graph.retrieval import FUNCTIONS, RetrievedClause
from core.questions import clause_codes
from core.taxonomy import taxonomy
from core.ui.contracts.table import contract_address
from core.ui.escape import markup, plain
from core.ui.language import current_language
from core.ui.texts import t
from core.ui.workbench import workbench

_SHOWN = 40
_PASSAGES = 3
_MOST_WORDS = 60
"""Characters of a search that may name a clause type; what is longer is a sentence to look for."""


@st.cache_data(max_entries=32, show_spinner=False)
def _of_type(code: str, revision: int, seen: str) -> list[RetrievedClause]:
    # What somebody may see only tells apart what is kept for whom.
    found = FUNCTIONS["get_contracts_with_clause_type"]
    result = found.run(workbench().graph_to_ask(), {"clause_type": code, "limit": _SHOWN})
    return [row for row in result.rows if isinstance(row, RetrievedClause)]


def type_passages(words: str, rows: Sequence[ContractRow], revision: int) -> None:
    """Draw, for each clause type that the words name, the passages found for it.

    Args:
        words: as typed into the search box.
        rows: contracts that may be shown.
        revision: of the contracts, so that what is kept is of now.
    """
    if len(words) > _MOST_WORDS:
        return
    by_id = {row.contract_id: row for row in rows}
    language, seen = current_language(), workbench().seen()
    for code in clause_codes(words):
        if taxonomy().get(code).kind != "clause":
            continue
        found = [clause for clause in _of_type(code, revision, seen) if clause.contract_id in by_id and clause.excerpts]
        if found:
            name = taxonomy().get(code).name(language)
            with st.expander(t("contracts.text_type", name=plain(name), count=len(found)), key=f"type_{code}"):
                for clause in found:
                    _contract(by_id, clause)


def _contract(by_id: Mapping[str, ContractRow], clause: RetrievedClause) -> None:
    row = by_id[clause.contract_id]
    lines = []
    for excerpt in clause.excerpts[:_PASSAGES]:
        if excerpt.page is None:
            continue
        address = contract_address(row.contract_id, page=str(excerpt.page), find=excerpt.text)
        page = markup(t("contract.page_short", page=excerpt.page))
        lines.append(f'<li><a href="{markup(address)}" target="_self">{page}</a> {markup(plain(excerpt.text))}</li>')
    title = markup(f"{row.number}. {plain(row.summary.title)}")
    address = contract_address(row.contract_id)
    st.html(
        f'<div class="shinsa-hits"><a class="title" href="{markup(address)}" target="_self">{title}</a> '
        f'<span class="file">{markup(plain(row.file_name))}</span><ul>{"".join(lines)}</ul></div>'
    )
