"""From reduced tokens to one question: what is wanted, of which contracts; and the words that nothing accounts for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import cast

from core.questions.accounting import unserved
from core.questions.assembly import Assembly, ReadingDraft, in_force_on
from core.questions.cascade import Token
from core.questions.intents.choices import with_conditions
from core.questions.intents.comparisons import compared_counts, differences
from core.questions.intents.contract_facts import clause_list, facts_of_contracts
from core.questions.intents.conversation import own_knowledge, refused, turn_of_conversation
from core.questions.intents.counts import counted
from core.questions.intents.extents import extent_of_clause
from core.questions.intents.groupings import grouped
from core.questions.intents.listed import listed
from core.questions.intents.measures import statistic
from core.questions.intents.orders import in_order
from core.questions.intents.own_words import defined, open_question, own_words
from core.questions.intents.ranks import ranked
from core.questions.intents.shares import share
from core.questions.intents.yes_no import yes_or_no
from core.questions.names import Names
from core.questions.plan import Condition, DateIn, PartyIs, Question

_INTENTS: tuple[Callable[[Assembly], ReadingDraft | None], ...] = (
    extent_of_clause,
    refused,
    own_knowledge,
    turn_of_conversation,
    differences,
    compared_counts,
    in_order,
    share,
    ranked,
    statistic,
    grouped,
    open_question,
    defined,
    counted,
    own_words,
    clause_list,
    facts_of_contracts,
    yes_or_no,
    listed,
)
"""What may be asked, the more particular before the more general: the first that gives a draft decides."""


def assemble(
    tokens: Sequence[Token], *, names: Names, text: str, original: str, today: date, follows: bool
) -> ReadingDraft:
    """The question that reduced tokens ask.

    Args:
        tokens: after `core.questions.conditions.reduced`.
        names: names of the portfolio.
        text: the folded question.
        original: as typed.
        today: what "in force" counts from.
        follows: whether there is an answer before that it may refer to.
    """
    made = Assembly(tokens, names, text, original, today, follows=follows)
    for intent in _INTENTS:
        draft = intent(made)
        if draft is not None:
            return _accounted(made, draft)
    return ReadingDraft(None, made.unused())


def _running(question: Question, dated: Sequence[DateIn]) -> Question:
    """A question for numbers of the contracts in force, which a query tells by their dates."""
    conditions = tuple(dict.fromkeys((*question.plan.conditions, *dated)))
    return replace(question, plan=replace(question.plan, conditions=conditions), day=None)


def _accounted(made: Assembly, draft: ReadingDraft) -> ReadingDraft:
    """A draft that also names the words which serve none of its parts."""
    draft = _over_names(made, draft)
    question = draft.question
    if question is None:
        return draft
    dated = made.in_force_conditions()
    if dated and question.kind == "numbers" and not question.plan.among:
        question = _running(question, dated)
        draft = replace(draft, question=question, choices=tuple(_running(other, dated) for other in draft.choices))
    left = tuple(dict.fromkeys((*draft.unused, *unserved(made, question))))
    now = {token.text for token in made.tokens if token.has("today")}
    if left and set(left) <= now and not draft.choices and question.kind in ("list", "count", "numbers"):
        # "What do we have now": the contracts in force today, which the restated question says.
        return replace(draft, unused=(), question=_now(made, question))
    return replace(draft, unused=left)


def _over_names(made: Assembly, draft: ReadingDraft) -> ReadingDraft:
    """A draft with a reading for each of several parties that a name may mean, where it has none of them."""
    question = draft.question
    if made.choice is None or question is None or question.kind in ("refused", "house", "more", "why", "undo"):
        return draft
    if any(isinstance(condition, PartyIs) for condition in question.plan.every_condition):
        return draft
    named = cast(tuple[tuple[Condition, ...], ...], made.choice.values["parties_choice"])
    questions = [with_conditions(reading, parties) for reading in (question, *draft.choices) for parties in named]
    return replace(draft, question=questions[0], choices=tuple(questions[1:]))


def _now(made: Assembly, question: Question) -> Question:
    """A question of the contracts in force today."""
    if question.kind == "numbers":
        return _running(question, in_force_on(made.today.isoformat()))
    return replace(question, day=made.today.isoformat())
