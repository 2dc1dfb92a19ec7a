"""Who may do what."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread

import pytest

from core.access import (
    ACTIONS,
    LOCAL,
    NOBODY,
    SYSTEM,
    Action,
    Actor,
    Identity,
    People,
    Resource,
    RoleName,
    acting_as,
    add_object_rule,
    authorize,
    current_actor,
    identify_by,
    is_allowed,
)
from core.access.permissions import _RULES
from core.errors import BadArguments, Conflict, NotAllowed, NotFound
from core.store import Store

ADMIN = Actor("user", "Admin", "u-admin", roles=frozenset({"admin"}))


def somebody(*roles: RoleName) -> Actor:
    return Actor("user", "Somebody", "u1", "https://idp.example", "s1", frozenset(roles))


@pytest.fixture
def rules() -> Iterator[None]:
    before = list(_RULES)
    yield
    _RULES[:] = before


@pytest.mark.parametrize(
    ("actor", "allowed", "refused"),
    [
        (LOCAL, set(ACTIONS), set()),
        (SYSTEM, set(ACTIONS), set()),
        (somebody("admin"), set(ACTIONS), set()),
        (NOBODY, set(), set(ACTIONS)),
        (somebody(), set(), set(ACTIONS)),
        (somebody("reviewer"), {"contract.review", "knowledge.propose"}, {"knowledge.approve", "contract.delete"}),
        (somebody("editor"), {"knowledge.approve", "type.define"}, {"contract.review", "prompt.promote"}),
        (somebody("prompt_engineer"), {"prompt.promote"}, {"contract.review", "knowledge.approve", "audit.read"}),
        (somebody("reviewer", "editor"), {"contract.review", "knowledge.approve"}, {"people.manage"}),
    ],
)
def test_roles(actor: Actor, allowed: set[Action], refused: set[Action]) -> None:
    assert {action for action in allowed | refused if is_allowed(actor, action)} == allowed


@pytest.mark.parametrize(
    ("actor", "action", "reason"),
    [
        (NOBODY, "contract.read", "login"),
        (somebody(), "contract.read", "no_role"),
        (somebody("editor"), "contract.delete", "role"),
        (
            Actor("token", "t", "u1", roles=frozenset({"admin"}), scopes=frozenset({"read"})),
            "contract.delete",
            "scope",
        ),
        # A token gives nothing that its person may not do.
        (
            Actor("token", "t", "u1", roles=frozenset({"editor"}), scopes=frozenset({"upload"})),
            "contract.add",
            "role",
        ),
    ],
)
def test_a_refusal_says_why(actor: Actor, action: Action, reason: str) -> None:
    with pytest.raises(NotAllowed) as refusal:
        authorize(actor, action)
    assert refusal.value.facts == {"action": action, "reason": reason}


def test_a_rule_about_a_resource_holds_for_everybody_but_those_who_are_trusted(rules: None) -> None:
    def rule(_session: object, _actor: Actor, action: Action, resource: Resource) -> None:
        if resource == Resource("contract", "c2"):
            raise NotAllowed("not a member", action=action, reason="member")

    add_object_rule(rule)
    admin = somebody("admin")
    assert is_allowed(admin, "contract.read", Resource("contract", "c1"))
    assert not is_allowed(admin, "contract.read", Resource("contract", "c2"))
    assert is_allowed(LOCAL, "contract.read", Resource("contract", "c2"))


def test_who_acts_is_of_the_block_and_of_the_thread() -> None:
    assert current_actor() == LOCAL
    seen: list[Actor] = []
    try:
        identify_by(lambda: NOBODY)
        with acting_as(ADMIN):
            assert current_actor() == ADMIN
            thread = Thread(target=lambda: seen.append(current_actor()))
            thread.start()
            thread.join()
        assert current_actor() == NOBODY
    finally:
        identify_by(None)
    assert seen == [NOBODY]


def test_roles_are_given_and_taken(store: Store) -> None:
    people = People(store)
    first = people.grant_admin("https://idp.example", "boss", name="Boss")
    assert first.roles == ("admin",)
    assert people.grant_admin("https://idp.example", "boss") == first
    # The same name of another issuer is another person.
    other = people.grant_admin("https://other.example", "boss")
    assert other.user_id != first.user_id
    with acting_as(first.as_actor()):
        people.grant(other.user_id, "editor")
        people.revoke(other.user_id, "admin")
        assert people.get(other.user_id).roles == ("editor",)
        for lose in (lambda: people.revoke(first.user_id, "admin"), lambda: people.disable(first.user_id)):
            with pytest.raises(Conflict):
                lose()
        assert people.get(first.user_id).as_actor().roles == {"admin"}
        people.disable(other.user_id)
        assert people.get(other.user_id).as_actor().roles == frozenset()
        with pytest.raises(NotFound):
            people.grant("nobody", "editor")
        with pytest.raises(BadArguments):
            people.grant(other.user_id, "king")  # type: ignore[arg-type]
        with pytest.raises(BadArguments):
            people.grant_admin("", "x")
    with acting_as(people.get(other.user_id).as_actor()), pytest.raises(NotAllowed):
        people.grant(other.user_id, "admin")
    assert people.find("https://idp.example", "boss") == first
    assert people.find("https://idp.example", "nobody") is None


def test_an_identity_keeps_its_id_when_its_name_changes(store: Store) -> None:
    from core.access.people import ensure_user

    with store.write() as session:
        made = ensure_user(session, Identity("i", "s", "Old Name", "a@example.com")).id
        again = ensure_user(session, Identity("i", "s", "New Name"))
        assert (again.id, again.name, again.email) == (made, "New Name", "a@example.com")
