"""Every clause type in the many ways that people say it, and a year of questions: understood, or asked back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from core.qa.builtin import answer_builtin
from core.questions import ClauseIs, understand
from core.settings import load_settings
from core.workbench.workbench import open_workbench
from oracles.questions import year, year_harder
from oracles.questions.gold import Case, judge
from oracles.questions.phrasings import PHRASINGS
from oracles.questions.portfolio import TODAY, fill


def _asked(code: str) -> Iterator[str]:
    english, japanese = PHRASINGS[code]
    yield from (f"Which contracts {phrase}?" for phrase in english.split("|"))
    yield from (f"{phrase}契約は？" for phrase in japanese.split("|"))


@pytest.mark.parametrize("code", sorted(PHRASINGS))
def test_a_clause_type_is_understood_however_it_is_said(code: str) -> None:
    same = {(ClauseIs((code,)),)}
    if code == "uncapped_liability":
        same.add((ClauseIs(("cap_on_liability",), wanted=False),))
    questions = list(_asked(code))
    understood = {question: understand(question, today=date(2026, 11, 20)) for question in questions}
    right = [q for q, found in understood.items() if found.sure and found.readings[0].plan.conditions in same]
    others = [
        q for q, found in understood.items() if found.sure and q not in right and found.readings[0].kind != "refused"
    ]
    assert not others
    assert len(right) >= 0.7 * len(questions)


def test_a_year_of_questions_is_answered_rightly_or_asked_back(tmp_path: Path) -> None:
    chosen: list[Case] = [*year.CASES[::4], *year_harder.CASES[::3]]
    settings = load_settings(data_dir=tmp_path, env_file=tmp_path / "none")
    fill(settings)
    outcomes: dict[tuple[str, ...], str] = {}
    with open_workbench(settings) as workbench:
        numbers = {row.contract_id: row.number for row in workbench.library.rows()}
        for case in chosen:
            memory = None
            for turn in case.turns:
                answer = answer_builtin(turn, workbench, memory=memory, language=case.language, today=TODAY)
                memory = answer.memory
            outcomes[case.turns] = judge(case.gold, answer, numbers)
    assert [turns for turns, outcome in outcomes.items() if outcome in ("wrong and sure", "passages")] == []
    answerable = [case for case in chosen if case.gold.kind != "not_answered"]
    right = [case for case in answerable if outcomes[case.turns] == "right"]
    assert len(chosen) > 250
    assert len(right) >= 0.95 * len(answerable)
