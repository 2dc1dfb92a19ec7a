"""How surely two names as written mean one party, with the reasons that a person judges by."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from core.lexicon import legal_forms, normal_name, same_name_score
from core.parties.organizations import Organization

Code = Literal[
    "same_words",
    "one_without_form",
    "forms_differ",
    "form_before_after",
    "kana_spelling",
    "letter_more",
    "letter_changed",
    "incorporated_elsewhere",
    "same_contract",
    "stated_former_name",
    "stated_trade_name",
    "stated_other_name",
    "stated_short_name",
]
_BEFORE_AFTER = 0.8
_ELSEWHERE = 0.65
_LEAST = 0.7


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for or against; `values` fill its wording (two places of incorporation)."""

    code: Code
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Likeness:
    """How surely two names mean one party in 0–1, and why."""

    score: float
    reasons: tuple[Reason, ...]


def likeness(a: Organization, b: Organization) -> Likeness | None:
    """How alike two names are; None where nothing suggests that they are one party.

    Beyond `same_name_score` with its vetoes: a Japanese legal form before one name and after the other may
    be two firms, and counts 0.8 at most; a word of one letter tells firms apart; two names in one contract are two
    parties unless only capitals, blanks or marks tell them apart; names incorporated in different places count 0.65
    at most.
    """
    score = same_name_score(a.name, b.name)
    if score < _LEAST or _one_letter_word(a.name, b.name):
        return None
    reason, score = _spelling(a.name, b.name, score)
    reasons = [reason]
    if set(a.contracts) & set(b.contracts):
        if reason.code != "same_words":
            return None
        reasons.append(Reason("same_contract"))
    if a.incorporated and b.incorporated and not _could_be_one(a, b):
        score = min(score, _ELSEWHERE)
        reasons.append(Reason("incorporated_elsewhere", (_places(a), _places(b))))
    return Likeness(score, tuple(reasons))


def _spelling(a: str, b: str, score: float) -> tuple[Reason, float]:
    if "".join(normal_name(a).split()) == "".join(normal_name(b).split()):
        sides = {_form_side(a), _form_side(b)}
        if sides == {"before", "after"}:
            return Reason("form_before_after"), min(score, _BEFORE_AFTER)
        if score <= _LEAST:
            return Reason("forms_differ"), score
        return Reason("same_words" if score == 1.0 else "one_without_form"), score
    if not (normal_name(a) + normal_name(b)).isascii():
        return Reason("kana_spelling"), score
    if " " not in normal_name(a) or " " not in normal_name(b):
        # Ceres and Cerus, Dolphin and Dolphins: one word has too little to go by
        score = min(score, _LEAST)
    return Reason("letter_changed" if score in (0.85, _LEAST) else "letter_more"), score


def _one_letter_word(a: str, b: str) -> bool:
    """Whether one name has a word of one letter that the other lacks: Acquiror E is not Acquiror."""
    first, second = (Counter(word for word in normal_name(name).split() if len(word) == 1) for name in (a, b))
    joined = {"".join(normal_name(name).split()) for name in (a, b)}
    return len(joined) > 1 and first != second


def _form_side(name: str) -> str | None:
    plain = unicodedata.normalize("NFKC", name).strip()
    for form in legal_forms().japanese:
        if plain.startswith(form):
            return "before"
        if plain.endswith(form):
            return "after"
    return None


def _could_be_one(a: Organization, b: Organization) -> bool:
    return any(
        country == other and (state is None or another is None or state == another)
        for country, state in a.incorporated
        for other, another in b.incorporated
    )


def _places(organization: Organization) -> str:
    return ", ".join(sorted(state or country for country, state in organization.incorporated))
