"""Hyphens at line ends: part of the word (self-insure) or put there by the typesetter (agree-ment)?

The contract itself answers: it uses most of its words more than once.
"""

from __future__ import annotations

import re

from core.documents.pdf.text import LINE_END_HYPHEN

SOFT_HYPHEN = "\u00ad"
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_HALVES = re.compile(rf"[\w-]*(?:{LINE_END_HYPHEN}[\w-]*)+")
_BEFORE = re.compile(r"[\w-]*\Z")
_AFTER = re.compile(r"[\w-]*")
_REACH = 60  # characters looked at on either side; no word is longer


def resolve_hyphens(text: str) -> str:
    """The text with every line-end hyphen as `-` or, where the typesetter put it, as a soft hyphen; same length."""
    if LINE_END_HYPHEN not in text:
        return text
    words = {word.lower() for word in _WORD.findall(_HALVES.sub(" ", text))}
    parts = {part for word in words for part in word.split("-")}
    firsts = {word.split("-", 1)[0] for word in words if "-" in word}
    resolved = list(text)
    for at in [index for index, character in enumerate(text) if character == LINE_END_HYPHEN]:
        resolved[at] = _hyphen(text, at, words, parts, firsts)
    return "".join(resolved)


def _hyphen(text: str, at: int, words: set[str], parts: set[str], firsts: set[str]) -> str:
    before_match = _BEFORE.search(text, max(0, at - _REACH), at)
    after_match = _AFTER.match(text, at + 1, at + 1 + _REACH)
    before = before_match.group().lower() if before_match else ""
    after = after_match.group().lower() if after_match else ""
    if not before or not after:
        return "-"
    if before + after in words:
        return SOFT_HYPHEN
    if f"{before}-{after}" in words or before in firsts:
        return "-"
    known = before.rsplit("-", 1)[-1] in parts and after.split("-", 1)[0] in parts
    return "-" if known or not after[0].isalpha() or "-" in before else SOFT_HYPHEN
