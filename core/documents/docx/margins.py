"""Headers and footers of a Word file: those that a reader sees on some page."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from core.documents.docx.package import Package
from core.documents.docx.part_names import child, children, name_of, switched_on, value

_KINDS = {"w:headerReference": "header", "w:footerReference": "footer"}


def margins_of(package: Package, document: etree._Element, settings: etree._Element | None) -> Iterator[etree._Element]:
    """Roots of the headers and footers that are shown, each once, in their order in the file.

    Those for a first page count where a section has a first page of its own, those for even pages where the file
    tells even pages from odd ones.
    """
    even = switched_on(child(settings, "w:evenAndOddHeaders"))
    targets = {kind: package.relations(package.main, kind) for kind in _KINDS.values()}
    seen = set()
    for section in document.iter():
        if name_of(section) != "w:sectPr":
            continue
        first = switched_on(child(section, "w:titlePg"))
        for name, kind in _KINDS.items():
            for reference in children(section, name):
                use = value(reference, "type") or "default"
                target = targets[kind].get(value(reference, "id") or "")
                if target in seen or (use == "first" and not first) or (use == "even" and not even):
                    continue
                seen.add(target)
                root = None if target is None else package.part(target)
                if root is not None:
                    yield root
