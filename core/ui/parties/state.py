"""What the panel of parties draws from: organizations, suggestions and groups, kept until something changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.errors import WorkbenchError
from core.parties import JoinedParty, Organization, PartyBook, PartySuggestion, organizations
from core.ui.failure import show_error
from core.ui.person import person
from core.ui.texts import t
from core.ui.workbench import workbench
from core.workbench import party_suggestions

_FAULT = "party_fault"
_DONE = "party_done"


@dataclass(frozen=True, slots=True)
class PartyState:
    """Everything that is known of the parties' names."""

    organizations: tuple[Organization, ...]
    groups: tuple[JoinedParty, ...]
    suggestions: tuple[PartySuggestion, ...]


def party_state() -> PartyState:
    """The parties as they are now."""
    opened = workbench()
    mark = opened.graph().linked()
    return _state(str(opened.settings.data_dir), opened.settings.store_url, mark)


@st.cache_resource(max_entries=4, show_spinner=False)
def _state(_folder: str, store: str, mark: str) -> PartyState:
    opened = workbench()
    with st.spinner(t("parties.comparing")):
        found = party_suggestions(opened)
    return PartyState(tuple(organizations(opened.graph())), tuple(opened.parties.groups()), tuple(found))


def approve(names: Sequence[str], method: str = "person", score: float = 1.0) -> None:
    """Call names one party, for the person at the screen; what goes wrong is shown on the next drawing."""
    _decide("approved", lambda book, user: book.approve(names, by=user, method=method, score=score))


def reject(first: str, second: str) -> None:
    """Call two names different."""
    _decide("rejected", lambda book, user: book.reject(first, second, by=user))


def detach(name: str) -> None:
    """Take a name out of its party."""
    _decide("detached", lambda book, user: book.detach(name, by=user))


def undo(decision_id: str) -> None:
    """Take a decision back."""
    _decide("undone", lambda book, user: book.undo(decision_id, by=user))


def ask_again(first: str, second: str) -> None:
    """Let a rejected suggestion come again."""
    _decide("ask_again", lambda book, user: book.ask_again(first, second, by=user))


def _decide(done: str, decide: Callable[[PartyBook, str], object]) -> None:
    opened = workbench()
    try:
        decide(opened.parties, person())
    except WorkbenchError as error:
        st.session_state[_FAULT] = error
    else:
        st.session_state[_DONE] = f"parties.done_{done}"


def outcome() -> None:
    """Draw what became of the decision just taken."""
    fault = st.session_state.pop(_FAULT, None)
    done = st.session_state.pop(_DONE, None)
    if fault is not None:
        show_error(fault)
    elif done is not None:
        st.toast(t(done))
