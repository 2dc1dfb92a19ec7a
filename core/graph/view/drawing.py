"""A picture as a PNG, drawn here from the same places, colours and names as on the page."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from core.graph.view.colours import colour, shape
from core.graph.view.fonts import sized
from core.graph.view.labels import shorten
from core.graph.view.sizes import size_px

_WIDTH, _HEIGHT = 2400, 1600
_MARGIN = 110
_LEGEND = 70
_SCALE = 2.0
_NAME = 26
_INK, _PALE, _GROUND = "#1c2127", "#c4c9d0", "#ffffff"


@dataclass(frozen=True, slots=True)
class Dot:
    """A node to draw: its label, name, number of relations and place in the layout's units."""

    label: str
    name: str
    degree: int
    x: float
    y: float


def png(dots: Sequence[Dot], links: Sequence[tuple[int, int]], legend: Mapping[str, str], title: str) -> bytes:
    """A PNG of 2,400 × 1,600 pixels on white.

    Args:
        dots: what to draw.
        links: pairs of dots by number.
        legend: words by label.
        title: a line above the picture.
    """
    image = Image.new("RGB", (_WIDTH, _HEIGHT), _GROUND)
    draw = ImageDraw.Draw(image)
    places, many = _placed(dots), len(dots)
    for first, other in links:
        draw.line([places[first], places[other]], fill=_PALE, width=2)
    taken: list[tuple[float, float, float, float]] = []
    for dot, place in zip(dots, places, strict=True):
        half = size_px(dot.label, dot.degree, many) * _SCALE / 2
        _symbol(draw, dot.label, place, half)
        taken.append((place[0] - half, place[1] - half, place[0] + half, place[1] + half))
    # The names of the nodes with most relations first; one that would cover a symbol or another name is left out.
    for number in sorted(range(len(dots)), key=lambda number: -dots[number].degree):
        _name(draw, dots[number], places[number], many, taken)
    _heading(draw, legend, title)
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _placed(dots: Sequence[Dot]) -> list[tuple[float, float]]:
    if not dots:
        return []
    left, right = min(dot.x for dot in dots), max(dot.x for dot in dots)
    top, bottom = min(dot.y for dot in dots), max(dot.y for dot in dots)
    room = (_WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN - _LEGEND)
    scale = min(room[0] / max(right - left, 1.0), room[1] / max(bottom - top, 1.0), 260.0)
    x0 = _MARGIN + (room[0] - scale * (right - left)) / 2
    y0 = _MARGIN + _LEGEND + (room[1] - scale * (bottom - top)) / 2
    return [(x0 + scale * (dot.x - left), y0 + scale * (dot.y - top)) for dot in dots]


def _symbol(draw: ImageDraw.ImageDraw, label: str, place: tuple[float, float], half: float) -> None:
    x, y = place
    fill, form = colour(label), shape(label)
    box = (x - half, y - half, x + half, y + half)
    if form == "circle":
        draw.ellipse(box, fill=fill, outline=_GROUND, width=2)
    elif form == "diamond":
        draw.polygon([(x, y - half), (x + half, y), (x, y + half), (x - half, y)], fill=fill, outline=_GROUND)
    elif form == "triangle":
        draw.polygon([(x, y - half), (x + half, y + half), (x - half, y + half)], fill=fill, outline=_GROUND)
    else:
        radius = half / 2 if form == "roundRect" else 0
        draw.rounded_rectangle(box, radius, fill=fill, outline=_GROUND, width=2)


def _name(
    draw: ImageDraw.ImageDraw,
    dot: Dot,
    place: tuple[float, float],
    many: int,
    taken: list[tuple[float, float, float, float]],
) -> None:
    x, y = place[0], place[1] + size_px(dot.label, dot.degree, many) * _SCALE / 2 + 4
    text = shorten(dot.name, _NAME)
    box = draw.textbbox((x, y), text, font=sized(22), anchor="ma")
    if any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in taken):
        return
    taken.append((float(box[0]), float(box[1]), float(box[2]), float(box[3])))
    draw.text((x, y), text, fill=_INK, font=sized(22), anchor="ma", stroke_width=3, stroke_fill=_GROUND)


def _heading(draw: ImageDraw.ImageDraw, legend: Mapping[str, str], title: str) -> None:
    draw.text((40, 28), title, fill=_INK, font=sized(30))
    x = 40.0
    for label, word in legend.items():
        _symbol(draw, label, (x + 12, 96), 11)
        draw.text((x + 32, 82), word, fill=_INK, font=sized(24))
        x += 32 + draw.textlength(word, font=sized(24)) + 40
