"""What a Japanese text says: its predicates, by whom, how bindingly, whether denied; who gets what and owns what."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Force = Literal["must", "may", "fact", "asked"]


@dataclass(frozen=True, slots=True)
class JapanesePredicate:
    """Something that is done: its words, by whom (nobody: not said), how bindingly, and whether it is denied."""

    words: frozenset[str]
    agents: frozenset[str]
    force: Force
    denied: bool
    forbids: bool = False
    exempt: bool = False
    condition: Literal["", "if", "though"] = ""
    beside: frozenset[str] = frozenset()
    main: str = ""
    listed: bool = False
    around: frozenset[str] = frozenset()


@dataclass(slots=True)
class JapaneseFrames:
    """What a text says: its predicates, all its words, and its parties with the particle behind each."""

    predicates: list[JapanesePredicate] = field(default_factory=list)
    runs: set[str] = field(default_factory=set)
    actors: set[str] = field(default_factory=set)
    ways: set[tuple[str, str]] = field(default_factory=set)
    owned: dict[str, set[str]] = field(default_factory=dict)
    reserved: set[str] = field(default_factory=set)
