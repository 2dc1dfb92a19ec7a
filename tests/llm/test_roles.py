"""Which address, dialect and key a role gets; Azure; many threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.errors import ConfigError
from core.llm import Message, endpoint
from core.llm.roles import public_url
from core.llm.scripted import ScriptedServer, Step
from core.settings import Settings

ASKED = (Message("user", "hello"),)


@pytest.mark.parametrize(
    ("version", "style", "path", "header"),
    [
        ("2025-04-01-preview", "auto", "/openai/responses?api-version=2025-04-01-preview", "api-key"),
        (
            "2025-04-01-preview",
            "chat",
            "/openai/deployments/gpt-deployed/chat/completions?api-version=2025-04-01-preview",
            "api-key",
        ),
        (None, "auto", "/openai/v1/responses", "authorization"),
    ],
)
def test_azure(version, style, path, header):
    with ScriptedServer([Step(text="from Azure")]) as server:
        settings = Settings(
            _env_file=None,
            AZURE_OPENAI_ENDPOINT=server.base_url.removesuffix("/v1"),
            AZURE_OPENAI_API_KEY="azure-key",
            OPENAI_API_VERSION=version,
            LLM_MODEL="gpt-deployed",
            api_style=style,
        )
        with endpoint("chat", settings) as azure:
            assert azure.complete(ASKED).text == "from Azure"
        [seen] = server.requests
    assert seen.path == path
    assert seen.headers[header].removeprefix("Bearer ") == "azure-key"


@pytest.mark.parametrize(
    ("values", "base_url", "style", "limit"),
    [
        ({"OPENAI_API_KEY": "k"}, "https://api.openai.com/v1", "responses", "max_completion_tokens"),
        ({"OPENAI_BASE_URL": "http://localhost:11434/v1"}, "http://localhost:11434/v1", "chat", "max_tokens"),
        (
            {"OPENAI_API_KEY": "k", "EXTRACTION_BASE_URL": "http://user:pass@gpu:8000/v1?token=t"},
            "http://gpu:8000/v1",
            "chat",
            "max_tokens",
        ),
        ({"OPENAI_API_KEY": "k", "api_style": "chat"}, "https://api.openai.com/v1", "chat", "max_completion_tokens"),
    ],
)
def test_address_and_dialect(values, base_url, style, limit):
    with endpoint("extraction", Settings(_env_file=None, LLM_MODEL="m", **values)) as made:
        abilities = made._asker.abilities
        assert (made.base_url, abilities.style, abilities.token_limit) == (base_url, style, limit)


@pytest.mark.parametrize("address", ["localhost:8000/v1", "ftp://host/v1", "http://", "http://host:99999/v1"])
def test_wrong_address(address):
    with pytest.raises(ConfigError, match="no http"):
        endpoint("chat", Settings(_env_file=None, LLM_MODEL="m", OPENAI_BASE_URL=address))


def test_server_without_key_gets_a_word():
    with ScriptedServer([Step(text="ok")]) as server:
        settings = Settings(_env_file=None, OPENAI_BASE_URL=server.base_url, LLM_MODEL="m")
        with endpoint("chat", settings) as local:
            local.complete(ASKED)
        assert server.requests[0].headers["authorization"] == "Bearer none"


def test_public_url():
    assert public_url("https://u:p@[::1]:8443/v1?key=s#f") == "https://[::1]:8443/v1"


def test_many_threads_share_an_endpoint(bench):
    """None gets another's answer, and every call is recorded."""
    b = bench(lambda seen: Step(text=f"echo {seen.last}"))
    with ThreadPoolExecutor(8) as pool:
        texts = list(pool.map(lambda n: b.endpoint.complete((Message("user", str(n)),)).text, range(40)))
    assert texts == [f"echo {n}" for n in range(40)]
    assert len(b.calls.calls) == 40
