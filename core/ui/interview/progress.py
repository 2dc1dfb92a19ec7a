"""How far the interview is, and what is still to be asked."""

from __future__ import annotations

import streamlit as st

from core.interview import PHASES, Interview
from core.interview.builtin import wording
from core.ui.escape import name_md
from core.ui.language import current_language
from core.ui.texts import t

_NO_BREAK = "\u00a0"


def phases(chosen: Interview | None) -> None:
    """Draw the four phases, the present one in bold."""
    now = PHASES.index(chosen.phase) if chosen is not None else 0
    ended = chosen is not None and (chosen.finalized or chosen.entry_id is not None)
    parts = []
    for index, phase in enumerate(PHASES):
        name = t(f"interview.phase_{phase}")
        done = index < now or ended
        parts.append(f"✓ {name}" if done else f"**● {name}**" if index == now else f"○ {name}")
    # A phase stays on one line with its sign.
    st.markdown("　→　".join(part.replace(" ", _NO_BREAK) for part in parts))


def checklist(chosen: Interview | None) -> None:
    """Draw what is still to be asked, as a list to be ticked off; of an interview that was filed, nothing is."""
    if chosen is None or not chosen.answered or chosen.entry_id is not None:
        return
    if not chosen.missing_info:
        st.caption("☑ " + t("interview.nothing_missing"))
        return
    # The turn's own words are Japanese; those of the built-in interviewer have a name in either language.
    names = {words.short: words.label.text(current_language()) for words in wording().fields.values()}
    items = "　".join(f"☐ {name_md(names.get(item, item), 32)}".replace(" ", _NO_BREAK) for item in chosen.missing_info)
    st.caption(f"{t('interview.missing')}　{items}")
