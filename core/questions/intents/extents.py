"""How long, how much or by when a clause says something: no fact gives it, the clause's own words do."""

from __future__ import annotations

import re

from core.questions.assembly import SUBJECTS, Assembly, ReadingDraft
from core.questions.idioms.extent_words import extent_stretch
from core.questions.plan import ContractIs, PartyIs, Plan, Question


def extent_of_clause(made: Assembly) -> ReadingDraft | None:
    """The words of a clause of which a contract is asked how long, how much or when: "how long does secrecy last?".

    The contract's own dates answer it no more than a list of contracts does.
    """
    codes = made.clause_codes()
    token = next((token for token in made.cond_tokens if token.values.get("clauses")), None)
    rest = made.titled(made.others_than_clauses())
    if len(codes) != 1 or token is None or not _of_contracts(made, rest):
        return None
    span = extent_stretch(made.text, token.start, token.end)
    if span is None:
        return None
    start, end = span
    made.use(*(other for other in made.tokens if start <= other.start and other.end <= end))
    made.use(*(other for other in made.tokens if _LIGHT.fullmatch(other.text.strip())))
    question = Question("excerpts", Plan("list", rest), clauses=codes)
    return ReadingDraft(question, made.unused(), used_head=True, final=True)


def _of_contracts(made: Assembly, conditions: tuple[object, ...]) -> bool:
    """Whether the other conditions only name contracts, one of them by itself or by a party."""
    named = any(isinstance(condition, ContractIs | PartyIs) for condition in conditions)
    return named and made.choice is None and all(isinstance(condition, SUBJECTS) for condition in conditions)


_LIGHT = re.compile(
    r"obligations?|duty|duties|period|clauses?|provisions?|rights?|last|lasts|run|runs|continue|continues|survive|survives"
    r"|apply|applies|due|remain|remains|stay|be|in force|binding|effective|payable|paid|made|kept|under|in|of|for|after"
    r"|(?:the )?(?:termination|expiry|expiration|end)|義務|続く|残る"
)
"""Words that only carry such a question."""
