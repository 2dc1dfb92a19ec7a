"""CUAD's normalised answers as values: days, lengths, laws, names of parties."""

from __future__ import annotations

import re
from datetime import date

from core.contracts.dates_arithmetic import duration
from core.lexicon.places import places_in

_UNITS = {"year": "Y", "month": "M", "week": "W", "day": "D"}

_ALIAS = re.compile(
    r",?\s+(?:d/b/a|dba|f/k/a|f/s/o|doing business as|(?:formerly|also) known as|which d/b/a|on behalf of)\b.*"
)
_NO_PARTY = re.compile(
    r"(?:each|collectively|individually|together|both|the parties|and|sometimes|f/s/o|\[)(?!\w)|"
    r".*\bshall hereinafter\b|\W*$",
    re.IGNORECASE,
)


def gold_dates(answer: str) -> set[str]:
    """The whole dates of an answer such as 6/21/99."""
    found = set()
    for month, day, year in re.findall(r"\b(\d{1,2})/(\d{1,2})/(\d{2,4})\b(?!\[)", answer):
        number = int(year)
        number += (2000 if number < 50 else 1900) if len(year) == 2 else 0
        try:
            found.add(date(number, int(month), int(day)).isoformat())
        except ValueError:
            continue
    return found


def gold_durations(answer: str) -> set[str]:
    """The lengths of an answer such as `successive 1 year`, in days of 360 a year, to compare P12M with P1Y."""
    words = {"three": "3", "two": "2", "one": "1", "five": "5"}
    if "0.5 year" in answer:
        return {length("P6M")}
    plain = re.sub(r"[a-z]+", lambda m: words.get(m[0], m[0]), answer.lower())
    return {
        length(f"P{number}{_UNITS[unit]}") for number, unit in re.findall(r"(\d+)\)?\s*(year|month|week|day)", plain)
    }


def length(iso: str) -> str:
    """A duration as a comparable text; a year is twelve months."""
    period = duration(iso)
    return f"{12 * period.years + period.months}M{7 * period.weeks + period.days}D"


def gold_laws(answer: str) -> set[tuple[str, str | None]]:
    """The places of an answer such as `Ontario, Canada`."""
    found = {(place.place.country, place.place.state) for place in places_in(answer)}
    states = {country for country, state in found if state}
    found = {(country, state) for country, state in found if state or country not in states}
    if ("GB", "England") in found and ("GB", "Wales") in found:
        found |= {("GB", "England and Wales")}
    if "Beijing" in answer:
        found.add(("CN", None))
    return found


def gold_parties(answer: str) -> list[str]:
    """The names of an answer, without defined terms, other names of the same party, blanks and groups."""
    names: list[str] = []
    terms = set(re.findall(r"[“\"]([^”\"]+)[”\"]", answer))
    for part in re.split(r";", answer):
        name = re.sub(r"\(\s*[^()]{0,40}[“\"].*|[“\"].*", "", part)
        name = _ALIAS.sub("", name).strip(" ,.()")
        pieces = [piece.strip() for piece in re.split(r",? and ", name)]
        group = len(pieces) > 1 and all(piece in terms or any(piece in other for other in names) for piece in pieces)
        if len(name) > 2 and not group and not _NO_PARTY.match(name):
            names.append(name)
    return names
