"""Codes, ids and names that an endpoint sends: taken over only when they look like such, and without keys."""

from __future__ import annotations

import re

from core.redaction import Redactor

_IDENTIFIER = re.compile(r"[A-Za-z][\w.\[\]-]{0,63}", re.ASCII)
_REQUEST_ID = re.compile(r"[!-~]{1,120}")
_MODEL = re.compile(r"[A-Za-z0-9][\w.:/@+-]{0,119}", re.ASCII)


def identifier(text: object, redactor: Redactor) -> str:
    """An endpoint's code or the name of a parameter, without keys; empty for what looks like neither."""
    return redactor.label(text) if isinstance(text, str) and _IDENTIFIER.fullmatch(text) else ""


def request_id(text: str | None, redactor: Redactor) -> str | None:
    """An endpoint's id of a request, without keys; None for what is none."""
    return redactor.label(text) if text is not None and _REQUEST_ID.fullmatch(text) else None


def model_name(text: str, redactor: Redactor) -> str:
    """The name under which an endpoint says that a model answered, without keys; empty for what is no name."""
    return redactor.label(text) if _MODEL.fullmatch(text) else ""
