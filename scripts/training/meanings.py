"""What a question asks as its writer put it, and whether a reading says the same, part by part."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from core.questions.plan import (
    ClauseIs,
    Condition,
    DateIn,
    LanguageIs,
    LawIs,
    NumberIs,
    PartyFrom,
    PartyIs,
    Question,
    RenewalIs,
    TypeIs,
)
from scripts.training.told_questions import CODES, FACTS

_DATE = re.compile(r"date (?P<field>\w+) (?P<way>lt|le|gt|ge|in|eq)\b")
_LENGTH = re.compile(r"(?P<what>term|notice|renewal_term) (?P<way>lt|le|gt|ge|eq|in|=)")
_SIDE = {"lt": "to", "le": "to", "gt": "from", "ge": "from", "in": "in", "eq": "in", "=": "in"}
_QUANTITIES = {"term_days": "term", "term_years": "term", "notice_days": "notice", "renewal_days": "renewal_term"}
_RENEWS = {"automatic": "auto", "evergreen": "evergreen", "mutual": "mutual"}


def told(meaning: str) -> Counter[str]:
    """The parts of a meaning as its writer put it."""
    return Counter(part for text in _split(meaning, ";") for part in _told(text.strip()))


def _told(text: str) -> Iterator[str]:
    inner = re.fullmatch(r"(any|not|share_of|all|and)\((.*)\)", text, re.DOTALL)
    if inner is not None:
        parts = [part for piece in _split(inner[2], ";,") for part in _told(piece.strip())]
        if inner[1] == "any":
            yield _either(parts)
        else:
            yield from (f"not {part}" if inner[1] == "not" else part for part in parts)
    elif text.startswith(("has ", "lacks ")):
        word, _, key = text.partition(" ")
        yield f"{word} {CODES.get(key.strip(), key.strip())}"
    elif found := _DATE.match(text):
        yield f"date {FACTS.get(found['field'], found['field'])} {_SIDE[found['way']]}"
    elif found := _LENGTH.match(text):
        yield f"{found['what']} {_SIDE[found['way']]}"
    elif text.startswith("fact="):
        yield from (f"fact {FACTS.get(name.strip(), name.strip())}" for name in text[5:].split(","))
    elif text.startswith(("law=", "place=")):
        yield "law"
    elif text.startswith("party="):
        yield "party"
    elif text.startswith("order="):
        field, _, way = text[6:].partition(" ")
        yield f"order {FACTS.get(field, field)} {way.strip()}"
    elif text.startswith("top="):
        if text[4:].strip() != "1":
            yield f"top {text[4:].strip()}"
    elif text and text != "words":
        yield text.replace("=", " ").strip()


def _either(parts: list[str]) -> str:
    """One of several: laws are counted, not told apart."""
    return " or ".join(sorted(parts))


def _split(text: str, marks: str) -> list[str]:
    """A text cut at marks that stand in no brackets."""
    found, depth = [""], 0
    for mark in text:
        depth += (mark in "([") - (mark in ")]")
        if mark in marks and depth == 0:
            found.append("")
        else:
            found[-1] += mark
    return [part for part in found if part.strip()]


def read(question: Question) -> Counter[str]:
    """The parts of a reading, put as writers put them."""
    plan = question.plan
    found = [part for condition in plan.every_condition for part in _condition(condition)]
    found += [f"fact {fact}" for fact in question.facts]
    found += [f"has {code}" for code in question.clauses]
    if plan.measure == "list" and plan.top is not None:
        field = plan.by_date or _QUANTITIES.get(plan.quantity or "", plan.quantity)
        found.append(f"order {FACTS.get(str(field), field)} {'asc' if plan.ascending else 'desc'}")
        found += [f"top {plan.top}"] if plan.top != 1 else []
    found += [f"by {group.dimension}" for group in plan.groups]
    return Counter(found)


def _condition(condition: Condition) -> Iterator[str]:
    denied = "" if getattr(condition, "wanted", True) else "not "
    match condition:
        case ClauseIs(codes, wanted):
            yield _either([f"{'has' if wanted else 'lacks'} {code}" for code in codes])
        case TypeIs(codes):
            yield denied + _either([f"type {code}" for code in codes])
        case LawIs(laws):
            yield denied + _either(["law"] * len(laws))
        case PartyFrom() | LanguageIs():
            yield "law"
        case PartyIs():
            yield f"{denied}party"
        case DateIn(field, first, last):
            yield f"{denied}date {field} {'to' if first is None else 'from' if last is None else 'in'}"
        case NumberIs(quantity, low, high):
            way = "to" if low is None else "from" if high is None else "in"
            yield f"{_QUANTITIES.get(quantity, quantity)} {way}"
        case RenewalIs(renewals, wanted):
            way = _RENEWS.get(renewals[0], "auto") if len(renewals) == 1 else "auto"
            yield f"renews {way if wanted else 'none'}"
        case _:
            yield "contract"


_KINDS = {
    "list": "list",
    "count": "count",
    "yes_no": "yes_no",
    "facts": "fact",
    "excerpts": "excerpt",
    "refused": "refuse",
}


def kind_of(question: Question) -> str:
    """The kind of a reading, as writers call it."""
    if question.kind != "numbers":
        return _KINDS.get(question.kind, question.kind)
    if question.plan.measure == "share":
        return "share"
    return "group" if question.plan.group is not None else "extreme"


def says_the_same(question: Question, meaning: str, kind: str) -> bool:
    """Whether a reading says what the writer of a question meant; dates and lengths by their side alone."""
    return kind_of(question) == kind and read(question) == told(meaning)
