"""Parts of a page that rerun alone ask each time whether whoever looks may still look."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from core.access import NOBODY, Actor
from core.ui import guard

UI = Path(__file__).resolve().parents[2] / "core" / "ui"
READER = Actor("user", "Endo", user_id="c" * 26, roles=frozenset({"editor"}))


class SentAway(Exception):
    """The whole page is drawn, and the shell says why."""


@pytest.mark.parametrize(
    ("login", "actor", "away"), [(True, NOBODY, True), (True, READER, False), (False, NOBODY, False)]
)
def test_who_may_look_no_more_is_sent_away(
    login: bool, actor: Actor, away: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rerun() -> None:
        raise SentAway

    monkeypatch.setattr(guard, "login_is_on", lambda: login)
    monkeypatch.setattr(guard, "current_actor", lambda: actor)
    monkeypatch.setattr(guard.st, "rerun", rerun)
    if away:
        with pytest.raises(SentAway):
            guard.require_reader()
    else:
        guard.require_reader()


def test_fragments_with_contracts_ask() -> None:
    silent = []
    for file in UI.rglob("*.py"):
        text = file.read_text("utf-8")
        if "@st.fragment" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and any(
                "fragment" in ast.unparse(each) for each in node.decorator_list
            ):
                first = [ast.unparse(line) for line in node.body[:2]]
                if "require_reader()" not in first:
                    silent.append(f"{file.name} {node.name}")
    assert silent == []
