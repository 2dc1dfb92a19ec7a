"""Labelled values beside quotes, and what the product says of each on the way that an endpoint's answer goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import yaml

from core.contracts.endpoint.answer import ContractAnswer
from core.contracts.endpoint.merge import merged
from core.contracts.endpoint.text_windows import Window
from core.documents import Document, Page
from core.lexicon import country_code
from core.record import Extraction
from core.taxonomy import shipped_taxonomy
from oracles.claims import judged

DATA = Path(__file__).resolve().parents[1] / "data" / "values"
LANGUAGES: tuple[Literal["en", "ja"], ...] = ("en", "ja")
_FILES = {"en": "english", "ja": "japanese"}
State = Literal["verified", "refused", "not_in_words"]


@dataclass(frozen=True, slots=True)
class ValuePair:
    """A value that is said to follow from a quote of a document, and whether it does."""

    language: Literal["en", "ja"]
    text: str
    field: str
    value: str
    quote: str
    right: bool


@cache
def value_pairs() -> tuple[ValuePair, ...]:
    """All pairs, in the order of their files."""
    found: list[ValuePair] = []
    for language in LANGUAGES:
        entries: list[dict[str, Any]] = yaml.safe_load((DATA / f"{_FILES[language]}.yaml").read_text("utf-8"))
        for entry in entries:
            for label in ("right", "wrong"):
                for line in entry[label]:
                    field, value, quote = (part.strip() for part in line.split(" | "))
                    found.append(ValuePair(language, entry["text"], field, value, quote, label == "right"))
    return tuple(found)


def states(pairs: Sequence[ValuePair]) -> Iterator[tuple[ValuePair, State]]:
    """For each pair what the product shows beside its value: the pairs of one document in as few answers as may be."""
    for text in dict.fromkeys(pair.text for pair in pairs):
        answers: list[dict[str, ValuePair]] = []
        for pair in (each for each in pairs if each.text == text):
            if pair.field == "amount":
                yield pair, _state_of_amount(pair)
                continue
            key = pair.field.partition("_")[0] if pair.field.startswith("party_") else pair.field
            free = next((answer for answer in answers if key not in answer), None)
            if free is None:
                answers.append(free := {})
            free[key] = pair
        for answer in answers:
            document = _document(next(iter(answer.values())))
            extraction = merged(document, [(Window(0, len(text)), _answer(answer))], "gpt-scripted")
            for pair in answer.values():
                yield pair, _state(pair, extraction)


def _document(pair: ValuePair) -> Document:
    page = Page(1, 0, len(pair.text), 0.0, 0.0, "text")
    return Document("ab" * 32, "a.txt", "text", pair.text, (page,), pair.language)


def _answer(said: dict[str, ValuePair]) -> ContractAnswer:
    nothing: dict[str, str | None] = {"value": None, "words": None, "quote": None}
    facts = {category.code: dict(nothing) for category in shipped_taxonomy().facts}
    law: dict[str, str | None] = {"country": None, "state": None, "quote": None}
    parties = []
    kind = dict(nothing)
    for key, pair in said.items():
        if key == "governing_law":
            country, state = _place(pair.value)
            law = {"country": country, "state": state, "quote": pair.quote}
        elif key == "party":
            name, _, rest = pair.value.partition(" = ")
            role = rest if pair.field == "party_role" else None
            country, state = _place(rest) if pair.field == "party_country" else (None, None)
            parties.append({"name": name, "role": role, "country": country, "state": state, "quote": pair.quote})
        elif key == "agreement_type":
            kind = {"value": pair.value, "words": None, "quote": pair.quote}
        else:
            facts[key] = {"value": pair.value, "words": None, "quote": pair.quote}
    clauses = {category.code: {"present": False, "excerpts": []} for category in shipped_taxonomy().clauses}
    return ContractAnswer.model_validate(
        {"agreement_type": kind, "facts": facts, "parties": parties, "governing_law": law, "clauses": clauses}
    )


def _place(value: str) -> tuple[str | None, str | None]:
    country, _, state = value.partition("/")
    return country.strip() or None, state.strip() or None


def _state(pair: ValuePair, extraction: Extraction) -> State:
    if pair.field.startswith("party_"):
        return _state_of_party(pair, extraction)
    fact = extraction.fact(pair.field)
    if fact is None or fact.check is None:
        return "not_in_words"
    assert fact.evidence is not None
    return fact.check.state if fact.evidence.state != "unverified" else "not_in_words"


def _state_of_party(pair: ValuePair, extraction: Extraction) -> State:
    name, _, rest = pair.value.partition(" = ")
    party = next((each for each in extraction.parties if each.name == name), None)
    if party is None or party.evidence is None or party.evidence.state == "unverified":
        return "refused"
    if pair.field == "party_role":
        return "verified" if party.role == rest else "refused"
    if pair.field == "party_country":
        country, state = _place(rest)
        code = country_code(country) if country else None
        return "verified" if (party.country, party.state) == (code, state) else "refused"
    return "verified"


def _state_of_amount(pair: ValuePair) -> State:
    parties = [line.split(" = ")[0] for line in _parties(pair.text)]
    entry: dict[str, Any] = {"words": pair.quote, "number": 1, "title": pair.text.strip().split("\n")[0]}
    entry |= {"parties": parties, "beside": [], "true": [pair.value], "false": []}
    [(_, _, carried, _)] = judged(entry)
    return "verified" if carried else "refused"


@cache
def _parties(text: str) -> tuple[str, ...]:
    return tuple(
        pair.value for pair in value_pairs() if pair.text == text and pair.right and pair.field == "party_role"
    )
