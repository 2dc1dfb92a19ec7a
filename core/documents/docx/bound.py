"""Controls whose words are data of the file: Word shows the data, whatever words the file keeps beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lxml import etree

from core.documents.docx.package import Package
from core.documents.docx.part_names import child, children, name_of, switched_on, value

_OWN = {  # data that every file has, by the ids that Word gives them
    "{6c3c8bc8-f283-45ae-878a-bab7291924a1}": "core-properties",
    "{6668398d-a668-4e3e-a5eb-62b293d839f1}": "extended-properties",
}
_MAPPING = re.compile(r"xmlns:([\w.-]+)\s*=\s*(?:'([^']*)'|\"([^\"]*)\")")
_PATH = re.compile(r"[\w./:@\[\]*()\-'=\s\"]{1,500}")
_WORDS = ("w:t", "m:t")
_OTHER_KINDS = ("w:date", "w:picture", "w:richText", "w:docPartList", "w:docPartObj", "w:citation", "w:bibliography")


@dataclass(frozen=True, slots=True)
class BoundWords:
    """Words that Word shows in a control in place of those in the file (`text`), or that it cannot be told (None)."""

    text: str | None


class BoundData:
    """The data that a file's controls may be bound to."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._roots: Mapping[str, etree._Element] | None = None

    def differing(self, control: etree._Element) -> BoundWords | None:
        """What a `w:sdt` shows other than the words that it holds; None: these are the same, or it is not bound."""
        properties = child(control, "w:sdtPr")
        binding = None if properties is None else _binding(properties)
        if properties is None or binding is None or _is_box(properties):
            return None
        found = self._value(binding)
        if found is None:
            return None  # Word keeps the words that it has
        held = _squeezed("".join(inner.text or "" for inner in control.iter() if name_of(inner) in _WORDS))
        empty = not found.strip() and switched_on(child(properties, "w:showingPlcHdr"))
        if empty or _squeezed(found) == held:
            return None
        shown = _shown(properties, found)
        if shown is not None and _squeezed(shown) == held:
            return None
        if shown is None and _is_date(properties, found):
            return None
        return BoundWords(shown)

    def _value(self, binding: etree._Element) -> str | None:
        if self._roots is None:
            self._roots = dict(self._stores())
        root = self._roots.get((value(binding, "storeItemID") or "").lower())
        path = value(binding, "xpath") or ""
        if root is None or not _PATH.fullmatch(path):
            return None
        spaces = {
            name: single or double for name, single, double in _MAPPING.findall(value(binding, "prefixMappings") or "")
        }
        try:
            nodes = root.getroottree().xpath(path, namespaces=spaces or None)
        except etree.XPathError:
            return None
        node = nodes[0] if isinstance(nodes, list) and nodes else None
        if isinstance(node, etree._Element):
            return "".join(node.itertext())
        return None if node is None else str(node)

    def _stores(self) -> list[tuple[str, etree._Element]]:
        package, stores = self._package, []
        for part in package.related(package.main, "customXml"):
            for properties in package.related(part, "customXmlProps"):
                told, root = package.part(properties), package.part(part)
                if told is not None and root is not None:
                    stores.append(((value(told, "itemID") or "").lower(), root))
        for number, kind in _OWN.items():
            stores += [(number, root) for name in package.related("", kind) if (root := package.part(name)) is not None]
        return stores


def _binding(properties: etree._Element) -> etree._Element | None:
    return next((inner for inner in properties if name_of(inner).rpartition(":")[2] == "dataBinding"), None)


def _is_box(properties: etree._Element) -> bool:
    """Whether a control is a box to tick, or a list of controls that are bound themselves."""
    locals_ = {name_of(inner).rpartition(":")[2] for inner in properties}
    return bool(locals_ & {"checkbox", "repeatingSection", "repeatingSectionItem"})


def _shown(properties: etree._Element, text: str) -> str | None:
    """How a control shows its data; None where that is more than the data's words."""
    for kind in ("w:dropDownList", "w:comboBox"):
        entries = child(properties, kind)
        if entries is not None:
            for entry in children(entries, "w:listItem"):
                if value(entry, "value") == text:
                    return value(entry, "displayText") or text
            return text
    if any(child(properties, kind) is not None for kind in _OTHER_KINDS) or "<" in text:
        return None
    return text


def _is_date(properties: etree._Element, text: str) -> bool:
    """Whether a date is the one that the control keeps beside its words."""
    kept = value(child(properties, "w:date"), "fullDate")
    return kept is not None and kept[:10] == text.strip()[:10]


def _squeezed(text: str) -> str:
    return "".join(text.split())
