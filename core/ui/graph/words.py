"""Words for the labels and relations of the schema; one that has no wording yet is named by the schema's own."""

from __future__ import annotations

import re

from core.graph.view import KINDS, WAYS, Direction
from core.ui.texts import t
from core.wording import wordings


def label_word(label: str) -> str:
    """A label in words."""
    key = f"graph.label_{label}"
    return t(key) if key in wordings() else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", label)


def schema_word(label: str) -> str:
    """A label in words where the whole schema is shown, with what the picture leaves out."""
    key = f"graph.schema_{label}"
    return t(key) if key in wordings() else label_word(label)


def relation_word(kind: str, direction: Direction = "out") -> str:
    """A relation in words, as the heading of a list of what is at its far end."""
    key = f"graph.relation_{kind}" if direction == "out" else f"graph.inverse_{kind}"
    return t(key) if key in wordings() else kind.replace("_", " ").capitalize()


def label_words() -> dict[str, str]:
    """Words for all labels that are shown, in the order of legends."""
    return {label: label_word(label) for label in KINDS}


def relation_words() -> dict[str, str]:
    """Words for all relations that are shown."""
    return {way.type: relation_word(way.type) for way in WAYS}
