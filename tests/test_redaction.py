"""Secrets are blotted out wherever they stand, also when a text comes in pieces."""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Callable
from contextlib import redirect_stderr
from urllib.parse import quote, quote_plus

import pytest

from core import logs
from core.redaction import BLOT, Redactor
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


ODD = "to/ps+ecret=0123&456"


@pytest.mark.parametrize("size", [1, 7, 200])
@pytest.mark.parametrize(
    "written",
    [
        quote(ODD, safe=""),
        quote(ODD, safe="").lower(),
        quote_plus(ODD),
        ODD.replace("/", "\\/"),
        ODD.encode().hex(),
        ODD.encode().hex().upper(),
        "\u200b".join(ODD),
        "\ufeff".join(ODD),
        ODD.upper(),
        ODD.title(),
    ],
)
def test_a_key_written_on_in_another_form(written: str, size: int) -> None:
    """A key in an address, in JSON, in hexadecimal, or with unseen characters between its letters was shown."""
    redaction = Redactor([ODD]).growing()
    text = f"id {written} end"
    pieces = [redaction.feed(text[at : at + size]) for at in range(0, len(text), size)]
    assert "".join(pieces) + redaction.end() == "id *** end"


@pytest.mark.parametrize("before", ["", "x", "user:", "Bearer "])
@pytest.mark.parametrize("encode", [base64.b64encode, base64.urlsafe_b64encode])
def test_a_key_within_base64(before: str, encode: Callable[[bytes], bytes]) -> None:
    encoded = encode(f"{before}{ODD} and more".encode()).decode()
    shown = Redactor([ODD]).text(f"header {encoded}")
    assert BLOT in shown
    left = shown.removeprefix("header ").split(BLOT)
    assert all(len(part) < len(encoded) - len(ODD) for part in left)


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
