"""What is known of a contract as plain values, and what an answer to a question about many of them is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.graph import GraphContract
from core.taxonomy import taxonomy

CLAUSES = tuple(category.code for category in taxonomy().clauses)
Verdict = bool | None
Condition = Callable[["Known"], Verdict]
Rows = list[list[Any]]
Keys = Callable[["Known"], Iterable[tuple[Any, ...]]]
_DATES = ("agreement_date", "effective_date", "expiration_date")
_DAYS = {"Y": 365, "M": 30, "W": 7, "D": 1}


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
        """How many clause types are there for certain."""
        return sum(self.presence[code] == "present" for code in CLAUSES)

    @property
    def term(self) -> int | None:
        """Days from the effective to the expiration date."""
        first, last = self.dates["effective_date"], self.dates["expiration_date"]
        return (last - first).days if first and last and last >= first else None


@dataclass(frozen=True)
class Listed:
    """Contracts by id: those that are certainly meant, and those of which it cannot be told."""

    certain: frozenset[str]
    unsure: frozenset[str] = frozenset()


Answer = Rows | Listed
Truth = Callable[[Sequence[Known]], Answer]
Asked = tuple[str, Truth | None]
"""A question and the answer that it must have; None where it must be refused."""


def known(graph_contract: GraphContract, party_of: Mapping[str, str] | None = None) -> Known:
    """The contract as plain values; a date that is no whole day is not known.

    Args:
        graph_contract: the contract.
        party_of: the party of an organization's name, where a person joined several names into one party.
    """
    joined = party_of or {}
    extraction = graph_contract.extraction
    days: dict[str, date | None] = {}
    for name in _DATES:
        fact = extraction.fact(name)
        days[name] = date.fromisoformat(fact.value) if fact and fact.value and len(fact.value) == 10 else None
    days["last_notice_day"] = (
        date.fromisoformat(graph_contract.last_notice_day) if graph_contract.last_notice_day else None
    )
    notice, kind = extraction.fact("notice_period"), extraction.fact("agreement_type")
    return Known(
        id=graph_contract.contract_id,
        title=graph_contract.title,
        type=kind.value if kind else None,
        laws=frozenset(
            (fact.value, fact.detail) for fact in extraction.facts if fact.name == "governing_law" and fact.value
        ),
        parties=frozenset(joined.get(party.name, party.name) for party in extraction.parties),
        homes=frozenset(party.country for party in extraction.parties if party.country),
        dates=days,
        notice=_period_days(notice.value) if notice and notice.value else None,
        pages=len(graph_contract.pages),
        language=graph_contract.language,
        presence={clause.type: clause.presence for clause in extraction.clauses},
    )


def _period_days(period: str) -> int:
    return sum(int(count) * _DAYS[unit] for count, unit in re.findall(r"(\d+)([YMWD])", period))
