"""What was filled in or typed onto a page afterwards: PDFium's text leaves it out unless it is part of the page."""

from __future__ import annotations

from typing import Any

import pypdfium2.raw as pdfium_c

_WITH_WORDS = (pdfium_c.FPDF_ANNOT_WIDGET, pdfium_c.FPDF_ANNOT_FREETEXT, pdfium_c.FPDF_ANNOT_STAMP)


def load_page(pdf: Any, index: int) -> Any:
    """The pypdfium2 page, form fields, typed remarks and stamps included as they are shown.

    Raises:
        pdfium.PdfiumError: the page cannot be loaded.
    """
    page = pdf[index]
    if not any(_subtype(page, number) in _WITH_WORDS for number in range(pdfium_c.FPDFPage_GetAnnotCount(page))):
        return page
    flattened = pdfium_c.FPDFPage_Flatten(page, pdfium_c.FLAT_NORMALDISPLAY) == pdfium_c.FLATTEN_SUCCESS
    if not flattened:
        return page
    page.close()
    return pdf[index]


def _subtype(page: Any, number: int) -> int:
    annotation = pdfium_c.FPDFPage_GetAnnot(page, number)
    if not annotation:
        return -1
    subtype = int(pdfium_c.FPDFAnnot_GetSubtype(annotation))
    pdfium_c.FPDFPage_CloseAnnot(annotation)
    return subtype
