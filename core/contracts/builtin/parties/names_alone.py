"""Firms whose names stand by themselves on a line of a Japanese contract: they tell where a name in a sentence begins.

荷主青空印刷株式会社 and お客様と青空印刷株式会社 are 青空印刷株式会社 where that stands alone where it is signed.
"""

from __future__ import annotations

import re
import unicodedata

from core.contracts.builtin.facts.facts_text import DocumentReading
from core.contracts.builtin.parties.japanese_names import Name, has_form, name_in

_CELL = re.compile(r"[^\s|:：](?:[^|:：\n]*?[^\s|:：])?(?=[ \t]{2,}|[ \t]*[|:：\n]|[ \t]*$)", re.MULTILINE)
_LONGEST = 40
_SHORTEST = 5
_HEAD, _END = 1_500, 3_000
# what may stand before a name and be no part of it
_BEFORE_NAME = re.compile(r"(?:[ぁ-ん]|\d|[者人主元先側])$")


def name_key(name: str) -> str:
    """A name without its blanks and forms of letters, to compare it."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", name))


def names_on_lines(reading: DocumentReading) -> frozenset[str]:
    """Keys of the firms that fill a cell of a line, at the head or where the contract is signed."""
    found = set()
    for line in re.finditer(r"[^\n\f]+", reading.plain):
        if _HEAD < line.start() < len(reading.plain) - _END or "。" in line[0]:
            continue
        for cell in _CELL.finditer(line[0]):
            if len(cell[0]) > _LONGEST or not has_form(cell[0]):
                continue
            name = name_in(reading, line.start() + cell.start(), line.start() + cell.end())
            if name is not None:
                found.add(name_key(name.text))
    return frozenset(found)


def from_its_beginning(reading: DocumentReading, name: Name, alone: frozenset[str]) -> Name:
    """The name from where it begins on a line of its own; as it is where no line has it shorter."""
    key = name_key(name.text)
    if key in alone or not has_form(name.text):
        return name
    for at in range(1, len(key) - _SHORTEST + 1):
        before, rest = key[:at], key[at:]
        if rest not in alone or has_form(before) or not _BEFORE_NAME.search(before):
            continue
        for start in range(name.start + 1, name.end):
            if name_key(reading.plain[start : name.end]) == rest:
                return name_in(reading, start, name.end) or name
    return name
