"""The page about people, tokens and the audit log: nobody yet, a log with entries, no store; and pages by role."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from page_helpers import open_page, words

from core.access import Actor, ApiTokens, Login, People, verify_audit
from core.settings import load_settings
from core.store import open_store

PAGE = "pages/access.py"


@pytest.mark.parametrize(("language", "title"), [("ja", "利用者と記録"), ("en", "People and audit")])
@pytest.mark.usefixtures("empty")
def test_without_a_login(language: str, title: str) -> None:
    page = open_page(PAGE, language=language)
    assert title in [item.value for item in page.title]
    assert len(page.info) == 1
    assert not page.error


def test_a_token_is_made_shown_once_and_revoked(filled: Path) -> None:
    page = open_page(PAGE, language="en")
    page.text_input(key="token_name").set_value("nightly")
    page.multiselect(key="token_scopes").select("Read contracts and findings")
    next(button for button in page.button if button.label == "Create").click().run()
    (secret,) = [code.value for code in page.code]
    store = open_store(load_settings(data_dir=filled))
    assert ApiTokens(store).actor_of(secret, login_is_on=False).scopes == {"read"}
    page.run()
    assert [code.value for code in page.code] == []
    next(button for button in page.button if button.label == "Revoke").click().run()
    assert "No longer valid" in words(page)
    next(button for button in page.button if button.key == "audit_check").click().run()
    assert len(page.success) == 1
    frame = page.dataframe[0].value
    assert {"Created an API token", "Revoked an API token"} <= set(frame["Action"])
    assert set(frame["To what"][:2]) == {"token nightly"}
    assert not frame["To what"].str.contains(r"[0-9A-Z]{26}|\bc[0-9a-f]{15}\b").any()
    page.text_input(key="audit_resource").set_value("NIGHT").run()
    assert len(page.dataframe[0].value) == 2
    page.text_input(key="audit_resource").set_value("nobody").run()
    assert not page.dataframe
    assert secret not in frame.to_string()
    assert verify_audit(store).is_whole
    store.close()


@pytest.mark.usefixtures("failing")
def test_without_a_store() -> None:
    assert len(open_page(PAGE).error) == 1


def test_pages_are_for_roles(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(load_settings(data_dir=empty))
    people = People(store)
    person = people.grant_admin("https://idp.example", "boss")
    people.grant(person.user_id, "editor")
    other = people.grant_admin("https://idp.example", "other", name="Other")
    people.grant(other.user_id, "editor")
    people.revoke(other.user_id, "admin")
    chosen = [people.get(other.user_id)]
    store.close()
    for place in ("core.ui.shell", "core.ui.person", "core.ui.access.session_actor"):
        monkeypatch.setattr(f"{place}.login_is_on", lambda: True)
    for place in ("core.ui.shell", "core.ui.access.session_actor"):
        monkeypatch.setattr(f"{place}.session_login", lambda: Login("x", chosen[0].as_actor()))
    page = open_page(PAGE, language="en")
    assert [title.value for title in page.title] == ["Not for your role"]
    page = open_page("pages/knowledge.py", language="en")
    assert "Not for your role" not in [title.value for title in page.title]
    chosen[0] = person
    page = open_page(PAGE, language="en")
    assert [title.value for title in page.title] == ["People and audit"]
    assert "Other" in words(page)
    refused = Login("", chosen[0].as_actor(), "too_old")
    monkeypatch.setattr("core.ui.shell.session_login", lambda: refused)
    page = open_page(PAGE, language="en")
    assert [title.value for title in page.title] == ["Log in"]
    assert "too old" in words(page)


def test_who_has_no_role_yet_and_people_of_one_name(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the provider chose was drawn as markup; whose rights a token has was told by a name that two had."""
    store = open_store(load_settings(data_dir=empty))
    people = People(store)
    people.grant_admin("https://idp.example", "first", name="Mori")
    person = people.grant_admin("https://idp.example", "second", name="Mori")
    store.close()
    hostile = Actor("user", "x", issuer="https://idp.example", subject="![x](http://evil.example/x.png)")
    chosen = [hostile]
    for place in ("core.ui.shell", "core.ui.person", "core.ui.access.session_actor"):
        monkeypatch.setattr(f"{place}.login_is_on", lambda: True)
    # The package gives a function of the module's name.
    monkeypatch.setattr(sys.modules["core.ui.access.token_view"], "login_is_on", lambda: True)
    for place in ("core.ui.shell", "core.ui.access.session_actor"):
        monkeypatch.setattr(f"{place}.session_login", lambda: Login("x", chosen[0]))
    page = open_page(PAGE, language="en")
    assert [title.value for title in page.title] == ["No role yet"]
    assert [code.value for code in page.code] == ["https://idp.example\n![x](http://evil.example/x.png)"]
    assert "evil" not in words(page)
    assert page.button_group != []
    chosen[0] = person.as_actor()
    page = open_page(PAGE, language="en")
    assert page.selectbox(key="token_owner").options == ["Mori (first)", "Mori (second)"]
