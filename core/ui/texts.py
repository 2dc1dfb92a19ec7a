"""Texts in the language of the session."""

from __future__ import annotations

from collections.abc import Mapping

from core.ui.language import current_language
from core.wording import error_wording, wording_text


def t(key: str, /, **values: object) -> str:
    """The text for `file.key` in the session's language, with values put in.

    Values go in as they are: escape what comes from a file or a person first (`core.ui.escape`).

    Raises:
        KeyError: no such text, or a value is missing.
    """
    return wording_text(key, current_language(), **values)


def error_text(code: str, facts: Mapping[str, object] | None = None) -> str:
    """What happened and what to do about it, in the session's language; see `core.wording.error_wording`."""
    return error_wording(code, current_language(), facts)
