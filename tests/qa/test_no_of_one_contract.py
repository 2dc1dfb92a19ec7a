"""No is said of the one contract that is meant, whatever is not known of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.qa.builtin import answer_builtin
from core.settings import load_settings
from core.wording import Language
from core.workbench.workbench import open_workbench
from small_contracts import small_contract

NAMELESS = b"""TERMS

We go on until either of us has had enough and says so. What the judges in London would say of it is what counts.
"""


@pytest.mark.parametrize(
    ("question", "language", "first"),
    [
        ("Is the Harbor Retail contract governed by English law?", "en", "No. The contract does not match"),
        ("Harbor Retailとの契約の準拠法は英国法ですか", "ja", "いいえ。該当しません"),
        ("Is any contract governed by English law?", "en", "This cannot be determined."),
    ],
)
def test_no_is_said_of_one_contract_beside_others_of_which_nothing_is_known(
    tmp_path: Path, question: str, language: Language, first: str
) -> None:
    """It "could not be determined" of a contract with another law, since a third has no party that was found."""
    with open_workbench(load_settings(data_dir=tmp_path, env_file=tmp_path / "none")) as workbench:
        for name, data in (("1.txt", small_contract(1)), ("2.txt", NAMELESS)):
            received = [(workbench.library.receive(data, name), name)]
            workbench.run_until_done(workbench.library.ingest(received, user="Sato"))
        answer = answer_builtin(question, workbench, memory=None, language=language)
    assert answer.text.startswith(first)
