"""Written contracts with the beginning and end that their words state, and how the English rules read them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal

import yaml

from core.contracts.builtin.facts.facts import read_facts
from core.documents import Document, Page

DATA = Path(__file__).resolve().parents[1] / "data" / "terms" / "english.yaml"
FACTS = ("effective_date", "expiration_date")
Half = Literal["read", "apart"]
Verdict = Literal["right", "wrong", "missed", "none"]


@dataclass(frozen=True, slots=True)
class StatedTerm:
    """A short contract; by fact the ISO date that its words state, or None where they state none."""

    words: str
    text: str
    stated: dict[str, str | None]
    half: Half


@cache
def stated_terms() -> tuple[StatedTerm, ...]:
    """All contracts, in the order of the file."""
    found = yaml.safe_load(DATA.read_text("utf-8"))
    contracts = []
    for case in found["cases"]:
        opening, effective, end, words = case.split(" | ", 3)
        stated = {
            name: None if value == "-" else value
            for name, value in zip(FACTS, (effective, end), strict=True)
            if value != "?"
        }
        half: Half = "apart" if int(sha256(words.encode()).hexdigest(), 16) % 2 else "read"
        contracts.append(StatedTerm(words, (found["openings"][opening] + words).replace("¶", "\n"), stated, half))
    return tuple(contracts)


def read_terms(half: Half | None = None) -> Iterator[tuple[StatedTerm, str, str | None, Verdict]]:
    """For each contract and fact: the contract, the fact's name, what was read, and whether that is right.

    `wrong` is another date than the words state, also where they state none; `none` where there is none to read.
    """
    for contract in stated_terms():
        if half not in (None, contract.half):
            continue
        page = Page(1, 0, len(contract.text), 0.0, 0.0, "text")
        digest = sha256(contract.text.encode()).hexdigest()
        document = Document(digest, "written.txt", "text", contract.text, (page,), "en")
        values = {fact.name: fact.value for fact in read_facts(document)[0]}
        for name, stated in contract.stated.items():
            value = values[name]
            if value is None:
                yield contract, name, value, "none" if stated is None else "missed"
            else:
                yield contract, name, value, "right" if value == stated else "wrong"
