"""Portfolios of any size for measuring: CUAD's contracts with their labels, then others drawn from them.

A drawn contract keeps the clauses and words of a real one; its id, title, parties, dates and law are new. Its text is
cut to what stands around its findings, so that 51,000 of them fit on one machine: `CHARACTERS` says how much.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from core.documents import Page
from core.evidence import Evidence
from core.graph import GraphContract
from core.record import Clause, Excerpt, Fact, Party
from oracles.labelled_contracts import PAGE_CHARACTERS, contracts

REAL = 408
CHARACTERS = 6_000
"""Text of a drawn contract, about; a real one has 50,000."""
_AROUND = 150
_FIRST = (
    "Northfield Harbor Summit Cedar Lakeside Pioneer Sterling Redwood Granite Atlas Meridian Falcon Orchid Beacon "
    "Juniper Cobalt Aurora Keystone Horizon Willow Marble Phoenix Cascade Ember Quartz Zenith Delta Crescent Ivory"
).split()
_SECOND = (
    "Widgets Retail Energy Therapeutics Logistics Networks Foods Capital Mobility Media Robotics Chemicals Textiles "
    "Software Mining Airlines Gaming Insurance Packaging Dairy Optics Marine Steel Paper Seeds Motors Glass Health"
).split()
_THIRD = ("", "", "International ", "Global ", "Pacific ", "European ", "American ", "Asia ")
_FORMS = ("Inc.", "LLC", "Corp.", "Ltd.", "GmbH", "L.P.", "Company", "Holdings, Inc.")
_JAPANESE = ("山田", "佐藤", "北海", "東洋", "大和", "三河", "瀬戸", "富士見")
_TRADES = ("商事", "製作所", "工業", "電機", "食品", "運輸", "化学", "建設")
_LAWS = (("US", "New York"), ("US", "Delaware"), ("US", "California"), ("JP", None), ("GB", None), ("DE", None))


def portfolio(folder: Path, count: int, step: int = 1) -> Iterator[GraphContract]:
    """So many contracts: CUAD's as they are, then drawn ones.

    Args:
        folder: holds `cuad/train/{contracts,spans.json,meta.json}` (CUAD v1, atticusprojectai.org/cuad).
        count: how many.
        step: from the first on, only each so many-th of them is given.
    """
    real = list(contracts(folder, min(count, REAL)))
    yield from real[::step]
    for number in range(-(-len(real) // step) * step, count, step):
        yield drawn(real[number % len(real)], number)


def drawn(base: GraphContract, number: int) -> GraphContract:
    """A new contract from a real one, decided by its number alone."""
    draw = random.Random(number)
    sha256 = hashlib.sha256(f"drawn {number}".encode()).hexdigest()
    text, moved = _shorter(base)

    def evidence(found: Evidence | None) -> Evidence | None:
        if found is None or found.start is None or found.end is None:
            return found
        start = moved.get(found.start)
        if start is None:
            return Evidence(sha256, "unverified", "not_found", found.quote)
        end = start + found.end - found.start
        return replace(found, sha256=sha256, start=start, end=end, pages=(start // PAGE_CHARACTERS + 1,))

    def excerpt(drawn: Excerpt) -> Excerpt:
        return replace(drawn, evidence=evidence(drawn.evidence) or drawn.evidence)

    def clause(drawn: Clause) -> Clause:
        return replace(
            drawn, excerpts=tuple(map(excerpt, drawn.excerpts)), candidates=tuple(map(excerpt, drawn.candidates))
        )

    begin = date(2008, 1, 1) + timedelta(days=draw.randint(0, 6_000))
    dates = {
        "agreement_date": begin,
        "effective_date": begin + timedelta(days=draw.randint(0, 60)),
        "expiration_date": begin + timedelta(days=365 * draw.randint(1, 10)),
    }
    country, state = draw.choice(_LAWS)

    def fact(drawn: Fact) -> Fact:
        value, detail = drawn.value, drawn.detail
        if drawn.name in dates:
            value = dates[drawn.name].isoformat()
        elif drawn.name == "governing_law":
            value, detail = country, state
        return replace(drawn, value=value, detail=detail, evidence=evidence(drawn.evidence))

    parties = tuple(
        Party(_firm(draw), role, draw.choice(["US", "JP", None]), None, 0.9) for role in ("Supplier", "Customer")
    )
    found = base.extraction
    return GraphContract(
        contract_id="c" + sha256[:15],
        sha256=sha256,
        title=f"{base.title[:120]} No. {number}",
        file_name=f"{number}.txt",
        language=base.language,
        extraction=replace(
            found,
            facts=tuple(map(fact, found.facts)),
            parties=parties,
            clauses=tuple(map(clause, found.clauses)),
        ),
        last_notice_day=(dates["expiration_date"] - timedelta(days=60)).isoformat() if number % 3 == 0 else None,
        text=text,
        pages=tuple(
            Page(place + 1, start, min(start + PAGE_CHARACTERS, len(text)), 612, 792, "text")
            for place, start in enumerate(range(0, max(len(text), 1), PAGE_CHARACTERS))
        ),
    )


def _firm(draw: random.Random) -> str:
    if draw.random() < 0.1:
        return f"株式会社{draw.choice(_JAPANESE)}{draw.choice(_TRADES)}{draw.randint(1, 400)}"
    name = f"{draw.choice(_FIRST)} {draw.choice(_SECOND)} {draw.choice(_THIRD)}"
    return f"{name}{draw.choice(_FIRST)} {draw.choice(_FORMS)}"


_SHORTER: dict[str, tuple[str, dict[int, int]]] = {}


def _shorter(base: GraphContract) -> tuple[str, dict[int, int]]:
    """The text around a contract's findings, and where each finding's start has moved to."""
    if base.contract_id in _SHORTER:
        return _SHORTER[base.contract_id]
    spans = sorted(
        {
            (excerpt.evidence.start, excerpt.evidence.end)
            for clause in base.extraction.clauses
            for excerpt in clause.excerpts
            if excerpt.evidence.start is not None and excerpt.evidence.end is not None
        }
    )
    parts: list[str] = []
    moved: dict[int, int] = {}
    length, first, last = 0, 0, 0
    for start, end in spans:
        if start >= last:
            first, stop = max(last, start - _AROUND), min(end + _AROUND, len(base.text))
            if length + stop - first > CHARACTERS:
                continue
            parts.append(base.text[first:stop])
            length, last = length + stop - first, stop
        if first <= start and end <= last:
            moved[start] = length - (last - start)
    text = "".join(parts) or base.text[:CHARACTERS]
    _SHORTER[base.contract_id] = text, moved
    return _SHORTER[base.contract_id]
