"""Runs of a Word file that no reader sees: hidden, white on white paper, or too small to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from lxml import etree

from core.documents.docx.part_names import child, children, name_of, number, switched_on, value

SMALLEST = 4  # half points: a font of less than two points is not read
WHITE = 0xF0  # of 255: each colour channel from here on
Read = TypeVar("Read")
_DEEP = 12  # styles based on each other


class Visibility:
    """What a file's styles say about how its runs look."""

    def __init__(self, styles: etree._Element | None, document: etree._Element | None = None) -> None:
        """Args:
        styles: root of the part of styles.
        document: root of the main part; a page colour makes white words visible.
        """
        self._styles = {} if styles is None else {value(s, "styleId"): s for s in children(styles, "w:style")}
        self._defaults = child(styles, "w:docDefaults", "w:rPrDefault", "w:rPr")
        self._paper = child(document, "w:background") is None

    def hidden(self, run: etree._Element) -> bool:
        """Whether nobody sees the words of a `w:r`."""
        looks = list(self._looks(run))
        if _first(looks, "w:vanish", switched_on):
            return True
        size = _first(looks, "w:sz", number)
        if size is not None and 0 < size < SMALLEST:
            return True
        return self._paper and _first(looks, "w:color", _is_white) is True and not self._shaded(run, looks)

    def _looks(self, run: etree._Element) -> Iterator[etree._Element]:
        """Run properties that hold for a run, the strongest first."""
        own = child(run, "w:rPr")
        if own is not None:
            yield own
            yield from self._of_style(value(child(own, "w:rStyle")))
        paragraph = next((outer for outer in run.iterancestors() if name_of(outer) == "w:p"), None)
        yield from self._of_style(value(child(paragraph, "w:pPr", "w:pStyle")))
        if self._defaults is not None:
            yield self._defaults

    def _of_style(self, style_id: str | None) -> Iterator[etree._Element]:
        for _ in range(_DEEP):
            style = self._styles.get(style_id)
            if style is None:
                return
            looks = child(style, "w:rPr")
            if looks is not None:
                yield looks
            style_id = value(child(style, "w:basedOn"))

    def _shaded(self, run: etree._Element, looks: list[etree._Element]) -> bool:
        """Whether something may lie behind the words: a shade, a mark, a table's style, a drawn box."""
        if any(child(look, "w:highlight") is not None or _is_shade(child(look, "w:shd")) for look in looks):
            return True
        for outer in run.iterancestors():
            name = name_of(outer)
            if name == "w:txbxContent" or (name == "w:tbl" and child(outer, "w:tblPr", "w:tblStyle") is not None):
                return True
            if any(_is_shade(child(outer, holder, "w:shd")) for holder in ("w:pPr", "w:tcPr", "w:tblPr", "w:trPr")) or (
                name == "w:p" and self._shaded_style(value(child(outer, "w:pPr", "w:pStyle")))
            ):
                return True
        return False

    def _shaded_style(self, style_id: str | None) -> bool:
        for _ in range(_DEEP):
            style = self._styles.get(style_id)
            if style is None:
                return False
            if _is_shade(child(style, "w:pPr", "w:shd")):
                return True
            style_id = value(child(style, "w:basedOn"))
        return False


def _first(looks: list[etree._Element], name: str, read: Callable[[etree._Element | None], Read]) -> Read | None:
    """What the strongest properties say that have an element of this name."""
    for look in looks:
        element = child(look, name)
        if element is not None:
            return read(element)
    return None


def _is_white(colour: etree._Element | None) -> bool:
    stated = value(colour) or ""
    try:
        channels = bytes.fromhex(stated)
    except ValueError:  # `auto`
        return False
    return len(channels) == 3 and min(channels) >= WHITE


def _is_shade(shade: etree._Element | None) -> bool:
    """Whether a `w:shd` is another ground than white paper."""
    if shade is None:
        return False
    fill = value(shade, "fill") or "auto"
    pattern = value(shade) or "clear"
    return pattern not in ("clear", "nil") or not (fill == "auto" or fill.upper() == "FFFFFF")
