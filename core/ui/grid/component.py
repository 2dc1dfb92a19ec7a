"""The table in the browser: its parts, what it is sent, what comes back.

A component of our own: a canvas table of Streamlit's has no links that open in a tab of their own, opens nothing at a
click on a row, and says little to a screen reader.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict

import orjson
import streamlit as st
from streamlit.components.v2.get_bidi_component_manager import get_bidi_component_manager
from streamlit.components.v2.manifest_scanner import ComponentConfig, ComponentManifest

from core.ui.language import current_language
from core.ui.texts import t

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

_FOLDER, _PARTS = Path(__file__).resolve().parent, "browser"
_MANIFEST = ComponentManifest("shinsagrid", "1", [ComponentConfig("table", _PARTS)])
_NAME = "shinsagrid.table"
_OPENED, _CHOSEN = "_opened", "_chosen"

CellKind = Literal["title", "text", "number", "date", "mark"]


class Column(TypedDict):
    """A column: its heading, width in pixels, whether it stays at the left; a mark's cells lead to an item."""

    name: str
    title: str
    kind: CellKind
    width: int
    pinned: bool
    help: NotRequired[str]
    item: NotRequired[str]
    query: NotRequired[str]


class GridRow(TypedDict):
    """A row: the id of a contract or entry, its address, its name, a line below it, a value for each column."""

    id: str
    href: str
    name: str
    sub: str
    cells: list[str | int]


class GridLook(TypedDict):
    """How a mark looks and what it is called."""

    symbol: str
    word: str
    kind: str


class Sort(TypedDict):
    """The column that rows are sorted by, empty for the order in which they come."""

    column: str
    down: bool


def grid(
    columns: Sequence[Column],
    rows: Sequence[GridRow],
    *,
    key: str,
    alt: str,
    sort: Sort,
    looks: dict[str, GridLook] | None = None,
    tickable: bool = True,
) -> None:
    """Draw a table.

    Args:
        columns: in order, pinned ones first.
        rows: in the order to start with.
        key: tells tables apart.
        alt: what the table holds.
        sort: how it is sorted now.
        looks: of marks, by their value.
        tickable: rows can be chosen.
    """
    # As one text: the browser reads it only when it has changed, and it is written once for both purposes.
    body = orjson.dumps({"columns": columns, "rows": rows, "looks": looks or {}})
    stamp = hashlib.blake2b(body + orjson.dumps(sort), digest_size=8).hexdigest()
    chosen = chosen_ids(key)
    _component()(
        data={
            "body": body.decode(),
            "stamp": stamp,
            "sort": sort,
            "tickable": tickable,
            "chosen": [row["id"] for row in rows if row["id"] in chosen] if chosen else [],
            "language": current_language(),
            "words": {"alt": alt, "all": t("grid.all"), "one": t("grid.one", name="{name}")},
        },
        key=key,
        on_wanted_change=lambda: _note(key),
    )


def _note(key: str) -> None:
    wanted = st.session_state[key].get("wanted") or {}
    if wanted.get("what") == "open":
        st.session_state[key + _OPENED] = (str(wanted.get("id")), str(wanted.get("item") or ""))
    elif wanted.get("what") == "choose":
        st.session_state[key + _CHOSEN] = frozenset(map(str, wanted.get("ids") or ()))
    elif wanted.get("what") == "sort":
        st.query_params["sort"] = ("-" if wanted.get("down") else "") + str(wanted.get("column"))


def opened_row(key: str) -> tuple[str, str] | None:
    """Contract and item, or entry, that were just clicked, once."""
    found: tuple[str, str] | None = st.session_state.pop(key + _OPENED, None)
    return found


def chosen_ids(key: str) -> Collection[str]:
    """Contracts whose rows are ticked."""
    found: frozenset[str] = st.session_state.get(key + _CHOSEN, frozenset())
    return found


def untick(key: str) -> None:
    """Choose no row any more."""
    st.session_state[key + _CHOSEN] = frozenset()


def requested_sort(columns: Sequence[Column]) -> Sort:
    """How the address wants a table sorted; by nothing where it names no column of this one."""
    asked = st.query_params.get("sort", "")
    column = asked.removeprefix("-")
    known = any(each["name"] == column for each in columns)
    return {"column": column if known else "", "down": asked.startswith("-") and known}


def _component() -> ComponentRenderer:
    manager = get_bidi_component_manager()
    if manager.get_component_asset_root(_NAME) is None:
        # Scripts come from this server as files: the policy of `core.ui.gate` lets nothing else run.
        manager.register_from_manifest(_MANIFEST, _FOLDER)
    return _declared()


@cache
def _declared() -> ComponentRenderer:
    html, css = ((_FOLDER / _PARTS / name).read_text(encoding="utf-8") for name in ("grid.html", "grid.css"))
    return st.components.v2.component(_NAME, html=html, css=css, js="grid.js")
