"""Each page as each role: a button for what one may not do is off and says why, or is not there at all.

Every button that an administrator finds is named in one of two lists, so that a new one cannot be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from page_helpers import open_page
from streamlit.testing.v1 import AppTest

from core.access import Action, Actor, RoleName, acting_as, identify_by, is_allowed
from core.contracts import Comments, OwnTypes
from core.knowledge import load_seeds
from core.store import Batch, Unit
from core.ui.menu import MENU, needed_for
from core.ui.workbench import workbench
from known_people import make_people

ADMIN = Actor("user", "Endo", user_id="c" * 26, roles=frozenset({"admin"}))
GATED: dict[str, Action] = {
    r"again_.*|away_.*|retry_failed|dismiss_failed|job_cancel|retry_.*": "job.manage",
    r"read_again|extract_again": "contract.extract",
    r"delete": "contract.delete",
    r"FormSubmitter:assign_form-.*": "contract.assign",
    r"FormSubmitter:(put_form|new_matter|add_.*|form_.*)-.*|remove_[0-9A-Z]{26}_.*": "matter.manage",
    r"sensitivity_again": "contract.extract",
    r"sensitivity_keep": "type.define",
    r"own_again_.*|own_remove_.*|FormSubmitter:own_.*": "type.define",
    r"approve|reject|withdraw|approve_together|finish_.*": "contract.review",
    r"FormSubmitter:(correction_.*|comment_form)-.*": "contract.review",
    r"relation_(withdraw|approve|reject|add_button)": "contract.relate",
    r"party_(approve|reject|merge|detach_.*|again_.*|undo_.*)": "contract.relate",
    r"new_entry|knowledge_import_start|load_seeds|edit|to_(in_review|draft)|save_.*": "knowledge.propose",
    r"to_approved|approve_proposal|put_aside": "knowledge.approve",
    r"to_retired": "knowledge.propose",
    r"new_interview": "knowledge.propose",
    r"lab_.*": "lab.run",
    r"audit_check|end_.*|shut_.*|FormSubmitter:(token_form|roles_.*)-.*|revoke_.*": "people.manage",
}
"""Keys of buttons and what pressing them does; the first pattern that fits counts."""
OPEN = (
    r"FormSubmitter:person_form-.*|begin_review|clear_filters|next_review|row_.*|example_\d|graph_.*|compare.*|untick"
    r"|Add one token|Write to the end|Clear|back|job_close|new_conversation|Sample.*|connect_check"
)
"""Buttons that look, choose or ask, and change nothing that others see."""


@pytest.fixture
def look_as(related: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Actor], None]]:
    """A workbench with something of everything; says who looks at its pages from now on."""
    opened = workbench()
    make_people(opened, ADMIN)
    load_seeds(opened.store, author="Sato")
    first, second, *_others = opened.library.rows()
    with acting_as(ADMIN):
        draft = opened.knowledge.approved()[0].entry.content
        opened.knowledge.create(draft.model_copy(update={"title": "a draft"}), author="Endo")
        approved = opened.knowledge.get(1)
        changed = draft.model_copy(update={"risk": "other"})
        opened.knowledge.edit(1, changed, base_revision=approved.entry.revision, author="Endo")
        opened.matters.create("Merger", user="Endo")
    opened.library.review(first.contract_id, "fact:governing_law", "approve", reviewer="Sato")
    opened.relations.approve("AMENDS", second.contract_id, first.contract_id, by="Sato")
    opened.parties.approve(["NORTHFIELD WIDGETS, INC.", "Northfield Widgets Inc."], by="Sato")
    Comments(opened.store).add(first.contract_id, "fact:governing_law", "@Endo look", by="Sato")
    OwnTypes(opened.store, opened.settings).define("Own", "what it means", ["one passage", "another one"], user="x")
    now = datetime.now(UTC)
    with opened.store.write() as session:
        session.add(Batch(id="b", kind="ingest", title="t", created_by="x", created_at=now))
        session.flush()
        session.add(
            Unit(
                id="u", batch="b", idem="i", kind="ingest", label="bad.pdf", payload={}, state="failed", attempts=3,
                max_attempts=3, updated_at=now, error={"code": "damaged", "message": "m", "facts": {}},
            )
        )  # fmt: skip

    def look(actor: Actor) -> None:
        for user in ("core.ui.shell.session_actor", "core.ui.person.session_actor"):
            monkeypatch.setattr(user, lambda: actor)

    yield look
    identify_by(None)


def _views() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Page, query and state of the session of each view."""
    rows = workbench().library.rows()
    first = rows[0].contract_id
    draft = next(stored.name for stored in workbench().knowledge.entries(status="draft"))
    for entry in MENU:
        yield entry.name, {"contract": first} if entry.name == "contract" else {}, {}
    yield "contracts", {"view": "matrix"}, {"own_types": True, "sensitivity": True}
    yield "contracts", {}, {"contract_list_chosen": frozenset([row.contract_id for row in rows[:2]])}
    yield "contract", {"contract": first, "item": "fact:governing_law"}, {}
    for tab in ("clauses", "findings", "related", "dates", "history"):
        yield "contract", {"contract": first}, {"contract_tab": tab}
    for view in ("", "history", "table"):
        yield "graph", {"view": "parties"}, {"party_view": view} if view else {}
    for query in ({"entry": "K1"}, {"entry": "K2"}, {"entry": draft}, {"entry": draft, "edit": "1"}, {"new": "1"}):
        yield "knowledge", query, {}


def _opened(name: str, query: dict[str, Any], state: dict[str, Any]) -> AppTest:
    page = open_page(f"pages/{name}.py", language="en", **query)
    if state:
        for key, value in state.items():
            page.session_state[key] = value
        page.run()
        assert not page.exception
    return page


def _action(key: str) -> Action | None:
    """What a button does; None where everybody may press it."""
    if re.fullmatch(OPEN, key):
        return None
    found = next((action for pattern, action in GATED.items() if re.fullmatch(pattern, key)), None)
    assert found is not None, f"{key}: say in this test who may press it"
    return found


@pytest.mark.parametrize("role", ["reviewer", "editor", "prompt_engineer"])
def test_what_one_may_not_do_is_off_or_absent(role: RoleName, look_as: Callable[[Actor], None]) -> None:
    actor = Actor("user", "Mori", user_id="m" * 26, roles=frozenset({role}))
    make_people(workbench(), actor)
    look_as(actor)
    seen: set[str] = set()
    for name, query, state in _views():
        if not is_allowed(actor, needed_for(name)):
            continue  # the shell shows no page to whom it does not concern: see the journey of logins
        for button in _opened(name, query, state).button:
            key = button.key or button.label
            action = _action(key)
            if action is None or is_allowed(actor, action):
                continue
            seen.add(key)
            assert button.disabled, (name, query, state, key, action)
            assert button.help, (name, key, "it says why")
    assert seen, "something was off"


def test_an_administrator_finds_each_of_them(look_as: Callable[[Actor], None]) -> None:
    look_as(ADMIN)
    found = {
        button.key or button.label
        for name, query, state in _views()
        for button in _opened(name, query, state).button
        if not button.disabled
    }
    missed = [
        pattern
        for pattern in GATED
        if pattern != "sensitivity_keep"  # off until another one is chosen
        and not any(re.fullmatch(pattern, key) for key in found if not re.fullmatch(OPEN, key))
    ]
    assert missed == []
    for key in found:
        _action(key)
