"""What was filled in or set onto a page afterwards: PDFium's text leaves it out unless it is part of the page."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pypdfium2.raw as pdfium_c

_WITHOUT_WORDS = (pdfium_c.FPDF_ANNOT_LINK, pdfium_c.FPDF_ANNOT_POPUP)
_NOT_ON_SCREEN = pdfium_c.FPDF_ANNOT_FLAG_HIDDEN | pdfium_c.FPDF_ANNOT_FLAG_NOVIEW
_PAPER_ONLY = pdfium_c.FPDF_ANNOT_FLAG_NOVIEW | pdfium_c.FPDF_ANNOT_FLAG_PRINT
_TYPED = {
    pdfium_c.FPDF_ANNOT_WIDGET: (b"V", b"RV"),
    pdfium_c.FPDF_ANNOT_FREETEXT: (b"Contents", b"RC"),
    pdfium_c.FPDF_ANNOT_LINE: (b"Contents", b"RC"),
    pdfium_c.FPDF_ANNOT_REDACT: (b"OverlayText", b"RC"),
}
_SHOWN_BY_SOME = {pdfium_c.FPDF_ANNOT_LINE: b"Cap", pdfium_c.FPDF_ANNOT_REDACT: b"OverlayText"}
_LAYER = b"OC"
_TAG = re.compile(r"<[^>]*>")
_XFA = (pdfium_c.FORMTYPE_XFA_FULL, pdfium_c.FORMTYPE_XFA_FOREGROUND)


@dataclass(frozen=True, slots=True)
class LoadedPage:
    """A pypdfium2 page, and what its annotations tell beside what they show.

    `unseen` are words typed onto it that PDFium does not show: without looks of their own, or not for the screen.
    `unread` names what is not read: a file that is pinned to it, a mark on a layer that may be switched off.
    """

    page: Any
    unseen: str = ""
    unread: frozenset[str] = frozenset()


def load_page(pdf: Any, index: int) -> LoadedPage:
    """A page, form fields, typed remarks, stamps and drawn marks included as they are shown.

    Raises:
        pdfium.PdfiumError: the page cannot be loaded.
    """
    page = pdf[index]
    shows, unread, unseen = False, set[str](), []
    for number in reversed(range(pdfium_c.FPDFPage_GetAnnotCount(page))):
        with _annotation(page, number) as annotation:
            if annotation is None:
                continue
            kind, flags = pdfium_c.FPDFAnnot_GetSubtype(annotation), pdfium_c.FPDFAnnot_GetFlags(annotation)
            if kind == pdfium_c.FPDF_ANNOT_FILEATTACHMENT:
                unread.add("embedded_file")
            if kind in _WITHOUT_WORDS and not _has_looks(annotation):
                continue
            if flags & _NOT_ON_SCREEN:
                unseen.append(_words(annotation, kind))
                pdfium_c.FPDFAnnot_SetFlags(annotation, flags | pdfium_c.FPDF_ANNOT_FLAG_HIDDEN)
                if flags & _PAPER_ONLY == _PAPER_ONLY and _has_looks(annotation):
                    unread.add("layer")
                continue
            # This flag is for kinds that no reader knows; PDFium's flattening minds it for all.
            pdfium_c.FPDFAnnot_SetFlags(annotation, flags & ~pdfium_c.FPDF_ANNOT_FLAG_INVISIBLE)
            if pdfium_c.FPDFAnnot_HasKey(annotation, _LAYER):  # PDFium draws it also where the layer is off
                unread |= {"layer"} if _has_looks(annotation) else set()
                unseen.append(_words(annotation, kind))
                pdfium_c.FPDFAnnot_SetFlags(annotation, flags | pdfium_c.FPDF_ANNOT_FLAG_HIDDEN)
                continue
            shows |= _has_looks(annotation)
            if not (_has_looks(annotation) and _string(annotation, _TYPED.get(kind, (b"Subtype",))[0])):
                unseen.append(_words(annotation, kind))
    unseen_words = "\n".join(filter(None, reversed(unseen)))
    if shows and pdfium_c.FPDFPage_Flatten(page, pdfium_c.FLAT_NORMALDISPLAY) == pdfium_c.FLATTEN_SUCCESS:
        page.close()
        page = pdf[index]
    return LoadedPage(page, unseen_words, frozenset(unread))


def fill_forms(pdf: Any) -> None:
    """Let PDFium draw the values of form fields, as viewers do, also where the file holds no picture of them."""
    if pdfium_c.FPDF_GetFormType(pdf) == pdfium_c.FORMTYPE_ACRO_FORM:
        pdf.init_forms()


def holds_more(pdf: Any) -> bool:
    """Whether the file holds other files, or a form of XML (XFA) whose words stand on no page."""
    return bool(pdfium_c.FPDFDoc_GetAttachmentCount(pdf) > 0 or pdfium_c.FPDF_GetFormType(pdf) in _XFA)


@contextmanager
def _annotation(page: Any, number: int) -> Iterator[Any]:
    annotation = pdfium_c.FPDFPage_GetAnnot(page, number)
    try:
        yield annotation or None
    finally:
        if annotation:
            pdfium_c.FPDFPage_CloseAnnot(annotation)


def _has_looks(annotation: Any) -> bool:
    return bool(pdfium_c.FPDFAnnot_GetAP(annotation, pdfium_c.FPDF_ANNOT_APPEARANCEMODE_NORMAL, None, 0) > 2)


def _words(annotation: Any, kind: int) -> str:
    """Words that an annotation brings onto the page; a remark in a pop-up is none."""
    plain, rich = _TYPED.get(kind, (b"", b""))
    if kind in _SHOWN_BY_SOME and not pdfium_c.FPDFAnnot_HasKey(annotation, _SHOWN_BY_SOME[kind]):
        return ""  # the remark of a line without a caption
    return _string(annotation, plain) or _TAG.sub(" ", _string(annotation, rich)) if plain else ""


def _string(annotation: Any, name: bytes) -> str:
    size = pdfium_c.FPDFAnnot_GetStringValue(annotation, name, None, 0)
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    pdfium_c.FPDFAnnot_GetStringValue(annotation, name, buffer, size)
    return " ".join(bytes(buffer).decode("utf-16-le", errors="replace").rstrip("\0").split())
