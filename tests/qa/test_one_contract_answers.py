"""Answers about single contracts: whether clauses are there, how they renew, terms of which no day could be read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.qa import ask
from core.settings import load_settings
from core.wording import Language
from core.workbench.workbench import Workbench, open_workbench

OPEN_ENDED = b"""NON-DISCLOSURE AGREEMENT

This Non-Disclosure Agreement is entered into as of May 3, 2024 by and between Hollis Foods Inc., a Delaware
corporation, and Marrow Data Ltd., an English company.

1. Confidentiality. Each party shall keep the other party's Confidential Information secret.

2. Term. This Agreement shall remain in effect until the Project has been completed.

3. Insurance. Marrow shall maintain commercial general liability insurance of at least $1,000,000 per occurrence.
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """One contract, with insurance and an end without a day; no non-compete was found in it."""
    folder = tmp_path_factory.mktemp("one")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        received = [(workbench.library.receive(OPEN_ENDED, "nda.txt"), "nda.txt")]
        workbench.run_until_done(workbench.library.ingest(received, user="Sato"))
        yield workbench


def _answer(opened: Workbench, question: str, language: Language = "en") -> str:
    answer = ask(question, opened, language=language, user="Sato").answer
    assert not answer.refused, answer.text
    return answer.text


@pytest.mark.parametrize(
    ("question", "language", "first"),
    [
        ("Does contract 1 have a non-compete?", "en", "This cannot be determined. Not found by the built-in engine"),
        ("契約1に競業避止条項はありますか", "ja", "判断できません。"),
        ("Does contract 1 have insurance and a non-compete?", "en", "This cannot be determined."),
        ("Does contract 1 have a non-compete but no arbitration?", "en", "This cannot be determined."),
        ("Does contract 1 have a non-compete but no insurance?", "en", "No."),
        ("Does contract 1 have insurance?", "en", "Yes.\n"),
        ("Does contract 1 have no insurance?", "en", "No."),
    ],
)
def test_a_clause_that_was_not_found_is_never_denied(
    opened: Workbench, question: str, language: Language, first: str
) -> None:
    """ "No" was said of two clauses of which one was not found, and of one that it "was looked for in no contract"."""
    text = _answer(opened, question, language)
    assert text.startswith(first)
    assert text.count("NON-DISCLOSURE AGREEMENT**") == 1


def test_what_was_looked_for_is_not_said_to_be_never_looked_for(opened: Workbench) -> None:
    """In a portfolio where nothing was found, lists of it asked people to extract the contracts again."""
    text = _answer(opened, "Which contracts have a non-compete?")
    assert "Not found by the built-in engine, or unknown, in 1 contract" in text


@pytest.mark.parametrize(
    ("question", "language", "line"),
    [
        ("What is the term of contract 1?", "en", "- Term: words found, no value read from them"),
        ("契約1の契約期間は？", "ja", "- 契約期間: 文言はあるが、値を読み取れず"),
        ("When does contract 1 expire?", "en", "- Expiration date: words found, no value read from them"),
    ],
)
def test_a_term_without_a_day_is_called_the_same_everywhere(
    opened: Workbench, question: str, language: Language, line: str
) -> None:
    """ "Not found", with a citation of the words that were found: the contract's page said otherwise."""
    assert line in _answer(opened, question, language)


def test_what_was_not_looked_through_stands_below_what_was_found(opened: Workbench) -> None:
    """The note on contracts without a type opened the answer, on one line with what it was about."""
    text = _answer(opened, "What is the term of the non-disclosure agreements?")
    assert text.splitlines()[0].endswith("contracts of type Non-disclosure agreement (1 contract)")


@pytest.fixture(scope="module")
def renewing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """Two contracts that renew automatically, with the same notice period."""
    folder = tmp_path_factory.mktemp("renewing")
    with open_workbench(load_settings(data_dir=folder, env_file=folder / "none")) as workbench:
        for name in ("Alder", "Birch"):
            data = f"""{name.upper()} SERVICES AGREEMENT

This Services Agreement is entered into as of January 1, 2022 by and between {name} Lane Inc., a Delaware corporation
("Customer"), and Tamworth Data Inc., a Delaware corporation ("Provider").

1. Term. This Agreement shall continue in effect until January 31, 2023 and shall automatically renew for successive
one-year periods unless either party gives notice of non-renewal at least three (3) months before the end of the
then-current period.
""".encode()
            received = [(workbench.library.receive(data, f"{name}.txt"), f"{name}.txt")]
            workbench.run_until_done(workbench.library.ingest(received, user="Sato"))
        yield workbench


@pytest.mark.parametrize("number", [1, 2])
def test_a_renewal_is_shown_with_its_words(renewing: Workbench, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Yes" without a source, where the contract was not among the first of all that renew."""
    monkeypatch.setattr("core.qa.listing._CITED", 1)
    text = _answer(renewing, f"Does contract {number} renew automatically?")
    assert text.startswith("Yes.")
    assert f"Renewal term: 1 year [{number} · p. 1]" in text


def test_a_length_is_told_as_the_contract_says_it(renewing: Workbench) -> None:
    """The longest notice period was a bare number, of days into which months had been turned."""
    text = _answer(renewing, "What is the longest notice period?")
    assert ": 3 months [1 · p. 1]" in text


def test_of_one_contract_the_question_is_not_said_again(renewing: Workbench) -> None:
    text = _answer(renewing, "Is contract 1 in force on 1 June 2022?")
    assert text.startswith("Yes.")
    assert "Is there any" not in text
