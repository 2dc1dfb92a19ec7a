"""Passages to read in the contracts of a party: the party's name, which each page's head has, is not looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.qa.builtin import answer_builtin
from core.qa.phrases import without_names
from core.settings import load_settings
from core.workbench.workbench import open_workbench
from oracles.questions.portfolio import TODAY, fill


@pytest.mark.parametrize(
    ("text", "names", "left"),
    [
        ("Who is liable if Velo breaches?", ["velo"], "Who is liable if breaches?"),
        ("What if Velo's staff leave?", ["velo"], "What if staff leave?"),
        ("青葉が支払に遅れたらどうなりますか", ["青葉"], "が支払に遅れたらどうなりますか"),
        ("What if Velocity drops?", ["velo"], "What if Velocity drops?"),
        ("Velo?", ["velo"], "Velo?"),
    ],
)
def test_names_are_left_out(text: str, names: list[str], left: str) -> None:
    assert " ".join(without_names(text, names).split()) == left


def test_passages_are_looked_for_by_what_is_asked_alone(tmp_path: Path) -> None:
    settings = load_settings(data_dir=tmp_path, env_file=tmp_path / "none")
    fill(settings)
    with open_workbench(settings) as workbench:
        answer = answer_builtin(
            "What happens if Velo does not pay on time?", workbench, memory=None, language="en", today=TODAY
        )
    (call,) = [call for call in answer.calls if call.function == "get_contracts_similar_text"]
    assert "velo" not in str(call.arguments["text"]).casefold()
    assert "pay on time" in str(call.arguments["text"])
