"""Colour and shape of a label. The colours are read on white and on the dark ground alike, so both themes use them."""

from __future__ import annotations

from typing import Literal

from core.graph.view.node_kinds import KINDS

Shape = Literal["circle", "roundRect", "diamond", "triangle", "rect"]
_LOOKS: dict[str, tuple[str, Shape]] = {
    "Agreement": ("#2f6ea5", "roundRect"),
    "Party": ("#8a6a1f", "circle"),
    "Organization": ("#c0792a", "circle"),
    "Country": ("#4b8f6b", "diamond"),
    "ClauseType": ("#8c5fa8", "rect"),
    "KnowledgeEntry": ("#b0474f", "triangle"),
    "AgreementType": ("#2b8a94", "rect"),
    "Excerpt": ("#6b7480", "roundRect"),
}
_OTHERS = ("#a35a86", "#5d7f2a", "#7a6fd0", "#a0603a")


def colour(label: str) -> str:
    """Colour of a label as `#rrggbb`."""
    return _LOOKS[label][0] if label in _LOOKS else _OTHERS[_place(label) % len(_OTHERS)]


def shape(label: str) -> Shape:
    """Shape of a label's nodes, so that nobody must tell colours apart."""
    return _LOOKS[label][1] if label in _LOOKS else "diamond"


def _place(label: str) -> int:
    return [known for known in KINDS if known not in _LOOKS].index(label) if label in KINDS else 0


def contrast(colour: str, other: str) -> float:
    """Contrast of two colours, 1–21, as WCAG 2.2 defines it."""
    lighter, darker = sorted((_luminance(colour), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour_text: str) -> float:
    parts = [int(colour_text[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = ((part / 12.92) if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
