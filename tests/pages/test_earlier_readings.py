"""Contracts that an earlier version of the built-in engine has read: said on their page, read again by one press."""

from __future__ import annotations

from pathlib import Path

import pytest
from page_helpers import open_page, words
from sqlalchemy import update

from core.contracts.extract import VERSION
from core.store import REVISION, Contract, advance_counter
from core.ui.workbench import workbench


def _read_by(version: str, number: int, *, engine: str = "built-in") -> None:
    with workbench().store.write() as session:
        revision = advance_counter(session, REVISION)
        chosen = update(Contract).where(Contract.number == number)
        session.execute(chosen.values(engine=engine, engine_version=version, revision=revision))


@pytest.mark.usefixtures("filled")
def test_what_the_present_version_has_read_is_not_named() -> None:
    page = open_page(language="en")
    assert {row.engine_version for row in workbench().library.rows()} == {VERSION}
    assert "earlier_again" not in [button.key for button in page.button]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "2 contracts were read by an earlier version of the built-in engine."),
        ("ja", "2 件の契約は、内蔵エンジンの以前の版で読み取られています。"),
    ],
)
@pytest.mark.usefixtures("filled")
def test_earlier_readings_are_named_and_read_again(language: str, said: str) -> None:
    open_page(language=language)
    _read_by("2", 1)
    _read_by("", 2)
    page = open_page(language=language)
    assert said in words(page)
    page.button(key="earlier_again").click().run()
    assert not page.exception
    (job,) = workbench().ledger.recent(unfinished=True)
    units = workbench().ledger.units(job.batch_id)
    assert sorted(unit.label for unit in units) == ["supply-1.pdf", "supply-2.txt"]
    assert "earlier_again" not in [button.key for button in page.button], "they are being read"


@pytest.mark.usefixtures("filled")
def test_what_another_engine_has_read_has_no_earlier_version(filled: Path) -> None:
    open_page(language="en")
    _read_by("", 1, engine="some-model")
    assert "earlier_again" not in [button.key for button in open_page(language="en").button]
