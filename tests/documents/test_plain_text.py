"""Plain text files: the document's text is the file's, character by character."""

from __future__ import annotations

import pytest
from document_files import LIMITS

from core.documents import read, read_directly
from core.documents.language import language_of
from core.documents.plain_text import decode
from core.errors import EmptyDocument, EncryptedDocument, IngestError, NotADocument, TooLarge
from core.settings import Settings

ENGLISH = "This Agreement,\r\nmade “today”,\n\nis governed by\tthe laws of Japan.\r"
JAPANESE = "第1条（目的）\r\n本契約は、甲及び乙の間の秘密情報の取扱いを定める。株式会社アルファ①髙﨑"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (ENGLISH.encode(), ENGLISH),
        (b"\xef\xbb\xbf" + ENGLISH.encode(), ENGLISH),
        (ENGLISH.encode("utf-16"), ENGLISH),
        (b"\xfe\xff" + ENGLISH.encode("utf-16-be"), ENGLISH),
        (ENGLISH.encode("cp1252"), ENGLISH),
        (JAPANESE.encode(), JAPANESE),
        (JAPANESE.encode("cp932"), JAPANESE),
        (JAPANESE.replace("①髙﨑", "").encode("euc_jp"), JAPANESE.replace("①髙﨑", "")),
        (b"<DOCUMENT>\n<TYPE>EX-10.1\nAGREEMENT", "<DOCUMENT>\n<TYPE>EX-10.1\nAGREEMENT"),
    ],
)
def test_text_is_the_files_own(data: bytes, text: str, settings: Settings) -> None:
    document = read(data, file_name="contract.pdf", settings=settings)
    assert document.text == text
    assert document.kind == "text"
    assert document.boxes is None
    assert [(page.start, page.end, page.width) for page in document.pages] == [(0, len(text), 0.0)]


def test_form_feeds_part_pages() -> None:
    document = read_directly(b"one\f\ftwo", file_name="a.txt", limits=LIMITS)
    assert document.text == "one\f\ftwo"
    assert [document.text[page.start : page.end] for page in document.pages] == ["one", "", "two"]


@pytest.mark.parametrize(
    ("data", "kind", "reason"),
    [
        (b"", EmptyDocument, "zero_bytes"),
        (b" \n\t\f ", EmptyDocument, "no_text"),
        (b"\xef\xbb\xbf", EmptyDocument, "no_text"),
        (b"text with \x00 inside", NotADocument, "binary"),
        (b"\x1b\x02\x03" * 40 + b"abc", NotADocument, "binary"),
        (b"\x81\xff\x00\x9f" * 100, NotADocument, "unknown"),
        (b"{\\rtf1 contract}", NotADocument, "rtf"),
        (b"\n<!DOCTYPE html><p>contract", NotADocument, "markup"),
        (b"<?xml version='1.0'?><a/>", NotADocument, "markup"),
        (b"PK\x05\x06" + b"\x00" * 18, NotADocument, "zip"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"WordDocument".ljust(600), NotADocument, "legacy_word"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            EncryptedDocument,
            "password",
        ),
        (b"a\f" * 2_000 + b"b", TooLarge, "pages"),
    ],
)
def test_refused(data: bytes, kind: type[IngestError], reason: str) -> None:
    with pytest.raises(kind) as caught:
        read_directly(data, file_name="a.txt", limits=LIMITS)
    assert caught.value.facts["reason"] == reason


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (ENGLISH, "en"),
        (JAPANESE, "ja"),
        ("This Agreement is between Alpha Inc. and 株式会社ベータ of Tokyo, and is governed by English law.", "en"),
        ("甲はMicrosoft AzureおよびAmazon Web Servicesを本サービスに利用することができる。", "ja"),
        ("1234 ---", "en"),
    ],
)
def test_language(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "iso2022_jp", "utf-16-le", "utf-16-be"])
def test_japanese_text_without_a_line_end(encoding: str) -> None:
    """In Shift JIS it was read as UTF-16: rare kanji from end to end."""
    text = "本契約は日本法に準拠する。乙は甲に対し報酬を支払う。" * 8
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["iso2022_jp", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text",
    [
        "秘密保持契約書\n第1条（目的）　本契約は、秘密情報の取扱いを定める。\n",
        "SUPPLY AGREEMENT\nThe Supplier shall not assign 甲 this Agreement.\n",
    ],
)
def test_japanese_mail_and_utf_16_without_a_mark(text: str, encoding: str) -> None:
    """Issue 12, 16: they were refused as binary files."""
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("text", ["plain text of an agreement", "éèà ça va", "契約書" * 20, "ab"])
def test_utf_8_stays_utf_8(text: str) -> None:
    assert decode(text.encode()) == text


@pytest.mark.parametrize("name", ["contract.docx", "CONTRACT.DOCX"])
def test_a_text_file_that_is_called_otherwise_is_refused(name: str, settings: Settings) -> None:
    with pytest.raises(NotADocument) as caught:
        read(b"SUPPLY AGREEMENT", file_name=name, settings=settings)
    assert caught.value.facts["reason"] == "ending"
