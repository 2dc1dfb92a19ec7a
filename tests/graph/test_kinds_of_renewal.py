"""Contracts that renew by themselves, and those that go on until somebody ends them, are told from all others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.qa import ask
from core.settings import Settings
from core.workbench import Workbench, open_workbench

_WORDS = {
    "Rollover": "Thereafter it shall automatically renew for successive periods of one (1) year unless either party "
    "gives written notice of non-renewal at least sixty (60) days before the end of the then-current term.",
    "Ongoing": "Thereafter this Agreement shall continue in full force and effect until terminated by either party, "
    "and is renewed for successive periods of one (1) month without further notice.",
    "Optional": "Buyer may renew this Agreement for one additional period of two (2) years by written notice.",
    "Agreed": "The term may be extended for further periods of one (1) year by mutual agreement of the parties.",
    "Final": "This Agreement shall not be renewed.",
}


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")])])
def portfolio(request: pytest.FixtureRequest, own_settings: Settings) -> Iterator[Workbench]:
    settings = own_settings
    if request.param == "neo4j":
        served = request.getfixturevalue("neo4j_settings")
        settings = served.model_copy(update={"data_dir": own_settings.data_dir})
    with open_workbench(settings) as workbench:
        files = [
            (workbench.library.receive(_contract(name, words), f"{name}.txt"), f"{name}.txt")
            for name, words in _WORDS.items()
        ]
        workbench.run_until_done(workbench.library.ingest(files, user="Sato"))
        workbench.rebuild_graph()
        yield workbench
        workbench.graph().clear()


def _contract(name: str, words: str) -> bytes:
    return (
        f"{name.upper()} SUPPLY AGREEMENT\n\nThis Supply Agreement is made as of April 1, 2024 by and between {name} "
        'Widgets Inc., a Delaware corporation ("Supplier"), and Harbor Retail LLC, a Delaware limited liability '
        f'company ("Buyer").\n\n1. Term. The term begins on April 1, 2024 and ends on March 31, 2027. {words}\n\n'
        "2. Governing Law. This Agreement shall be governed by the laws of the State of New York.\n"
    ).encode()


def _listed(workbench: Workbench, question: str) -> set[str]:
    """The contracts that an answer lists as certain."""
    contracts = ask(question, workbench, language="en", user="Sato").answer.text.split("not be determined")[0]
    return {name for name in _WORDS if f"{name.upper()} SUPPLY" in contracts}


def test_kinds_are_told_apart(portfolio: Workbench) -> None:
    kinds = {row.file_name.removesuffix(".txt"): row.summary.renewal_kind for row in portfolio.library.rows()}
    assert kinds == {
        "Rollover": "automatic",
        "Ongoing": "evergreen",
        "Optional": "option",
        "Agreed": "mutual",
        "Final": "none",
    }
    for question in (
        "Which contracts renew automatically?",
        "自動更新される契約は？",
        "auto-renewing contracts under New York law",
    ):
        assert _listed(portfolio, question) == {"Rollover", "Ongoing"}, question
    for question in ("Which contracts are evergreen?", "エバーグリーンの契約は？"):
        assert _listed(portfolio, question) == {"Ongoing"}, question
    others = {"Optional", "Agreed", "Final"}
    for question in ("Which contracts do not renew automatically?", "自動更新されない契約は？"):
        # Where no renewal was found, the built-in engine does not know that there is none.
        assert _listed(portfolio, question) <= others, question
        assert {"Optional", "Agreed"} <= _listed(portfolio, question), question


def test_the_words_of_a_renewal_are_cited(portfolio: Workbench) -> None:
    answer = ask("Which contracts are evergreen?", portfolio, language="en", user="Sato").answer
    assert "that go on until somebody ends them" in answer.text
    assert any("until terminated by either party" in citation.quote for citation in answer.citations)
