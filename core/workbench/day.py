"""What waits for a person on a day: deadlines ahead and contracts to review. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from core.contracts import ContractRow, term_of

DeadlineKind = Literal["notice", "end"]
AHEAD = timedelta(days=90)
"""How far ahead a deadline is shown."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """A day that matters: the last day to give notice, or the last day of a contract's term."""

    day: date
    kind: DeadlineKind
    row: ContractRow

    def days_left(self, today: date) -> int:
        """Days from a day to this one."""
        return (self.day - today).days


def deadlines(rows: Sequence[ContractRow], *, today: date, ahead: timedelta = AHEAD) -> list[Deadline]:
    """Deadlines from a day on, the next one first; dates that nobody could read are none, so the list may lack some."""
    found = []
    for row in rows:
        term = term_of(row.summary, today=today)
        if term is None or term.ended:
            continue
        days: tuple[tuple[DeadlineKind, date | None], ...] = (("notice", term.next_notice_day), ("end", term.until))
        found += [Deadline(day, kind, row) for kind, day in days if day is not None and today <= day <= today + ahead]
    return sorted(found, key=lambda deadline: (deadline.day, deadline.row.number, deadline.kind))


def to_review(rows: Sequence[ContractRow]) -> list[ContractRow]:
    """Contracts with something left to review, the one added first first."""
    return [row for row in rows if row.summary.to_review]
