"""CUAD's contracts with their labels as values, for questions about many contracts at once.

What the labels do not say is drawn by a seed, so that every kind of question has something to count: the language, the
countries of parties, clauses that are unknown, and the few parties that the question lists name.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import paths  # noqa: F401  # the root and the tests' oracles are found by it

from core.evidence import Evidence
from core.graph import GraphAlias, GraphContract, GraphParty
from core.record import Clause, Fact, Party
from core.taxonomy import taxonomy
from oracles.cuad_answers import gold_dates, gold_laws, gold_parties
from oracles.labelled_contracts import contract

TODAY = date(2021, 3, 1)
GROUPS: tuple[tuple[str, ...], ...] = (
    ("株式会社山田商店", "ヤマダストア株式会社"),
    ("Acme Fund II, L.P.", "Second Acme Partners"),
)
"""Names that a person has joined into one party; the first is the party's."""
FIRMS = (*(name for group in GROUPS for name in group), "山本商事株式会社", "Sushi GmbH", "Acme Fund III, L.P.")
_TYPES = {
    "License_Agreements": "license", "Service": "service", "Strategic Alliance": "strategic_alliance", "IP": "ip",
    "Agency Agreements": "agency", "Joint Venture _ Filing": "joint_filing", "Joint Venture": "joint_venture",
    "Affiliate_Agreements": "affiliate", "Affiliate Agreement": "affiliate", "Consulting Agreements": "consulting",
    "Endorsement Agreement": "endorsement",
}  # fmt: skip
_TEXT = 200
"""Characters of a text that are kept: these questions read none."""
_UNITS = {"year": "Y", "month": "M", "week": "W", "day": "D"}


def labelled(folder: Path, most: int) -> Iterator[GraphContract]:
    """So many contracts as their labels have them.

    Args:
        folder: holds `cuad/train/{contracts,spans.json,meta.json}` (CUAD v1, atticusprojectai.org/cuad).
        most: how many at most.
    """
    train = folder / "cuad" / "train"
    spans = json.loads((train / "spans.json").read_text("utf-8"))
    meta = json.loads((train / "meta.json").read_text("utf-8"))
    for number, name in enumerate(list(spans)[:most]):
        text = (train / "contracts" / f"{name}.txt").read_bytes().decode("utf-8")
        yield _valued(contract(name, text, {}, meta[name]), spans[name], meta[name], random.Random(number))


def groups() -> list[GraphParty]:
    """The names that are one party, as a person has approved them."""
    return [
        GraphParty(
            f"p{number}", names[0], tuple(GraphAlias(name, "stated", 1.0, "Ito", "2021-01-05") for name in names)
        )
        for number, names in enumerate(GROUPS)
    ]


def _valued(base: GraphContract, spans: dict[str, Any], meta: dict[str, Any], draw: random.Random) -> GraphContract:
    answers: dict[str, str] = meta["answers"]
    words = Evidence(base.sha256, "unverified", "not_found", "as labelled")

    def fact(name: str, value: str | None, detail: str | None = None) -> Fact:
        return Fact(name, value, detail, 0.9, words)

    facts = [fact("document_name", answers.get("Document Name") or base.title)]
    kind = _TYPES.get(meta["type"], meta["type"].casefold())
    facts.append(fact("agreement_type", kind))
    days: dict[str, str | None] = {}
    for name, key in (
        ("agreement_date", "Agreement Date"),
        ("effective_date", "Effective Date"),
        ("expiration_date", "Expiration Date"),
    ):
        answer = answers.get(key, "")
        found = sorted(gold_dates(answer))
        days[name] = found[0] if len(found) == 1 else None
        if answer:
            facts.append(fact(name, days[name], answer))
    notice = re.search(r"(\d+)\)?\s*(year|month|week|day)", answers.get("Notice Period To Terminate Renewal", ""), re.I)
    period = f"P{notice[1]}{_UNITS[notice[2].casefold()]}" if notice else None
    facts.append(fact("notice_period", period))
    facts += [fact("governing_law", *law) for law in sorted(gold_laws(answers.get("Governing Law", "")), key=str)]
    names = list(dict.fromkeys(" ".join(name.split()) for name in gold_parties(answers.get("Parties", ""))))
    names += draw.sample(FIRMS, draw.choice([0, 0, 0, 0, 0, 1, 2]))
    parties = tuple(Party(name, None, draw.choice(["US", "JP", None]), None, 0.9) for name in names)
    clauses = tuple(
        Clause(
            category.code,
            draw.choices([("present" if spans.get(category.cuad) else "absent"), "unknown"], [0.95, 0.05])[0],  # type: ignore[arg-type]
            0.9,
            (),
        )
        for category in taxonomy().categories
    )
    last = days["expiration_date"]
    return replace(
        base,
        title=base.title[:120],
        language=draw.choice(["en", "en", "ja"]),
        extraction=replace(base.extraction, facts=tuple(facts), parties=parties, clauses=clauses),
        last_notice_day=(date.fromisoformat(last) - timedelta(days=60)).isoformat() if last and notice else None,
        text=base.text[:_TEXT],
        pages=tuple(replace(page, start=min(page.start, _TEXT), end=min(page.end, _TEXT)) for page in base.pages),
    )
