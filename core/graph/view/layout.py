"""Where the nodes of a picture lie: computed here, never in the browser, and the same for the same picture.

The start is laid out as a whole: each connected part by Fruchterman and Reingold's forces (networkx, a fixed seed),
then the parts packed beside each other. What a step adds is placed around what is there, which does not move: a
person finds again what they have seen. Positions are in units of the wished distance between neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import networkx as nx
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Link = tuple[int, int]
Positions = tuple[tuple[float, float], ...]

ASPECT = 1.25
"""Width by height of the place that a picture is made for."""
_SEED = 7
_ROUNDS = 90
_APART = 0.62
_GAP = 0.9
_SPOT = 1e-3
_PUSHES = 40
_GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


@lru_cache(maxsize=128)
def positions(stages: tuple[int, ...], links: tuple[Link, ...]) -> Positions:
    """A place for every node.

    Args:
        stages: how many nodes there are after the start and after each step, the last is their number.
        links: pairs of nodes by number.

    Returns:
        x to the right and y downwards.
    """
    if not stages:
        return ()
    total = stages[-1]
    if len(stages) == 1:
        points = _whole(total, links)
    else:
        earlier = stages[-2]
        before = positions(stages[:-1], tuple(link for link in links if max(link) < earlier))
        points = _added(np.array(before, dtype=float).reshape(-1, 2), total, links)
    return tuple((round(float(x), 4), round(float(y), 4)) for x, y in points)


def _whole(total: int, links: Sequence[Link]) -> Points:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(total))
    graph.add_edges_from(links)
    points = np.zeros((total, 2))
    parts = sorted((sorted(part) for part in nx.connected_components(graph)), key=lambda part: (-len(part), part))
    boxes = []
    for part in parts:
        placed = _part(graph, part)
        boxes.append(placed.max(axis=0) - placed.min(axis=0))
        points[part] = placed - placed.min(axis=0)
    for part, corner in zip(parts, _packed(boxes), strict=True):
        points[part] += corner
    return points


def _part(graph: nx.Graph[int], part: list[int]) -> Points:
    """One connected part, longer than high."""
    if len(part) == 1:
        return np.zeros((1, 2))
    inside = nx.Graph()
    inside.add_nodes_from(part)
    inside.add_edges_from(sorted(graph.subgraph(part).edges()))
    found = nx.spring_layout(inside, k=1.6 / math.sqrt(len(part)), iterations=_ROUNDS, seed=_SEED)
    points = np.array([found[node] for node in part])
    points -= points.mean(axis=0)
    axes = np.linalg.eigh(points.T @ points)[1][:, ::-1]
    # The sign of an axis is a matter of rounding; the first node lies to the left of and above the middle.
    points = points @ axes
    points *= np.where(points[0] > 0, -1.0, 1.0)
    width, height = np.maximum(points.max(axis=0) - points.min(axis=0), 1e-6)
    area = 0.75 * len(part) * ASPECT
    points *= np.array([math.sqrt(area * ASPECT) / width, math.sqrt(area / ASPECT) / height])
    return _spread_apart(points, np.arange(len(part)))


def _packed(boxes: Sequence[Points]) -> list[Points]:
    """Corners of boxes in rows, the largest first, about as wide by high as the picture."""
    area = sum(float((box[0] + _GAP) * (box[1] + _GAP)) for box in boxes)
    widest = max((float(box[0]) for box in boxes), default=0.0)
    limit = max(widest + _GAP, math.sqrt(area * ASPECT) * 1.05)
    corners, x, y, high = [], 0.0, 0.0, 0.0
    for box in boxes:
        if x > 0 and x + box[0] > limit:
            x, y, high = 0.0, y + high + _GAP, 0.0
        corners.append(np.array([x, y]))
        x, high = x + float(box[0]) + _GAP, max(high, float(box[1]))
    return corners


def _added(before: Points, total: int, links: Sequence[Link]) -> Points:
    """New nodes around their neighbours that are there, pushed to where there is room."""
    count = len(before)
    points = np.vstack([before, np.zeros((total - count, 2))])
    near: dict[int, list[int]] = {node: [] for node in range(count, total)}
    for first, other in links:
        if first >= count > other:
            near[first].append(other)
        elif other >= count > first:
            near[other].append(first)
    middle = before.mean(axis=0) if count else np.zeros(2)
    outside = (before.max(axis=0) if count else np.zeros(2)) + 1.5
    reached: dict[int, Points] = {}
    for place, node in enumerate(range(count, total)):
        angle, radius = place * _GOLDEN_ANGLE, 0.8 + 0.12 * place
        if near[node]:
            base = points[near[node]].mean(axis=0)
        else:
            # Of two new nodes that belong together the second lies by the first.
            base = next(
                (
                    reached[b if a == node else a]
                    for a, b in links
                    if node in (a, b) and (b if a == node else a) in reached
                ),
                outside,
            )
        away = base - middle
        length = float(np.hypot(*away))
        push = away / length * 0.6 if length > 1e-9 else np.zeros(2)
        points[node] = base + push + radius * np.array([math.cos(angle), math.sin(angle)])
        reached[node] = points[node]
    return _spread_apart(points, np.arange(count, total))


def _spread_apart(points: Points, moving: NDArray[np.intp]) -> Points:
    """Nodes that lie too near pushed apart; names are wider than high, so they need more room to the sides."""
    stretched = points * np.array([1 / ASPECT, 1.0])
    for _ in range(_PUSHES):
        offsets = stretched[moving, None, :] - stretched[None, :, :]
        distances = np.hypot(offsets[..., 0], offsets[..., 1])
        distances[np.arange(len(moving)), moving] = np.inf
        close = distances < _APART
        if not close.any():
            break
        # Two nodes on one spot part along a direction of their numbers.
        for row, other in np.argwhere(distances < _SPOT):
            angle = (int(moving[row]) - int(other)) * _GOLDEN_ANGLE
            offsets[row, other] = _SPOT * np.array([math.cos(angle), math.sin(angle)])
            distances[row, other] = _SPOT
        push = np.where(close, (_APART - distances) / 2, 0.0) / distances
        step = (push[..., None] * offsets).sum(axis=1)
        stretched[moving] += np.clip(step, -_APART, _APART)
    apart: Points = stretched * np.array([ASPECT, 1.0])
    return apart
