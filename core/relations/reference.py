"""What a contract's text says of another agreement, before it is known which contract that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verb = Literal["amends", "supersedes", "names"]


@dataclass(frozen=True, slots=True)
class AgreementReference:
    """Words of a contract that name another agreement.

    `title` is the other agreement's name as written, `day` its ISO date, None where none is stated. `verb` is what the
    words say is done to it; names: they only name it, which means an amendment where this contract is one by its
    title. `start` and `end` are offsets of the words that prove it.
    """

    title: str
    day: str | None
    verb: Verb
    start: int
    end: int
