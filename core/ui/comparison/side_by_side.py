"""The clauses side by side: one column a contract, the baseline first and always in sight."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.comparison import Baseline, ClausePassage, ClauseWords, ComparedClause, ComparedPassage, compare_clause
from core.contracts import ContractRow
from core.knowledge import StoredEntry
from core.record import Presence
from core.text_difference import Piece
from core.ui.contracts.matrix import SYMBOLS
from core.ui.contracts.table import contract_address, type_name
from core.ui.escape import markup, plain, short
from core.ui.evidence_marks import STATE_MARKS
from core.ui.language import PARAMETER, current_language
from core.ui.marked_text import marked_text
from core.ui.texts import t

_PARTIES = 70


def side_by_side(
    contracts: Sequence[tuple[ContractRow, ClauseWords]],
    baseline: Baseline | None,
    *,
    of_contract: ContractRow | None,
    entry: StoredEntry | None,
) -> None:
    """Draw the columns.

    Args:
        contracts: in order.
        baseline: what they are held against; None shows them as they are.
        of_contract: the contract that the baseline is of, which has no marks.
        entry: the knowledge entry that the baseline is of, which gets a column of its own.
    """
    drawn = [] if entry is None else [_entry(entry)]
    for row, words in contracts:
        is_base = of_contract is not None and row.number == of_contract.number
        drawn.append(_column(row, words, None if is_base else baseline, is_base=is_base))
    label = markup(t("compare.columns"))
    st.html(f'<div class="shinsa-compare" tabindex="0" role="region" aria-label="{label}">{"".join(drawn)}</div>')


def _entry(stored: StoredEntry) -> str:
    address = f"/knowledge?entry={stored.name}&{PARAMETER}={current_language()}"
    title = markup(plain(f"{stored.name} {stored.entry.title or ''}"))
    words = markup(" ".join((stored.entry.recommended_clause or "").split()))
    return (
        f'<section class="base"><h2><a href="{markup(address)}" target="_self">{title}</a></h2>'
        f'<p class="note">{_badge()}</p><p class="words">{words}</p></section>'
    )


def _badge() -> str:
    return f'<span class="badge">{markup(t("compare.baseline"))}</span>'


def _column(row: ContractRow, words: ClauseWords, baseline: Baseline | None, *, is_base: bool) -> str:
    compared = compare_clause(words, baseline)
    address = contract_address(row.contract_id, item=words.subject)
    parties = short(" / ".join(row.summary.parties), _PARTIES)
    sub = " · ".join(part for part in (type_name(row), parties, plain(row.file_name)) if part)
    head = (
        f'<h2><a href="{markup(address)}" target="_self">{row.number}. {markup(plain(row.summary.title))}</a></h2>'
        f'<p class="note">{_badge() if is_base else ""}{markup(sub)}</p>'
        f'<p class="said"><span aria-hidden="true">{_symbol(words.presence)}</span> {markup(plain(words.stated))}</p>'
    )
    body = "".join(_passage(row, passage) for passage in compared.passages)
    return f'<section class="{"base" if is_base else ""}">{head}{body}{_rest(row, words, compared)}</section>'


def _symbol(presence: Presence) -> str:
    return SYMBOLS[presence]


def _passage(row: ContractRow, compared: ComparedPassage) -> str:
    notes = [_place(row, compared.passage)]
    if compared.passage.reading:
        notes.append(markup(t("compare.reading", words=compared.passage.reading)))
    if compared.is_equal:
        notes.append(markup(t("compare.equal")))
    elif compared.share is not None:
        percent = round(100 * compared.share)
        notes.append(markup(t("compare.share" if compared.is_marked else "compare.otherwise", percent=percent)))
    return f'<p class="words">{marked_text(compared.pieces)}</p><p class="note">{" · ".join(notes)}</p>'


def _place(row: ContractRow, passage: ClausePassage) -> str:
    """The way to the words on their page."""
    further = {"item": passage.subject} | ({"page": str(passage.page)} if passage.page is not None else {})
    where = t("contract.page_short", page=passage.page) if passage.page is not None else t("contract.not_located")
    state = t(f"contract.state_{passage.state}")
    return (
        f'<a href="{markup(contract_address(row.contract_id, **further))}" target="_self">{markup(where)}</a> '
        f'<span title="{markup(state)}">{STATE_MARKS[passage.state]}</span>'
    )


def _rest(row: ContractRow, words: ClauseWords, compared: ComparedClause) -> str:
    """What stands below the passages: what only the baseline has, or the nearest passage of what was not found."""
    parts = []
    if words.presence == "present" and not words.passages:
        parts.append(f'<p class="note">{markup(t("compare.said_without_words"))}</p>')
    for text in compared.lacking:
        parts.append(f'<p class="note">{markup(t("compare.lacking"))}</p>')
        parts.append(f'<p class="words">{marked_text([Piece("removed", text)])}</p>')
    for passage in words.nearest:
        parts.append(f'<p class="note">{markup(t("compare.nearest"))} {_place(row, passage)}</p>')
        parts.append(f'<p class="words candidate">{markup(passage.text)}</p>')
    return "".join(parts)
