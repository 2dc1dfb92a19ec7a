"""The short written contracts in many house styles, and what the built-in engine's facts of them are worth."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

from core.contracts.builtin import find_clauses
from core.contracts.builtin.facts.facts import find_facts
from core.contracts.current_term import kind_of
from core.documents import Document, Page
from core.lexicon import places_in
from core.record import Fact, Party

DATA = Path(__file__).resolve().parents[1] / "data" / "facts_written"
PARTS = ("developed", "apart")
DATES = ("agreement_date", "effective_date", "expiration_date")
Verdict = Literal["right", "wrong", "missed", "extra", "neither"]
Compared = tuple[dict[str, Any], str, Verdict, str]
_LENGTH = re.compile(r"(\d+)\s*(年|years?|か月|months?|週間|weeks?|日|days?)")
_UNITS = {"年": "Y", "y": "Y", "か": "M", "m": "M", "週": "W", "w": "W", "日": "D", "d": "D"}


def contracts(part: str) -> list[dict[str, Any]]:
    """The labels of a part, in the order of the file."""
    lines = (DATA / part / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def document(part: str, label: dict[str, Any]) -> Document:
    """A contract's text as a document of one page."""
    text = (DATA / part / "docs" / f"{label['id']}.txt").read_text(encoding="utf-8")
    page = Page(1, 0, len(text), 0.0, 0.0, "text")
    digest = sha256(text.encode()).hexdigest()
    return Document(digest, f"{label['id']}.txt", "text", text, (page,), label["language"])


def compared(part: str, sitting: int | None = None) -> Iterator[Compared]:
    """For each contract (of a sitting) and fact: its labels, the fact, the verdict, what was said and what is true."""
    for label in contracts(part):
        if sitting not in (None, label["sitting"]):
            continue
        text = document(part, label)
        facts, parties = find_facts(text, find_clauses(text))
        said = {fact.name: fact for fact in reversed(facts)}
        yield _title(label, said["document_name"])
        for name in DATES:
            true = {label[name], *label["also"].get(name, ())} - {None}
            yield _judged(label, name, true, said[name].value)
        yield _judged(label, "renewal_term", _length(label["renewal_length"]), said["renewal_term"].value)
        kind = kind_of(said["renewal_term"]) in ("automatic", "once", "evergreen")
        yield _judged(label, "renews itself", {"yes"} if label["auto_renewal"] else set(), "yes" if kind else None)
        notice = label["notice_period"] and label["notice_period"]["days_or_months"]
        yield _judged(label, "notice_period", _length(notice), said["notice_period"].value)
        law = said["governing_law"]
        yield _judged(label, "governing_law", _law(label), f"{law.value} {law.detail}" if law.value else None)
        yield from _parties(label, parties)


def bare(words: str | None) -> str:
    """Words without blanks, in their plain forms."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", words or ""))


def _title(label: dict[str, Any], fact: Fact) -> Compared:
    return _judged(label, "document_name", {bare(label["title"]).casefold()}, bare(fact.value).casefold() or None)


def _judged(label: dict[str, Any], name: str, true: set[str], said: str | None) -> Compared:
    words = f"{said} for {' or '.join(sorted(true)) or 'none'}"
    if said is None:
        return label, name, "missed" if true else "neither", words
    return label, name, ("right" if said in true else "wrong") if true else "extra", words


def _length(words: str | None) -> set[str]:
    """A length as ISO durations: twelve months are a year."""
    match = _LENGTH.search(words or "")
    if match is None:
        return set()
    unit = next(unit for start, unit in _UNITS.items() if match[2].startswith(start))
    same = {"P12M": "P1Y", "P1Y": "P12M"}
    value = f"P{match[1]}{unit}"
    return {value, same.get(value, value)}


def _law(label: dict[str, Any]) -> set[str]:
    """The labelled law as the engine writes it: the country's code and its state; `England` with or without Wales."""
    law = label["governing_law"]
    if law is None:
        return set()
    place = places_in(law["value"])[0].place
    states = {place.state, "England and Wales"} if place.state == "England" else {place.state}
    return {f"{place.country} {state}" for state in states}


def _parties(label: dict[str, Any], parties: tuple[Party, ...]) -> Iterator[Compared]:
    """Each true party as right or missed, each other name as extra; then the roles of those found."""
    true = {bare(party["name"]): party for party in label["parties"]}
    said = {bare(party.name): party.role for party in parties}
    for name in true.keys() - said.keys():
        yield label, "parties", "missed", name
    for name in said.keys() - true.keys():
        yield label, "parties", "extra", name
    for name in true.keys() & said.keys():
        yield label, "parties", "right", name
        roles = {bare(role).lower().removeprefix("the") for role in (true[name]["role"], true[name]["label"]) if role}
        role = bare(said[name]).lower().removeprefix("the")
        verdict: Verdict = "right" if role in roles else "wrong" if role and roles else "missed" if roles else "neither"
        yield label, "roles", verdict, f"{role or None} for {roles or None}: {name}"
