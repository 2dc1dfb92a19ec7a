"""The menu: one entry a page, and nothing else to change for another page.

A page of the name `things` is `pages/things.py`, reached at `/things`, and its title is the text `things.title`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from core.access import Action, Actor, is_allowed
from core.settings import ROOT
from core.ui.texts import t

Group = Literal["start", "work", "models", "admin", "hidden"]
"""Where a page stands: alone at the top, in one of the groups, or nowhere, being reached from others."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A page: its file and address, where it stands, the key of its title, and what one must be allowed to do there."""

    name: str
    group: Group
    title: str
    needs: Action = "contract.read"

    @property
    def file(self) -> Path:
        """The page's script."""
        return ROOT / "pages" / f"{self.name}.py"


MENU = (
    MenuEntry("today", "start", "today.title"),
    MenuEntry("contracts", "work", "shell.contracts"),
    MenuEntry("contract", "hidden", "shell.contract"),
    MenuEntry("compare", "hidden", "compare.title"),
    MenuEntry("matters", "work", "matters.title"),
    MenuEntry("qa", "work", "shell.qa"),
    MenuEntry("graph", "work", "graph.title"),
    MenuEntry("interview", "work", "interview.title", "knowledge.propose"),
    MenuEntry("knowledge", "work", "knowledge.title"),
    MenuEntry("operations", "models", "operations.title", "operations.read"),
    MenuEntry("connect", "models", "connect.title", "operations.read"),
    MenuEntry("optimizer", "models", "optimizer.title", "prompt.experiment"),
    MenuEntry("extraction_lab", "models", "lab.title", "lab.run"),
    MenuEntry("decoding_lab", "models", "decoding_lab.title"),
    MenuEntry("access", "admin", "access.title", "audit.read"),
)
"""The pages in the order of the menu. The first is the one that the bare address opens."""
HOME = tuple(f"/{entry.name}" for entry in MENU[:1])
"""Addresses that mean the bare one."""


def navigation() -> Any:
    """Declare the pages and give the one that is asked for; `menu` draws the way to them."""
    return st.navigation([_page(entry) for entry in MENU], position="hidden")


def needed_for(path: str) -> Action:
    """What one must be allowed to do on the page of an address."""
    return next((entry.needs for entry in MENU if entry.name == path), MENU[0].needs)


def menu(actor: Actor) -> None:
    """Draw the menu of what somebody may open.

    Streamlit's own has list items outside lists, which screen readers lose count of.
    """
    with st.container(key="menu", gap=None):
        group = ""
        for entry in MENU:
            if entry.group == "hidden" or not is_allowed(actor, entry.needs):
                continue
            if entry.group != group and entry.group != "start":
                st.caption(t(f"shell.group_{entry.group}"))
            group = entry.group
            st.page_link(str(entry.file), label=t(entry.title))


def _page(entry: MenuEntry) -> Any:
    hidden: Literal["hidden", "visible"] = "hidden" if entry.group == "hidden" else "visible"
    return st.Page(
        entry.file,
        title=t(entry.title),
        url_path=entry.name,
        icon="",
        default=entry is MENU[0],
        visibility=hidden,
    )
