"""The page about connecting a model: nothing connected, a model that answers, one that does not, no store."""

from __future__ import annotations

import pytest
from page_helpers import open_page, words

from core.llm.scripted import ScriptedServer, Step
from core.settings import settings

PAGE = "pages/connect.py"
KEY = "sk-very-secret-0123456789"


@pytest.mark.parametrize(
    ("language", "title", "hint"),
    [
        ("ja", "モデルの接続", "モデルは接続されていません"),
        ("en", "Connecting a model", "No model is connected"),
    ],
)
@pytest.mark.usefixtures("empty")
def test_without_a_model(language: str, title: str, hint: str) -> None:
    page = open_page(PAGE, language=language)
    assert title in [item.value for item in page.title]
    assert hint in words(page)
    assert [button for button in page.button if button.key == "connect_check"] == []
    endpoint, local = [code.value for code in page.code]
    assert [line.split("=")[0] for line in endpoint.splitlines()] == [
        *("OPENAI_BASE_URL", "OPENAI_API_KEY", "LLM_MODEL", "EMBEDDINGS_MODEL")
    ]
    assert "serve-local" in local


def connect(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", address)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("LLM_MODEL", "some-model")
    settings.cache_clear()


@pytest.mark.usefixtures("empty")
def test_a_model_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer([Step(text="pong", times=None)]) as server:
        connect(monkeypatch, server.base_url)
        page = open_page(PAGE, language="en")
        assert server.requests == []  # nothing is sent before it is asked for
        page.button(key="connect_check").click().run()
        assert not page.exception
        assert [item.value.split(":")[0] for item in page.success] == [
            *("Q&A, interview and findings", "Extraction", "Judging (Optimizer)")
        ]
        assert len(page.error) == 0
    assert KEY not in words(page)


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://user:hidden-word@127.0.0.1:9/v1", "cannot be reached"),
        ("no-address", "A setting is wrong"),
    ],
)
@pytest.mark.usefixtures("empty")
def test_a_model_that_does_not(monkeypatch: pytest.MonkeyPatch, address: str, reason: str) -> None:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    connect(monkeypatch, address)
    page = open_page(PAGE, language="en")
    page.button(key="connect_check").click().run()
    assert not page.exception
    assert len(page.error) == 3
    shown = words(page)
    assert shown.count(reason) >= 3
    assert "Check the address" in shown
    assert [secret for secret in (KEY, "hidden-word", "Error(", "Traceback") if secret in shown] == []


@pytest.mark.usefixtures("failing")
def test_failing() -> None:
    page = open_page(PAGE)
    assert "照会番号" in words(page)
