"""A renewed contract is in its current term wherever one looks: page, list, questions, graph (issue 12, 7)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from core.contracts import term_of
from core.qa import ask
from core.settings import Settings
from core.workbench import Workbench, open_workbench

RENEWED = b"""SUPPLY AGREEMENT

This Supply Agreement (the "Agreement") is made as of April 1, 2020 by and between Northfield Widgets Inc., a Delaware
corporation ("Supplier"), and Harbor Retail LLC, a Delaware limited liability company ("Buyer").

1. Term. The initial term of this Agreement begins on April 1, 2020 and ends on March 31, 2023. Thereafter it
shall automatically renew for successive periods of one (1) year unless either party gives written notice of non-renewal
at least sixty (60) days before the end of the then-current term.

2. Governing Law. This Agreement shall be governed by the laws of the State of New York.
"""
ENDED = RENEWED.replace(
    b"Thereafter it\nshall automatically renew for successive periods of one (1) year unless either party "
    b"gives written notice of non-renewal\nat least sixty (60) days before the end of the then-current term.",
    b"It shall not be renewed.",
).replace(b"Northfield Widgets", b"Southfield Cables")


@pytest.fixture(
    params=["embedded", pytest.param("neo4j", marks=[pytest.mark.neo4j, pytest.mark.xdist_group("neo4j")])],
)
def opened(request: pytest.FixtureRequest, own_settings: Settings) -> Iterator[Workbench]:
    settings = own_settings
    if request.param == "neo4j":
        served = request.getfixturevalue("neo4j_settings")
        settings = served.model_copy(update={"data_dir": own_settings.data_dir})
    with open_workbench(settings) as workbench:
        files = [
            (workbench.library.receive(words, name), name)
            for name, words in (("renewed.txt", RENEWED), ("ended.txt", ENDED))
        ]
        workbench.run_until_done(workbench.library.ingest(files, user="Sato"))
        workbench.rebuild_graph()
        yield workbench
        workbench.graph().clear()


def answered(workbench: Workbench, question: str, today: date) -> str:
    workbench.clock = lambda: today
    return ask(question, workbench, language="en", user="Sato").answer.text


def test_the_current_term_by_the_calendar_alone(opened: Workbench) -> None:
    """The graph kept the initial term's days: neither question found the contract, its page did."""
    today = date(2026, 11, 22)
    renewed = next(row for row in opened.library.rows() if "Northfield" in row.summary.parties[0])
    term = term_of(renewed.summary, today=today)
    assert term is not None
    assert (term.until, term.notice_day) == (date(2027, 3, 31), date(2027, 1, 30))
    notice = answered(opened, "Which contracts have notice due in the next 90 days?", today)
    assert "Northfield" in notice
    assert "2027-01-30" in notice or "January 30, 2027" in notice
    # The stated end decides what expires when; a renewed term that ends then stands beside it, and is called so.
    ends = answered(opened, "Which contracts expire in 2027?", today)
    assert ends.startswith("No contract was found by the stated expiration date")
    # "Besides these" was said where there were none that it could stand beside.
    assert "Besides these" not in ends
    beside = ends[ends.index("Contracts whose initial term has passed") :]
    assert "Northfield" in beside
    assert "Southfield" not in ends
    assert "the current term ends on March 31, 2027" in beside
    past = answered(opened, "Which contracts expired in 2023?", today)
    assert "Southfield" in past
    assert "the initial term; renewed if nobody gave notice" in past
    # A contract that was renewed was counted among those that had expired, and only its own line said more.
    assert "Of these, 1 by the end of the initial term only" in past.splitlines()[0]
    assert "Besides these" not in past
    # The clock goes on, nothing else happens: the next question sees the next term.
    later = date(2027, 4, 1)
    assert "Northfield" in answered(opened, "Which contracts expire in 2028?", later)
    assert "Northfield" not in answered(opened, "Which contracts expire in 2027?", later)
