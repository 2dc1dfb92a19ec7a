"""A proposed revision of an approved entry: what it would change, to be approved, edited further or put aside."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.access import Action, current_actor
from core.errors import NotAllowed, WorkbenchError
from core.knowledge import Proposal, StoredEntry, field_changes
from core.ui.access.permitted import permitted
from core.ui.contract.values import moment
from core.ui.escape import md
from core.ui.failure import show_error
from core.ui.knowledge.opened import go
from core.ui.knowledge.revisions import show_changes
from core.ui.language import current_language
from core.ui.person import person
from core.ui.texts import error_text, t
from core.ui.workbench import workbench


def proposed_revision(stored: StoredEntry, proposal: Proposal) -> None:
    """Draw what is proposed against what is in force, and what can be done with it."""
    with st.container(border=True):
        st.markdown(f"**{t('knowledge.proposal')}** · {md(proposal.author)} · {moment(proposal.created_at)}")
        st.caption(t("knowledge.proposal_help", revision=stored.entry.revision))
        if proposal.note and proposal.note != "import":
            st.markdown(md(proposal.note))
        if proposal.base_revision != stored.entry.revision:
            st.warning(t("knowledge.proposal_overtaken", revision=stored.entry.revision))
        show_changes(field_changes(stored.entry.content, proposal.draft, current_language()))
        with st.container(horizontal=True, gap="small"):
            if st.button(
                t("knowledge.approve_proposal"),
                key="approve_proposal",
                type="primary",
                **_approving(stored, proposal),
            ):
                _do(stored, proposal, approve=True)
            st.button(
                t("knowledge.edit_proposal"),
                key="edit",
                on_click=go,
                kwargs={"entry": stored.name, "edit": True},
                **permitted("knowledge.propose"),
            )
            own = current_actor().user_id == proposal.author_id
            aside: Action = "knowledge.propose" if own else "knowledge.approve"
            if st.button(t("knowledge.put_aside"), key="put_aside", **permitted(aside)):
                _do(stored, proposal, approve=False)


def _approving(stored: StoredEntry, proposal: Proposal) -> dict[str, Any]:
    """Whether whoever looks may approve: they are allowed to, did not write it, and are not the first of two."""
    actor = current_actor()
    overtaken = proposal.base_revision != stored.entry.revision
    if actor.user_id is not None:
        if actor.user_id == proposal.author_id:
            return {"disabled": True, "help": error_text(NotAllowed.code, {"reason": "proposer"})}
        first = workbench().knowledge.first_approval(stored.entry.id)
        if first is not None and first.user_id == actor.user_id:
            return {"disabled": True, "help": error_text(NotAllowed.code, {"reason": "second_person"})}
    return permitted("knowledge.approve", disabled=overtaken)


def _do(stored: StoredEntry, proposal: Proposal, *, approve: bool) -> None:
    knowledge = workbench().knowledge
    try:
        if approve:
            knowledge.accept_proposal(stored.entry.id, proposal.version, by=person())
        else:
            knowledge.put_proposal_aside(stored.entry.id, proposal.version)
    except WorkbenchError as error:
        show_error(error)
    else:
        st.rerun()
