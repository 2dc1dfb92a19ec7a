"""What lists need of every agreement, by columns in memory: a list over thousands is a few operations on arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from core.graph.lists import GoverningLaw
from core.graph.schema import DATES
from core.graph.store import Scope
from core.record import Presence

PRESENCES: tuple[Presence, ...] = ("absent", "not_found", "present", "unknown")
"""In the order of their names, which is the order in which lists show them."""
Places = NDArray[np.int64]
_NO_DAY = -1


@dataclass(frozen=True, slots=True)
class Listed:
    """An agreement: what lists sort and choose by.

    `days` are those of `core.graph.schema.DATES`. `presences` has a byte for each clause type, its place in
    `PRESENCES`; `confidences` a number of eight bytes. `named` says whether it has any party.
    """

    contract_id: str
    title: str
    days: tuple[date | None, ...]
    laws: tuple[GoverningLaw, ...]
    presences: bytes
    confidences: bytes
    named: bool


class Columns:
    """All agreements of one state of a graph, never changed. Places count in the order of titles, then of ids."""

    def __init__(self, agreements: Iterable[Listed], types: Sequence[str]) -> None:
        """Take in agreements, in any order; `types` are the clause types of their presences and confidences."""
        self._types = {code: place for place, code in enumerate(types)}
        self._agreements = sorted(agreements, key=lambda agreement: (agreement.title, agreement.contract_id))
        self.ids = [agreement.contract_id for agreement in self._agreements]
        self._presence = np.frombuffer(
            b"".join(agreement.presences for agreement in self._agreements), np.uint8
        ).reshape(-1, len(self._types))
        self._days = np.array(
            [[_NO_DAY if day is None else day.toordinal() for day in agreement.days] for agreement in self._agreements],
            np.int64,
        ).reshape(-1, len(DATES))

    @cached_property
    def _places(self) -> dict[str, int]:
        return {key: place for place, key in enumerate(self.ids)}

    @cached_property
    def _named(self) -> NDArray[np.bool_]:
        return np.array([agreement.named for agreement in self._agreements], bool)

    @cached_property
    def _lawless(self) -> NDArray[np.bool_]:
        return np.array([not agreement.laws for agreement in self._agreements], bool)

    @cached_property
    def _laws(self) -> _Laws:
        return _Laws(self._agreements)

    def within(self, scope: Scope) -> Places:
        """Places of the agreements in a scope."""
        if scope is None:
            return np.arange(len(self.ids))
        places = self._places
        return np.array(sorted({places[key] for key in scope if key in places}), np.int64)

    def presence(self, place: int, code: str) -> Presence:
        """An agreement's presence of a clause type."""
        return PRESENCES[int(self._presence[place, self._types[code]])]

    def confidence(self, place: int, code: str) -> float:
        """How sure that is, in 0–1."""
        return float(np.frombuffer(self._agreements[place].confidences)[self._types[code]])

    def silent(self, places: Places, field: str) -> Places:
        """Those of some places that have no such day, law or party, and are not known to have none."""
        if field in DATES:
            lacking = self._days[places, DATES.index(field)] == _NO_DAY
        elif field == "parties":
            lacking = ~self._named[places]
        else:
            lacking = self._lawless[places]
        if field in self._types:
            lacking &= self._presence[places, self._types[field]] != PRESENCES.index("absent")
        found: Places = places[lacking]
        return found

    def having(self, places: Places, code: str, wanted: Sequence[Presence]) -> Places:
        """Those of some places whose presence of a clause type is one of those wanted."""
        chosen = np.isin(self._presence[places, self._types[code]], [PRESENCES.index(state) for state in wanted])
        found: Places = places[chosen]
        return found

    def by_presence(self, places: Places, code: str) -> Places:
        """Some places in the order of their presence of a clause type, otherwise as they are."""
        found: Places = places[np.argsort(self._presence[places, self._types[code]], kind="stable")]
        return found

    def between(self, places: Places, field: str, first: date | None, last: date | None) -> Places:
        """Those of some places whose day lies in a window, earliest first."""
        days = self._days[places, DATES.index(field)]
        chosen = days != _NO_DAY
        if first is not None:
            chosen &= days >= first.toordinal()
        if last is not None:
            chosen &= days <= last.toordinal()
        found: Places = places[chosen][np.argsort(days[chosen], kind="stable")]
        return found

    def day(self, place: int, field: str) -> date:
        """An agreement's day; it has one."""
        return date.fromordinal(int(self._days[place, DATES.index(field)]))

    def governed(self, scope: Scope, country: str | None, state: str | None) -> Places:
        """Numbers of the laws of agreements in a scope that are a country's, a state's (in any case) or both."""
        laws = self._laws
        chosen = np.ones(len(laws.all), bool)
        if country is not None:
            chosen &= laws.country == laws.countries.get(country, -1)
        if state is not None:
            chosen &= laws.state == laws.states.get(state.lower(), -1)
        if scope is not None:
            inside = np.zeros(len(self.ids), bool)
            inside[self.within(scope)] = True
            chosen &= inside[laws.place]
        found: Places = np.flatnonzero(chosen)
        return found

    def law(self, number: int) -> tuple[int, GoverningLaw]:
        """The agreement that a law of that number governs, by its place, and the law."""
        return int(self._laws.place[number]), self._laws.all[number]


class _Laws:
    """All laws of all agreements in the order of their places, by columns."""

    def __init__(self, agreements: Sequence[Listed]) -> None:
        self.all = [law for agreement in agreements for law in agreement.laws]
        self.place = np.repeat(np.arange(len(agreements)), [len(agreement.laws) for agreement in agreements])
        self.countries: dict[str, int] = {}
        self.states: dict[str | None, int] = {}
        self.country = np.array([self.countries.setdefault(law.country, len(self.countries)) for law in self.all])
        lowered = (law.state and law.state.lower() for law in self.all)
        self.state = np.array([self.states.setdefault(state, len(self.states)) for state in lowered])
