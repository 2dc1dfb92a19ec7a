"""Secrets are blotted out wherever they stand, also when a text comes in pieces."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr

import pytest

from core import logs
from core.redaction import Redactor
from core.settings import Settings

KEY = "topsecret-0123"


@pytest.mark.parametrize("size", [1, 2, 3, 5, 50])
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"a{KEY}b", "a***b"),
        (f"{KEY}{KEY}", "******"),
        (f"tops{KEY}", "tops***"),
        ("toptop topsecret-012", "toptop topsecret-012"),
        ("", ""),
    ],
)
def test_growing_text(size, text, shown):
    redaction = Redactor([KEY]).growing()
    pieces = [redaction.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert "".join(pieces) + redaction.end() == shown


def test_values_of_any_shape_and_short_words():
    redactor = Redactor([KEY, f"{KEY}-long", "none"])
    value = {KEY: [f"x {KEY}-long", ("y", KEY), 3, None], "none": "none"}
    assert redactor.value(value) == {"***": ["x ***", ("y", "***"), 3, None], "none": "none"}
    assert redactor.label(f"{KEY} sk-abcdef123 Bearer eyJhbGciOi") == "*** *** ***"


def test_no_line_of_the_log_shows_a_secret_of_the_settings():
    settings = Settings(
        _env_file=None,
        OPENAI_API_KEY=KEY,
        NEO4J_PASSWORD="graph-password-1",
        DATABASE_URL="postgresql://user:store%2Dpassword@db/x",
        CHAT_BASE_URL="http://user:address-password@host/v1",
    )
    written = io.StringIO()
    with redirect_stderr(written):
        logs.configure(secrets=settings.secrets)
        try:
            raise ValueError(f"could not log in with {KEY}")
        except ValueError:
            logs.log("x").exception(
                "failed",
                key=KEY,
                urls=["store-password", "store%2Dpassword", "address-password"],
                graph="graph-password-1",
            )
    line = written.getvalue()
    assert json.loads(line)["urls"] == ["***", "***", "***"]
    assert not any(word in line for word in (KEY, "password"))
