"""Contracts drawn by their number for questions about many of them; what the answers must be is in `benchmarks`."""

from __future__ import annotations

import hashlib
import random
from datetime import date, timedelta

from core.documents import Page
from core.evidence import Evidence
from core.graph import GraphContract
from core.record import Clause, Excerpt, Extraction, Fact, Party
from core.taxonomy import taxonomy

TODAY = date(2021, 3, 1)
FIRMS = (
    "Mount Kowledge Holdings, Inc.",
    "Birch First Global Investments Inc.",
    "株式会社山田商店",
    "山本商事株式会社",
    "Sushi GmbH",
    "Acme Fund II, L.P.",
    "Acme Fund III, L.P.",
    'O\'Neil "Quote" Backslash LLC',
)


def contract(number: int) -> GraphContract:
    """A contract drawn by its number: without parties, laws, dates or type as well as with."""
    draw = random.Random(1_000 + number)
    sha256 = hashlib.sha256(f"question {number}".encode()).hexdigest()

    def words(text: str) -> Evidence:
        return Evidence(sha256, "verified", "exact", text, text, 5, 5 + len(text), (draw.randint(1, 3),))

    facts = [Fact("document_name", f"Agreement {number}", None, 0.9, words("Agreement"))]
    kind = draw.choice(["license", "service", "supply", "nda", None])
    if kind:
        facts.append(Fact("agreement_type", kind, None, 0.9, words("kind")))
    places = draw.choice(
        [
            [("US", "New York")],
            [("US", "Delaware")],
            [("JP", None)],
            [("GB", "England")],
            [("US", "New York"), ("JP", None)],
            [],
        ]
    )
    facts += [Fact("governing_law", country, state, 0.9, words("law")) for country, state in places]
    for name in ("agreement_date", "effective_date", "expiration_date"):
        begin = date(2019, 6, 1) if name != "expiration_date" else date(2020, 6, 1)
        day = begin + timedelta(days=draw.randint(0, 1_400))
        value = draw.choice([day.isoformat(), day.isoformat(), day.isoformat(), None, f"{day:%Y-%m}"])
        facts.append(Fact(name, value, "as written", 0.9, words(name)))
    notice = draw.choice(["P30D", "P60D", "P3M", "P2W", None, None])
    facts.append(Fact("notice_period", notice, None, 0.9, words("notice")))
    parties = tuple(
        Party(name, None, draw.choice(["US", "JP", None]), None, 0.8, words(name))
        for name in draw.sample(FIRMS, draw.choice([0, 1, 2, 2, 3]))
    )
    if parties and draw.random() < 0.2:
        parties += parties[:1]  # named twice
    share = draw.choice([0.1, 0.25, 0.5])
    clauses = []
    for category in taxonomy().categories:
        presence = draw.choices(["present", "absent", "unknown"], [share, 0.8 - share, 0.2])[0]
        excerpts = (Excerpt(category.en, 0.8, words(category.en)),) if presence == "present" else ()
        clauses.append(Clause(category.code, presence, 0.8, excerpts))  # type: ignore[arg-type]
    pages = tuple(Page(place + 1, place, place + 1, 612, 792, "text") for place in range(draw.randint(1, 30)))
    last_notice_day = draw.choice([None, "2021-03-15", "2021-09-30"])
    return GraphContract(
        contract_id="c" + sha256[:15],
        sha256=sha256,
        title=f"Agreement {number}",
        file_name=f"{number}.pdf",
        language=draw.choice(["en", "en", "ja"]),
        extraction=Extraction("test", tuple(facts), parties, tuple(clauses)),
        last_notice_day=last_notice_day,
        text="x" * 40,
        pages=pages,
    )
