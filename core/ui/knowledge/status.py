"""The buttons of an entry: the usual next step first, a warning where the knowledge base says nearly the same."""

from __future__ import annotations

from typing import Any

import streamlit as st

from core.access import current_actor, is_allowed
from core.errors import NotAllowed, WorkbenchError
from core.knowledge import WAYS, Status, StoredEntry, missing_fields
from core.ui.escape import name_md
from core.ui.failure import show_error
from core.ui.knowledge.entry_words import field_name, status_name
from core.ui.knowledge.opened import go
from core.ui.matters import matter_names
from core.ui.person import person
from core.ui.texts import error_text, t
from core.ui.workbench import workbench


def status_actions(stored: StoredEntry) -> None:
    """Draw the next step, editing, and the other ways."""
    actor = current_actor()
    approves = is_allowed(actor, "knowledge.approve")
    touches_approval = stored.entry.status == "approved"
    ways = [way for way in WAYS[stored.entry.status] if approves or not (touches_approval or way == "approved")]
    if not is_allowed(actor, "knowledge.propose"):
        return
    # Retiring is never the step that a page suggests.
    usual = None if touches_approval else next((way for way in ways if way != "retired"), None)
    with st.container(horizontal=True, horizontal_alignment="right", gap="small", wrap=False):
        if usual is not None and st.button(
            t(f"knowledge.to_{usual}"), key=f"to_{usual}", type="primary", **_allowed(stored, usual)
        ):
            _ask(stored, usual)
        st.button(t("knowledge.edit"), key="edit", on_click=go, kwargs={"entry": stored.name, "edit": True})
        with st.popover(t("contract.more"), key="knowledge_more"):
            for way in ways:
                if way != usual and st.button(
                    t(f"knowledge.to_{way}"), key=f"to_{way}", width="stretch", **_allowed(stored, way)
                ):
                    _ask(stored, way)
            _matter(stored)


def _allowed(stored: StoredEntry, way: Status) -> dict[str, Any]:
    """Whether the button of a way is off, and why: nobody approves what they wrote, or as both of two."""
    if way != "approved" or (reason := workbench().knowledge.approval_refused(stored.entry.id)) is None:
        return {}
    return {"disabled": True, "help": error_text(NotAllowed.code, {"reason": reason})}


def _matter(stored: StoredEntry) -> None:
    """Draw by which matter's rules the entry is approved, for members of a matter."""
    names = matter_names()
    now = workbench().knowledge.matter_of(stored.entry.id)
    if not names or (now is not None and now not in names):
        return
    choices = {"": t("knowledge.by_house")} | names
    chosen = st.selectbox(
        t("knowledge.approved_by_rules_of"),
        list(choices),
        index=list(choices).index(now or ""),
        format_func=choices.__getitem__,
        key=f"entry_matter_{stored.name}",
    )
    if (chosen or None) == now:
        return
    try:
        workbench().knowledge.put_into_matter(stored.entry.id, chosen or None)
    except WorkbenchError as error:
        show_error(error)
    else:
        st.rerun()


@st.dialog(" ", width="medium")
def _ask(stored: StoredEntry, way: Status) -> None:
    """Ask why, warn of what is missing or there already, and do it."""
    st.subheader(t(f"knowledge.to_{way}"), anchor=False)
    st.markdown(f"{stored.name}\\. {name_md(stored.entry.title or t('knowledge.untitled'))}")
    lacking = missing_fields(stored.entry) if way == "approved" else ()
    if lacking:
        st.error(t("knowledge.lacking", fields=t("knowledge.joined").join(field_name(name) for name in lacking)))
    if way in ("in_review", "approved"):
        duplicate_warning(stored)
    if way == "approved":
        st.caption(t("knowledge.approve_effect"))
    note = st.text_input(t("knowledge.why"), key="status_note")
    if st.button(
        t("knowledge.confirm", status=status_name(way)), key="status_yes", type="primary", disabled=bool(lacking)
    ):
        opened = workbench()
        try:
            opened.knowledge.set_status(
                stored.entry.id,
                way,
                base_revision=stored.entry.revision,
                author=person(),
                note=note.strip() or None,
            )
        except WorkbenchError as error:
            show_error(error)
        else:
            st.rerun()


def duplicate_warning(stored: StoredEntry) -> None:
    """Name the entries that say nearly the same, with a way to each."""
    near = workbench().knowledge.similar_entries(stored.entry.content, exclude=stored.entry.id)
    if not near:
        return
    lines = [
        f"- {duplicate.stored.name} {name_md(duplicate.stored.entry.title or t('knowledge.untitled'))} "
        + t("knowledge.alike", percent=round(duplicate.score * 100), status=status_name(duplicate.stored.entry.status))
        for duplicate in near[:5]
    ]
    st.warning(t("knowledge.near_duplicates") + "\n" + "\n".join(lines))
