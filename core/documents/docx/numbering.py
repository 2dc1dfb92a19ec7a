"""Automatic numbers of Word paragraphs (第1条, 1.2, (a)), which stand in no run of text.

Follows ECMA-376 part 1, 17.9: a paragraph, or the style that it has, names a list and a level; lists of one abstract
definition count together; a level starts again after a higher one, and where a list overrides its start.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from core.documents.docx.numerals import numeral
from core.documents.docx.part_names import child, children, name_of, number, switched_on, value

BULLET = "•"
LEVELS = 9
_PLACE = re.compile("%([1-9])")
_PRIVATE = re.compile("[\ue000-\uf8ff]")  # letters of symbol fonts: some bullet or other


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list. `restart` is the level (from 1) after which it starts again, 0 for never."""

    start: int = 1
    number_format: str = "decimal"
    text: str = ""
    space: str = " "
    restart: int | None = None
    legal: bool = False


@dataclass(slots=True)
class _Abstract:
    levels: dict[int, Level]
    style_link: str | None
    counts: list[int | None] = field(default_factory=lambda: [None] * LEVELS)


@dataclass(slots=True)
class _List:
    abstract: str
    levels: dict[int, Level]
    starts: dict[int, int]


class Numbering:
    """Numbers of a document's paragraphs, asked for in reading order, each once."""

    def __init__(self, numbering: etree._Element | None, styles: etree._Element | None) -> None:
        self._abstracts: dict[str, _Abstract] = {}
        self._lists: dict[str, _List] = {}
        for element in () if numbering is None else numbering:
            self._define(element)
        self._styles = _style_numbers(styles)
        self.pictures = [] if numbering is None else list(children(numbering, "w:numPicBullet"))
        """Pictures that stand in place of numbers."""

    def _define(self, element: etree._Element) -> None:
        name = name_of(element)
        if name == "w:abstractNum":
            levels = dict(_level(inner) for inner in children(element, "w:lvl"))
            link = value(child(element, "w:numStyleLink"))
            self._abstracts[value(element, "abstractNumId") or ""] = _Abstract(levels, link)
        elif name == "w:num":
            made = _List(value(child(element, "w:abstractNumId")) or "", {}, {})
            for override in children(element, "w:lvlOverride"):
                level = number(override, "ilvl") or 0
                start = number(child(override, "w:startOverride"))
                if start is not None:
                    made.starts[level] = start
                definition = child(override, "w:lvl")
                if definition is not None:
                    made.levels[level] = _level(definition)[1]
            self._lists[value(element, "numId") or ""] = made

    def label(self, properties: etree._Element | None) -> str:
        """What Word prints before a paragraph with these properties (`w:pPr`), the space after it included."""
        list_id, level = self._place(properties)
        numbered = self._lists.get(list_id) if list_id else None
        abstract = self._abstract(numbered)
        if numbered is None or abstract is None or not 0 <= level < LEVELS:
            return ""
        definitions = {**abstract.levels, **numbered.levels}
        definition = definitions.get(level, Level())
        self._count(abstract, numbered, definitions, level)
        if definition.number_format == "bullet":
            text = _PRIVATE.sub(BULLET, definition.text)
        else:
            text = _PLACE.sub(lambda place: _printed(abstract, definitions, definition, place), definition.text)
        return text + definition.space if text else ""

    def _place(self, properties: etree._Element | None) -> tuple[str | None, int]:
        direct = child(properties, "w:numPr")
        styled_list, styled_level = self._styles.get(value(child(properties, "w:pStyle")) or "", (None, 0))
        if direct is None:
            return styled_list, styled_level
        list_id = value(child(direct, "w:numId"))
        level = number(child(direct, "w:ilvl"))
        return list_id or styled_list, styled_level if level is None else level

    def _abstract(self, numbered: _List | None) -> _Abstract | None:
        abstract = self._abstracts.get(numbered.abstract) if numbered else None
        if abstract is not None and abstract.style_link and not abstract.levels:
            linked = self._lists.get(self._styles.get(abstract.style_link, (None, 0))[0] or "")
            return self._abstracts.get(linked.abstract) if linked else None
        return abstract

    @staticmethod
    def _count(abstract: _Abstract, numbered: _List, definitions: dict[int, Level], level: int) -> None:
        counts = abstract.counts
        forced = numbered.starts.pop(level, None)  # an override holds where the list is first used
        current = counts[level]
        if forced is not None:
            counts[level] = forced
        else:
            counts[level] = definitions.get(level, Level()).start if current is None else current + 1
        for higher in range(level):
            if counts[higher] is None:
                counts[higher] = definitions.get(higher, Level()).start
        for lower in range(level + 1, LEVELS):
            restart = definitions.get(lower, Level()).restart
            if restart is None or (restart > 0 and level < restart):
                counts[lower] = None


def _printed(abstract: _Abstract, definitions: dict[int, Level], shown: Level, place: re.Match[str]) -> str:
    level = int(place.group(1)) - 1
    definition = definitions.get(level, Level())
    count = abstract.counts[level]
    return numeral(definition.start if count is None else count, "decimal" if shown.legal else definition.number_format)


def _level(element: etree._Element) -> tuple[int, Level]:
    start = number(child(element, "w:start"))
    suffix = value(child(element, "w:suff"))
    return number(element, "ilvl") or 0, Level(
        start=0 if start is None else start,
        number_format=_format(element),
        text=value(child(element, "w:lvlText")) or "",
        space="" if suffix == "nothing" else " ",
        restart=number(child(element, "w:lvlRestart")),
        legal=switched_on(child(element, "w:isLgl")),
    )


def _format(level: etree._Element) -> str:
    """The number format; newer ones stand in a choice with an older one as fallback."""
    direct = child(level, "w:numFmt")
    if direct is None:
        alternative = child(level, "mc:AlternateContent")
        direct = child(alternative, "mc:Fallback", "w:numFmt")
    return value(direct) or "decimal"


def _style_numbers(styles: etree._Element | None) -> dict[str, tuple[str | None, int]]:
    """List and level of every style that has one, its ancestors' included; the default style stands under ""."""
    own: dict[str, tuple[str | None, int | None]] = {}
    parents: dict[str, str | None] = {}
    default = None
    for style in () if styles is None else children(styles, "w:style"):
        name = value(style, "styleId") or ""
        properties = child(style, "w:pPr", "w:numPr")
        own[name] = (value(child(properties, "w:numId")), number(child(properties, "w:ilvl")))
        parents[name] = value(child(style, "w:basedOn"))
        if value(style, "type") == "paragraph" and value(style, "default") == "1":
            default = name
    found = {name: _inherited(name, own, parents) for name in own}
    if default is not None:
        found[""] = found[default]
    return found


def _inherited(
    name: str, own: dict[str, tuple[str | None, int | None]], parents: dict[str, str | None]
) -> tuple[str | None, int]:
    list_id: str | None = None
    level: int | None = None
    seen: set[str] = set()
    current: str | None = name
    while current is not None and current in own and current not in seen:
        seen.add(current)
        list_id = own[current][0] if list_id is None else list_id
        level = own[current][1] if level is None else level
        current = parents[current]
    return list_id, level or 0
