"""What a field of a Word file shows that stands in its code, and which fields bring words from elsewhere."""

from __future__ import annotations

import re

_BY_CODE = re.compile(r"\s*(?:MACROBUTTON|GOTOBUTTON)\s+\S+\s+(.*)", re.IGNORECASE | re.DOTALL)
_EQUATION = re.compile(r"\s*EQ\s+(.*)", re.IGNORECASE | re.DOTALL)
_RAISED = re.compile(r"\\s\\(?:up|do)\s*\d*\s*\([^()]*\)")  # the reading above a word
_SWITCH = re.compile(r"\\\*\s*(?:\"[^\"]*\"|\S+)|\\[a-z]+\s*\d*")
_BRACKETS = re.compile(r"[(),;]")
_ELSEWHERE = re.compile(r"\s*(?:INCLUDETEXT|INCLUDEPICTURE|LINK|DDE|DDEAUTO|RD|AUTOTEXT|AUTOTEXTLIST|GLOSSARY)\b", re.I)


def shown_by_code(code: str) -> str:
    """The words that a field without a result shows: those of a button, the base words of a formula or of a reading."""
    button = _BY_CODE.match(code)
    if button:
        return button[1].strip()
    equation = _EQUATION.match(code)
    return _BRACKETS.sub("", _SWITCH.sub("", _RAISED.sub("", equation[1]))).strip() if equation else ""


def brings_words(code: str) -> bool:
    """Whether a field shows words of another file or of a store of texts."""
    return _ELSEWHERE.match(code) is not None
