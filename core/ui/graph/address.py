"""What the Graph page shows, kept in its address: F5, a shared link and a second tab show the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import streamlit as st

from core.graph.view import KINDS, Filters, PictureRequest, PictureStep, Ref, parse_ref, parse_step
from core.record import Presence

NODE, STEPS, KINDS_SHOWN, VIEW = "node", "steps", "kinds", "view"
TYPES, LAWS, PARTIES, CONTRACTS = "types", "laws", "parties", "contracts"
CLAUSES: dict[Presence, str] = {
    "present": "with",
    "absent": "without",
    "not_found": "unfound",
    "unknown": "unsure",
}
_DRAWN_BY = (STEPS, KINDS_SHOWN, TYPES, LAWS, PARTIES, CONTRACTS, *CLAUSES.values())
"""Parameters that the picture follows from."""
_BETWEEN = "~"
_CHANGES = "graph_changes"
_Change = tuple[dict[str, str], dict[str, str]]
_MOST_STEPS = 60


@dataclass(frozen=True, slots=True)
class PictureAddress:
    """What the address asks for: the picture, and the node that is selected."""

    request: PictureRequest = field(default_factory=PictureRequest)
    selected: Ref | None = None


def picture_address() -> PictureAddress:
    """What the address asks for; parts that make no sense are passed over."""
    steps = tuple(step for text in values(STEPS) if (step := parse_step(text)) is not None)
    labels = frozenset(values(KINDS_SHOWN)) & set(KINDS)
    clauses = tuple((code, presence) for presence, name in CLAUSES.items() for code in values(name))
    filters = Filters(
        types=tuple(values(TYPES)),
        laws=tuple(values(LAWS)),
        clauses=clauses,
        parties=tuple(values(PARTIES)),
        contracts=tuple(values(CONTRACTS)),
    )
    return PictureAddress(
        PictureRequest(filters, labels or None, steps[-_MOST_STEPS:]), parse_ref(st.query_params.get(NODE, ""))
    )


def values(name: str) -> list[str]:
    """Values of a parameter of the address."""
    return [value for value in st.query_params.get(name, "").split(_BETWEEN) if value]


def put(name: str, chosen: list[str] | tuple[str, ...]) -> None:
    """Set a parameter of the address, or take it away when there is no value; `undo` takes it back."""
    change({name: chosen})


def change(parts: Mapping[str, Sequence[str]]) -> None:
    """Set several parameters at once; one `undo` takes them back together."""
    before = _state()
    for name, chosen in parts.items():
        if chosen:
            st.query_params[name] = _BETWEEN.join(chosen)
        else:
            st.query_params.pop(name, None)
    after = _state()
    if _drawn_by(before) != _drawn_by(after):
        changes: list[_Change] = st.session_state.setdefault(_CHANGES, [])
        changes.append((before, after))
        del changes[:-_MOST_STEPS]


def _state() -> dict[str, str]:
    """What the address says of the picture and the selection."""
    return {name: st.query_params[name] for name in (NODE, *_DRAWN_BY) if name in st.query_params}


def _drawn_by(state: Mapping[str, str]) -> dict[str, str]:
    """The part of a state that the picture follows from."""
    return {name: text for name, text in state.items() if name != NODE}


def select(ref: Ref | None) -> None:
    """Select a node, or none."""
    put(NODE, [] if ref is None else [str(ref)])


def add_step(step: PictureStep) -> None:
    """Do a step."""
    put(STEPS, [*values(STEPS), str(step)][-_MOST_STEPS:])


def can_undo() -> bool:
    """Whether there is anything to take back: a step or a filter, or going back to the start."""
    return bool(_drawn_by(_state()) or _last_change())


def undo() -> None:
    """Take the last change of the picture back, be it a step, a filter or going back to the start.

    A browser that was reloaded remembers no changes: then the last step goes, and without steps the filters do.
    """
    last = _last_change()
    if last is not None:
        st.session_state[_CHANGES].pop()
        for name in (NODE, *_DRAWN_BY):
            st.query_params.pop(name, None)
        for name, text in last.items():
            st.query_params[name] = text
    elif steps := values(STEPS):
        st.query_params.pop(STEPS)
        if steps[:-1]:
            st.query_params[STEPS] = _BETWEEN.join(steps[:-1])
    else:
        for name in _DRAWN_BY:
            st.query_params.pop(name, None)


def _last_change() -> dict[str, str] | None:
    """The state before the last change, None where the address has been changed by other means since."""
    changes: list[_Change] = st.session_state.get(_CHANGES, [])
    if changes and _drawn_by(changes[-1][1]) == _drawn_by(_state()):
        return changes[-1][0]
    return None


def reset() -> None:
    """Go back to the start: no steps, no filters, nothing selected."""
    change(dict.fromkeys((NODE, *_DRAWN_BY), ()))
