"""What the answers to questions about many contracts must be, computed from the contracts by plain loops."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import median
from typing import Any

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
CLAUSES = tuple(category.code for category in taxonomy().clauses)
Verdict = bool | None
Condition = Callable[["Known"], Verdict]


@dataclass(frozen=True)
class Known:
    """What is known of one contract, without any graph."""

    id: str
    title: str
    type: str | None
    laws: frozenset[tuple[str, str | None]]
    parties: frozenset[str]
    homes: frozenset[str]
    dates: dict[str, date | None]
    notice: int | None
    pages: int
    language: str
    presence: dict[str, str]

    @property
    def clauses(self) -> int:
        return sum(self.presence[code] == "present" for code in CLAUSES)

    @property
    def term(self) -> int | None:
        first, last = self.dates["effective_date"], self.dates["expiration_date"]
        return (last - first).days if first and last and last >= first else None


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


def known(one: GraphContract) -> Known:
    """The contract as plain values."""
    extraction = one.extraction
    days: dict[str, date | None] = {}
    for name in ("agreement_date", "effective_date", "expiration_date"):
        fact = extraction.fact(name)
        days[name] = date.fromisoformat(fact.value) if fact and fact.value and len(fact.value) == 10 else None
    days["last_notice_day"] = date.fromisoformat(one.last_notice_day) if one.last_notice_day else None
    notice = extraction.fact("notice_period")
    length = {"P30D": 30, "P60D": 60, "P3M": 90, "P2W": 14, None: None}[notice.value if notice else None]
    kind = extraction.fact("agreement_type")
    return Known(
        id=one.contract_id,
        title=one.title,
        type=kind.value if kind else None,
        laws=frozenset((fact.value or "", fact.detail) for fact in extraction.facts if fact.name == "governing_law"),
        parties=frozenset(party.name for party in extraction.parties),
        homes=frozenset(party.country for party in extraction.parties if party.country),
        dates=days,
        notice=length,
        pages=len(one.pages),
        language=one.language,
        presence={clause.type: clause.presence for clause in extraction.clauses},
    )


# Conditions: True, False, or None where it cannot be told


def has(code: str) -> Condition:
    return lambda one: {"present": True, "absent": False, "unknown": None}[one.presence[code]]


def lacks(code: str) -> Condition:
    return lambda one: {"present": False, "absent": True, "unknown": None}[one.presence[code]]


def has_any(*codes: str) -> Condition:
    def test(one: Known) -> Verdict:
        found = {one.presence[code] for code in codes}
        return True if "present" in found else None if "unknown" in found else False

    return test


def law(*laws: tuple[str, str | None]) -> Condition:
    def test(one: Known) -> Verdict:
        if not one.laws:
            return None
        return any(here[0] == country and state in (None, here[1]) for here in one.laws for country, state in laws)

    return test


def no_law(*laws: tuple[str, str | None]) -> Condition:
    test = law(*laws)
    return lambda one: None if (met := test(one)) is None else not met


def within(field: str, first: str | None, last: str | None) -> Condition:
    def test(one: Known) -> Verdict:
        day = one.dates[field]
        if day is None:
            return None
        return (first is None or day >= date.fromisoformat(first)) and (last is None or day <= date.fromisoformat(last))

    return test


def party(*names: str) -> Condition:
    return lambda one: None if not one.parties else bool(one.parties & set(names))


def home(country: str) -> Condition:
    return lambda one: None if not one.homes else country in one.homes


def of_type(*codes: str) -> Condition:
    return lambda one: None if one.type is None else one.type in codes


def number(value: Callable[[Known], float | None], low: float | None = None, high: float | None = None) -> Condition:
    def test(one: Known) -> Verdict:
        found = value(one)
        return None if found is None else (low is None or found >= low) and (high is None or found <= high)

    return test


def written_in(language: str) -> Condition:
    return lambda one: one.language == language


def verdict(one: Known, conditions: Iterable[Condition]) -> Verdict:
    """All conditions together: False when one is not met, None when none is unmet but one cannot be told."""
    found = [condition(one) for condition in conditions]
    return False if False in found else None if None in found else True


# Answers: rows as lists of values in the order of the columns


def count(contracts: Iterable[Known], *conditions: Condition) -> list[list[Any]]:
    found = [verdict(one, conditions) for one in contracts]
    return [[found.count(True), *([found.count(None)] if conditions else [])]]


def grouped(
    contracts: Iterable[Known], keys: Callable[[Known], Iterable[tuple[Any, ...]]], *conditions: Condition
) -> list[list[Any]]:
    """Contracts by key; a contract counts once for each of its keys."""
    table: dict[tuple[Any, ...], list[int]] = {}
    for one in contracts:
        met = verdict(one, conditions)
        if met is False:
            continue
        for key in set(keys(one)):
            cell = table.setdefault(key, [0, 0])
            cell[0 if met else 1] += 1
    return [[*key, *(numbers if conditions else numbers[:1])] for key, numbers in table.items()]


def laws(one: Known) -> Iterable[tuple[Any, ...]]:
    return one.laws or [(None, None)]


def statistic(
    name: str, contracts: Iterable[Known], value: Callable[[Known], float | None], *conditions: Condition
) -> list[list[Any]]:
    met = [(one, verdict(one, conditions)) for one in contracts]
    values = [value(one) for one, here in met if here]
    numbers = [found for found in values if found is not None]
    how: dict[str, Callable[[list[float]], float]] = {
        "average": lambda found: sum(found) / len(found),
        "median": median,
        "minimum": min,
        "maximum": max,
        "sum": sum,
    }
    row: list[Any] = [
        how[name](numbers) if numbers else (0 if name == "sum" else None),
        len(numbers),
        len(values) - len(numbers),
    ]
    return [[*row, *([sum(here is None for _, here in met)] if conditions else [])]]


def share(contracts: Iterable[Known], among: Iterable[Condition], *conditions: Condition) -> list[list[Any]]:
    inside = list(among)
    met = [(verdict(one, inside), verdict(one, conditions)) for one in contracts]
    met = [pair for pair in met if pair[0] is not False]
    total = sum(first is True for first, _ in met)
    hit = sum(first is True and second is True for first, second in met)
    unsure = sum(first is None or second is None for first, second in met)
    return [[hit, total, unsure, 100.0 * hit / max(total, 1)]]
