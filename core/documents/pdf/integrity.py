"""Is a PDF file whole, and how much does it unpack to: told from its bytes, before PDFium repairs anything.

PDFium, like every viewer, rebuilds the index of a cut-off file and then shows the pages that are left, or empty ones
in place of those that are gone. A contract must not be judged on such a rest. The rule:

1. A PDF ends with `startxref`, a number and `%%EOF`, written last by every writer. After the last of them there may
   be padding or junk, but nothing that starts like another object: that would be an update that was cut off.
2. A file optimised for the web states its own length at its start and must not be shorter.
3. Streams that say they are deflated must inflate to their end, because PDFium shows what a broken one holds up to
   the break. The end is where the checksum is right or the stream stops: some writers leave the checksum out. A stream
   packed in a way that the standard does not know is shown by nobody.

4. Contents that a page names must be in the file. PDFium shows a page whose contents are gone, as in a download with a
   hole, as a blank one; so this is asked about when a page is blank.

The same pass measures what the streams unpack to. Images and fonts are left out: they hold no words, and PDFium does
not load images for text. Streams under other or several filters are left to the limits of memory and time.
"""

from __future__ import annotations

import contextlib
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as pdfium_c

from core.documents.pdf.contents import drawn_names, string_is_open
from core.documents.pdf.unpacking import UNPACKERS
from core.errors import DamagedDocument, TooLarge

MAX_CONTENT_MB = 64  # of one stream that is no image; real contracts stay under 2
MAX_TOTAL_MB = 512
_END = re.compile(rb"startxref\s*(\d+)\s*(%%EO?F?)?")
_NEXT_OBJECT = re.compile(rb"\d")
_LINEARIZED = re.compile(rb"/Linearized\b.{0,400}?/L\s+(\d+)", re.DOTALL)
_STREAM = re.compile(rb">>\s*stream(?:\r\n|\n|\r)")
_DICTIONARY_REACH = 2048
_PLAIN_FLATE = re.compile(rb"/Filter\s*(?:/FlateDecode|\[\s*/FlateDecode\s*\])(?![\w])")
_NO_TEXT = re.compile(
    rb"/Subtype\s*/(?:Image|XML|Type1C|CIDFontType0C|OpenType)\b|/Length1\b|/FunctionType\b|/Alternate\b"
)
_NO_CONTENTS = re.compile(rb"/Type\s*/(?!XObject|Page)|/(?:CMapName|Length[23]|N|W)\b")
_NAMED = re.compile(rb"/([^\s/<>\[\](){}%#]+)\s+\d+\s+\d+\s+R")
_OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm\b")
_CONTENTS = re.compile(rb"/Contents\s*(\[[\s\dR]*\]|\d+\s+\d+\s+R)")
_XOBJECTS = re.compile(rb"/XObject\s*<<([^<>]*)>>")
_LAYERS = re.compile(rb"/OCProperties\b|/OCG\b")
_FILES = re.compile(rb"/EF\s*(?:<<|\d+\s+\d+\s+R)")
_FILTER = re.compile(rb"/Filter\s*(?:\[([^\]]*)\]|/([^\s/<>\[\]()]+))")
_AFTER_STREAM = re.compile(rb"endstream\s*(?:endobj|\d+\s+\d+\s+obj|xref|trailer|startxref|%|\0)")
_HASH = re.compile(rb"#([0-9A-Fa-f]{2})")
_FILTERS = frozenset(
    (
        *(b"ASCIIHexDecode", b"ASCII85Decode", b"LZWDecode", b"FlateDecode", b"RunLengthDecode", b"CCITTFaxDecode"),
        *(b"JBIG2Decode", b"DCTDecode", b"JPXDecode", b"Crypt"),
        *(b"AHx", b"A85", b"LZW", b"Fl", b"RL", b"CCF", b"DCT"),
    )
)
_REFERENCE = re.compile(rb"(\d+)\s+\d+\s+R")
_ZLIB_HEADER = 2
_TAIL = 16  # bytes after the deflated data: a checksum that may be wrong or missing, a line end, `endstream`
_CHUNK = 1 << 20


def check_end(data: bytes) -> None:
    """Pass when the file's end is there.

    Raises:
        DamagedDocument: the file was cut off.
    """
    ends = list(_END.finditer(data))
    if not ends:
        raise DamagedDocument("The end of the PDF is missing.", reason="truncated")
    rest = data[ends[-1].end() :].lstrip(b"\x00\t\n\x0c\r ")
    if _NEXT_OBJECT.match(rest):
        raise DamagedDocument("The PDF breaks off after its last index.", reason="truncated")
    stated = _LINEARIZED.search(data[:2048])
    if stated and int(stated.group(1)) > len(data):
        raise DamagedDocument(
            "The PDF is shorter than it says.", reason="truncated", expected=int(stated.group(1)), found=len(data)
        )


@dataclass(slots=True)
class Contents:
    """What the contents of pages and forms say that readers pass over: see `core.documents.pdf.contents`."""

    open_string: bool = False
    drawn: set[bytes] = field(default_factory=set)

    def look(self, dictionary: bytes, content: bytes) -> None:
        """Take in a stream, where it may be one of contents."""
        if not _NO_CONTENTS.search(dictionary):
            self.open_string = self.open_string or string_is_open(content)
            self.drawn |= drawn_names(content)

    def lack(self, data: bytes) -> bool:
        """Whether a string has no end, or something is drawn that no dictionary of the file names."""
        if self.open_string:
            return True
        waiting = set(self.drawn)
        for text in (data, *object_streams(data)) if waiting else ():
            waiting.difference_update(_NAMED.findall(text))
        return bool(waiting)


@dataclass(slots=True)
class _Budget:
    total: int = 0

    def spend(self, size: int, of_stream: int) -> None:
        self.total += size
        for spent, limit in ((of_stream, MAX_CONTENT_MB), (self.total, MAX_TOTAL_MB)):
            if spent > limit << 20:
                raise TooLarge(f"Page content unpacks to more than {limit} MB.", reason="content", limit=limit)


def check_streams(data: bytes) -> Contents:
    """Pass when every deflated stream of text or structure inflates to its end within the limits.

    Returns:
        what they say that readers pass over.

    Raises:
        DamagedDocument: a stream is broken off or corrupt.
        TooLarge: one stream or all together unpack to too much.
    """
    budget, contents = _Budget(), Contents()
    position = 0
    while match := _STREAM.search(data, position):
        position = match.end()
        window = data[max(0, match.start() - _DICTIONARY_REACH) : match.start()]
        dictionary = window[window.rfind(b"obj") + 1 :]
        if not all(map(_is_known, _FILTER.findall(dictionary))):
            raise DamagedDocument("A stream is packed in an unknown way.", reason="stream", position=match.start())
        if _NO_TEXT.search(dictionary):
            continue
        if _PLAIN_FLATE.search(dictionary):
            position, content = _inflate(data, position, budget)
        else:
            filters = _FILTER.findall(dictionary)
            content = _unpack(data, position, [name for pair in filters for name in _names(pair)], budget)
        contents.look(dictionary, content)
    return contents


def _is_known(pair: tuple[bytes, bytes]) -> bool:
    """Whether PDFium can unpack what these filters packed."""
    return all(name in _FILTERS for name in _names(pair))


def _names(pair: tuple[bytes, bytes]) -> list[bytes]:
    """Names of filters: those in brackets, or the one without."""
    several, single = pair
    names = several.split(b"/")[1:] if several else [single]
    return [_HASH.sub(lambda sign: bytes.fromhex(sign[1].decode()), name).strip() for name in names if name]


def _unpack(data: bytes, start: int, filters: list[bytes], budget: _Budget) -> bytes:
    """What the stream at `start` holds that goes on to its end through these filters; nothing where one is not looked
    into.

    Raises:
        DamagedDocument: it ends before, or cannot be unpacked.
    """
    end = data.find(b"endstream", start)
    if end < 0 or not _AFTER_STREAM.match(data, end):
        raise DamagedDocument("A stream breaks off.", reason="stream", position=start)
    packed = data[start:end]
    for name in filters:
        unpack = UNPACKERS.get(name)
        if unpack is None:
            return b""
        try:
            packed = unpack(packed, MAX_CONTENT_MB << 20)
        except (ValueError, zlib.error):
            raise DamagedDocument("A stream is corrupt.", reason="stream", position=start) from None
        budget.spend(len(packed), len(packed))
    return packed


def _inflate(data: bytes, start: int, budget: _Budget) -> tuple[int, bytes]:
    """Position in the file after the deflated stream at `start`, and what it holds."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)  # which does not insist on the checksum
    taken, size, checksum = start + _ZLIB_HEADER, 0, 1
    pending, pieces = b"", []
    while not inflater.eof:
        if not pending:
            pending = data[taken : taken + _CHUNK]
            taken += len(pending)
        try:
            piece = inflater.decompress(pending, _CHUNK)
        except zlib.error:
            raise DamagedDocument("A stream is corrupt.", reason="stream", position=start) from None
        if not piece and not pending and not inflater.eof:
            raise DamagedDocument("A stream breaks off.", reason="stream", position=start)
        pending = inflater.unconsumed_tail
        size += len(piece)
        checksum = zlib.adler32(piece, checksum)
        pieces.append(piece)
        budget.spend(len(piece), size)
    end = taken - len(inflater.unused_data)
    if data[end : end + 4] != checksum.to_bytes(4, "big") and b"endstream" not in data[end : end + _TAIL]:
        raise DamagedDocument("A stream is corrupt.", reason="stream", position=start)
    return end, b"".join(pieces)


def contents_missing(data: bytes) -> bool:
    """Whether a page somewhere in the file names contents that the file does not hold.

    Page dictionaries stand in the file as they are or in deflated object streams; contents never stand in the latter.
    """
    texts = [data, *object_streams(data)]
    named = {
        int(reference) for text in texts for entry in _CONTENTS.findall(text) for reference in _REFERENCE.findall(entry)
    }
    return not all(is_stream(data, number) for number in named)


def is_stream(data: bytes, number: int) -> bool:
    """Whether the file holds an object of this number that may be contents: a stream, or a list of them."""
    for match in re.finditer(rb"(?<!\d)%d\s+\d+\s+obj\b\s*" % number, data):
        end = data.find(b"endobj", match.end())
        if data[match.end() : match.end() + 1] == b"[" or 0 <= data.find(b"stream", match.end()) < end:
            return True
    return False


def drawn_parts_missing(data: bytes) -> bool:
    """Whether a page or a form names pictures or forms to be drawn that the file does not hold."""
    named = {
        int(reference)
        for text in (data, *object_streams(data))
        for entry in _XOBJECTS.findall(text)
        for reference in _REFERENCE.findall(entry)
    }
    return any(
        b"%d 0 obj" % number not in data and not re.search(rb"(?<!\d)%d\s+\d+\s+obj\b" % number, data)
        for number in named
    )


def has_layers(pdf: Any, data: bytes) -> bool:
    """Whether the file has layers that can be switched off; an encrypted one, which cannot be looked into, may."""
    if pdfium_c.FPDF_GetSecurityHandlerRevision(pdf) >= 0:
        return True
    return any(_LAYERS.search(text) for text in (data, *object_streams(data)))


def holds_files(data: bytes) -> bool:
    """Whether another file is embedded, wherever it hangs: on the catalogue, a page, a part of one, a mark, a clip."""
    return any(_FILES.search(text) for text in (data, *object_streams(data)))


def object_streams(data: bytes) -> Iterator[bytes]:
    """What the streams hold in which objects are packed together."""
    for match in _STREAM.finditer(data):
        window = data[max(0, match.start() - _DICTIONARY_REACH) : match.start()]
        if _OBJECT_STREAM.search(window, window.rfind(b"obj") + 1):
            with contextlib.suppress(zlib.error):  # checked before; what is not deflated is of no use here
                yield zlib.decompressobj().decompress(data[match.end() :], MAX_CONTENT_MB << 20)
