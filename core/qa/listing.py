"""Contracts that meet every condition of a question, and why: one call a condition, the results intersected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from core.contracts import law_name
from core.lexicon import agreement_type_name
from core.qa import phrases as wording
from core.qa.question import Question
from core.qa.toolbox import Toolbox
from core.questions import Mention
from core.record import UNDECIDED
from core.wording import Language

Rows = dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Written:
    """A party as a contract has it; `alias_of` is the name that was found, where this is another name of its party."""

    name: str
    alias_of: str | None = None


@dataclass(slots=True)
class Listing:
    """Rows that certainly meet the conditions, rows where a clause is unknown, and the reasons by contract.

    `what` is the question as it was understood, `plain` says that it had no condition at all. `silent` is the number of
    contracts without the date that was asked for: they may have one that was not found.
    """

    what: str = ""
    plain: bool = True
    rows: list[dict[str, Any]] = field(default_factory=list)
    unknown: list[dict[str, Any]] = field(default_factory=list)
    excerpts: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    absent: dict[str, list[str]] = field(default_factory=dict)
    unsure: dict[str, list[str]] = field(default_factory=dict)
    silent: int = 0
    facts: dict[str, list[tuple[str, str, dict[str, Any] | None]]] = field(default_factory=dict)
    matched: dict[str, list[Written]] = field(default_factory=dict)


def list_contracts(
    asked: Question, tools: Toolbox, language: Language, *, limited: Sequence[str] | None = None
) -> Listing:
    """The contracts that a question asks for.

    Args:
        asked: the conditions.
        tools: runs and records the calls.
        language: of the restated question.
        limited: contracts to look among, None for all.
    """
    listing = Listing()
    found: list[tuple[Rows, Rows]] = []
    said: list[str] = []
    if asked.clauses:
        found.append(_by_clauses(asked.clauses, tools, listing))
        said.append(_clauses_said(asked.clauses, language))
    if asked.organization:
        found.append((_by_party(asked.organization, tools, listing), {}))
        said.append(wording.say("party", language, name=wording.plain(asked.organization)))
    if asked.law:
        found.append((_by_law(asked, tools, listing, language), {}))
        said.append(wording.say("law", language, name=law_name(asked.law.country, asked.law.state, language)))
    if asked.window:
        found.append((_by_date(asked, tools, listing, language), {}))
        listing.silent = _silent(asked.window.field, tools, limited)
        said.append(_window_said(asked, language))
    if asked.agreement_type or not found:
        rows = {row["contract_id"]: row for row in tools.all_rows("list_contracts")}
        if asked.agreement_type:
            rows = {key: row for key, row in rows.items() if row["agreement_type"] == asked.agreement_type}
            name = agreement_type_name(asked.agreement_type, language)
            said.append(wording.say("type", language, name=name))
        found.append((rows, {}))
    if limited is not None:
        said.append(wording.say("those", language))
    listing.plain = not said
    listing.what = wording.say("joined", language).join(said) or wording.say("all", language)
    _intersect(listing, found, limited)
    return listing


def _intersect(listing: Listing, found: list[tuple[Rows, Rows]], limited: Sequence[str] | None) -> None:
    possible = set.intersection(*({*certain, *unsure} for certain, unsure in found))
    if limited is not None:
        possible &= set(limited)
    first = {key: row for certain, unsure in reversed(found) for key, row in (unsure | certain).items()}
    for key, row in first.items():
        if key in possible:
            certain_everywhere = all(key in certain for certain, _ in found)
            (listing.rows if certain_everywhere else listing.unknown).append(row)


def _by_clauses(mentions: Sequence[Mention], tools: Toolbox, listing: Listing) -> tuple[Rows, Rows]:
    with_types = list(dict.fromkeys(m.code for m in mentions if m.polarity == "with"))
    without_types = list(dict.fromkeys(m.code for m in mentions if m.polarity == "without"))
    either = len(with_types) > 1 and all(m.alternative for m in [m for m in mentions if m.polarity == "with"][1:])
    if either:
        certain: Rows = {}
        for code in with_types:
            rows = _combination([code], without_types, tools, listing)
            certain |= rows[0]
        return certain, {}
    if set(with_types) & set(without_types):
        return {}, {}
    certain, unsure = _combination(with_types, without_types, tools, listing)
    if not without_types and len(with_types) == 1:
        # A contract whose pages could not all be read may have the clause after all.
        for row in tools.all_rows("get_contracts_without_clause", clause_type=with_types[0]):
            if row["presence"] in UNDECIDED:
                unsure[row["contract_id"]] = row
                listing.unsure.setdefault(row["contract_id"], []).append(with_types[0])
    return certain, unsure


def _combination(
    with_types: list[str], without_types: list[str], tools: Toolbox, listing: Listing
) -> tuple[Rows, Rows]:
    rows = tools.all_rows("get_contracts_by_clauses", with_types=with_types, without_types=without_types)
    certain: Rows = {}
    unsure: Rows = {}
    for row in rows:
        key = row["contract_id"]
        (certain if row["certainty"] == "certain" else unsure)[key] = row
        kept = listing.excerpts.setdefault(key, [])
        shown = {excerpt["type"] for excerpt in kept}
        for excerpt in row["excerpts"]:
            if excerpt["type"] not in shown:
                kept.append(excerpt)
                shown.add(excerpt["type"])
        listing.absent[key] = list(row["absent"])
        if row["unknown"]:
            listing.unsure[key] = list(row["unknown"])
    return certain, unsure


def _by_party(name: str, tools: Toolbox, listing: Listing) -> Rows:
    rows = tools.all_rows("get_contracts", organization_name=name)
    for row in rows:
        found = [Written(match["name"], match["alias_of"]) for match in row["matched"]]
        listing.matched[row["contract_id"]] = list(dict.fromkeys(found))
    return {row["contract_id"]: row for row in rows}


def _by_law(asked: Question, tools: Toolbox, listing: Listing, language: Language) -> Rows:
    law = asked.law
    assert law is not None
    rows = tools.all_rows("get_contracts_by_governing_law", country=law.country, state=law.state)
    for row in rows:
        shown = law_name(row["country"], row["state"], language)
        listing.facts.setdefault(row["contract_id"], []).append(("governing_law", shown, row["evidence"]))
    return {row["contract_id"]: row for row in rows}


def _by_date(asked: Question, tools: Toolbox, listing: Listing, language: Language) -> Rows:
    window = asked.window
    assert window is not None
    limits = {"from_day": window.first, "to_day": window.last}
    days = {name: day.isoformat() for name, day in limits.items() if day is not None}
    rows = tools.all_rows("get_contracts_by_date", field=window.field, **days)
    for row in rows:
        listing.facts.setdefault(row["contract_id"], []).append(
            (window.field, wording.day(row["day"], language), row["evidence"])
        )
    return {row["contract_id"]: row for row in rows}


def _silent(field: str, tools: Toolbox, limited: Sequence[str] | None) -> int:
    """How many contracts have no such date that was found."""
    rows = tools.all_rows("list_contracts")
    return sum(row[field] is None and (limited is None or row["contract_id"] in limited) for row in rows)


def _clauses_said(mentions: Sequence[Mention], language: Language) -> str:
    parts: list[str] = []
    for mention in mentions:
        key = "with" if mention.polarity == "with" else "without"
        said = wording.say(key, language, name=wording.category(mention.code, language))
        if mention.alternative and mention.polarity == "with" and parts:
            parts[-1] = parts[-1] + wording.say("either", language) + said
        else:
            parts.append(said)
    return wording.say("joined", language).join(parts)


def _window_said(asked: Question, language: Language) -> str:
    window = asked.window
    assert window is not None
    field = wording.category(window.field, language)
    first = wording.day(window.first, language) if window.first else ""
    last = wording.day(window.last, language) if window.last else ""
    key = "window_both" if first and last else "window_from" if first else "window_to"
    return wording.say(key, language, field=field, first=first, last=last)
