"""Boxes and lists of Word's older forms, whose choice stands in the field itself and not in the text."""

from __future__ import annotations

from lxml import etree

from core.documents.docx.part_names import child, children, number, switched_on, value

TICKED, UNTICKED = "☑", "☐"


def choice_of(field: etree._Element | None) -> str:
    """What a reader sees of a form's field: a box, ticked or not, or the chosen entry; empty for text, which is there.

    Args:
        field: its `w:ffData`.
    """
    box, entries = child(field, "w:checkBox"), child(field, "w:ddList")
    if box is not None:
        state = child(box, "w:checked")
        return TICKED if switched_on(state if state is not None else child(box, "w:default")) else UNTICKED
    if entries is None:
        return ""
    chosen = number(child(entries, "w:result"))
    if chosen is None:
        chosen = number(child(entries, "w:default")) or 0
    listed = [value(entry) or "" for entry in children(entries, "w:listEntry")]
    return listed[chosen] if 0 <= chosen < len(listed) else ""
