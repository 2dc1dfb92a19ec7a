"""Colours of a Word file: of words, and of the ground that they stand on."""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from core.documents.docx.part_names import child, name_of, value

Colour = tuple[int, int, int]
PAPER: Colour = (255, 255, 255)
UNLIKE = 24  # of 255: colours that are nearer than this in every channel are the same to a reader
_PALE = 15  # of 255 from white: hardly seen on paper
_HIGHLIGHTS = {
    "black": "000000", "blue": "0000FF", "cyan": "00FFFF", "darkBlue": "00008B", "darkCyan": "008B8B",
    "darkGray": "A9A9A9", "darkGreen": "006400", "darkMagenta": "800080", "darkRed": "8B0000", "darkYellow": "808000",
    "green": "00FF00", "lightGray": "D3D3D3", "magenta": "FF00FF", "red": "FF0000", "white": "FFFFFF",
    "yellow": "FFFF00",
}  # fmt: skip
_SLOTS = {
    "dark1": "dk1", "text1": "dk1", "tx1": "dk1", "light1": "lt1", "background1": "lt1", "bg1": "lt1",
    "dark2": "dk2", "text2": "dk2", "tx2": "dk2", "light2": "lt2", "background2": "lt2", "bg2": "lt2",
    "hyperlink": "hlink", "followedHyperlink": "folHlink",
}  # fmt: skip
_OFFICE = {"dk1": (0, 0, 0), "lt1": PAPER}


class Theme:
    """Colours that a file's styles refer to by name."""

    def __init__(self, theme: etree._Element | None) -> None:
        self._colours: dict[str, Colour] = dict(_OFFICE)
        scheme = child(theme, "a:themeElements", "a:clrScheme")
        for slot in () if scheme is None else scheme:
            shade = first_in(slot)
            colour = None if shade is None else _drawn(shade)
            if colour is not None:
                self._colours[name_of(slot).removeprefix("a:")] = colour

    def named(self, name: str) -> Colour | None:
        """The colour of that name, None for one that the theme does not have."""
        return self._colours.get(_SLOTS.get(name, name))

    def of(self, element: etree._Element | None, plain: str, themed: str) -> Colour | None:
        """A colour as an element says it, None for an automatic one.

        Args:
            element: `w:color`, `w:shd` and the like.
            plain: its attribute for a colour as six digits.
            themed: how its attributes for a colour of the theme begin, which goes first.
        """
        base = self.named(value(element, "themeColor" if themed == "theme" else themed) or "")
        if base is None:
            return _hex(value(element, plain))
        for name, mixed in ((f"{themed}Shade", _shaded), (f"{themed}Tint", _tinted)):
            base = mixed(base, value(element, name))
        return base

    def filled(self, properties: etree._Element | None) -> Colour | None:
        """What a drawn shape is filled with; None where nothing tells, paper where it is not filled."""
        if properties is None:
            return None
        if child(properties, "a:noFill") is not None:
            return PAPER
        shade = first_in(child(properties, "a:solidFill"))
        return None if shade is None else self.drawn(shade)

    def drawn(self, shade: etree._Element) -> Colour | None:
        """The colour of a `srgbClr`, `schemeClr` or the like, of drawings as of words."""
        local = name_of(shade).rpartition(":")[2]
        if local == "schemeClr":
            return self.named(value(shade) or "")
        return _drawn(shade)


def first_in(holder: etree._Element | None) -> etree._Element | None:
    """The first element in another one."""
    return None if holder is None else next(iter(holder), None)


def highlight(element: etree._Element | None) -> Colour | None:
    """The colour of a marker pen; None for none."""
    return _hex(_HIGHLIGHTS.get(value(element) or "", ""))


def alike(first: Colour, second: Colour) -> bool:
    """Whether words of one colour are lost on a ground of the other."""
    limit = _PALE if PAPER in (first, second) else UNLIKE
    return max(abs(here - there) for here, there in zip(first, second, strict=True)) <= limit


def _drawn(shade: etree._Element) -> Colour | None:
    local = name_of(shade).rpartition(":")[2]
    return _hex(value(shade, "lastClr") if local == "sysClr" else value(shade))


def _hex(stated: str | None) -> Colour | None:
    try:
        red, green, blue = bytes.fromhex((stated or "").removeprefix("#"))
    except ValueError:
        return None
    return (red, green, blue)


def _shaded(colour: Colour, share: str | None) -> Colour:
    return _mixed(colour, share, lambda part, of: part * of // 255)


def _tinted(colour: Colour, share: str | None) -> Colour:
    return _mixed(colour, share, lambda part, of: part * of // 255 + 255 - of)


def _mixed(colour: Colour, share: str | None, mix: Callable[[int, int], int]) -> Colour:
    try:
        of = int(share or "", 16)
    except ValueError:
        return colour
    red, green, blue = (mix(part, of) for part in colour)
    return (red, green, blue)
