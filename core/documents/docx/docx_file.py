"""Word files (.docx) into pages of text. Runs in the child process."""

from __future__ import annotations

from lxml import etree

from core.documents.docx.body import Beside, DocxBody, notes_of
from core.documents.docx.bound import BoundData
from core.documents.docx.drawn_parts import look_into
from core.documents.docx.margins import margins_of
from core.documents.docx.media import Media
from core.documents.docx.numbering import Numbering
from core.documents.docx.own_fonts import OwnFonts
from core.documents.docx.package import Package
from core.documents.docx.paging import DocxPages
from core.documents.docx.part_names import child
from core.documents.docx.visibility import Visibility
from core.documents.limits import Limits
from core.documents.parsed import PageText, Parsed, join_pages
from core.errors import DamagedDocument, EmptyDocument, NeedsOcr, TooLarge


def read_docx(data: bytes, limits: Limits) -> Parsed:
    """Text of a Word file with its automatic numbers, tables and notes.

    Word keeps no pages: they are where Word last drew a page break or the author asked for one, else all is page 1.

    Raises:
        NotADocument, EncryptedDocument, DamagedDocument, EmptyDocument, TooLarge, NeedsOcr: as their names say.
    """
    package = Package(data)
    main = package.part(package.main)
    body = child(main, "w:body")
    if body is None:
        raise DamagedDocument("The Word file has no body.", reason="malformed", part=package.main)
    styles = _related(package, "styles")
    numbering = Numbering(_related(package, "numbering"), styles)
    notes = {
        "w:footnote": notes_of(_related(package, "footnotes"), "w:footnote"),
        "w:endnote": notes_of(_related(package, "endnotes"), "w:endnote"),
    }
    pages = DocxPages()
    fonts = OwnFonts(package, _related(package, "fontTable"))
    visibility = Visibility(styles, main, _related(package, "theme"), fonts)
    media = Media(package)
    for fill in () if main is None else main.iterfind(".//{*}background//{*}fill"):
        if media.may_hold_words(fill, None):
            pages.missing("picture")
    for bullet in numbering.pictures:
        if (unread := look_into(bullet, media).unread) is not None:
            pages.missing(unread)
    walker = DocxBody(pages, numbering, visibility, notes, Beside(media, BoundData(package)))
    walker.walk(body)
    walker.finish()
    for margin in margins_of(package, main, _related(package, "settings")):
        walker.margin(margin)
    read = pages.finished(min_characters=limits.min_page_characters)
    _check(read, limits)
    return join_pages(read, boxed=False, max_characters=limits.max_characters)


def _related(package: Package, kind: str) -> etree._Element | None:
    for name in package.related(package.main, kind):
        root = package.part(name)
        if root is not None:
            return root
    return None


def _check(pages: list[PageText], limits: Limits) -> None:
    if len(pages) > limits.max_pages:
        raise TooLarge(f"{len(pages)} pages.", reason="pages", limit=limits.max_pages, found=len(pages))
    if any(page.text.strip() for page in pages):
        return
    if any(page.reason == "picture" for page in pages):
        raise NeedsOcr("Only pictures of text in a Word file.", reason="picture", pages=len(pages))
    raise EmptyDocument("No text at all.", reason="no_text", pages=len(pages))
