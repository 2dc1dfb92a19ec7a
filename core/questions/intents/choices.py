"""A question over all that its words may mean: a name of several parties, days of no date, a nationality."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import cast

from core.questions.assembly import SUBJECTS, Assembly, ReadingDraft
from core.questions.cascade import Token
from core.questions.groups import field_of
from core.questions.plan import (
    Condition,
    ContractIs,
    DateField,
    DateIn,
    LanguageIs,
    Law,
    LawIs,
    PartyFrom,
    PartyIs,
    Question,
    TypeIs,
)
from core.questions.ranges import Range


def use_past(made: Assembly) -> None:
    """Count "already" as accounted for."""
    made.use_all("already")


def with_past(made: Assembly) -> tuple[Condition, ...]:
    """The conditions, with "expired" by itself read as: before today."""
    conditions = list(made.conditions)
    for token in made.all("past", "pastJ"):
        field = token.values.get("past") or token.values.get("pastJ")
        if field == "expiration_date" and (token.has("pastJ") or not token.has("dverb")):
            conditions.append(DateIn("expiration_date", None, (made.today - timedelta(days=1)).isoformat()))
            made.use(token)
    return tuple(dict.fromkeys(conditions))


def chosen(made: Assembly, question: Question) -> ReadingDraft:
    """A draft of the question, or of one for each thing that an ambiguous name may mean."""
    ranges = made.all("range")
    if ranges and question.day is not None:
        return ReadingDraft(None, tuple(token.text for token in ranges), final=True)
    named = any(isinstance(condition, SUBJECTS) for condition in question.plan.conditions)
    explicit = any(token.has("explicit") for token in made.cond_tokens)
    called = any(_CONTRACTS.search(token.text) for token in made.cond_tokens if token.has("clauses"))
    listed = not named and (made.first("doc") is not None or called)
    if question.day is not None and made.clause_codes() and not listed and not explicit:
        plan = replace(question.plan, conditions=made.others_than_clauses())
        question = replace(question, plan=plan, clauses=made.clause_codes())
    verbs = made.all("dverb", "dverbJ", "datefact")
    if len(verbs) == 1 and (field := field_of(made)) is not None:
        signed = field == "agreement_date" and any(isinstance(c, PartyIs) for c in question.plan.conditions)
        if len(ranges) == 1:
            # "signed by Siga in 2021": the days stand apart from their verb.
            made.use(verbs[0], ranges[0])
            span = cast(Range, ranges[0].values["range"])
            question = with_conditions(question, (DateIn.between(field, span.first, span.last),))
            ranges = []
        elif signed and not ranges:
            made.use(verbs[0])
    if len(ranges) == 1 and made.choice is None:
        made.use(ranges[0])
        span = cast(Range, ranges[0].values["range"])
        dated = [with_conditions(question, (DateIn.between(field, span.first, span.last),)) for field in _LOOSE]
        return ReadingDraft(dated[0], made.unused(), tuple(dated[1:]), used_head=True, loose=True)
    adjectives = made.all("adj")
    if adjectives:
        return _by_adjective(made, question, adjectives)
    unused = made.unused()
    places = [token for token in made.all("place") if not token.soft]
    if places and not any(token.has("company") for token in made.tokens):
        laws = tuple(cast(Law, token.values["place"]) for token in places)
        unused = tuple(word for word in unused if word not in {token.text for token in places})
        by_law = with_conditions(question, (LawIs(laws),))
        if all(law.state for law in laws):
            return ReadingDraft(by_law, unused, used_head=True)
        homes = with_conditions(question, (PartyFrom(tuple(law.country for law in laws)),))
        return ReadingDraft(by_law, unused, (homes,), used_head=True)
    if made.choice is None:
        return ReadingDraft(question, unused, used_head=True)
    choices = cast(tuple[tuple[Condition, ...], ...], made.choice.values["parties_choice"])
    typed = any(isinstance(condition, TypeIs | ContractIs) for condition in question.plan.conditions)
    of_one = question.kind in ("facts", "excerpts", "clauses") or (question.kind == "yes_no" and typed)
    if of_one and len(choices[0]) > 1:
        # A fact is asked of the contract between them, which there is.
        return ReadingDraft(with_conditions(question, choices[0]), unused, used_head=True)
    questions = [with_conditions(question, conditions) for conditions in choices]
    return ReadingDraft(questions[0], unused, tuple(questions[1:]), used_head=True)


_CONTRACTS = re.compile(r"(?:contracts?|agreements?|deals?|arrangements?|契約)$")
"""The noun that is asked for, as the last word of a clause type's name: 独占契約."""
_LOOSE: tuple[DateField, ...] = ("expiration_date", "agreement_date", "effective_date")


def _by_adjective(made: Assembly, question: Question, adjectives: Sequence[Token]) -> ReadingDraft:
    """ "Japanese contracts": in Japanese, under Japanese law, or of a Japanese party?"""
    law = cast(Law, adjectives[0].values["adj"])
    made.use(*adjectives)
    spoken = {"JP": "ja", "GB": "en"}.get(law.country)
    known = [c for c in question.plan.conditions if isinstance(c, LanguageIs) and c.language == spoken]
    if known and len(adjectives) == 1:
        return ReadingDraft(question, made.unused(), used_head=True)
    readings = [with_conditions(question, (LawIs((law,)),)), with_conditions(question, (PartyFrom((law.country,)),))]
    if spoken is not None:
        readings.insert(0, with_conditions(question, (LanguageIs(spoken),)))
    return ReadingDraft(readings[0], made.unused(), tuple(readings[1:]), used_head=True)


def with_conditions(question: Question, conditions: Sequence[Condition]) -> Question:
    """A question with further conditions."""
    plan = replace(question.plan, conditions=(*question.plan.conditions, *conditions))
    return replace(question, plan=plan)


def is_plural(made: Assembly) -> bool:
    """Whether several things of a kind are asked for; Japanese does not say."""
    words = [token.text for token in made.tokens if token.has("fact", "company", "clause_type_noun")]
    return any(word.isascii() and word.endswith("s") and not word.endswith("governs") for word in words)
