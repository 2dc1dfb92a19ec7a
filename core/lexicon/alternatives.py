"""Regular expressions of many fixed words: one tree instead of a list, which Python's `re` would try word by word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_Tree = dict[str, "_Tree"]
_END = ""


def any_of(words: Iterable[Sequence[str]]) -> str:
    """An expression that matches one of some words, the longest that can be.

    Args:
        words: each as its parts, which are expressions themselves. Of two different parts at one place at most one may
            match, but for those that look ahead, which are tried last.
    """
    tree: _Tree = {}
    for parts in words:
        node = tree
        for part in (*parts, _END):
            node = node.setdefault(part, {})
    return f"(?:{_written(tree)})"


def characters(word: str) -> list[str]:
    """A word as parts for `any_of`, a character each."""
    return [re.escape(character) for character in word]


def _written(tree: _Tree) -> str:
    # Longer ones first: a word ends where nothing else can follow.
    ordered = sorted(tree, key=lambda part: (part == _END, part.startswith("(?"), part))
    ways = [part + _written(tree[part]) if part != _END else "" for part in ordered]
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})"
