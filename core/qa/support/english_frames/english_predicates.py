"""What an English text says: its predicates, by whom, how bindingly, whether denied; who gets what and owns what."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

Force = Literal["must", "may", "fact", "open"]
PARTIES = "parties"
SENTENCE = re.compile(r"(?<=[.;!?])\s+(?=[A-Z\"“(\d])|[;|\n]+")


@dataclass(frozen=True, slots=True)
class EnglishPredicate:
    """Something that is done: its stem, by whom (nobody: not said), how bindingly, and whether it is denied.

    `exempt` says that it need not be done. `conditional` that it stands in a condition.
    """

    stem: str
    agents: frozenset[str]
    force: Force
    denied: bool
    exempt: bool = False
    conditional: bool = False
    sentence: int = 0


@dataclass(slots=True)
class EnglishFrames:
    """What a text says: its predicates, the flags of all its content stems, who gets what and whose things are."""

    predicates: list[EnglishPredicate] = field(default_factory=list)
    denied: dict[str, set[bool]] = field(default_factory=dict)
    ways: set[tuple[str, str]] = field(default_factory=set)
    owned: dict[str, set[str]] = field(default_factory=dict)
    actors: set[str] = field(default_factory=set)
    sharp: set[str] = field(default_factory=set)
    excepted: set[str] = field(default_factory=set)
    holders: set[str] = field(default_factory=set)
    times: dict[str, set[str]] = field(default_factory=dict)
    joint: bool = False
    limits: bool = False
    sentences: list[set[str]] = field(default_factory=list)
