"""Are all pages of a PDF among those that PDFium shows, with all of their contents?

PDFium shows as many pages as the root of the page tree counts. Pages beyond that number, or in a node that counts too
few, would be passed over in silence, and so would a part of a page's contents that the file does not hold. The file's
bytes tell cheaply that a tree is in order. Where they do not (several versions of a page, names in escapes, lists in
objects of their own), PDFium writes the file anew in its plainest form, and the tree of that copy is followed.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pypdfium2.raw as pdfium_c

from core.documents.pdf.integrity import is_stream, object_streams
from core.errors import DamagedDocument

_REFERENCE = re.compile(rb"(\d+)\s+\d+\s+R")
_KIDS = re.compile(rb"/Kids\b")
_PLAIN_KIDS = re.compile(rb"/Kids\s*\[([\d\sR]*)\]")
_PLAIN_COUNT = re.compile(rb"/Count\s+(\d+)\s*(?!\d+\s+R)[/>]")
_BRACKETS = re.compile(rb"<<|>>")
_ESCAPED = re.compile(rb"/([\w#]*#[\w#]*)")
_ESCAPE = re.compile(rb"#([0-9A-Fa-f]{2})")
_CONTENTS_LIST = re.compile(rb"/Contents\s*\[([\d\sR]*)\]")
_OBJECT = re.compile(rb"(?<!\d)(\d+)\s+\d+\s+obj\b")
_ROOT = re.compile(rb"/Pages\s+(\d+)\s+\d+\s+R")
_LIST = re.compile(rb"(?<!\d)(\d+)\s+\d+\s+obj\s*\[")
_INDEX_ENTRY = re.compile(rb"(\d{10}) \d{5} n")
_STRING = re.compile(rb"\((?:\\.|[^()\\])*\)", re.DOTALL)
_NAMES = (b"Kids", b"Count", b"Contents")
_REACH = 65_536  # bytes of a dictionary on either side of its kids
_MOST_PAGES = 200_000
_DEEPEST = 64


def check_page_tree(pdf: Any, data: bytes) -> frozenset[int]:
    """Pass when PDFium shows all pages; the indexes of those of which the file lacks a part of the contents.

    Args:
        pdf: the pypdfium2 document.
        data: its bytes.

    Raises:
        DamagedDocument: the tree has more pages than PDFium shows.
    """
    encrypted = pdfium_c.FPDF_GetSecurityHandlerRevision(pdf) >= 0
    if not encrypted and _plain_tree(data, len(pdf)):
        return frozenset()
    copy = _PlainCopy(_written_anew(pdf))
    pages = copy.pages()
    if len(pages) > len(pdf):
        raise DamagedDocument(
            "The page tree has more pages than it counts.", reason="malformed", expected=len(pdf), found=len(pages)
        )
    return frozenset(index for index, page in enumerate(pages) if copy.lacks_contents(page))


def _plain_tree(data: bytes, shown: int) -> bool:
    """Whether the bytes alone tell that as many pages as are shown are all there are, with their contents."""
    texts = [data, *object_streams(data)]
    nodes = leaves = 0
    named: set[bytes] = set()
    roots = {number for text in texts for number in _ROOT.findall(text)}
    for text in texts:
        if any(_ESCAPE.sub(_unescaped, name) in _NAMES for name in _ESCAPED.findall(text)):
            return False
        for match in _KIDS.finditer(text):
            dictionary = _around(text, match.start())
            if b"/Count" not in dictionary:
                continue  # a field of a form, or a tree of names
            kids, count = _PLAIN_KIDS.search(dictionary), _PLAIN_COUNT.search(dictionary)
            if not kids or not count:
                return False
            found_kids = _REFERENCE.findall(kids[1])
            nodes, leaves = nodes + 1, leaves + len(found_kids)
            named.update(found_kids)
    if not nodes or leaves - (nodes - 1) != shown or len(named) != leaves or named & roots:
        return False
    parts = {part for text in texts for match in _CONTENTS_LIST.findall(text) for part in _REFERENCE.findall(match)}
    if not parts or not parts <= set(_OBJECT.findall(data)) or parts & set(_LIST.findall(data)):
        return not parts
    return all(is_stream(data, int(part)) for part in parts)


def _unescaped(escape: re.Match[bytes]) -> bytes:
    return bytes([int(escape[1], 16)])


def _around(text: bytes, place: int) -> bytes:
    """The dictionary that holds a place."""
    begin, depth = max(0, place - _REACH), 0
    for bracket in reversed(list(_BRACKETS.finditer(text, begin, place))):
        depth += 1 if bracket[0] == b">>" else -1
        if depth < 0:
            begin = bracket.start()
            break
    depth = 0
    for bracket in _BRACKETS.finditer(text, place, place + _REACH):
        depth += 1 if bracket[0] == b"<<" else -1
        if depth < 0:
            return text[begin : bracket.end()]
    return text[begin : place + _REACH]


def _written_anew(pdf: Any) -> bytes:
    """The file as PDFium writes it: each object once, by itself, without encryption."""
    parts: list[bytes] = []
    writer = pdfium_c.FPDF_FILEWRITE()
    writer.version = 1

    def write(_: Any, address: int, size: int) -> int:
        parts.append(ctypes.string_at(address, size))
        return 1

    writer.WriteBlock = type(writer.WriteBlock)(write)
    pdfium_c.FPDF_SaveAsCopy(pdf, writer, pdfium_c.FPDF_REMOVE_SECURITY)
    return b"".join(parts)


class _PlainCopy:
    """A file as PDFium writes it, with an index of its objects at its end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        index = data.rfind(b"xref", 0, max(0, data.rfind(b"startxref")))
        self._trailer = data[index:]
        places = sorted(int(match[1]) for match in _INDEX_ENTRY.finditer(data, index))
        self._objects: dict[int, tuple[int, int]] = {}
        for begin, end in zip(places, [*places[1:], index], strict=True):
            number = _OBJECT.match(data, begin)
            if number:
                self._objects[int(number[1])] = (number.end(), end)

    def pages(self) -> list[bytes]:
        """Dictionaries of the pages in their order, no more than a file may have."""
        tree = self._value(self._value(self._trailer, b"Root"), b"Pages")
        return list(islice(self._leaves(tree, 0), _MOST_PAGES)) if tree else []

    def lacks_contents(self, page: bytes) -> bool:
        """Whether the page names contents that are not in the file."""
        contents = re.search(rb"/Contents\s*(?:\[([^\]]*)\]|(\d+)\s+\d+\s+R)", page)
        if not contents:
            return False
        named = contents[1] if contents[1] is not None else contents[0]
        if contents[2] and (held := self._object(int(contents[2]))).lstrip().startswith(b"["):
            named = held
        return any(b"stream" not in self._object(int(number)) for number in _REFERENCE.findall(named))

    def _leaves(self, node: bytes, depth: int) -> Iterator[bytes]:
        if b"/Kids" not in node:
            yield node
        elif depth < _DEEPEST:
            for number in _REFERENCE.findall(self._value(node, b"Kids")):
                yield from self._leaves(self._object(int(number)), depth + 1)

    def _value(self, dictionary: bytes, name: bytes) -> bytes:
        """What a dictionary says under a name: a list as it stands, or the object that it refers to; empty: nothing."""
        found = re.search(rb"/%b\s*(?:\[([^\]]*)\]|(\d+)\s+\d+\s+R)" % name, dictionary)
        if not found:
            return b""
        return found[1] if found[2] is None else self._object(int(found[2]))

    def _object(self, number: int) -> bytes:
        begin, end = self._objects.get(number, (0, 0))
        return _STRING.sub(b"", self._data[begin:end])
