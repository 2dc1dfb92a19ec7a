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
        # without any letter beyond ASCII it was still refused in UTF-16
        "SUPPLY AGREEMENT\nThe Supplier shall not assign this Agreement.\n",
    ],
)
def test_japanese_mail_and_utf_16_without_a_mark(text: str, encoding: str) -> None:
    """Issue 12, 16: they were refused as binary files."""
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("text", ["plain text of an agreement", "éèà ça va", "契約書" * 20, "ab"])
def test_utf_8_stays_utf_8(text: str) -> None:
    assert decode(text.encode()) == text


@pytest.mark.parametrize("name", ["contract.docx", "CONTRACT.DOCX", "contract.docx "])
def test_a_text_file_that_is_called_otherwise_is_refused(name: str, settings: Settings) -> None:
    with pytest.raises(NotADocument) as caught:
        read(b"SUPPLY AGREEMENT", file_name=name, settings=settings)
    assert caught.value.facts["reason"] == "ending"


TABLE = "事業用建物賃貸借契約書\n┌────┬────┐\n│賃　料│月額　金五十万円│\n└────┴────┘\n"
SPACED = "収入印紙　　　　　　　　　　　　　　　　　　令和六年四月一日\n　　　　　　　　　　覚　　書\n"
NAMES = "秘密保持契約書 ①②③ ㈱アルファ 髙橋 﨑山 ㎡ Ⅳ №、甲及び乙は次のとおり合意する。"
ENGLISH_WITH_NAMES = (
    "SUPPLY AGREEMENT between Alpha Inc. (アルファ株式会社) and 株式会社ベータ.\n" + "The parties agree. " * 30
)


@pytest.mark.parametrize("encoding", ["cp932", "euc_jp", "iso2022_jp", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", [TABLE, SPACED, ENGLISH_WITH_NAMES])
def test_japanese_text_with_tables_spaces_or_much_english(text: str, encoding: str) -> None:
    """Issue 12, 16: rules of a table and wide spaces counted as no Japanese, and contracts were refused; names in an
    English contract became `ƒAƒ‹ƒtƒ@`."""
    assert decode(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["cp932", "utf-16-le", "utf-16-be"])
def test_letters_of_windows_in_short_texts(encoding: str) -> None:
    """Issue 12, 16: refused."""
    assert decode(NAMES.encode(encoding)) == NAMES


def test_short_shift_jis_is_not_read_as_utf_16() -> None:
    """Issue 12, 16: it came out as `认鎯詊钭豟`, rare kanji from end to end."""
    text = "共同開発契約書\n\n日輪ケミカルホールディングス株式会社と有限会社波多"
    data = text.encode("cp932")
    assert decode(data) == text
    assert decode(data + "野\n".encode("cp932")) == text + "野\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\xbb\xe4\xa4\xcf\xad\xa1\xad\xea\xb7\xc0\xcc\xf3\xa4\xf2\xc4\xf9\xb7\xeb\xa4\xb9\xa4\xeb\xa1\xa3",
        b"\x1b$B;d$O-!-j7@Ls$rDy7k$9$k!#\x1b(B",
    ],
)
def test_letters_of_windows_in_euc_and_in_mail(data: bytes) -> None:
    """Issue 12, 16: ① and ㈱ stand in no standard of these two encodings; such files were refused as binary."""
    assert decode(data) == "私は①㈱契約を締結する。"


@pytest.mark.parametrize(
    "text",
    [
        "Société Générale S.A. et Müller & Söhne GmbH – “the Parties” – agree that the fee is £5,000 (§ 4). " + ENGLISH,
        "Dieser Vertrag wird zwischen der Müller AG, Zürich, und der Größe GmbH, Köln, geschlossen. " * 5,
        "It’s the Supplier’s duty … © 2020 Alpha®™ • item • “Quote” — and so on. " + ENGLISH,
    ],
)
def test_western_text_stays_western(text: str) -> None:
    assert decode(text.encode("cp1252")) == text
