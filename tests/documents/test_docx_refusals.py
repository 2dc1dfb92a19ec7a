"""Files that say they are Word files: zip bombs, cut-off, foreign, malicious ones."""

from __future__ import annotations

import dataclasses
import struct
from collections.abc import Callable

import pytest
from document_files import LIMITS
from docx_files import CONTENT_TYPES, W, make_docx, make_zip, p, part, relations

from core.documents import read, read_directly
from core.errors import (
    DamagedDocument,
    EmptyDocument,
    EncryptedDocument,
    IngestError,
    NeedsOcr,
    NotADocument,
    TooLarge,
)
from core.settings import Settings

GOOD = make_docx(p("This Agreement is made by the parties."))
_BODY = part("document", "<w:body>{}</w:body>")


def _with(name: str, content: str | bytes) -> bytes:
    members = {"[Content_Types].xml": CONTENT_TYPES, "word/document.xml": _BODY.format(p("Text."))}
    return make_zip({**members, name: content})


def _encrypted_member() -> bytes:
    data = bytearray(GOOD)
    place = data.index(b"PK\x01\x02")
    data[place + 8] |= 1
    return bytes(data)


def _lying_size() -> bytes:
    """A bomb whose table of contents says that it is small."""
    data = bytearray(_with("word/document.xml", b" " * (20 << 20)))
    for magic, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = data.rindex(magic)
        data[place + offset : place + offset + 4] = struct.pack("<I", 1_000)
    return bytes(data)


def _entities() -> str:
    doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    return f'{doctype}<w:document xmlns:w="{W}"><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>'


CASES: dict[str, tuple[Callable[[], bytes], type[IngestError], str]] = {
    "not Word": (lambda: make_zip({"a.txt": "text"}), NotADocument, "zip"),
    "a spreadsheet": (lambda: make_zip({"xl/workbook.xml": "<a/>"}), NotADocument, "spreadsheet"),
    "cut at half": (lambda: GOOD[: len(GOOD) // 2], DamagedDocument, "truncated"),
    "cut near the end": (lambda: GOOD[:-30], DamagedDocument, "truncated"),
    "flipped bytes": (
        lambda: (lambda at: GOOD[:at] + b"\xff" * 20 + GOOD[at + 20 :])(GOOD.index(b"word/document.xml") + 40),
        DamagedDocument,
        "stream",
    ),
    "bomb by ratio": (lambda: _with("word/media/a.xml", b" " * (50 << 20)), TooLarge, "zip_bomb"),
    "bomb that lies": (_lying_size, DamagedDocument, "stream"),
    "bomb of members": (lambda: make_zip({f"{number}.xml": "" for number in range(5_001)}), TooLarge, "zip_bomb"),
    "name leads out": (lambda: _with("../../evil.xml", "x"), DamagedDocument, "names"),
    "absolute name": (lambda: _with("/etc/passwd", "x"), DamagedDocument, "names"),
    "behind a password": (_encrypted_member, EncryptedDocument, "password"),
    "not XML": (lambda: _with("word/document.xml", "<w:document"), DamagedDocument, "malformed"),
    "entities": (lambda: _with("word/document.xml", _entities()), DamagedDocument, "malformed"),
    "no body": (lambda: _with("word/document.xml", part("document", "")), DamagedDocument, "malformed"),
    "empty body": (lambda: make_docx(""), EmptyDocument, "no_text"),
    "pictures only": (lambda: make_docx(p("<w:r><w:drawing><a:blip/></w:drawing></w:r>")), NeedsOcr, "picture"),
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_refused(case: str, settings: Settings) -> None:
    make, kind, reason = CASES[case]
    with pytest.raises(kind) as caught:
        read(make(), file_name="contract.docx", settings=settings)
    assert type(caught.value) is kind
    assert caught.value.facts["reason"] == reason


def test_too_many_characters_and_pages() -> None:
    body = "".join(p("<w:r><w:lastRenderedPageBreak/></w:r>", f"Page {number}.") for number in range(5))
    for limit, reason in (({"max_characters": 20}, "characters"), ({"max_pages": 4}, "pages")):
        with pytest.raises(TooLarge) as caught:
            read_directly(make_docx(body), file_name="a", limits=dataclasses.replace(LIMITS, **limit))
        assert caught.value.facts["reason"] == reason


def test_relationships_name_the_main_part() -> None:
    members = {
        "[Content_Types].xml": CONTENT_TYPES,
        "_rels/.rels": relations(officeDocument="/word/document2.xml"),
        "word/document2.xml": _BODY.format(p("Found.")),
    }
    assert read_directly(make_zip(members), file_name="a", limits=LIMITS).text == "Found."
