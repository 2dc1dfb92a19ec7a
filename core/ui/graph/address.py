"""What the Graph page shows, kept in its address: F5, a shared link and a second tab show the same."""

from __future__ import annotations

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
_BETWEEN = "~"
_MOST_STEPS = 60


@dataclass(frozen=True, slots=True)
class PictureAddress:
    """What the address asks for: the picture, and the node that is selected."""

    wish: PictureRequest = field(default_factory=PictureRequest)
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
    """Set a parameter of the address, or take it away when there is no value."""
    if chosen:
        st.query_params[name] = _BETWEEN.join(chosen)
    else:
        st.query_params.pop(name, None)


def select(ref: Ref | None) -> None:
    """Select a node, or none."""
    put(NODE, [] if ref is None else [str(ref)])


def add_step(step: PictureStep) -> None:
    """Do a step."""
    put(STEPS, [*values(STEPS), str(step)][-_MOST_STEPS:])


def undo() -> None:
    """Take the last step back."""
    put(STEPS, values(STEPS)[:-1])


def reset() -> None:
    """Go back to the start: no steps, no filters, nothing selected."""
    for name in (STEPS, NODE, KINDS_SHOWN, TYPES, LAWS, PARTIES, CONTRACTS, *CLAUSES.values()):
        put(name, [])
