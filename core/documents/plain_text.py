"""Plain text files, decoded without changing a character, so that offsets hold in the file's own text."""

from __future__ import annotations

import codecs
import re

from core.documents.parsed import PAGE_BREAK, PageText, Parsed, join_pages
from core.errors import EmptyDocument, NotADocument, TooLarge

_JAPANESE = re.compile("[\u3001-\u30ff\u3400-\u9fff\uff01-\uff60]")
_SUSPECT = re.compile("[\uff61-\uff9f\ue000-\uf8ff]")  # half-width katakana and private use: signs of a wrong guess
_CONTROL = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_ISO_2022_JP = (b"\x1b$B", b"\x1b$@", b"\x1b(J", b"\x1b$(D", b"\x1b(I")
_LIKELY = re.compile("[\t\n\r\x20-\x7e\u00a0-\u00ff\u2010-\u2027\u3000-\u30ff\u4e00-\u9fff\uff01-\uff9f]")
_ALL_LETTERS, _FEW_LETTERS, _SOME, _HARDLY_ANY = 0.97, 0.6, 0.2, 0.05
_LEAST_UTF16, _SAMPLE = 16, 20_000
_HIRAGANA = re.compile("[ぁ-ん]")
_KANA_SHARE = 0.1
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def read_text(data: bytes, *, max_characters: int, max_pages: int) -> Parsed:
    """The file's text; form feeds in it part its pages. A byte order mark is not part of the text.

    Raises:
        NotADocument: not text in UTF-8, UTF-16 with a mark, or a Japanese or Western code page.
        EmptyDocument: nothing but white space.
        TooLarge: too many characters or pages.
    """
    text = decode(data)
    if not text.strip():
        raise EmptyDocument("No text at all.", reason="no_text")
    pages = text.split(PAGE_BREAK)
    if len(pages) > max_pages:
        raise TooLarge(f"{len(pages)} pages.", reason="pages", limit=max_pages, found=len(pages))
    return join_pages((PageText(page) for page in pages), boxed=False, max_characters=max_characters)


def decode(data: bytes) -> str:
    """Text of `data`; UTF-8 wins whenever it fits, other encodings must also look like a language.

    Raises:
        NotADocument: no encoding fits.
    """
    text = _marked_japanese(data) or _unmarked_utf16(data) or _strict(data, *_unicode_encoding(data))
    if text is None:
        guesses = (("cp932", _looks_japanese), ("euc_jp", _looks_japanese), ("cp1252", _looks_western))
        for encoding, plausible in guesses:
            guess = _strict(data, encoding, 0)
            if guess is not None and plausible(guess):
                text = guess
                break
    if text is None:
        raise NotADocument("Neither PDF, Word nor text in a known encoding.", reason="unknown")
    if "\x00" in text or len(_CONTROL.findall(text)) > len(text) / 1000:
        raise NotADocument("Control characters: a binary file.", reason="binary")
    return text


def _marked_japanese(data: bytes) -> str | None:
    """Text in ISO-2022-JP, told by its escapes: to other encodings it is plain ASCII with control characters."""
    if not any(escape in data for escape in _ISO_2022_JP):
        return None
    return _strict(data, "iso2022_jp_ext", 0)


def _unmarked_utf16(data: bytes) -> str | None:
    """Text in UTF-16 without a mark: read in one order of bytes it is all letters, in the other hardly any."""
    if len(data) % 2 or len(data) < _LEAST_UTF16 or data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return None
    sample = data[:_SAMPLE]
    nulls = sample[1::2].count(0), sample[::2].count(0)
    if max(nulls) > _SOME * len(sample) and min(nulls) <= _HARDLY_ANY * max(nulls):
        # Latin letters: the zero half of each tells the order.
        text = _strict(data, "utf-16-le" if nulls[0] > nulls[1] else "utf-16-be", 0)
        return text if text is not None and len(_LIKELY.findall(text)) >= _ALL_LETTERS * len(text) else None
    shares = {}
    for encoding in ("utf-16-le", "utf-16-be"):
        letters = _strict(sample, encoding, 0)
        shares[encoding] = 0.0 if letters is None else len(_LIKELY.findall(letters)) / len(letters)
    best = max(shares, key=lambda encoding: shares[encoding])
    told_apart = shares[best] >= _ALL_LETTERS and min(shares.values()) <= _FEW_LETTERS
    if not told_apart or _strict(data, "utf-8", 0) is not None or _kana_in_cp932(sample):
        return None
    return _strict(data, best, 0)


def _kana_in_cp932(sample: bytes) -> bool:
    """Whether bytes read as Shift JIS have the kana of Japanese writing: without a line end, its pairs of bytes are
    letters of UTF-16, too, all of them rare kanji."""
    text = _strict(sample, "cp932", 0) or _strict(sample[:-1], "cp932", 0)
    return text is not None and len(_HIRAGANA.findall(text)) > _KANA_SHARE * len(text)


def _unicode_encoding(data: bytes) -> tuple[str, int]:
    if data.startswith(codecs.BOM_UTF8):
        return "utf-8", 3
    if data.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le", 2
    if data.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be", 2
    return "utf-8", 0


def _strict(data: bytes, encoding: str, skip: int) -> str | None:
    try:
        return str(memoryview(data)[skip:], encoding)
    except UnicodeDecodeError:
        return None


def _looks_japanese(text: str) -> bool:
    beyond = len(_BEYOND_ASCII.findall(text))
    good = len(_JAPANESE.findall(text))
    return good >= 0.1 * len(text) and good >= 0.9 * beyond and len(_SUSPECT.findall(text)) <= 0.02 * beyond


def _looks_western(text: str) -> bool:
    return len(_BEYOND_ASCII.findall(text)) <= 0.1 * len(text)
