"""Words from files and people made harmless before they are drawn."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Hashable, Mapping
from typing import TypeVar

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$:&^=\"'@/])")
# Streamlit turns :name: and :color[…] into icons and colours, and addresses that stand in plain text into links, both
# when backslashes and character references are already resolved. A word joiner has no width and breaks the pattern.
_WORD_JOINER = "\u2060"
_ADDRESS = re.compile(r"(?<=www)(?=\\*\.)|(?<!\\)(?=\\*@)|(?<=:)(?=\\*/)", re.IGNORECASE)
_LINK_SYNTAX = re.compile(r"(?<=\])(?=[(\[:])|(?<=<)|(?<=&)(?=#?\w+;)")
_DOLLAR = re.compile(r"(?<!\\)((?:\\\\)*)\$")


def plain(text: str) -> str:
    """One line without control and direction-changing characters, which could make a name look like another."""
    kept = (" " if ch in "\r\n\t" else ch for ch in text)
    return " ".join("".join(ch for ch in kept if unicodedata.category(ch) not in {"Cc", "Cf", "Cs"}).split())


_Key = TypeVar("_Key", bound=Hashable)


def told_apart(names: Mapping[_Key, str]) -> dict[_Key, str]:
    """Names by key, each once: the second and further ones of a name are numbered.

    The browser says what was chosen by its name alone; of two that are called the same it would be the wrong one.
    """
    told: dict[_Key, str] = {}
    taken: set[str] = set()
    for key, name in names.items():
        number, own = 1, name
        while own in taken:
            number += 1
            own = f"{name} ({number})"
        taken.add(own)
        told[key] = own
    return told


def short(text: str, limit: int = 60) -> str:
    """A line of at most `limit` characters; the middle goes, since a file's kind and number stand at its end."""
    line = plain(text)
    if len(line) <= limit:
        return line
    tail = limit // 3
    return f"{line[: limit - tail - 1].rstrip()}…{line[-tail:].lstrip()}"


def md(text: str) -> str:
    """Text that Markdown shows as it is."""
    line = _ADDRESS.sub(_WORD_JOINER, plain(text).replace(":", f":{_WORD_JOINER}"))
    return _MARKDOWN.sub(r"\\\1", line)


def answer_md(text: str) -> str:
    """An answer's Markdown in which no link, picture, HTML or formula can arise, whatever it was made to say.

    A contract's words may not make a reader's browser call out, nor take a reader elsewhere. Everything that a link
    is made of is broken by a character without width: syntax, addresses that become links by themselves, escapes and
    character references that resolve to either.
    """
    unlinked = _ADDRESS.sub(_WORD_JOINER, _LINK_SYNTAX.sub(_WORD_JOINER, text))
    return _DOLLAR.sub(r"\1\\$", unlinked)


def name_md(text: str, limit: int = 60) -> str:
    """A shortened name for Markdown."""
    return md(short(text, limit))


def markup(text: str) -> str:
    """Text for HTML."""
    return html.escape(text, quote=True)
