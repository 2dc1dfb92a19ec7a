"""Word files that this product writes: fonts, paragraphs, tables, runs with marks."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import docx
from docx.document import Document as WordFile
from docx.enum.text import WD_COLOR_INDEX
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor
from docx.table import _Cell
from docx.text.paragraph import Paragraph

from core.text_difference import Piece

_LATIN, _JAPANESE = "Calibri", "Yu Gothic"
_GREY = RGBColor(0x59, 0x59, 0x59)
_STYLES = ("Normal", "Title", "Heading 1", "Heading 2", "Heading 3", "List Bullet", "Intense Quote", "Quote")


def new_word_file() -> WordFile:
    """An empty file in fonts for both scripts: Word takes the Japanese one from `eastAsia`, which docx does not set."""
    file = docx.Document()
    for name in _STYLES:
        style = file.styles[name]
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for attribute in ("w:asciiTheme", "w:hAnsiTheme", "w:eastAsiaTheme", "w:cstheme"):
            fonts.attrib.pop(qn(attribute), None)
        fonts.set(qn("w:ascii"), _LATIN)
        fonts.set(qn("w:hAnsi"), _LATIN)
        fonts.set(qn("w:eastAsia"), _JAPANESE)
    file.styles["Normal"].font.size = Pt(10.5)
    return file


def saved(file: WordFile) -> bytes:
    """The bytes of a file."""
    buffer = io.BytesIO()
    file.save(buffer)
    return buffer.getvalue()


def printable(text: str) -> str:
    """Text that a Word file takes: without control characters and halves of surrogate pairs."""
    kept = (" " if ch == "\f" else ch for ch in text if ch >= " " or ch in "\n\t\f")
    return "".join(kept).encode("utf-8", "ignore").decode("utf-8").replace("\ufffe", "").replace("\uffff", "")


def add_text(
    place: WordFile | _Cell,
    text: str,
    *,
    style: str | None = None,
    bold: bool = False,
    grey: bool = False,
    marked: bool = False,
) -> None:
    """Add a paragraph to a file or a cell; nothing where there is no text."""
    if not text:
        return
    run = place.add_paragraph(style=style).add_run(printable(text))
    if bold:
        run.bold = True
    if grey:
        run.font.color.rgb = _GREY
    if marked:
        run.font.highlight_color = WD_COLOR_INDEX.YELLOW


def add_changes(paragraph: Paragraph, pieces: Sequence[Piece]) -> None:
    """Add a text with its marks: what came is underlined and bold, what went is struck through and grey."""
    for piece in pieces:
        run = paragraph.add_run(printable(piece.text))
        if piece.mark == "added":
            run.underline = run.bold = True
        elif piece.mark == "removed":
            run.font.strike = True
            run.font.color.rgb = _GREY


def add_table(file: WordFile, heads: Sequence[str], lines: Iterable[Sequence[str]]) -> None:
    """Add a table with a heading line."""
    table = file.add_table(rows=1, cols=len(heads))
    table.style = "Light Grid Accent 1"
    for line in (heads, *lines):
        cells = table.rows[0].cells if line is heads else table.add_row().cells
        for cell, text in zip(cells, line, strict=True):
            cell.text = printable(text)
