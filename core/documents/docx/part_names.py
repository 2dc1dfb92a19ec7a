"""Short names for the elements and attributes of Word's XML, the same for its transitional and strict forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from lxml import etree

_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "urn:schemas-microsoft-com:vml": "v",
    "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
    "http://schemas.microsoft.com/office/word/2010/wordprocessingShape": "wps",
}
_WORDS_OWN = (
    "http://schemas.openxmlformats.org/",
    "http://purl.oclc.org/ooxml/",
    "http://schemas.microsoft.com/",
    "urn:schemas-microsoft-com:",
)
_WORDS_OWN_TAGS = tuple("{" + space for space in _WORDS_OWN)
_OFF = ("0", "false", "off", "none")


def name_of(element: etree._Element) -> str:
    """`w:p` and the like; the bare name where we have no prefix; empty for comments."""
    tag = element.tag
    return _named(tag) if isinstance(tag, str) else ""


@lru_cache(maxsize=4_096)
def _named(tag: str) -> str:
    if tag[:1] != "{":
        return tag
    space, _, local = tag[1:].rpartition("}")
    prefix = _PREFIXES.get(space)
    return f"{prefix}:{local}" if prefix else local


def known_to_word(element: etree._Element) -> bool:
    """Whether Word shows an element: it leaves out all that stands in those of a namespace that is not its own."""
    tag = str(element.tag)
    return tag[:1] != "{" or tag.startswith(_WORDS_OWN_TAGS)


def is_words_own(space: str) -> bool:
    """Whether Word knows a namespace."""
    return space.startswith(_WORDS_OWN)


def child(element: etree._Element | None, *path: str) -> etree._Element | None:
    """The first child of that name, and so on down the path; None when there is none."""
    for name in path:
        if element is None:
            return None
        element = next(element.iterchildren(*_tags(name)), None)
    return element


def by_name(element: etree._Element) -> Mapping[str, etree._Element]:
    """The children by their names, the first of each."""
    found: dict[str, etree._Element] = {}
    for inner in element:
        found.setdefault(name_of(inner), inner)
    return found


def children(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """All children of that name."""
    return iter(element.iterchildren(*_tags(name)))


@lru_cache(maxsize=512)
def _tags(name: str) -> tuple[str, ...]:
    """How Word's files write a name: in any of its namespaces, or in any at all where we have no prefix for it."""
    prefix, colon, local = name.rpartition(":")
    if not colon:
        return (f"{{*}}{name}", name)
    return tuple(f"{{{space}}}{local}" for space, short in _PREFIXES.items() if short == prefix)


def value(element: etree._Element | None, attribute: str = "val") -> str | None:
    """A `w:` attribute, None when the element or the attribute is missing."""
    if element is None:
        return None
    for key, content in element.attrib.items():
        if str(key).rpartition("}")[2] == attribute:
            return str(content)
    return None


def number(element: etree._Element | None, attribute: str = "val") -> int | None:
    """A `w:` attribute as a whole number, None when it is missing or none."""
    content = value(element, attribute)
    return int(content) if content is not None and content.lstrip("-").isdecimal() else None


def switched_on(element: etree._Element | None) -> bool:
    """A property such as `w:vanish`: on when it is there, unless it says off."""
    return element is not None and (value(element) or "1") not in _OFF
