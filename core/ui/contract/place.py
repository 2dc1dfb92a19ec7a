"""A place in a contract with its words highlighted: the page's picture for a PDF, the text for Word and text files."""

from __future__ import annotations

import io
from collections.abc import Sequence

import streamlit as st
from PIL import Image

from core.documents import Box, Document, Page, page_image
from core.ui.escape import markup
from core.ui.texts import t
from core.ui.workbench import workbench

_WIDTH_PX = 1_200
_CONTEXT = 700
_BAND = 0.24


@st.cache_resource(max_entries=12, show_spinner=False)
def _document(contract_id: str, version: str) -> Document:
    return workbench().library.document(contract_id)


@st.cache_data(max_entries=96, show_spinner=False)
def _picture(contract_id: str, sha256: str, page: int, focus: tuple[Box, ...], _document_read: Document) -> bytes:
    return page_image(
        workbench().library.file(contract_id), _document_read, page, highlights=focus, focus=focus, width_px=_WIDTH_PX
    )


def document_of(contract_id: str) -> Document:
    """A contract's document, kept between reruns until the contract changes.

    Raises:
        NotFound: there is no such contract.
    """
    return _document(contract_id, workbench().library.row(contract_id).updated_at.isoformat())


def show_place(
    contract_id: str,
    *,
    page: int,
    boxes: Sequence[Box] = (),
    span: tuple[int, int] | None = None,
    whole: bool = True,
    alt: str = "",
) -> None:
    """Draw a page of a contract with a place marked.

    Args:
        contract_id: the contract.
        page: number from 1.
        boxes: what to mark on a PDF's page; those of other pages are left out.
        span: what to mark in a text, as character offsets.
        whole: the whole page, not only the part around the marked words.
        alt: what the picture shows, for people who do not see it.
    """
    document = document_of(contract_id)
    page = min(max(page, 1), len(document.pages))
    there = document.pages[page - 1]
    if there.source == "unread":
        st.warning(t("contract.page_unread", page=page))
    if there.unseen:
        _unseen_words(contract_id, there)
    if document.kind != "pdf":
        _show_text(document, page, span, whole=whole)
        return
    focus = tuple(box for box in boxes if box.page == page)
    picture = _picture(contract_id, document.sha256, page, focus, document)
    if focus and not whole:
        picture = _band(picture, focus, there.height)
    st.image(picture, width="stretch", alt=alt or t("contract.page_alt", page=page))


def _unseen_words(contract_id: str, page: Page) -> None:
    """Say that the page holds words that no reader sees, and show them on request."""
    st.warning(t("contract.page_unseen"))
    if st.toggle(t("contract.show_unseen"), key=f"unseen_{contract_id}_{page.number}"):
        st.html(f'<div class="shinsa-text">{markup(page.unseen)}</div>')


def _band(picture: bytes, focus: Sequence[Box], page_height: float) -> bytes:
    """The part of a page around the marked words, over the page's full width."""
    with Image.open(io.BytesIO(picture)) as image:
        scale = image.height / page_height
        margin = _BAND * image.height
        top = max(0, int(image.height - max(box.top for box in focus) * scale - margin))
        bottom = min(image.height, int(image.height - min(box.bottom for box in focus) * scale + margin))
        if bottom - top < image.height // 4:
            return picture
        buffer = io.BytesIO()
        image.crop((0, top, image.width, bottom)).save(buffer, "PNG")
    return buffer.getvalue()


def _show_text(document: Document, page: int, span: tuple[int, int] | None, *, whole: bool) -> None:
    there = document.pages[page - 1]
    start, end = there.start, there.end
    marked = span is not None and span[0] < end and span[1] > start
    if marked and span is not None and not whole:
        start, end = max(start, span[0] - _CONTEXT), min(end, span[1] + _CONTEXT)
    text = document.text
    if marked and span is not None:
        first, last = max(span[0], start), min(span[1], end)
        body = f"{markup(text[start:first])}<mark>{markup(text[first:last])}</mark>{markup(text[last:end])}"
    else:
        body = markup(text[start:end])
    before = "…" if start > there.start else ""
    after = "…" if end < there.end else ""
    st.html(f'<div class="shinsa-text" lang="{document.language}">{before}{body}{after}</div>')
