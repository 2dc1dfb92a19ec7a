"""Whether an agreement was in force on a day, from dates and relations alone.

Rules, for one agreement and one day:

- It begins on its effective date, else on its agreement date. Where an effective date is stated that is no whole day
  ("upon approval", "March 2018", a blank), its first day is unknown: the agreement date is not put in its place.
- It ends with its last day, the expiration date, which is still included. An applying amendment that states another
  last day replaces it; the newest such amendment counts.
- After the last day it is not in force, unless a renewal term is stated: then it may have been renewed, unknown.
- Without a last day it is unknown, unless its own words say that it runs for ever.
- It is not in force from the first day of an agreement that supersedes it; where that day is unknown, unknown.
- An amendment applies from its first day on, as long as it is not superseded; it has no end of its own. An amendment
  of an amendment applies only with it.

Ending by notice, by breach or by agreement is in no contract's words and is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

State = Literal["in_force", "not_in_force", "unknown"]
STATES: tuple[State, ...] = ("in_force", "unknown", "not_in_force")
"""In the order in which they are listed."""


@dataclass(frozen=True, slots=True)
class Dated:
    """An agreement's dates. `begin` None: unknown. `end` None: unknown, or none at all where it is `for_ever`."""

    contract_id: str
    begin: date | None
    end: date | None
    for_ever: bool = False
    renews: bool = False

    @property
    def says_end(self) -> bool:
        """Whether it says anything certain of its end."""
        return self.end is not None or self.for_ever


class Dates:
    """The dates of many agreements by columns: how those stand that nothing amends or supersedes, all at once."""

    def __init__(self, agreements: Sequence[Dated]) -> None:
        """Take in agreements."""
        self._begin = np.array([_ordinal(agreement.begin) for agreement in agreements], np.int64)
        self._end = np.array([_ordinal(agreement.end) for agreement in agreements], np.int64)
        self._for_ever = np.array([agreement.for_ever for agreement in agreements], bool)
        self._renews = np.array([agreement.renews for agreement in agreements], bool)

    def states(self, day: date) -> NDArray[np.int64]:
        """The place in `STATES` of each agreement's state on a day, by its own dates alone."""
        at = day.toordinal()
        in_force, unknown, not_in_force = range(len(STATES))
        has_begin, has_end = self._begin != _NO_DAY, self._end != _NO_DAY
        cases = [
            has_begin & (at < self._begin),
            has_end & (at > self._end) & ~self._renews,
            has_end & (at > self._end),
            ~has_begin,
            has_end | self._for_ever,
        ]
        found: NDArray[np.int64] = np.select(
            cases, [not_in_force, not_in_force, unknown, unknown, in_force], default=unknown
        )
        return found


_NO_DAY = -1


def _ordinal(day: date | None) -> int:
    return _NO_DAY if day is None else day.toordinal()


@dataclass(frozen=True, slots=True)
class Applied:
    """An amendment that applies on the day, or may (not `certain`)."""

    contract_id: str
    certain: bool


@dataclass(frozen=True, slots=True)
class InForce:
    """An agreement on a day. `end_in` is the document whose end counts; `superseded_by` those that (may) have begun."""

    state: State
    reasons: tuple[str, ...]
    end: date | None
    end_in: str | None
    amendments: tuple[Applied, ...]
    superseded_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LinkedAgreements:
    """Agreements by id, with what amends and what supersedes each of them."""

    agreements: Mapping[str, Dated]
    amended_by: Mapping[str, Sequence[str]]
    superseded_by: Mapping[str, Sequence[str]]

    def state(self, contract_id: str, day: date) -> tuple[State, bool]:
        """Its state as `in_force_on` gives it, and whether it was superseded."""
        full = self.in_force_on(contract_id, day)
        return full.state, "superseded" in full.reasons

    def in_force_on(self, contract_id: str, day: date) -> InForce:
        """How an agreement stands on a day."""
        agreement = self.agreements[contract_id]
        applied = self._amendments(contract_id, day)
        documents = [self.agreements[amendment.contract_id] for amendment in applied]
        renews = agreement.renews or any(document.renews for document in documents)
        sources = self._end_sources(agreement, applied)
        outcomes = {_outcome(agreement, source, renews, day) for source in sources}
        state, reason = next(iter(outcomes)) if len(outcomes) == 1 else ("unknown", "amendments_unknown")
        reasons = [reason]
        over = self._superseders(contract_id, day)
        if over and reason != "not_begun":
            if any(certain for _, certain in over):
                over = [(key, certain) for key, certain in over if certain]
                state, reasons = "not_in_force", ["superseded"]
            elif state != "not_in_force":
                state, reasons = "unknown", [*(r for r in reasons if state == "unknown"), "superseded_since_unknown"]
        agreed = sources[0] if len({(source.end, source.for_ever) for source in sources}) == 1 else None
        return InForce(
            state=state,
            reasons=tuple(reasons),
            end=agreed.end if agreed else None,
            end_in=agreed.contract_id if agreed and agreed.says_end else None,
            amendments=applied,
            superseded_by=tuple(key for key, _ in over),
        )

    def _end_sources(self, dated: Dated, applied: Sequence[Applied]) -> list[Dated]:
        """The documents whose end may be the one that counts; more than one where that is not known."""
        certain = [self.agreements[a.contract_id] for a in applied if a.certain]
        stating = [document for document in certain if document.says_end]
        if stating:
            newest = max(document.begin or date.min for document in stating)
            sources = [document for document in stating if document.begin == newest]
        else:
            sources = [dated]
        unsure = [self.agreements[a.contract_id] for a in applied if not a.certain]
        return sources + [document for document in unsure if document.says_end]

    def _superseders(self, contract_id: str, day: date) -> list[tuple[str, bool]]:
        """What has superseded an agreement by a day, earliest first; not certain where its first day is unknown."""
        found = [
            (key, self.agreements[key].begin)
            for key in self.superseded_by.get(contract_id, ())
            if key in self.agreements
        ]
        begun = [(key, begin) for key, begin in found if begin is None or begin <= day]
        begun.sort(key=lambda pair: (pair[1] is None, pair[1] or date.min, pair[0]))
        return [(key, begin is not None) for key, begin in begun]

    def _amendments(self, contract_id: str, day: date) -> tuple[Applied, ...]:
        """Amendments that apply or may, in the order of their first days, those without one last."""
        found: dict[str, bool] = {}
        ways = [(key, True) for key in self.amended_by.get(contract_id, ())]
        while ways:
            key, certain = ways.pop()
            agreement = self.agreements.get(key)
            if agreement is None or key == contract_id or (agreement.begin is not None and agreement.begin > day):
                continue
            over = self._superseders(key, day)
            if any(sure for _, sure in over):
                continue
            certain = certain and agreement.begin is not None and not over
            if found.get(key) is None or (certain and not found[key]):
                found[key] = certain
                ways += [(further, certain) for further in self.amended_by.get(key, ())]

        def order(key: str) -> tuple[bool, date, str]:
            begin = self.agreements[key].begin
            return begin is None, begin or date.min, key

        return tuple(Applied(key, found[key]) for key in sorted(found, key=order))


def _outcome(dated: Dated, source: Dated, renews: bool, day: date) -> tuple[State, str]:
    if dated.begin is not None and day < dated.begin:
        return "not_in_force", "not_begun"
    if source.end is not None and day > source.end:
        return ("unknown", "may_be_renewed") if renews else ("not_in_force", "ended")
    if dated.begin is None:
        return "unknown", "begin_unknown"
    if source.end is not None:
        return "in_force", "within_dates"
    return ("in_force", "runs_for_ever") if source.for_ever else ("unknown", "end_unknown")
