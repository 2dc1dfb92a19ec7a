"""How long, how much or by when a clause says something: no fact gives it, the clause's own words may."""

from __future__ import annotations

from collections.abc import Sequence

from core.questions.assembly import SUBJECTS, Assembly, ReadingDraft
from core.questions.idioms.extent_words import extent_wanted
from core.questions.plan import Condition, ContractIs, PartyIs, Plan, Question


def extent_of_clause(made: Assembly) -> ReadingDraft | None:
    """The words of a clause of which a contract is asked how long, how much or when: "how long does secrecy last?".

    They are offered, since nobody read a length from them; the contract's own dates are no answer.
    """
    codes = made.clause_codes()
    token = next((token for token in made.cond_tokens if token.values.get("clauses")), None)
    rest = made.titled(made.others_than_clauses())
    if len(codes) != 1 or token is None or made.choice is not None or not _of_contracts(rest):
        return None
    words = extent_wanted(made.text, token.start, token.end)
    if words is None:
        return None
    return ReadingDraft(Question("excerpts", Plan("list", rest), clauses=codes), (words,), used_head=True, final=True)


def _of_contracts(conditions: Sequence[Condition]) -> bool:
    """Whether conditions only name contracts, one of them by itself or by a party."""
    named = any(isinstance(condition, ContractIs | PartyIs) for condition in conditions)
    return named and all(isinstance(condition, SUBJECTS) for condition in conditions)
