"""Agreements as of a day: which were in force, with which amendments, and whose words on a clause type applied.

The rules are those of `core.graph.retrieval.in_force`. Three values, never guessed: in force, not in force, unknown. An
amendment is listed with the agreement that it amends and not by itself. An agreement that was superseded is listed as
not in force, with what superseded it and since when; agreements that had ended or had not begun are left out unless
they are asked for. By its dates only: ending by notice or breach is in no contract's words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np

from core.graph.cells import text, whole
from core.graph.memo import GraphMemo
from core.graph.retrieval.agreements import excerpts, fact_words, headers, widen
from core.graph.retrieval.arguments import AsOf
from core.graph.retrieval.by_party import parties_named
from core.graph.retrieval.in_force import STATES, Applied, Dated, Dates, InForce, LinkedAgreements
from core.graph.rows import AmendmentRow, EvidenceRow, ExcerptRow, Result, RetrievedAsOf, SupersededRow, TermsRow
from core.graph.store import Cell, GraphStore, Row, Scope
from core.record import UNDECIDED, Presence

_FOR_EVER = re.compile(
    r"\bperpetual|\bin\s+perpetuity\b|\bindefinite|\bno\s+(?:fixed|definite)\s+(?:term|expir)|無期限|期限の定め(?:が|の|は)?な",
    re.I,
)
_BeginsBy = Literal["effective_date", "agreement_date"]


@dataclass(frozen=True, slots=True)
class _Link:
    source: str
    target: str
    evidence: EvidenceRow | None


@dataclass(frozen=True, slots=True)
class _AllAgreements:
    """What every question needs of all agreements, whatever its day.

    `in_order` are ids by title, `places` where each stands there, and `dates` follow that order.
    """

    portfolio: LinkedAgreements
    titles: Mapping[str, str]
    begins_by: Mapping[str, _BeginsBy]
    amends: tuple[_Link, ...]
    supersedes: tuple[_Link, ...]
    in_order: tuple[str, ...]
    places: Mapping[str, int]
    dates: Dates

    def begins_later(self, key: str, day: date) -> bool:
        """Whether its effective date is known and after a day: it has no part in an answer without all states."""
        begin = self.portfolio.agreements[key].begin
        return begin is not None and begin > day and self.begins_by[key] == "effective_date"


def get_contracts_as_of(graph: GraphStore, arguments: AsOf, scope: Scope) -> Result:
    """`RetrievedAsOf` rows: agreements in force on the day first, then unknown ones, then superseded ones."""
    day = date.fromisoformat(arguments.day)
    known = _KNOWN.of(graph)
    named = parties_named(graph, (arguments.organization_name,), None) if arguments.organization_name else None
    listed = _listed(known, arguments, day, _agreements_of(scope, None if named is None else list(named)))
    shown = listed[arguments.offset : arguments.offset + arguments.limit]
    page = {key: known.portfolio.in_force_on(key, day) for key in shown}
    head = headers(graph, shown)
    writer = _Rows(graph, arguments, known, page)
    rows = tuple(
        widen(
            RetrievedAsOf,
            head[key],
            **writer.columns(key, agreement),
            matched=tuple(named[key][1]) if named is not None else (),
        )
        for key, agreement in page.items()
    )
    return Result(rows, len(listed))


def _agreements_of(scope: Scope, named: Sequence[str] | None) -> frozenset[str] | None:
    """The agreements that are asked about, None for all."""
    if scope is None:
        return None if named is None else frozenset(named)
    return frozenset(scope) if named is None else frozenset(scope).intersection(named)


def _listed(known: _AllAgreements, arguments: AsOf, day: date, wanted: frozenset[str] | None) -> list[str]:
    """Ids of the agreements that the answer lists: in force first, then unknown ones, then the others."""
    states = known.dates.states(day)
    shown = np.ones(len(states), bool) if arguments.all_states else states != STATES.index("not_in_force")
    for key in known.portfolio.amended_by.keys() | known.portfolio.superseded_by.keys():
        if (place := known.places.get(key)) is not None:
            state, superseded = known.portfolio.state(key, day)
            states[place] = STATES.index(state)
            shown[place] = state != "not_in_force" or superseded or arguments.all_states
    if wanted is not None:
        inside = np.zeros(len(states), bool)
        inside[[known.places[key] for key in wanted if key in known.places]] = True
        shown &= inside
    for link in known.amends:
        # An amendment is listed with what it amends, where that has a part in the answer.
        base_asked = link.target in known.places and (wanted is None or link.target in wanted)
        has_part = arguments.all_states or not known.begins_later(link.target, day) if base_asked else False
        if has_part and link.source in known.places:
            shown[known.places[link.source]] = False
    order = [np.flatnonzero(shown & (states == place)) for place in range(len(STATES))]
    return [known.in_order[place] for place in np.concatenate(order).tolist()]


class _Rows:
    """Columns of the rows of one page; everything that they need is asked of the graph once."""

    def __init__(
        self,
        graph: GraphStore,
        arguments: AsOf,
        known: _AllAgreements,
        page: Mapping[str, InForce],
    ) -> None:
        self._day, self._type = arguments.day, arguments.clause_type
        self._documents, self._titles, self._begins_by = known.portfolio.agreements, known.titles, known.begins_by
        self._amends = {(link.source, link.target): link.evidence for link in known.amends}
        self._supersedes = {(link.source, link.target): link.evidence for link in known.supersedes}
        ids = list(
            dict.fromkeys([*page, *(a.contract_id for agreement in page.values() for a in agreement.amendments)])
        )
        self._words = fact_words(graph, (fact for key in page for fact in self._dates(key, page[key])))
        self._presence: dict[str, Presence] = {}
        self._excerpts: dict[str, list[ExcerptRow]] = {}
        if self._type is not None and ids:
            self._presence = dict(graph.lists().presences(self._type, ids))
            self._excerpts = excerpts(graph, ids, [self._type], "finding")

    def _dates(self, key: str, in_force: InForce) -> tuple[tuple[str, str], tuple[str, str]]:
        """The facts, by contract and name, that an agreement's first and last day stand in."""
        return (key, self._begins_by.get(key) or "effective_date"), (in_force.end_in or key, "expiration_date")

    def columns(self, key: str, in_force: InForce) -> dict[str, object]:
        """What an agreement's row has beyond its header."""
        begin, end = self._dates(key, in_force)
        return {
            "day": self._day,
            "state": in_force.state,
            "reasons": in_force.reasons,
            "begins": text(self._documents[key].begin),
            "begins_by": self._begins_by.get(key),
            "begin_evidence": self._words.get(begin),
            "ends": text(in_force.end),
            "ends_in": in_force.end_in,
            "end_evidence": self._words.get(end),
            "amendments": tuple(self._amendment(key, applied) for applied in in_force.amendments),
            "superseded_by": tuple(self._superseder(key, other) for other in in_force.superseded_by),
            "terms": self._terms(key, in_force.amendments),
        }

    def _amendment(self, base: str, applied: Applied) -> AmendmentRow:
        key = applied.contract_id
        return AmendmentRow(
            contract_id=key,
            title=self._titles[key],
            begins=text(self._documents[key].begin),
            begins_by=self._begins_by.get(key),
            certain=applied.certain,
            evidence=self._amends.get((key, base)),
        )

    def _superseder(self, base: str, key: str) -> SupersededRow:
        since = text(self._documents[key].begin)
        return SupersededRow(key, self._titles[key], since, self._supersedes.get((key, base)))

    def _terms(self, base: str, applied: Sequence[Applied]) -> TermsRow | None:
        """Whose words on the clause type apply: the newest amendment that speaks of it, else the agreement."""
        if self._type is None:
            return None
        unsure = [a.contract_id for a in applied if not a.certain and self._known(a.contract_id) != "absent"]
        chosen = base
        for amendment in reversed([a for a in applied if a.certain]):
            terms = self._known(amendment.contract_id)
            if terms == "present":
                chosen = amendment.contract_id
                same_day = [
                    a.contract_id
                    for a in applied
                    if a.certain
                    and a.contract_id != chosen
                    and self._documents[a.contract_id].begin == self._documents[chosen].begin
                    and self._known(a.contract_id) == "present"
                ]
                unsure += same_day
                break
            if terms in UNDECIDED:
                unsure.append(amendment.contract_id)
        verdict = self._known(chosen)
        return TermsRow(
            contract_id=chosen,
            title=self._titles[chosen],
            type=self._type,
            presence=verdict,
            certain=not unsure and verdict not in UNDECIDED,
            may_differ=tuple(dict.fromkeys(unsure)),
            excerpts=tuple(self._excerpts.get(chosen, ())) if verdict == "present" else (),
        )

    def _known(self, contract_id: str) -> Presence:
        return self._presence.get(contract_id, "unknown")


def _known(graph: GraphStore) -> _AllAgreements:
    """Dated agreements with their titles and which date is the first day, and the relations between them."""
    vague = _stated_without_day(graph)
    documents: dict[str, Dated] = {}
    titles: dict[str, str] = {}
    begins_by: dict[str, _BeginsBy] = {}
    for row in graph.rows(
        "MATCH (a:Agreement) RETURN a.contract_id AS contract_id, a.title AS title, "
        "a.effective_date AS effective_date, a.agreement_date AS agreement_date, "
        "a.expiration_date AS expiration_date, a.renewal_term AS renewal_term"
    ):
        key = str(row["contract_id"])
        titles[key] = text(row["title"]) or ""
        begin = _day(row["effective_date"])
        if begin is not None:
            begins_by[key] = "effective_date"
        elif (key, "effective_date") not in vague and row["agreement_date"] is not None:
            begin, begins_by[key] = _day(row["agreement_date"]), "agreement_date"
        end = _day(row["expiration_date"])
        words = vague.get((key, "expiration_date"), "")
        for_ever = end is None and bool(_FOR_EVER.search(words))
        renews = row["renewal_term"] is not None or (key, "renewal_term") in vague
        documents[key] = Dated(key, begin, end, for_ever=for_ever, renews=renews)
    amends, supersedes = _links(graph, "AMENDS"), _links(graph, "SUPERSEDES")
    in_order = tuple(sorted(titles, key=lambda key: (titles[key], key)))
    return _AllAgreements(
        portfolio=LinkedAgreements(documents, _by_target(amends), _by_target(supersedes)),
        titles=titles,
        begins_by=begins_by,
        amends=tuple(amends),
        supersedes=tuple(supersedes),
        in_order=in_order,
        places={key: place for place, key in enumerate(in_order)},
        dates=Dates([documents[key] for key in in_order]),
    )


_KNOWN = GraphMemo(_known)


def _stated_without_day(graph: GraphStore) -> dict[tuple[str, str], str]:
    """Words of dates and renewal terms that contracts state, but not as a day or a term, by contract and name."""
    found: dict[tuple[str, str], str] = {}
    for name in ("effective_date", "expiration_date", "renewal_term"):
        for row in graph.rows(
            f"MATCH (a:Agreement)-[:HAS_FACT]->(f:Fact) WHERE f.name = $name AND a.{name} IS NULL "
            "RETURN a.contract_id AS contract_id, f.value AS value, f.detail AS detail, f.quote AS quote",
            {"name": name},
        ):
            words = " ".join(filter(None, (text(row["value"]), text(row["detail"]), text(row["quote"]))))
            if words:
                key = (str(row["contract_id"]), name)
                found[key] = f"{found[key]} {words}" if key in found else words
    return found


def _links(graph: GraphStore, kind: Literal["AMENDS", "SUPERSEDES"]) -> list[_Link]:
    rows = graph.rows(
        f"MATCH (x:Agreement)-[r:{kind}]->(y:Agreement) RETURN x.contract_id AS source, y.contract_id AS target, "
        "r.page AS page, r.start_offset AS start_offset, r.end_offset AS end_offset, r.quote AS quote "
        "ORDER BY source, target"
    )
    return [_Link(str(row["source"]), str(row["target"]), _link_words(row)) for row in rows]


def _link_words(row: Row) -> EvidenceRow | None:
    quote = text(row["quote"])
    if quote is None:
        return None
    return EvidenceRow("verified", whole(row["page"]), whole(row["start_offset"]), whole(row["end_offset"]), quote)


def _by_target(links: Sequence[_Link]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for link in links:
        found[link.target].append(link.source)
    return dict(found)


def _day(cell: Cell) -> date | None:
    stated = text(cell)
    return None if stated is None else date.fromisoformat(stated[:10])
