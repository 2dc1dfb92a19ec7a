"""Runs of a Word file that no reader sees: hidden, of the colour of their ground, squeezed, or too small to read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from lxml import etree

from core.documents.docx.colours import PAPER, Colour, Theme, alike, first_in, highlight
from core.documents.docx.off_sheet import Sheet, is_far_from_its_line
from core.documents.docx.own_fonts import OwnFonts
from core.documents.docx.part_names import by_name, child, children, name_of, number, switched_on, value

SMALLEST = 4  # half points: a font of less than two points is not read
LOWEST = 40  # twentieths of a point: a line or row of less than two points cuts its words off
NARROWEST = 10  # per cent of a letter's width
_SIGNS = re.compile(r"(?i)dings|^symbol|marlett|mt extra|bookshelf")
_WORD = 3  # letters in a font of signs that are a word; fewer are boxes and ticks
_USUAL_SIZE = 20  # half points
_HOLDERS = {"w:p": "w:pPr", "w:tc": "w:tcPr", "w:tr": "w:trPr", "w:tbl": "w:tblPr"}
_CLEAR = ("clear", "nil")
_CLEAR_FROM = 90_000  # of 100,000: letters that so much is seen through
Read = TypeVar("Read")
Looks = Mapping[str, etree._Element]  # properties by their names
_DEEP = 12  # styles based on each other
_HIDDEN_SHAPE = re.compile(r"visibility\s*:\s*hidden|display\s*:\s*none")
_NO_SIZE = re.compile(r"(?:^|;)\s*(?:width|height)\s*:\s*0(?:\.0*)?(?![\d.])")


@dataclass(frozen=True, slots=True)
class _Surroundings:
    """Run properties that a paragraph and its tables give its runs, and whether they leave these no height."""

    looks: list[Looks]
    cut_off: bool
    no_height: bool = False


class Visibility:
    """What a file's styles say about how its runs look."""

    def __init__(
        self,
        styles: etree._Element | None,
        document: etree._Element | None = None,
        theme: etree._Element | None = None,
        fonts: OwnFonts | None = None,
    ) -> None:
        """Args:
        styles: root of the part of styles.
        document: root of the main part; a page colour makes white words visible.
        theme: root of the part of colours that have names.
        fonts: those that come with the file.
        """
        self._fonts = fonts if fonts is not None and fonts.has_fonts else None
        found = [] if styles is None else list(children(styles, "w:style"))
        self._styles = {value(style, "styleId"): style for style in found}
        self._usual = {
            value(style, "type"): value(style, "styleId")
            for style in found
            if (value(style, "default") or "0") in ("1", "true", "on")
        }
        defaults = child(styles, "w:docDefaults", "w:rPrDefault", "w:rPr")
        self._defaults = [] if defaults is None else [by_name(defaults)]
        self._theme = Theme(theme)
        background = child(document, "w:background")
        self._paper = PAPER if background is None else self._theme.of(background, "color", "theme")
        self._sheet = Sheet(document)
        self._codes = set() if document is None else set(_field_codes(document))
        self._parts: dict[tuple[str | None, str], list[Looks]] = {}
        self._last: tuple[etree._Element | None, _Surroundings] = (None, _Surroundings([], cut_off=False))

    def hidden(self, run: etree._Element) -> bool:
        """Whether nobody sees the words of a `w:r`."""
        if run in self._codes:
            return True
        looks = self._looks(run)
        if (
            self._around(run).cut_off
            or self.drawn_as_others(run)
            or _shows_signs(run, looks)
            or _first(looks, "w:vanish", switched_on)
            or _squeezed(looks)
        ):
            return True
        fill = _first(looks, "w14:textFill", lambda look: look)
        if fill is not None and (child(fill, "w14:noFill") is not None or _is_clear(fill)):
            return _first(looks, "w14:textOutline", lambda look: look) is None
        colour = self._colour(looks, fill)
        ground = self._ground(run, looks) if colour is not None else None
        return colour is not None and ground is not None and alike(colour, ground)

    def drawn_as_others(self, run: etree._Element) -> bool:
        """Whether a run's font comes with the file and draws other letters than the run has."""
        fonts = self._fonts
        return fonts is not None and bool(_first(self._looks(run), "w:rFonts", fonts.any_lies))

    def may_be_seen(self, run: etree._Element) -> bool:
        """Whether a hidden run has no size at all, or its line no height, which readers may take for the usual ones."""
        return _first(self._looks(run), "w:sz", number) == 0 or self._around(run).no_height

    def hidden_drawing(self, element: etree._Element) -> bool:
        """Whether nobody sees a drawing or the text box around these words: hidden, or without any size."""
        outers = (element, *element.iterancestors())
        return any(_is_hidden_drawing(outer) or self._sheet.lacks_drawing(outer) for outer in outers)

    def _colour(self, looks: Sequence[Looks], fill: etree._Element | None) -> Colour | None:
        """The colour of words, None for an automatic one, which stands out from every ground."""
        shade = first_in(child(fill, "w14:solidFill"))
        if shade is not None:
            return self._theme.drawn(shade)
        return _first(looks, "w:color", lambda look: self._theme.of(look, "val", "theme"))

    def _looks(self, run: etree._Element) -> Sequence[Looks]:
        """Run properties that hold for a run, the strongest first."""
        own = child(run, "w:rPr")
        if own is None:
            return self._around(run).looks
        mine = by_name(own)
        return [mine, *self._of_style(value(mine.get("w:rStyle")), "w:rPr"), *self._around(run).looks]

    def _around(self, run: etree._Element) -> _Surroundings:
        """What holds for all runs of the paragraph that this one is in."""
        parent = run.getparent()
        if parent is None or parent is not self._last[0]:
            self._last = (parent, self._surroundings(run))
        return self._last[1]

    def _surroundings(self, run: etree._Element) -> _Surroundings:
        looks: list[Looks] = []
        cut_off, in_paragraph, no_height = False, False, False
        for outer in run.iterancestors():
            name = name_of(outer)
            if name == "w:p" and not in_paragraph:
                in_paragraph = True
                style = self._paragraph_style(outer)
                looks += self._of_style(style, "w:rPr")
                own = child(outer, "w:pPr")
                lines = [*([] if own is None else [by_name(own)]), *self._of_style(style, "w:pPr")]
                cut_off |= bool(_first(lines, "w:spacing", lambda look: _is_low(look, "line", "lineRule")))
                no_height |= bool(_first(lines, "w:spacing", _has_no_height))
                cut_off |= no_height or self._sheet.lacks_paragraph(lines)
            elif name == "w:tr":
                cut_off |= bool(_is_low(child(outer, "w:trPr", "w:trHeight"), "val", "hRule"))
            elif name == "w:tbl":
                looks += self._of_style(value(child(outer, "w:tblPr", "w:tblStyle")), "w:rPr")
                cut_off |= self._sheet.lacks_table(child(outer, "w:tblPr"))
        return _Surroundings([*looks, *self._defaults], cut_off, no_height)

    def _paragraph_style(self, paragraph: etree._Element | None) -> str | None:
        return value(child(paragraph, "w:pPr", "w:pStyle")) or self._usual.get("paragraph")

    def _of_style(self, style_id: str | None, part: str) -> list[Looks]:
        """One part of a style and of those that it is based on."""
        found = self._parts.get((style_id, part))
        if found is None:
            chain = (child(style, part) for style in self._based_on(style_id))
            found = self._parts[style_id, part] = [by_name(looks) for looks in chain if looks is not None]
        return found

    def _based_on(self, style_id: str | None) -> Iterator[etree._Element]:
        """A style and those that it is based on."""
        for _ in range(_DEEP):
            style = self._styles.get(style_id)
            if style is None:
                return
            yield style
            style_id = value(child(style, "w:basedOn"))

    def _ground(self, run: etree._Element, looks: Sequence[Looks]) -> Colour | None:
        """The colour behind a run, None where it is not known: a pattern, a table's style, a drawn box."""
        marked = _first(looks, "w:highlight", highlight)
        if marked is not None:
            return marked
        shades = [look.get("w:shd") for look in looks]
        for outer in run.iterancestors():
            name = name_of(outer)
            if name in _HOLDERS:
                shades.append(child(outer, _HOLDERS[name], "w:shd"))
            if name == "w:p":
                style = self._paragraph_style(outer)
                shades += [look.get("w:shd") for look in self._of_style(style, "w:pPr")]
            elif name == "w:tbl" and self._shading_style(value(child(outer, "w:tblPr", "w:tblStyle"))):
                shades.append(outer)
            elif name == "w:txbxContent":
                return self._first_shade(shades) if any(map(_is_shade, shades)) else self._box(outer)
        return self._first_shade(shades) if any(map(_is_shade, shades)) else self._paper

    def _first_shade(self, shades: list[etree._Element | None]) -> Colour | None:
        shade = next(shade for shade in shades if _is_shade(shade))
        pattern = value(shade) or "clear"
        if shade is None or name_of(shade) != "w:shd" or pattern not in (*_CLEAR, "solid"):
            return None
        return self._theme.of(shade, *(("color", "theme") if pattern == "solid" else ("fill", "themeFill")))

    def _shading_style(self, style_id: str | None) -> bool:
        """Whether a table's style may lay a shade behind its cells."""
        parts = (inner for style in self._based_on(style_id) for inner in style.iter())
        return any(name_of(inner) == "w:shd" and _is_shade(inner) for inner in parts)

    def _box(self, content: etree._Element) -> Colour | None:
        """What the drawn shape around a text box's content is filled with."""
        for outer in content.iterancestors():
            local = name_of(outer).rpartition(":")[2]
            if local == "wsp":
                return self._theme.filled(child(outer, "wps:spPr"))
            if local in ("shape", "rect", "roundrect", "oval"):
                if (outer.get("filled") or "t").lower() in ("f", "false", "0"):
                    return PAPER
                return PAPER if outer.get("fillcolor") in (None, "white", "#FFFFFF", "#ffffff") else None
        return None


def _squeezed(looks: Sequence[Looks]) -> bool:
    """Whether letters are too small, too narrow, or pushed onto each other."""
    size = _first(looks, "w:sz", number)
    size = _USUAL_SIZE if size is None else size
    width = _first(looks, "w:w", lambda look: int((value(look) or "").rstrip("%") or 0))
    apart = _first(looks, "w:spacing", number) or 0  # twentieths of a point between letters
    raised = _first(looks, "w:position", number)
    return (
        size < SMALLEST
        or (width is not None and 0 < width < NARROWEST)
        or apart <= -5 * size
        or (raised is not None and is_far_from_its_line(raised))
        or _first(looks, "w:fitText", _leaves_no_room)
        or False
    )


def _shows_signs(run: etree._Element, looks: Sequence[Looks]) -> bool:
    """Whether words are set in a font of signs: nobody reads letters there."""
    font = _first(looks, "w:rFonts", lambda fonts: value(fonts, "ascii") or value(fonts, "hAnsi"))
    if font is None or _SIGNS.search(font) is None:
        return False
    words = "".join(inner.text or "" for inner in children(run, "w:t"))
    return sum(sign.isalpha() for sign in words) >= _WORD


def _leaves_no_room(fitted: etree._Element | None) -> bool:
    """Whether words are fitted into less than the width of a letter."""
    width = number(fitted)
    return width is not None and width < LOWEST


def _is_clear(fill: etree._Element) -> bool:
    """Whether nearly nothing remains of a colour: here, unlike in drawings, `alpha` says how clear it is."""
    clear = child(first_in(child(fill, "w14:solidFill")), "w14:alpha")
    return (number(clear) or 0) >= _CLEAR_FROM


def _has_no_height(spacing: etree._Element | None) -> bool:
    return value(spacing, "lineRule") == "exact" and number(spacing, "line") == 0


def _is_low(holder: etree._Element | None, height: str, rule: str) -> bool | None:
    if value(holder, rule) != "exact":
        return None
    return (number(holder, height) or LOWEST) < LOWEST


def _is_hidden_drawing(element: etree._Element) -> bool:
    local = name_of(element).rpartition(":")[2]
    if local in ("inline", "anchor"):
        details = {name_of(inner).rpartition(":")[2]: inner for inner in element}
        size, told = details.get("extent"), details.get("docPr")
        flat = size is not None and "0" in (size.get("cx"), size.get("cy"))
        return flat or (told is not None and (told.get("hidden") or "0") in ("1", "true", "on"))
    style = element.get("style") or ""
    return bool(style and (_HIDDEN_SHAPE.search(style) or _NO_SIZE.search(style)))


def _field_codes(document: etree._Element) -> Iterator[etree._Element]:
    """Runs between a field's begin and its result: Word shows them only to who asks for field codes."""
    waiting: list[tuple[list[etree._Element], bool]] = []
    for run in document.iter("{*}r"):
        if name_of(run) != "w:r":
            continue
        marks = list(children(run, "w:fldChar"))
        for code, in_code in waiting:
            if in_code and not marks:
                code.append(run)
        for mark in marks:
            kind = value(mark, "fldCharType")
            if kind == "begin":
                waiting.append(([], True))
            elif kind == "separate" and waiting:
                waiting[-1] = (waiting[-1][0], False)
            elif kind == "end" and waiting:
                yield from waiting.pop()[0]


def _first(looks: Sequence[Looks], name: str, read: Callable[[etree._Element | None], Read]) -> Read | None:
    """What the strongest properties say that have an element of this name."""
    for look in looks:
        element = look.get(name)
        if element is not None:
            return read(element)
    return None


def _is_shade(shade: etree._Element | None) -> bool:
    """Whether a `w:shd` lays something behind the words."""
    if shade is None:
        return False
    if name_of(shade) != "w:shd":
        return True
    return (
        (value(shade) or "clear") not in _CLEAR
        or (value(shade, "fill") or "auto") != "auto"
        or bool(value(shade, "themeFill"))
    )
