"""The `openai` package's client for an address: OpenAI itself, a compatible server, or Azure OpenAI."""

from __future__ import annotations

from collections.abc import Callable

import openai
from pydantic import SecretStr

from core.llm.http import http_client
from core.llm.protocol.wire import Wire
from core.redaction import Redactor
from core.settings import Settings


def connected(
    base_url: str,
    api_key: SecretStr | None,
    settings: Settings,
    *,
    azure: bool,
    sleep: Callable[[float], None],
) -> Wire:
    """A connection to an address; nothing is sent yet.

    Args:
        base_url: the address, of the Azure resource when `azure`.
        api_key: servers that need none get a word in its place, because the package insists on one.
        settings: time limit, retries, version of Azure's interface; without a version its `v1` address is used.
        azure: speak as Azure OpenAI wants it.
        sleep: waits between retries, in seconds.
    """
    secret = None if api_key is None else api_key.get_secret_value()
    http = http_client(base_url, settings.llm_timeout_s, settings.llm_max_reply_mb * 1024 * 1024)
    client: openai.OpenAI
    if azure and settings.openai_api_version is not None:
        client = openai.AzureOpenAI(
            azure_endpoint=base_url,
            api_version=settings.openai_api_version,
            api_key=secret or "none",
            max_retries=0,
            timeout=http.timeout,
            http_client=http,
        )
    else:
        address = base_url.rstrip("/") + "/openai/v1/" if azure else base_url
        client = openai.OpenAI(
            base_url=address, api_key=secret or "none", max_retries=0, timeout=http.timeout, http_client=http
        )
    return Wire(
        client,
        redactor=Redactor(settings.api_keys),
        retries=settings.llm_retries,
        longest_wait_s=settings.llm_timeout_s,
        sleep=sleep,
    )
