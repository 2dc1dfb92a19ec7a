"""Whether something is allowed does not follow from there being a clause on it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from core.qa.builtin import answer_builtin
from core.questions import ClauseIs, Plan, Question, folded, unconfirmed_stance, understood_with_help
from core.settings import load_settings
from core.wording import Language
from core.workbench import Workbench, open_workbench

TODAY = date(2026, 11, 29)


def asked(*codes: str, wanted: bool = True) -> Question:
    """A list of contracts by clause types."""
    return Question("list", Plan("list", tuple(ClauseIs((code,), wanted) for code in codes)))


@pytest.mark.parametrize(
    ("text", "codes", "against"),
    [
        ("Which contracts prohibit subcontracting?", ("subcontracting",), False),
        ("Which contracts allow subcontracting?", ("subcontracting",), False),
        ("再委託を禁止している契約", ("subcontracting",), False),
        ("再委託できる契約", ("subcontracting",), False),
        ("サブライセンスが認められている契約", ("sublicensing",), False),
        ("Which contracts forbid termination for convenience?", ("termination_for_convenience",), True),
        ("中途解約を禁止している契約", ("termination_for_convenience",), True),
        ("監査を認めていない契約", ("audit_rights",), True),
    ],
)
def test_what_presence_does_not_say(text: str, codes: tuple[str, ...], against: bool) -> None:
    stance = unconfirmed_stance(folded(text), asked(*codes))
    assert stance is not None
    assert stance.against is against


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Which contracts have a subcontracting clause?", ("subcontracting",)),
        ("再委託の条項がある契約を一覧にできますか", ("subcontracting",)),
        ("Can you list contracts with subcontracting?", ("subcontracting",)),
        ("Which contracts prohibit assignment?", ("anti_assignment",)),
        ("競業が禁止されている契約", ("non_compete",)),
        ("Which contracts allow termination for convenience?", ("termination_for_convenience",)),
        ("中途解約できる契約", ("termination_for_convenience",)),
    ],
)
def test_what_presence_says(text: str, codes: tuple[str, ...]) -> None:
    assert unconfirmed_stance(folded(text), asked(*codes)) is None


def test_a_condition_that_a_clause_is_not_there_bears_the_denial_out() -> None:
    question = asked("termination_for_convenience", wanted=False)
    assert unconfirmed_stance("which contracts cannot be terminated for convenience?", question) is None


@pytest.mark.parametrize("text", ["Can we terminate contract 3 early?", "May Velo cancel our contract at will?"])
def test_whose_right_it_is_is_not_said_by_its_being_there(text: str) -> None:
    right = ClauseIs(("termination_for_convenience",))
    stance = unconfirmed_stance(folded(text), Question("yes_no", Plan("list", (right,))))
    assert stance is not None
    assert not stance.against


def test_an_early_end_is_no_command_unless_it_is_asked_for() -> None:
    understood = understood_with_help("Can we terminate contract 3 early?", today=TODAY)
    assert [reading.kind for reading in understood.readings] == ["yes_no"]
    understood = understood_with_help("Please terminate contract 3", today=TODAY)
    assert [reading.topic for reading in understood.readings] == ["change"]


FORBIDS = """SERVICES AGREEMENT

This Services Agreement is made on March 1, 2024 between Harbor Retail LLC and Velo Logistics Inc.

1. Services. Velo Logistics Inc. shall perform the services.
2. Subcontracting. Velo Logistics Inc. shall not subcontract any part of the services to a subcontractor.
3. Governing Law. This Agreement is governed by the laws of the State of New York.
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """One contract, which forbids subcontracting."""
    folder = tmp_path_factory.mktemp("stances")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        received = [(workbench.library.receive(FORBIDS.encode(), "services.txt"), "services.txt")]
        workbench.run_until_done(workbench.library.ingest(received, user="Sato"))
        yield workbench


def test_the_contract_has_the_clause(opened: Workbench) -> None:
    answer = answer_builtin(
        "Is there a subcontracting clause in contract 1?", opened, memory=None, language="en", today=TODAY
    )
    assert answer.text.startswith("Yes."), answer.text


@pytest.mark.parametrize(
    ("question", "language", "said"),
    [
        ("Does contract 1 allow subcontracting?", "en", "This cannot be determined."),
        ("Do all contracts allow subcontracting?", "en", "This cannot be determined."),
        ("契約1では再委託が認められていますか", "ja", "判断できません。"),
    ],
)
def test_no_yes_is_said_of_what_the_words_must_say(
    opened: Workbench, question: str, language: Language, said: str
) -> None:
    answer = answer_builtin(question, opened, memory=None, language=language, today=TODAY)
    assert answer.text.startswith(said), answer.text


def test_a_models_reading_says_no_yes_either(opened: Workbench) -> None:
    question = "Does any contract allow subcontracting?"
    reading = Question("yes_no", Plan("list", (ClauseIs(("subcontracting",)),)))
    answer = answer_builtin(question, opened, memory=None, language="en", today=TODAY, reading=reading)
    assert "Yes." not in answer.text
    assert "This cannot be determined." in answer.text
