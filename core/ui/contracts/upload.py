"""Upload of files: kept at once, submitted as one job."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import DeletedFile

from core.access import current_actor, is_allowed
from core.errors import WorkbenchError
from core.settings import settings
from core.ui.escape import name_md, plain, short
from core.ui.matters import chosen_matter
from core.ui.person import person
from core.ui.texts import error_text, t
from core.ui.workbench import workbench

_KEY = "upload"
_GENERATION = "upload_generation"
_FAULTS = "upload_faults"
_TAKEN = "upload_taken"
_MATTER = "upload_into"
_NAME_LIMIT = 200


def display_name(raw: str) -> str:
    """A file's name without folders and without characters that deceive; the browser sends it as it likes."""
    last = raw.replace("\\", "/").rstrip("/").rpartition("/")[2]
    name = short(last, _NAME_LIMIT)
    return name if name.strip(".") else t("contracts.unnamed")


def upload_panel(*, expanded: bool) -> None:
    """Draw the uploader and what was refused in the last upload."""
    if not is_allowed(current_actor(), "contract.add"):
        return
    generation = st.session_state.setdefault(_GENERATION, 0)
    # After an upload it is a new one, and closed: the list comes into sight.
    with st.expander(t("contracts.upload"), expanded=expanded, key=f"upload_panel_{expanded}_{generation}"):
        st.session_state[_MATTER] = chosen_matter(t("matters.upload_to"), key="upload_matter")
        st.file_uploader(
            t("contracts.upload_label", limit=settings().max_file_mb),
            accept_multiple_files=True,
            key=f"{_KEY}_{generation}",
            max_upload_size=settings().max_file_mb,
            on_change=_take,
            args=(f"{_KEY}_{generation}",),
        )
    for name, code, facts in st.session_state.pop(_FAULTS, []):
        st.error(f"{name_md(name)} — {error_text(code, facts)}")


def _take(key: str) -> None:
    """Keep the bytes, submit the job, empty the widget: the session must not hold files in memory.

    A browser that has not yet been told of the emptied widget sends the same files again, whose bytes the server has
    dropped by then; bytes are also dropped when a connection is lost in the middle. What was taken before is passed
    over, what was not is named.
    """
    faults: list[tuple[str, str, dict[str, Any]]] = []
    received: list[tuple[str, str]] = []
    taken: set[str] = st.session_state.setdefault(_TAKEN, set())
    opened = workbench()
    lost = 0
    for file in st.session_state.get(key) or []:
        if file.file_id in taken:
            continue
        if isinstance(file, DeletedFile):
            lost += 1
            continue
        name = display_name(file.name)
        try:
            received.append((opened.library.receive(file.getvalue(), name), name))
            taken.add(file.file_id)
        except WorkbenchError as error:
            faults.append((name, error.code, {fact: plain(str(value)) for fact, value in error.facts.items()}))
    if received:
        title = received[0][1] if len(received) == 1 else t("contracts.upload_title", count=len(received))
        try:
            st.query_params["job"] = opened.library.ingest(
                received, user=person(), title=title, matter=st.session_state.get(_MATTER)
            )
            opened.ledger.submitted.set()
        except WorkbenchError as error:
            faults.append((title, error.code, {}))
    if lost:
        faults.append((t("contracts.upload_title", count=lost), "upload_lost", {}))
    st.session_state[_FAULTS] = faults
    st.session_state[_GENERATION] += 1
