"""Contracts under their numbers, as everywhere else: many contracts bear the same title."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.graph.view import Picture, Ref
from core.ui.workbench import workbench


def numbers_of(refs: Iterable[Ref]) -> dict[Ref, int]:
    """Numbers of the contracts among some nodes."""
    keys = {ref.key for ref in refs if ref.label == "Agreement"}
    return {Ref("Agreement", key): number for key, number in workbench().library.numbers(keys).items()}


def numbered(ref: Ref, name: str, numbers: Mapping[Ref, int]) -> str:
    """A node's name, a contract's with its number before it."""
    return f"{numbers[ref]}. {name}" if ref in numbers else name


def with_numbers(picture: Picture) -> Picture:
    """The picture with its contracts under their numbers."""
    numbers = numbers_of(node.ref for node in picture.nodes)
    nodes = tuple(replace(node, name=numbered(node.ref, node.name, numbers)) for node in picture.nodes)
    return replace(picture, nodes=nodes)
