"""What answers to questions about many contracts must be, computed from the contracts' values by plain loops.

Conditions have three values: a contract of which it cannot be told is counted apart. Used by the tests of the grammar
and by `benchmarks/questions_to_cypher.py`; it knows nothing of the graph, of Cypher or of the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from statistics import median
from typing import Any

from oracles.known_contracts import CLAUSES, Condition, Keys, Known, Listed, Rows, Verdict

# Conditions: True, False, or None where it cannot be told


def has(code: str) -> Condition:
    """A category is there."""
    return lambda item: {"present": True, "absent": False, "unknown": None}[item.presence[code]]


def lacks(code: str) -> Condition:
    """A category is not there."""
    return lambda item: {"present": False, "absent": True, "unknown": None}[item.presence[code]]


def has_any(*codes: str) -> Condition:
    """One of some categories is there."""

    def test(known: Known) -> Verdict:
        found = {known.presence[code] for code in codes}
        return True if "present" in found else None if "unknown" in found else False

    return test


def law(*laws: tuple[str, str | None]) -> Condition:
    """One of some laws governs it; a country without a state stands for all its states."""

    def test(known: Known) -> Verdict:
        if not known.laws:
            return None
        return any(here[0] == country and state in (None, here[1]) for here in known.laws for country, state in laws)

    return test


def no_law(*laws: tuple[str, str | None]) -> Condition:
    """None of some laws governs it."""
    test = law(*laws)
    return lambda item: None if (met := test(item)) is None else not met


def within(field: str, first: str | None, last: str | None) -> Condition:
    """A date lies between two days, both included."""

    def test(known: Known) -> Verdict:
        here = known.dates[field]
        if here is None:
            return None
        return (first is None or here >= date.fromisoformat(first)) and (
            last is None or here <= date.fromisoformat(last)
        )

    return test


def party(*names: str) -> Condition:
    """One of some organizations is a party."""
    return lambda item: None if not item.parties else bool(item.parties & set(names))


def home(country: str) -> Condition:
    """A party comes from a country."""
    return lambda item: None if not item.homes else country in item.homes


def of_type(*codes: str) -> Condition:
    """It is of one of some types."""
    return lambda item: None if item.type is None else item.type in codes


def not_of_type(*codes: str) -> Condition:
    """It is of none of some types."""
    return lambda item: None if item.type is None else item.type not in codes


def number(value: Callable[[Known], float | None], low: float | None = None, high: float | None = None) -> Condition:
    """A number lies between two bounds, both included."""

    def test(known: Known) -> Verdict:
        found = value(known)
        return None if found is None else (low is None or found >= low) and (high is None or found <= high)

    return test


def clauses_between(low: int, high: int | None = None) -> Condition:
    """So many clause types are there; one that is unknown may be one more."""

    def test(known: Known) -> Verdict:
        most = known.clauses + sum(known.presence[code] == "unknown" for code in CLAUSES)
        if known.clauses >= low and (high is None or most <= high):
            return True
        return None if most >= low and (high is None or known.clauses <= high) else False

    return test


def term_years(low: int | None = None, high: int | None = None, *, strict: bool = False) -> Condition:
    """A term by the calendar; one that ends on the anniversary or the day before it is exactly so many years."""

    def test(known: Known) -> Verdict:
        first, last = known.dates["effective_date"], known.dates["expiration_date"]
        if first is None or last is None:
            return None

        def edge(years: int) -> date:
            return first.replace(year=first.year + years, day=28 if (first.month, first.day) == (2, 29) else first.day)

        low_met = low is None or (last > edge(low) if strict else last + timedelta(days=1) >= edge(low))
        high_met = high is None or (last + timedelta(days=1) < edge(high) if strict else last <= edge(high))
        return last >= first and low_met and high_met

    return test


def written_in(language: str) -> Condition:
    """It is written in a language."""
    return lambda item: item.language == language


def verdict(known: Known, conditions: Iterable[Condition]) -> Verdict:
    """All conditions together: False when one is not met, None when none is unmet but one cannot be told."""
    found = [condition(known) for condition in conditions]
    return False if False in found else None if None in found else True


# Numbers and days


def pages(known: Known) -> int:
    """How many pages."""
    return known.pages


def clauses(known: Known) -> int:
    """How many clause types are there for certain."""
    return known.clauses


def party_count(known: Known) -> int:
    """How many parties."""
    return len(known.parties)


def notice(known: Known) -> int | None:
    """Days of the notice period."""
    return known.notice


def term(known: Known) -> int | None:
    """Days from the effective to the expiration date."""
    return known.term


def term_in_years(known: Known) -> float | None:
    """The term in years of 365.25 days."""
    return None if known.term is None else known.term / 365.25


def day(field: str) -> Callable[[Known], date | None]:
    """A date."""
    return lambda item: item.dates[field]


# Keys to group by


def laws(known: Known) -> Iterable[tuple[Any, ...]]:
    """Country and state of each governing law."""
    return known.laws or [(None, None)]


def parties(known: Known) -> Iterable[tuple[Any, ...]]:
    """Each party."""
    return [(name,) for name in known.parties] or [(None,)]


def states(known: Known) -> Iterable[tuple[Any, ...]]:
    """State of each governing law."""
    return {(state,) for _, state in known.laws} or [(None,)]


def presence(code: str) -> Keys:
    """Whether a category is there."""
    return lambda item: [(item.presence[code],)]


def kind(known: Known) -> Iterable[tuple[Any, ...]]:
    """The agreement type."""
    return [(known.type,)]


def language(known: Known) -> Iterable[tuple[Any, ...]]:
    """The language."""
    return [(known.language,)]


def year(field: str) -> Keys:
    """Calendar year of a date."""
    return lambda item: [(here.year if (here := item.dates[field]) else None,)]


def month(field: str) -> Keys:
    """Year and month of a date as one number, such as 202104."""
    return lambda item: [(here.year * 100 + here.month if (here := item.dates[field]) else None,)]


def quarter(field: str) -> Keys:
    """Year and calendar quarter of a date as one number, such as 20212."""
    return lambda item: [(here.year * 10 + (here.month + 2) // 3 if (here := item.dates[field]) else None,)]


def fiscal_year(field: str) -> Keys:
    """The year whose April a date's Japanese fiscal year began in."""
    return lambda item: [(here.year - (here.month < 4) if (here := item.dates[field]) else None,)]


def both(first: Keys, second: Keys) -> Keys:
    """Two keys at once, every one of the first with every one of the second."""
    return lambda item: [(*here, *there) for here in set(first(item)) for there in set(second(item))]


# Answers: rows as lists of values in the order of the columns


def count(contracts: Iterable[Known], *conditions: Condition) -> Rows:
    """How many, and of how many it cannot be told where there is a condition."""
    found = [verdict(contract, conditions) for contract in contracts]
    return [[found.count(True), *([found.count(None)] if conditions else [])]]


def grouped(contracts: Iterable[Known], keys: Keys, *conditions: Condition) -> Rows:
    """Contracts by key; a contract counts once for each of its keys."""
    table: dict[tuple[Any, ...], list[int]] = {}
    for contract in contracts:
        met = verdict(contract, conditions)
        if met is False:
            continue
        for key in set(keys(contract)):
            cell = table.setdefault(key, [0, 0])
            cell[0 if met else 1] += 1
    return [[*key, *(numbers if conditions else numbers[:1])] for key, numbers in table.items()]


def by_clause(contracts: Sequence[Known], *conditions: Condition) -> Rows:
    """Contracts by clause type, with those of which it cannot be told."""
    rows: Rows = []
    for code in CLAUSES:
        sure = unsure = 0
        for contract in contracts:
            met, here = verdict(contract, conditions), contract.presence[code]
            sure += met is True and here == "present"
            unsure += met is not False and (here == "unknown" or (here == "present" and met is None))
        rows.append([code, sure, unsure])
    return rows


def top(number: int, rows: Rows, *, column: int = -1, least: bool = False) -> Rows:
    """The first rows by a column, with those level with the last, and the one whose key is not known."""
    named = sorted((row for row in rows if row[0] is not None), key=lambda row: row[column], reverse=not least)
    edge = named[min(number, len(named)) - 1][column]
    kept = [row for index, row in enumerate(named) if index < number or row[column] == edge]
    return kept + [row for row in rows if row[0] is None]


def listed(contracts: Sequence[Known], *conditions: Condition) -> Listed:
    """The contracts that meet conditions."""
    met = {contract.id: verdict(contract, conditions) for contract in contracts}
    return Listed(
        frozenset(key for key, here in met.items() if here is True),
        frozenset(key for key, here in met.items() if here is None),
    )


def extreme(
    contracts: Sequence[Known], number: int, value: Callable[[Known], Any], *conditions: Condition, least: bool = False
) -> Listed:
    """The contracts with the greatest or least value, with those level with the last."""
    rows = [
        [contract.id, here]
        for contract in contracts
        if (here := value(contract)) is not None and verdict(contract, conditions) is True
    ]
    return Listed(frozenset(row[0] for row in top(number, rows, least=least)) if rows else frozenset())


def statistic(
    name: str, contracts: Iterable[Known], value: Callable[[Known], float | None], *conditions: Condition
) -> Rows:
    """An average, median, minimum, maximum or sum, of how many, and for how many the value is not known."""
    met = [(contract, verdict(contract, conditions)) for contract in contracts]
    values = [value(item) for item, here in met if here]
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


def statistic_by(
    name: str, contracts: Sequence[Known], keys: Keys, value: Callable[[Known], float | None], *conditions: Condition
) -> Rows:
    """A statistic for each key."""
    inside = [contract for contract in contracts if verdict(contract, conditions) is not False]
    every = {key for item in inside for key in keys(item)}
    return [
        [*key, *statistic(name, [item for item in inside if key in set(keys(item))], value, *conditions)[0]]
        for key in every
    ]


def share(contracts: Iterable[Known], among: Iterable[Condition], *conditions: Condition) -> Rows:
    """How many of how many, of how many it cannot be told, and the percentage."""
    inside = list(among)
    met = [(verdict(contract, inside), verdict(contract, conditions)) for contract in contracts]
    met = [pair for pair in met if pair[0] is not False]
    total = sum(first is True for first, _ in met)
    hit = sum(first is True and second is True for first, second in met)
    unsure = sum(first is None or second is None for first, second in met)
    return [[hit, total, unsure, 100.0 * hit / max(total, 1)]]


def share_by(contracts: Sequence[Known], keys: Keys, among: Iterable[Condition], *conditions: Condition) -> Rows:
    """A share for each key."""
    inside = list(among)
    every = {key for contract in contracts if verdict(contract, inside) is not False for key in keys(contract)}
    return [
        [*key, *share([contract for contract in contracts if key in set(keys(contract))], inside, *conditions)[0]]
        for key in every
    ]


def compared(contracts: Sequence[Known], first: Iterable[Condition], second: Iterable[Condition]) -> Rows:
    """Two counts, each with its unknown ones."""
    return [[place, *count(contracts, *side)[0]] for place, side in ((1, first), (2, second))]


def several_laws(contracts: Sequence[Known]) -> Rows:
    """Parties with contracts under more than one law: how many contracts, how many laws."""
    rows: Rows = []
    for name in sorted({name for contract in contracts for name in contract.parties}):
        own = [contract for contract in contracts if name in contract.parties]
        under = {law for item in own for law in item.laws}
        if len(under) > 1:
            rows.append([name, len(own), len(under)])
    return rows


def with_contracts(contracts: Sequence[Known], low: int, high: int | None = None, *conditions: Condition) -> Rows:
    """Parties with so many contracts."""
    rows = grouped(contracts, parties, *conditions)
    return [row for row in rows if row[0] is not None and row[1] >= low and (high is None or row[1] <= high)]
