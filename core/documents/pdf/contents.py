"""Do a page's contents say something that no reader shows: a string without its end, a drawing that is nowhere?

Readers pass such things over without a word, and with them all that a string swallows.
"""

from __future__ import annotations

import re

_MARK = re.compile(rb"\\.|[()%]|(?<=\s)ID\s", re.DOTALL)
_LINE_END = re.compile(rb"[\r\n]")
_IMAGE_END = re.compile(rb"\sEI(?=\s|$)")
_TEXT = re.compile(rb"(?:^|\s)BT\s.*\sTf\s", re.DOTALL)
_DRAWN = re.compile(rb"/([^\s/<>\[\](){}%#]+)\s+Do\b")


def string_is_open(content: bytes) -> bool:
    """Whether a string of some contents has no end."""
    plain = content.replace(rb"\\", b"")
    if plain.count(b"(") - plain.count(rb"\(") == plain.count(b")") - plain.count(rb"\)"):
        return False
    if not _TEXT.search(content):  # a font, say, of a file that does not tell what its streams are
        return False
    depth, place = 0, 0
    while found := _MARK.search(content, place):
        sign, place = found[0], found.end()
        if sign == b"(":
            depth += 1
        elif sign == b")":
            depth = max(0, depth - 1)
        elif not depth and sign == b"%":
            place = _end(_LINE_END, content, place)
        elif not depth and sign.startswith(b"ID"):
            place = _end(_IMAGE_END, content, place)
    return depth > 0


def drawn_names(content: bytes) -> set[bytes]:
    """Names of the pictures and forms that some contents draw."""
    return set(_DRAWN.findall(content)) if b"Do" in content else set()


def _end(mark: re.Pattern[bytes], content: bytes, place: int) -> int:
    found = mark.search(content, place)
    return found.end() if found else len(content)
