"""The page of matters, empty and filled; and every page of the menu as a stranger to a matter."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from page_helpers import add_contract, open_page, pages_read, tables, words
from streamlit.testing.v1 import AppTest

from core.access import Actor, acting_as, identify_by
from core.store import UserRow
from core.ui.menu import MENU
from core.ui.workbench import workbench
from small_contracts import small_contract

PAGE = "pages/matters.py"
MEMBER = Actor("user", "Ito", user_id="u" * 26, roles=frozenset({"reviewer"}))
STRANGER = Actor("user", "Ueda", user_id="v" * 26, roles=frozenset({"reviewer", "prompt_engineer"}))
WORDS = ("Brumblefax", "Zorblax", "Merger")


@pytest.mark.usefixtures("empty")
def test_empty_says_what_a_matter_is_and_makes_one() -> None:
    page = open_page(PAGE, language="en")
    assert "Contracts without a matter are seen by everybody" in words(page)
    page.text_input(key="new_matter_name").input("Merger <b>A</b>")
    next(button for button in page.button if button.label == "Make a matter").click().run()
    assert not page.exception
    assert [matter.name for matter in workbench().matters.mine()] == ["Merger <b>A</b>"]
    assert "Merger" in words(page)


@pytest.fixture
def walled(filled: object) -> str:
    """The pages as a stranger sees them; gives the id of the contract of the matter."""
    opened = workbench()
    with opened.store.write() as session:
        for actor in (MEMBER, STRANGER):
            session.add(
                UserRow(
                    id=str(actor.user_id),
                    issuer="i",
                    subject=actor.name,
                    name=actor.name,
                    created_at=datetime.now(UTC),
                )
            )
    secret = small_contract(4).replace(b"Harbor Retail 4", b"Zorblax")
    with acting_as(MEMBER):
        contract_id = add_contract(opened.library, secret, "Brumblefax.txt")
        matter = opened.matters.create("Merger", user="Ito")
        opened.matters.put([contract_id], matter, user="Ito")
    opened.library.ingest(
        [(opened.library.receive(b"broken", "Brumblefax 2.txt"), "Brumblefax 2.txt")], user="x", matter=matter
    )
    return contract_id


@pytest.fixture
def look_as(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Actor], None]]:
    """Says who looks at the pages from now on."""

    def look(actor: Actor) -> None:
        for user in ("core.ui.shell.session_actor", "core.ui.person.session_actor"):
            monkeypatch.setattr(user, lambda: actor)

    yield look
    identify_by(None)


def _shown(page: AppTest) -> str:
    """Everything that a page sends to the browser as words."""
    boxes = [*page.selectbox, *page.multiselect]
    return words(page) + repr(tables(page)) + repr(pages_read(page)) + repr([box.options for box in boxes])


def test_a_stranger_meets_it_on_no_page(walled: str, look_as: Callable[[Actor], None]) -> None:
    look_as(MEMBER)
    assert "Merger" in words(open_page(PAGE, language="en"))
    assert "Matter: Merger" in words(open_page("pages/contract.py", language="en", contract=walled))
    listed = _shown(open_page("pages/contracts.py", language="en"))
    assert "Zorblax" in listed, "what is there would be found"
    assert "Merger" in listed
    look_as(STRANGER)
    for entry in MENU:
        said = _shown(open_page(f"pages/{entry.name}.py", language="en", contract=walled))
        assert [word for word in WORDS if word in said] == [], entry.name
    for page, views in (("contracts", ("matrix", "text")), ("graph", ("list", "ontology", "parties"))):
        for view in views:
            said = _shown(open_page(f"pages/{page}.py", language="en", view=view, words="insurance"))
            assert [word for word in WORDS if word in said] == [], (page, view)
