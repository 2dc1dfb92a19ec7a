"""The questions to develop with, tagged by the grammar: what it reads, and what it leaves over where nothing is known.

Words left over of a question that must not be answered say something of a clause that no contract is known to say:
they are tagged as bound. The parts kept apart are never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.questions import NamedContract, Names, understand
from core.questions.cascade import Token
from core.questions.lattice import segmentations
from core.questions.learned.word_signs import NAMED
from core.questions.lexicon import folded
from oracles.questions import desk, development, hotline, inbox, lawyers, office, unseen, year, year_harder
from oracles.questions.gold import Case
from oracles.questions.portfolio import DEALS, TODAY
from scripts.training.told_questions import MarkedQuestion

PARTS: dict[str, Sequence[Case]] = {
    "development": development.CASES,
    "lawyers": lawyers.CASES,
    "unseen": unseen.LOOKED_AT,
    "desk": desk.HALF_A,
    "office": office.HALF_A,
    "inbox": inbox.HALF_A,
    "hotline": hotline.HALF_A,
    "year": year.CASES,
    "year_harder": year_harder.CASES,
}
_TAGS = (
    ("party", "name"), ("contract", "name"), ("place", "name"), ("adj", "name"), ("law", "name"), ("lang", "name"),
    ("clause", "clause"), ("without", "lacks"), ("withoutJ", "lacks"), ("except", "not"), ("exceptJ", "not"),
    ("neither", "lacks"), ("neitherJ", "lacks"), ("or", "not"), ("range", "when"), ("num", "when"), ("unit", "when"),
    ("super", "order"), ("nth", "order"), ("stat", "order"), ("fact", "fact"), ("dverb", "fact"), ("dverbJ", "fact"),
    ("past", "fact"), ("pastJ", "fact"), ("renew", "fact"), ("role", "fact"), ("more", "compare"), ("least", "compare"),
    ("less", "compare"), ("most", "compare"), ("or_more", "compare"), ("or_less", "compare"), ("between", "compare"),
    ("type", "type"), ("doc", "thing"), ("one", "thing"), ("list", "ask"), ("which", "ask"), ("count", "ask"),
    ("who", "ask"), ("share", "ask"), ("yes_no", "ask"), ("have_question", "ask"), ("with", "has"), ("withJ", "has"),
    ("have", "has"), ("func", ""),
)  # fmt: skip
"""The tag of a word by what the grammar takes it for, the first that fits."""


def portfolio_names() -> Names:
    """Names of the contracts that the questions are asked of."""
    contracts = [NamedContract(str(deal.number), deal.number, deal.title, "", deal.type, deal.names) for deal in DEALS]
    roles = sorted({role for deal in DEALS for _, role, _, _ in deal.parties if role})
    return Names([name for deal in DEALS for name in deal.names], contracts, roles=roles)


def asked_questions(without: Sequence[str] = ()) -> list[MarkedQuestion]:
    """Single questions of the parts, tagged.

    Args:
        without: names of parts that are left out.
    """
    names = portfolio_names()
    found = []
    for part, cases in PARTS.items():
        if part not in without:
            found += [marked for case in cases if (marked := _marked(case, names, part)) is not None]
    return found


def _marked(case: Case, names: Names, part: str) -> MarkedQuestion | None:
    question = case.turns[0]
    understood = understand(question, today=TODAY, names=names)
    refused = bool(understood.readings) and understood.readings[0].kind == "refused"
    open_ended = case.gold.kind == "not_answered"
    if len(case.turns) > 1 or refused or (open_ended and not understood.unused) or understood.sure == open_ended:
        return None
    text = folded(question)
    ways = segmentations(text, question if len(question) == len(text) else text, names, today=TODAY)
    if not ways:
        return None
    parts = [(token.start, token.end, tag) for token in ways[0] if (tag := _tag(token))]
    if open_ended:
        bound = [span for word in understood.unused for span in _found(text, word)]
        parts = [p for p in parts if not any(start < p[1] and p[0] < end for start, end in bound)]
        parts += [(start, end, "bound") for start, end in bound]
    masked, kept = _masked(text, sorted(parts))
    return MarkedQuestion(masked, kept, case.gold.kind, case.language, part)


def _found(text: str, word: str) -> Iterator[tuple[int, int]]:
    found = re.search(re.escape(word), text)
    if found is not None and found.end() > found.start():
        yield found.span()


def _tag(token: Token) -> str:
    if token.has("party"):
        return "party"
    return next((tag for name, tag in _TAGS if token.has(name)), "")


def _masked(
    text: str, parts: Sequence[tuple[int, int, str]]
) -> tuple[str, tuple[tuple[int, int, str, str | None], ...]]:
    """A question with each party's name as one mark, and its parts there."""
    masked, begin = "", 0
    kept: list[tuple[int, int, str, str | None]] = []
    for start, end, tag in parts:
        if start < begin:
            continue
        masked += text[begin:start]
        words = NAMED if tag == "party" else text[start:end]
        kept.append((len(masked), len(masked) + len(words), "name" if tag == "party" else tag, None))
        masked += words
        begin = end
    return masked + text[begin:], tuple(kept)


def asked_kinds(without: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Single questions of the parts, each party's name one mark, with the kind that the grammar is sure of.

    Args:
        without: names of parts that are left out.
    """
    names = portfolio_names()
    found = []
    for part, cases in PARTS.items():
        for case in cases if part not in without else ():
            kind = _kind(case, names) if len(case.turns) == 1 else None
            if kind is not None:
                text = folded(case.turns[0])
                original = case.turns[0] if len(text) == len(case.turns[0]) else text
                spans = [
                    (span.start, span.end, "party") for span in names.spans(text, original) if span.kind == "party"
                ]
                found.append((_masked(text, sorted(spans))[0], kind))
    return found


_KINDS = {
    "list": "list", "count": "count", "yes_no": "yes_no", "facts": "fact", "excerpts": "excerpt", "passages": "open",
}  # fmt: skip
"""Kinds of readings, as the writers of marked questions call them."""


def _kind(case: Case, names: Names) -> str | None:
    """The kind of a question as the writers of marked questions call it; None where nobody knows."""
    if case.gold.kind == "not_answered":
        return "refuse"
    understood = understand(case.turns[0], today=TODAY, names=names)
    if not understood.sure:
        return None
    reading = understood.readings[0]
    if reading.kind != "numbers":
        return _KINDS.get(reading.kind)
    if reading.plan.measure == "share":
        return "share"
    if reading.plan.group is not None:
        return "group"
    return "extreme" if reading.plan.measure == "list" else None
