"""The revisions of an entry: who, when, why, and what changed between any two of them."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from core.knowledge import FieldChange, Revision, StoredEntry, field_changes
from core.ui.contract.values import moment
from core.ui.escape import plain
from core.ui.knowledge.entry_words import field_name, status_name
from core.ui.language import current_language
from core.ui.marked_text import marked_text
from core.ui.texts import t
from core.ui.workbench import workbench


def revisions(stored: StoredEntry) -> None:
    """Draw the list of revisions and the difference of two."""
    kept = workbench().knowledge.revisions(stored.entry.id)
    st.markdown(f"**{t('knowledge.revisions')}**")
    heads = [t(f"knowledge.revision_{name}") for name in ("number", "when", "who", "status", "why")]
    lines = [
        (
            revision.revision,
            moment(revision.created_at),
            _who(revision),
            status_name(revision.status),
            _why(revision),
        )
        for revision in reversed(kept)
    ]
    st.dataframe(pd.DataFrame(lines, columns=heads), hide_index=True, key="revisions")
    if len(kept) < 2:
        return
    numbers = [revision.revision for revision in kept]
    first, second = st.columns(2)
    before = first.selectbox(t("knowledge.compare_from"), numbers, index=len(numbers) - 2, key="compare_from")
    after = second.selectbox(t("knowledge.compare_to"), numbers, index=len(numbers) - 1, key="compare_to")
    by_number = {revision.revision: revision for revision in kept}
    old, new = by_number[before], by_number[after]
    changes = field_changes(old.entry, new.entry, current_language())
    if old.status != new.status:
        st.markdown(f"**{field_name('status')}** {status_name(old.status)} → {status_name(new.status)}")
    if not changes and old.status == new.status:
        st.caption(t("knowledge.no_difference"))
    show_changes(changes)


def show_changes(changes: Sequence[FieldChange]) -> None:
    """Draw the fields that differ with the words that went and came."""
    for change in changes:
        st.markdown(f"**{field_name(change.field)}**")
        st.html(f'<div class="shinsa-text">{marked_text(change.pieces)}</div>')


def _who(revision: Revision) -> str:
    """Who made a revision: of a proposed one who wrote it and who approved it."""
    wrote, made = plain(revision.entry.author), plain(revision.author)
    if wrote == made or revision.status != "approved" or revision.note == "import":
        return made
    return t("knowledge.approved_by", wrote=wrote, approved=made)


def _why(revision: Revision) -> str:
    return t("knowledge.by_import") if revision.note == "import" else plain(revision.note or "")
