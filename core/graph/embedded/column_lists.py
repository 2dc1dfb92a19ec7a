"""Lists of agreements from the columns in memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property

import numpy as np

from core.graph.cells import PARTY_COLUMNS, Rows, party_edge, party_edges
from core.graph.embedded.columns import Columns, Places
from core.graph.lists import ListedCombination, ListedDay, ListedLaw, ListedPresence, Listing, PartyEdge, Portion
from core.graph.store import Scope
from core.record import UNDECIDED, Presence

_FEW = 500


class ColumnLists:
    """`AgreementLists` over the columns of one state of the embedded graph."""

    def __init__(self, read_columns: Callable[[], Columns], rows: Rows) -> None:
        self._read_columns = read_columns
        self._rows = rows

    @cached_property
    def _columns(self) -> Columns:
        return self._read_columns()

    def count(self, scope: Scope) -> int:
        """How many agreements there are."""
        return len(self._columns.within(scope))

    def by_title(self, scope: Scope, portion: Portion) -> Listing[str]:
        """Ids of the agreements by title."""
        places = self._columns.within(scope)
        return Listing([self._columns.ids[place] for place in _page(places, portion)], len(places))

    def by_presence(
        self, code: str, wanted: Sequence[Presence], scope: Scope, portion: Portion
    ) -> Listing[ListedPresence]:
        """Agreements whose presence of a clause type is one of those wanted, in the order of the presences' names."""
        columns = self._columns
        places = columns.by_presence(columns.having(columns.within(scope), code, wanted), code)
        page = [
            ListedPresence(columns.ids[place], columns.presence(place, code), columns.confidence(place, code))
            for place in _page(places, portion)
        ]
        return Listing(page, len(places))

    def by_clauses(
        self, present: Sequence[str], lacking: Sequence[str], scope: Scope, portion: Portion
    ) -> Listing[ListedCombination]:
        """Agreements with all of some types and, for all that is known, none of others; certain ones first."""
        columns = self._columns
        places = columns.within(scope)
        for code in present:
            places = columns.having(places, code, ["present"])
        for code in lacking:
            places = columns.having(places, code, ["absent", *UNDECIDED])
        certain = places
        for code in lacking:
            certain = columns.having(certain, code, ["absent"])
        ordered = np.concatenate((certain, np.setdiff1d(places, certain, assume_unique=True)))
        page = [
            ListedCombination(
                columns.ids[place], tuple(code for code in lacking if columns.presence(place, code) in UNDECIDED)
            )
            for place in _page(ordered, portion)
        ]
        return Listing(page, len(ordered))

    def by_day(
        self, field: str, first: date | None, last: date | None, scope: Scope, portion: Portion
    ) -> Listing[ListedDay]:
        """Agreements whose day of a kind lies in a closed window, earliest first."""
        columns = self._columns
        places = columns.between(columns.within(scope), field, first, last)
        page = [ListedDay(columns.ids[place], columns.day(place, field)) for place in _page(places, portion)]
        return Listing(page, len(places))

    def by_law(self, country: str | None, state: str | None, scope: Scope, portion: Portion) -> Listing[ListedLaw]:
        """Agreements under a country's law, a state's or both; one entry for each such law."""
        governed = self._columns.governed(scope, country, state)
        page = [self._columns.law(number) for number in _page(governed, portion)]
        return Listing([ListedLaw(self._columns.ids[place], law) for place, law in page], len(governed))

    def silent(self, field: str, scope: Scope) -> int:
        """How many agreements have no such day, law or party, and are not known to have none."""
        return len(self._columns.silent(self._columns.within(scope), field))

    def presences(self, code: str, ids: Sequence[str]) -> Mapping[str, Presence]:
        """Presence of a clause type in some agreements, by id."""
        columns = self._columns
        return {columns.ids[place]: columns.presence(place, code) for place in columns.within(ids).tolist()}

    def of_organizations(self, ids: Sequence[str]) -> Sequence[PartyEdge]:
        """All agreements that some organizations are party to, in no order."""
        # The engine would read all organizations where more than one is named: a few are looked up one by one.
        if len(ids) > _FEW:
            return party_edges(self._rows, ids)
        query = f"MATCH (o:Organization {{id: $id}})-[p:IS_PARTY_TO]->(a:Agreement) {PARTY_COLUMNS}"
        return [party_edge(row) for key in ids for row in self._rows(query, {"id": key})]


def _page(places: Places, portion: Portion) -> list[int]:
    page: list[int] = places[portion.offset : portion.offset + portion.limit].tolist()
    return page
