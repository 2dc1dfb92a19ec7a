"""Short contracts whose words speak of several terms, with what they fix for the contract itself, and what is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal

import yaml

from core.contracts.builtin import find_clauses
from core.contracts.builtin.dates import find_dates
from core.contracts.builtin.facts.facts import find_facts
from core.contracts.builtin.facts.facts_text import view
from core.contracts.builtin.terms import find_terms
from core.contracts.current_term import kind_of
from core.documents import Document, Page
from oracles.values import ValuePair

DATA = Path(__file__).resolve().parents[1] / "data" / "terms"
FACTS = ("expiration_date", "renewal_term", "notice_period")
BY_ITSELF = "auto"
Half = Literal["read", "apart", "second", "third"]
Group = Literal["given", "traps", "second", "third"]
Verdict = Literal["right", "wrong", "withheld", "none"]
LANGUAGES: dict[Literal["en", "ja"], str] = {"en": "own_english.yaml", "ja": "own_japanese.yaml"}
_RENEWS_BY_ITSELF = ("automatic", "once", "evergreen")


@dataclass(frozen=True, slots=True)
class TermCase:
    """A short contract; by fact the value that its words fix for the contract itself, None where they fix none."""

    language: Literal["en", "ja"]
    group: Group
    words: str
    text: str
    stated: dict[str, str | None]
    half: Half


@cache
def term_cases() -> tuple[TermCase, ...]:
    """All contracts, in the order of the files."""
    return tuple(case for language in LANGUAGES for case in _of_language(language))


def _of_language(language: Literal["en", "ja"]) -> Iterator[TermCase]:
    found = yaml.safe_load((DATA / LANGUAGES[language]).read_text("utf-8"))
    groups: tuple[Group, ...] = ("given", "traps", "second", "third")
    for group in groups:
        for line in found[group].splitlines():
            opening, end, renewal, notice, words = line.split(" | ", 4)
            stated = {
                name: None if value == "-" else value
                for name, value in zip(FACTS, (end, renewal, notice), strict=True)
                if value != "?"
            }
            half: Half = "apart" if int(sha256(words.encode()).hexdigest(), 16) % 2 else "read"
            half = group if group in ("second", "third") else half
            text = (found["openings"][opening] + words).replace("¶", "\n")
            yield TermCase(language, group, words, text, stated, half)


def read_cases(half: Half | None = None) -> Iterator[tuple[TermCase, str, str | None, Verdict]]:
    """For each contract and fact: the contract, the fact's name, what was read, and whether that is right.

    `wrong` is another value than the words fix, also where they fix none, and a renewal that is said to come by itself
    where the contract's does not; `withheld` a value that was not given, `none` where there is none to give.
    """
    for case in term_cases():
        if half not in (None, case.half):
            continue
        digest = sha256(case.text.encode()).hexdigest()
        page = Page(1, 0, len(case.text), 0.0, 0.0, "text")
        document = Document(digest, "written.txt", "text", case.text, (page,), case.language)
        facts = {fact.name: fact for fact in reversed(find_facts(document, find_clauses(document))[0])}
        for name, stated in case.stated.items():
            value = facts[name].value
            if value is None and name == "renewal_term" and kind_of(facts[name]) in _RENEWS_BY_ITSELF:
                value = BY_ITSELF
            yield case, name, value, _verdict(stated, value)


@cache
def term_pairs(half: Half | None = None) -> tuple[ValuePair, ...]:
    """Every day and length of the contracts as an endpoint may give it for a fact, with the sentence that holds it.

    Right is the value that the contract's words fix; another value of a fact that has one is left out, since the words
    of both may stand in one sentence.
    """
    return tuple(
        ValuePair(case.language, case.text, name, value, sentence, value == stated)
        for case in term_cases()
        if half in (None, case.half)
        for sentence in _sentences(case)
        for name, stated in case.stated.items()
        for value in sorted(_days(sentence) if name == "expiration_date" else _lengths(sentence))
        if stated in (None, value)
    )


def _sentences(case: TermCase) -> Iterator[str]:
    pattern = r"[^。\n]+。?" if case.language == "ja" else r"(?:[^.;\n]|\.(?!\s|$))+[.;]?"
    for sentence in re.findall(pattern, case.words.replace("¶", "\n")):
        if sentence.strip():
            yield sentence.strip()


def _days(sentence: str) -> set[str]:
    return {
        mention.value.isoformat()
        for mention in find_dates(view(sentence))
        if mention.form == "date" and mention.value is not None and not mention.ambiguous
    }


def _lengths(sentence: str) -> set[str]:
    return {term.iso for term in find_terms(view(sentence)) if term.iso is not None}


def _verdict(stated: str | None, value: str | None) -> Verdict:
    if value is None:
        return "none" if stated is None else "withheld"
    if value == stated:
        return "right"
    # that it renews by itself is part of what the words fix
    return "withheld" if value == BY_ITSELF and stated is not None else "wrong"
