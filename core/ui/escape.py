"""Words from files and people made harmless before they are drawn."""

from __future__ import annotations

import html
import re
import unicodedata

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$:&^=\"'@/])")
# Streamlit turns :name: and :color[…] in plain text nodes into icons and colours, after backslashes are gone.
_WORD_JOINER = "\u2060"


def plain(text: str) -> str:
    """One line without control and direction-changing characters, which could make a name look like another."""
    kept = (" " if ch in "\r\n\t" else ch for ch in text)
    return " ".join("".join(ch for ch in kept if unicodedata.category(ch) not in {"Cc", "Cf", "Cs"}).split())


def short(text: str, limit: int = 60) -> str:
    """A line of at most `limit` characters; the middle goes, since a file's kind and number stand at its end."""
    line = plain(text)
    if len(line) <= limit:
        return line
    tail = limit // 3
    return f"{line[: limit - tail - 1].rstrip()}…{line[-tail:].lstrip()}"


def md(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _MARKDOWN.sub(r"\\\1", plain(text).replace(":", f":{_WORD_JOINER}"))


def name_md(text: str, limit: int = 60) -> str:
    """A shortened name for Markdown."""
    return md(short(text, limit))


def markup(text: str) -> str:
    """Text for HTML."""
    return html.escape(text, quote=True)
