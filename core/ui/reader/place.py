"""A place in a contract to read: the page's picture for a PDF, the text for Word and text files, with marked words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.runtime import get_instance

from core.documents import Box, Document, Page, PageWords, Word, find_words, page_image, page_words
from core.ui.escape import markup
from core.ui.reader.component import draw
from core.ui.reader.selection import select
from core.ui.reader.sent import Mark, Span, interface_words, sent_marks, sent_text
from core.ui.texts import t
from core.ui.workbench import workbench

_WIDTH_PX = 1_500
_STATE = "reader_state_"
FIND = "find"
"""Address parameter: words to be looked for when the page is opened."""


@dataclass(slots=True)
class _View:
    """What a person sees in one reader: the page, the mark and the match that were gone to, and the words looked for.

    `jump` counts how often the page was changed by a search or a step, so that the browser scrolls there.
    """

    place: str
    page: int
    mark: int
    jump: int = 0
    current: int = -1
    find: str = ""


@st.cache_resource(max_entries=12, show_spinner=False)
def _document(contract_id: str, version: str) -> Document:
    return workbench().library.document(contract_id)


@st.cache_data(max_entries=64, show_spinner=False)
def _picture(contract_id: str, sha256: str, page: int, _document_read: Document) -> bytes:
    return page_image(workbench().library.file(contract_id), _document_read, page, width_px=_WIDTH_PX)


@st.cache_data(max_entries=256, show_spinner=False)
def _page_words(contract_id: str, sha256: str, page: int, _document_read: Document) -> PageWords:
    return page_words(_document_read, page)


@st.cache_data(max_entries=64, show_spinner=False)
def _matches(contract_id: str, sha256: str, words: str, _document_read: Document) -> list[Span]:
    return find_words(_document_read.text, words)


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
    span: Span | None = None,
    others: Sequence[Mark] = (),
    alt: str = "",
    key: str = "reader",
    address: str | None = None,
    selectable: bool = False,
    low: bool = False,
    pressed: int = 0,
) -> None:
    """Draw a page of a contract with a place marked, and let people turn pages, zoom, search and select.

    Args:
        contract_id: the contract.
        page: number from 1, where the place begins.
        boxes: what to mark on a PDF's pages.
        span: the same as character offsets.
        others: further places that belong to it; next and previous go through all of them.
        alt: what the picture shows, for people who do not see it.
        key: tells readers on one page apart.
        address: parameter of the address that holds the page which a person turned to.
        selectable: selected words are remembered for `selection_of`.
        low: less high, where more stands above it.
        pressed: another number each time that a person asks for the place; it then comes into sight.
    """
    document = document_of(contract_id)
    total = len(document.pages)
    marks = [Mark(page, tuple(boxes), span), *others] if boxes or span else list(others)
    ordered = sorted(marks, key=lambda mark: (mark.page, mark.span or (0, 0)))
    current = ordered.index(marks[0]) if marks else 0
    place = f"{contract_id}:{page}:{span}"
    view = _view(key, place, min(max(page, 1), total), current)
    # What is marked may change without the place, when another item of the same type was decided on.
    view.mark = min(view.mark, max(len(ordered) - 1, 0))
    if address is not None and st.query_params.get(address, "").isdigit():
        view.page = int(st.query_params[address])
    view.page = min(max(view.page, 1), total)
    if address is not None and FIND in st.query_params:
        _search(view, document, contract_id, st.query_params.pop(FIND))
    spans = _matches(contract_id, document.sha256, view.find, document) if view.find else []
    there = document.pages[view.page - 1]
    if there.source == "unread":
        st.warning(t("contract.page_unread", page=there.number))
    if there.unseen:
        _unseen_words(contract_id, there)
    if there.doubtful:
        st.info(t("contract.page_doubtful"))

    def wanted() -> None:
        _answer(st.session_state[key].get("wanted") or {}, view, document, contract_id, ordered, address)

    pictured = document.pictured
    words = _page_words(contract_id, document.sha256, there.number, document) if pictured else PageWords((), None, 0.0)
    steps = _steps(view, ordered, spans)
    draw(
        {
            "place": place,
            "page": there.number,
            "pages": total,
            "jump": view.jump,
            "picture": _address_of(_picture(contract_id, document.sha256, there.number, document), key)
            if pictured
            else None,
            "size": (there.width, there.height),
            "extent": words.extent,
            "line": words.line_height,
            "runs": [_run(document, word) for word in words.words],
            "marks": sent_marks(document, there.number, ordered, view.mark, spans, view.current),
            "text": sent_text(document, there.number, ordered, view.mark, spans, view.current),
            "language": document.language,
            "steps": {"count": len(spans) if view.find else len(ordered), "text": steps},
            "find": view.find,
            "said": steps if view.find else "",
            "alt": alt if alt and there.number == page else t("contract.page_alt", page=there.number),
            "low": low,
            "pressed": pressed,
            "selectable": selectable,
            "words": interface_words(),
        },
        key=key,
        on_wanted=wanted,
    )


def _run(document: Document, word: Word) -> tuple[int, str, float, float, float, float]:
    left, top, right, bottom = (round(edge, 1) for edge in (word.left, word.top, word.right, word.bottom))
    return word.start, document.text[word.start : word.end], left, top, right, bottom


def _address_of(picture: bytes, key: str) -> str:
    """Where the browser fetches the picture from; the server forgets it when the page no longer shows it."""
    return get_instance().media_file_mgr.add(picture, "image/png", f"{key}.picture")


def _view(key: str, place: str, page: int, mark: int) -> _View:
    """What a person has done in this reader; begun anew for another place."""
    view: _View | None = st.session_state.get(f"{_STATE}{key}")
    if view is None or view.place != place:
        view = _View(place, page, mark, jump=0 if view is None else view.jump)
        st.session_state[f"{_STATE}{key}"] = view
    return view


def _search(view: _View, document: Document, contract_id: str, words: str) -> list[Span]:
    """Look for words and go to the first match from the page on; all matches."""
    view.find = words[:200]
    spans = _matches(contract_id, document.sha256, view.find, document) if view.find else []
    here = document.pages[view.page - 1].start
    view.current = next((number for number, (start, _) in enumerate(spans) if start >= here), 0) if spans else -1
    return spans


def _steps(view: _View, marks: Sequence[Mark], spans: Sequence[Span]) -> str:
    if view.find:
        return t("reader.hit_of", number=view.current + 1, count=len(spans)) if spans else t("reader.no_hits")
    return t("reader.mark_of", number=view.mark + 1, count=len(marks)) if marks else t("reader.no_marks")


def _answer(
    wanted: dict[str, Any],
    view: _View,
    document: Document,
    contract_id: str,
    marks: Sequence[Mark],
    address: str | None,
) -> None:
    """Do what was pressed in the browser; numbers that make no sense are passed over."""
    what = wanted.get("what")
    if what == "page":
        view.page = int(wanted.get("page") or 1)
    elif what == "find":
        spans = _search(view, document, contract_id, str(wanted.get("words") or ""))
        if spans:
            view.page = _page_at(document, spans[view.current][0])
        view.jump += 1
    elif what == "step":
        by = 1 if wanted.get("by") == 1 else -1
        if view.find:
            spans = _matches(contract_id, document.sha256, view.find, document)
            if spans:
                view.current = (view.current + by) % len(spans)
                view.page = _page_at(document, spans[view.current][0])
        elif marks:
            # From another page, the first press goes back to the mark itself.
            away = view.page != marks[view.mark].page
            view.mark = (view.mark + (0 if away else by)) % len(marks)
            view.page = marks[view.mark].page
        view.jump += 1
    elif what == "select":
        select(contract_id, document.text, int(wanted.get("start") or 0), int(wanted.get("end") or 0))
    if address is not None and what in ("page", "find", "step"):
        st.query_params[address] = str(view.page)


def _page_at(document: Document, start: int) -> int:
    return next((page.number for page in document.pages if page.start <= start <= page.end), 1)


def _unseen_words(contract_id: str, page: Page) -> None:
    """Say that the page holds words that no reader sees, and show them on request."""
    st.warning(t("contract.page_unseen"))
    if st.toggle(t("contract.show_unseen"), key=f"unseen_{contract_id}_{page.number}"):
        st.html(f'<div class="shinsa-text">{markup(page.unseen)}</div>')
