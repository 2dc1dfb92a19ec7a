"""Organizations made from names."""

from __future__ import annotations

from core.parties import Organization


def organization(name: str, *contracts: str, state: str | None = None) -> Organization:
    """An organization keyed by its name."""
    places = frozenset({("US", state)}) if state else frozenset()
    return Organization(f"id of {name}", name, contracts or (f"contract of {name}",), places)
