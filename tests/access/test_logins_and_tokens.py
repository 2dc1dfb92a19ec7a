"""Logins have an age and an end; tokens give no more than their owner and scope."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.access import (
    Actor,
    ApiTokens,
    AuditFilter,
    AuditList,
    Logins,
    People,
    acting_as,
    is_allowed,
    verify_audit,
)
from core.access.api_tokens import _hash
from core.errors import BadArguments, NotAllowed, NotFound
from core.store import ApiTokenRow, Store

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


def claims(subject: str = "s1", *, issued: datetime = NOW, nonce: str = "n1") -> dict[str, object]:
    return {
        "iss": "https://idp.example",
        "sub": subject,
        "iat": int(issued.timestamp()),
        "nonce": nonce,
        "name": "山田 花子",
        "email": "hanako@example.com",
    }


@pytest.fixture
def logins(store: Store) -> Logins:
    return Logins(store, hours=12, clock=lambda: NOW)


def test_the_first_login_makes_the_person_without_any_role(store: Store, logins: Logins) -> None:
    login = logins.check(claims())
    assert login.refusal is None
    assert (login.actor.kind, login.actor.name, login.actor.roles) == ("user", "山田 花子", frozenset())
    assert not is_allowed(login.actor, "contract.read")
    assert [user.seen_at for user in People(store).everybody()] == [NOW]
    People(store).grant(str(login.actor.user_id), "reviewer")
    logins.forget()
    assert logins.check(claims()).actor.roles == {"reviewer"}


@pytest.mark.parametrize(
    ("given", "refusal"),
    [
        (None, "none"),
        ({}, "none"),
        ({"iss": "https://idp.example"}, "incomplete"),
        (claims() | {"sub": ""}, "incomplete"),
        (claims() | {"iat": "yesterday"}, "incomplete"),
        (claims() | {"iat": True}, "incomplete"),
        (claims() | {"iat": 1e30}, "incomplete"),
        (claims(issued=NOW + timedelta(minutes=1)), None),
        (claims(issued=NOW + timedelta(minutes=3)), "future"),
        (claims(issued=NOW - timedelta(hours=11)), None),
        (claims(issued=NOW - timedelta(hours=13)), "too_old"),
    ],
)
def test_what_claims_are_worth(logins: Logins, given: dict[str, object] | None, refusal: str | None) -> None:
    login = logins.check(given)
    assert login.refusal == refusal
    assert (login.actor.kind == "user") == (refusal is None)


def test_a_login_that_was_ended_stays_ended(store: Store, logins: Logins) -> None:
    other = claims(nonce="n2")
    user = logins.check(claims()).actor
    assert logins.check(other).refusal is None
    logins.end(claims())
    assert logins.check(claims()).refusal == "ended"
    assert logins.check(other).refusal is None
    # An administrator ends them all, also copies that were never seen.
    People(store).end_logins(str(user.user_id))
    logins.forget()
    assert logins.check(other).refusal == "ended"
    assert logins.check(claims(nonce="never seen")).refusal == "ended"
    later = Logins(store, hours=12)
    assert later.check(claims(issued=datetime.now(UTC) + timedelta(seconds=30), nonce="n3")).refusal is None
    assert verify_audit(store).is_whole


def test_somebody_who_was_shut_out_may_do_nothing(store: Store, logins: Logins) -> None:
    user_id = str(logins.check(claims()).actor.user_id)
    People(store).grant_admin("i", "boss")
    People(store).grant(user_id, "admin")
    People(store).disable(user_id)
    logins.forget()
    login = logins.check(claims())
    assert login.refusal == "ended"
    assert not is_allowed(login.actor, "contract.read")


def test_a_person_may_end_their_own_logins_and_nobody_elses(store: Store, logins: Logins) -> None:
    first, second = (logins.check(claims(subject, nonce=subject)).actor for subject in ("a", "b"))
    with acting_as(first):
        People(store).end_logins(str(first.user_id))
        with pytest.raises(NotAllowed):
            People(store).end_logins(str(second.user_id))


def test_a_token_gives_what_its_scope_and_its_owner_give(store: Store, logins: Logins) -> None:
    owner = str(logins.check(claims()).actor.user_id)
    people, tokens = People(store), ApiTokens(store)
    people.grant(owner, "editor")
    made, secret = tokens.create("nightly export", ["read", "upload"], owner=owner)
    assert secret not in repr(made)
    with store.read() as session:
        kept = session.get_one(ApiTokenRow, made.token_id)
        assert kept.secret_sha256 == _hash(secret)
        assert secret not in str(vars(kept))
    actor = tokens.actor_of(secret, login_is_on=True)
    assert actor.kind == "token"
    assert is_allowed(actor, "contract.export")
    # An editor may not upload, whatever the token says; and no scope gives rights to approve.
    assert not is_allowed(actor, "contract.add")
    assert not is_allowed(actor, "knowledge.approve")
    people.grant(owner, "reviewer")
    assert is_allowed(tokens.actor_of(secret, login_is_on=True), "contract.add")
    assert tokens.all()[0].used_at is not None
    people.grant_admin("i", "boss")
    people.disable(owner)
    with pytest.raises(NotAllowed):
        tokens.actor_of(secret, login_is_on=True)
    people.disable(owner, disabled=False)
    tokens.revoke(made.token_id)
    for wrong in (secret, "", "shinsa_", secret.upper()):
        with pytest.raises(NotAllowed):
            tokens.actor_of(wrong, login_is_on=True)


def test_a_token_ends_and_one_without_owner_is_for_a_workbench_without_login(store: Store) -> None:
    tokens = ApiTokens(store)
    made, secret = tokens.create("local", ["read"], owner=None, days=1)
    assert tokens.actor_of(secret, login_is_on=False).scopes == {"read"}
    with pytest.raises(NotAllowed):
        tokens.actor_of(secret, login_is_on=True)
    with store.write() as session:
        session.get_one(ApiTokenRow, made.token_id).expires_at = datetime.now(UTC) - timedelta(seconds=1)
    with pytest.raises(NotAllowed):
        tokens.actor_of(secret, login_is_on=False)


def test_only_administrators_make_tokens_and_read_the_log(store: Store) -> None:
    admin = Actor("user", "A", "u1", roles=frozenset({"admin"}))
    with acting_as(Actor("user", "R", "u2", roles=frozenset({"reviewer", "editor", "prompt_engineer"}))):
        for ask in (
            lambda: ApiTokens(store).all(),
            lambda: ApiTokens(store).create("x", ["read"], owner=None),
            lambda: ApiTokens(store).revoke("x"),
            lambda: AuditList(store).entries(),
            lambda: AuditList(store).export(),
            lambda: AuditList(store).actions(),
        ):
            with pytest.raises(NotAllowed):
                ask()
    with acting_as(admin):
        for name, scopes in ((" ", ["read"]), ("x", []), ("x", ["write"]), ("x", ["read"])):
            with pytest.raises(BadArguments):
                ApiTokens(store).create(name, scopes, owner=None)  # type: ignore[arg-type]
        with pytest.raises(NotFound):
            ApiTokens(store).create("x", ["read"], owner="nobody")


def test_the_log_is_narrowed_and_exported(store: Store, logins: Logins) -> None:
    people = People(store)
    first = people.grant_admin("i", "a", name="=HYPERLINK(1)")
    with acting_as(first.as_actor()):
        other = logins.check(claims()).actor
        people.grant(str(other.user_id), "editor")
        listed = AuditList(store)
        assert listed.actions() == ["login.begin", "role.grant"]
        entries, total = listed.entries(AuditFilter(actions=("role.grant",)), limit=1)
        assert total == 2
        assert (entries[0].actor, entries[0].facts) == ("=HYPERLINK(1)", {"role": "editor"})
        assert listed.entries(AuditFilter(actor="山田"))[1] == 1
        assert listed.entries(AuditFilter(resource_ids=(first.user_id, "none")))[1] == 1
        assert listed.entries(AuditFilter(until=NOW - timedelta(days=365)))[1] == 0
        told = listed.export(AuditFilter(actions=("role.grant",))).decode("utf-8-sig")
    assert "'=HYPERLINK(1)" in told
    assert listed.entries()[0][0].facts == {"count": 2}
