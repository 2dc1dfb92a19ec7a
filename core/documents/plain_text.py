"""Plain text files, decoded without changing a character, so that offsets hold in the file's own text."""

from __future__ import annotations

import codecs
import re
from collections import Counter

from core.documents.japanese_codes import euc_japanese, everyday, marked_japanese
from core.documents.parsed import PAGE_BREAK, PageText, Parsed, join_pages
from core.errors import EmptyDocument, NotADocument, TooLarge

_CONTROL = re.compile("[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
_SOME, _HARDLY_ANY = 0.2, 0.05
_LEAST_UTF16, _SAMPLE = 16, 20_000
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
# How much a text looks like Japanese or English writing: 1 when all its letters are everyday ones.
_LOOKS_WRITTEN, _TOLD_APART = 0.85, 0.1
_LEAST_SHARE = 0.1
_IN_A_ROW = re.compile("[\u3000-\u30ff\u4e00-\u9fff\uff01-\uff9f]{2,}")


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
    text = marked_japanese(data) or _unmarked_utf16(data) or _strict(data, *_unicode_encoding(data))
    if text is None:
        text = _best_guess(data)
    if text is None:
        raise NotADocument("Neither PDF, Word nor text in a known encoding.", reason="unknown")
    if "\x00" in text or len(_CONTROL.findall(text)) > len(text) / 1000:
        raise NotADocument("Control characters: a binary file.", reason="binary")
    return text


def _unmarked_utf16(data: bytes) -> str | None:
    """Text in UTF-16 without a mark that is told by its zeros: Latin letters have them on one side of each pair."""
    if not _may_be_utf16(data):
        return None
    sample = data[:_SAMPLE]
    nulls = sample[1::2].count(0), sample[::2].count(0)
    if max(nulls) <= _SOME * len(sample) or min(nulls) > _HARDLY_ANY * max(nulls):
        return None
    text = _strict(data, "utf-16-le" if nulls[0] > nulls[1] else "utf-16-be", 0)
    return text if text is not None and _written(text) >= _LOOKS_WRITTEN else None


def _may_be_utf16(data: bytes) -> bool:
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return not len(data) % 2 and len(data) >= _LEAST_UTF16 and not marked


def _best_guess(data: bytes) -> str | None:
    """The text that looks most like writing, of all encodings that the bytes fit; None where none looks like it.

    Shift JIS read as UTF-16 is rare kanji from end to end, EUC read as Shift JIS half-width katakana.
    """
    guesses = [_strict(data, encoding, 0) for encoding in ("utf-16-le", "utf-16-be") if _may_be_utf16(data)]
    guesses += [guess for guess in (_strict(data, "cp932", 0), euc_japanese(data)) if _is_japanese(guess)]
    looks = sorted(((_written(guess), guess) for guess in guesses if guess), key=lambda pair: -pair[0])
    if looks and looks[0][0] >= _LOOKS_WRITTEN and (len(looks) == 1 or looks[0][0] - looks[1][0] >= _TOLD_APART):
        return looks[0][1]
    western = _strict(data, "cp1252", 0)
    return western if western is not None and _looks_western(western) else None


def _is_japanese(text: str | None) -> bool:
    """Whether the letters beyond ASCII are no accents of Western words that happened to make a kanji."""
    if text is None:
        return False
    beyond = len(_BEYOND_ASCII.findall(text))
    in_a_row = sum(map(len, _IN_A_ROW.findall(text)))
    return beyond >= _LEAST_SHARE * len(text) or in_a_row >= _LOOKS_WRITTEN * beyond


def _written(text: str) -> float:
    """How much the letters beyond ASCII are those of everyday writing, from 0 to 1; 1 where there are none."""
    letters = Counter(_BEYOND_ASCII.findall(text[:_SAMPLE]))
    if not letters:
        return 1.0
    return sum(_weight(letter) * n for letter, n in letters.items()) / letters.total()


def _weight(letter: str) -> float:
    if letter in everyday():
        return 1.0
    if "\uff61" <= letter <= "\uff9f" or "\u00a0" <= letter <= "\u00ff" or "\u2010" <= letter <= "\u2027":
        return 0.7
    return 0.3 if "\u4e00" <= letter <= "\u9fff" or "\uf900" <= letter <= "\ufaff" else 0.0


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


def _looks_western(text: str) -> bool:
    return len(_BEYOND_ASCII.findall(text)) <= 0.1 * len(text)
