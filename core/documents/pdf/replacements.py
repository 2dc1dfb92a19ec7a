"""Replacement texts: a PDF may say of a stretch of its text that it is to be read as something else (`ActualText`).

They spell out a ligature or a word that is broken at a line's end, and PDFium reads them in place of the characters.
But nothing shows them: a page that shows Delaware may be read as New York. So the page is read without them as well;
where the letters differ, the characters that are drawn count, and the others are words that nobody sees.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections.abc import Sequence

from core.documents.pdf import plain_calls as calls
from core.documents.pdf.objects import TextRun

_ACTUAL_TEXT = b"ActualText"
_END = 2  # bytes of the zero after a text


def drop_replacements(runs: Sequence[TextRun]) -> list[str]:
    """Take the replacement texts off a page's runs, and give them back, each once. The file itself stays as it is."""
    found = dict[str, None]()
    counts = map(calls.mark_count, [run.address for run in runs])
    for run, count in [(run, count) for run, count in zip(runs, counts, strict=True) if count > 0]:
        for index in reversed(range(count)):
            mark = calls.object_mark(run.address, index)
            text = _replacement(mark)
            if text is not None and calls.remove_mark(run.address, mark):
                found[text] = None
    return list(found)


def not_drawn(replacements: Sequence[str], drawn: str) -> str:
    """The replacement texts whose letters and digits do not stand in a page's text as it is drawn, a line for each."""
    letters = letters_of(drawn)
    return "\n".join(text for text in replacements if letters_of(text) not in letters)


def letters_of(text: str) -> str:
    """Letters and digits, however they are broken into words and lines, ligatures spelt out."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isalnum())


def _replacement(mark: int) -> str | None:
    size = ctypes.c_ulong()
    if not calls.mark_text(mark, _ACTUAL_TEXT, None, 0, ctypes.byref(size)):
        return None
    text = ctypes.create_string_buffer(max(size.value, _END))
    calls.mark_text(mark, _ACTUAL_TEXT, text, len(text), ctypes.byref(size))
    return " ".join(text.raw[: size.value - _END].decode("utf-16-le", errors="replace").replace("\0", "").split())
