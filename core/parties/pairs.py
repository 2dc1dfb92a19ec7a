"""Pairs of names worth comparing, found by keys instead of comparing each with each.

Two names that differ by at most one letter become equal when one letter of each is left out (the symmetric deletion
of Garbe's SymSpell), so names that share such a shortened form are all there is to compare.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from core.lexicon import normal_name
from core.parties.organizations import Organization

_SPELLING = str.maketrans("ァィゥェォッャュョヮヶヵヴ", "アイウエオツヤユヨワケカブ", "ー")
_LONGEST = 120
_CROWD = 60
"""A key that more names share than this tells nothing: they are compared only when they are wholly equal."""


def similar_pairs(organizations: Sequence[Organization]) -> Iterator[tuple[Organization, Organization]]:
    """Pairs of organizations whose names, without legal form, are equal or differ by a letter or in kana spelling."""
    buckets: dict[str, list[int]] = defaultdict(list)
    for place, organization in enumerate(organizations):
        for key in _keys(organization.name):
            buckets[key].append(place)
    seen: set[tuple[int, int]] = set()
    for key, places in buckets.items():
        if len(places) > _CROWD and not key.startswith("="):
            continue
        for pair in combinations(places, 2):
            if pair not in seen:
                seen.add(pair)
                yield organizations[pair[0]], organizations[pair[1]]


def _keys(name: str) -> set[str]:
    joined = re.sub(r"\s", "", normal_name(name))[:_LONGEST].translate(_SPELLING)
    if not joined:
        return set()
    keys = {f"={joined}", joined}
    if joined.isascii():
        keys |= {joined[:place] + joined[place + 1 :] for place in range(len(joined))}
    return keys
