"""The menu: one entry a page, and nothing else to change for another page.

A page of the name `things` is `pages/things.py`, reached at `/things`, and its title is the text `things.title`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import streamlit as st

from core.settings import ROOT
from core.ui.texts import t

Group = Literal["start", "work", "models", "hidden"]
"""Where a page stands: alone at the top, in one of the two groups, or nowhere, being reached from others."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A page: its file and address, where it stands, and the key of its title."""

    name: str
    group: Group
    title: str

    @property
    def file(self) -> Path:
        """The page's script."""
        return ROOT / "pages" / f"{self.name}.py"


MENU = (
    MenuEntry("today", "start", "today.title"),
    MenuEntry("contracts", "work", "shell.contracts"),
    MenuEntry("contract", "hidden", "shell.contract"),
    MenuEntry("qa", "work", "shell.qa"),
    MenuEntry("graph", "work", "graph.title"),
    MenuEntry("interview", "work", "interview.title"),
    MenuEntry("knowledge", "work", "knowledge.title"),
    MenuEntry("operations", "models", "operations.title"),
    MenuEntry("optimizer", "models", "optimizer.title"),
    MenuEntry("extraction_lab", "models", "lab.title"),
    MenuEntry("decoding_lab", "models", "decoding_lab.title"),
)
"""The pages in the order of the menu. The first is the one that the bare address opens."""
HOME = tuple(f"/{entry.name}" for entry in MENU[:1])
"""Addresses that mean the bare one."""


def navigation(position: Literal["sidebar", "hidden"] = "sidebar") -> Any:
    """Declare the menu and give the page that is asked for."""
    sections: dict[str, list[Any]] = {}
    heads = {"start": "", "hidden": "", "work": t("shell.group_work"), "models": t("shell.group_models")}
    for entry in sorted(MENU, key=lambda entry: entry.group == "hidden"):
        page = st.Page(
            entry.file,
            title=t(entry.title),
            url_path=entry.name,
            icon="",
            default=entry is MENU[0],
            visibility="hidden" if entry.group == "hidden" else "visible",
        )
        sections.setdefault(heads[entry.group], []).append(page)
    return st.navigation(sections, position=position, expanded=True)
