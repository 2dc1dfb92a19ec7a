"""What is no question about contracts: refusals, house knowledge, turns of the conversation."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Literal, cast

from core.questions.assembly import SUBJECTS, Assembly, ReadingDraft
from core.questions.cascade import Token
from core.questions.groups import field_of
from core.questions.plan import (
    ClauseIs,
    Condition,
    ContractIs,
    DateIn,
    PartyIs,
    Plan,
    Question,
    RenewalIs,
    Topic,
    TypeIs,
)

_MONEY_OPEN = ("money", "people")


def refused(made: Assembly) -> ReadingDraft | None:
    """A question that nobody answers here: prices, advice, people, instructions."""
    found = [
        token
        for token in made.tokens
        if token.has("refuse") and not token.soft and (len(token.values) == 1 or _orders(made, token))
    ]
    if not found:
        return None
    topic = cast(Topic, found[0].values["refuse"])
    if any(token.values["refuse"] == "instruction" for token in found):
        topic = "instruction"
    subject = any(isinstance(condition, SUBJECTS) for condition in made.conditions)
    told = made.first("open", "words")
    mentions = told is not None and re.search(r"mention|触れ|言及|述べ", told.text) is not None
    if topic in _MONEY_OPEN and told is not None and (subject or mentions or _HAPPENS.match(told.text)):
        return None
    if topic == "money" and made.conditions and made.first("stat", "share", "super") is None:
        # The rest is understood: it is offered without the amount.
        return None
    soon = _soon(made, found[0]) if topic == "vague" and len(found) == 1 else None
    return soon or ReadingDraft(Question("refused", topic=topic, text=made.original), used_head=True)


def _soon(made: Assembly, word: Token) -> ReadingDraft | None:
    """ "Which contracts expire soon?": how soon is asked back, where every other word is understood."""
    field = field_of(made)
    if _SOON.fullmatch(word.text) is None or field not in ("expiration_date", "last_notice_day"):
        return None
    made.use(word, *made.all("dverb", "dverbJ", "datefact", "which", "count", "total", "number_noun", "unit"))
    if made.unused():
        return None
    kind: Literal["count", "list"] = "count" if any(token.has("count") for token in made.tokens) else "list"
    questions = [
        Question(kind, Plan(kind, (*made.conditions, DateIn(field, made.today.isoformat(), last.isoformat()))))
        for last in (made.today + timedelta(days) for days in _SOON_DAYS)
    ]
    return ReadingDraft(questions[0], (), tuple(questions[1:]), used_head=True)


_SOON = re.compile(r"soon|shortly|in the near future|まもなく|間もなく|もうすぐ|そろそろ|近いうちに?|近々")
_SOON_DAYS = (30, 90, 365)


_HAPPENS = re.compile(r"what (?:happens|would happen|will happen|could happen|if)\b|どうな")
"""What happens when something is not paid stands in the words of contracts, whatever the amount."""


def _orders(made: Assembly, token: Token) -> bool:
    """ "Terminate Velo today": an order to do it, though the verb is elsewhere one of a date."""
    first = made.tokens.index(token) == next((n for n, t in enumerate(made.tokens) if not t.has("func")), None)
    behind = next((other for other in made.tokens if other.start >= token.end and not other.has("func")), None)
    about = behind is not None and (behind.has("it", "those") or any(_names(c) for c in _conditions_at(made, behind)))
    return first and set(token.values) <= {"refuse", "dverb"} and about


def _conditions_at(made: Assembly, token: Token) -> tuple[Condition, ...]:
    return made.conditions_of(token) if token.has("cond") else ()


def _names(condition: Condition) -> bool:
    return isinstance(condition, ContractIs | PartyIs)


def own_knowledge(made: Assembly) -> ReadingDraft | None:
    """What the house holds about a clause type: its own guidance."""
    token = made.first("house")
    if token is None:
        return None
    if _COVER.match(token.text) and any(isinstance(condition, SUBJECTS) for condition in made.conditions):
        # "Must Velo hold a policy for accidents?": of insurance, not of the house.
        return ReadingDraft(None, (token.text,), final=True)
    if made.japanese and (_BECAUSE_OF.match(made.text, token.end) or made.cond_tokens != _of_clause_types(made)):
        # 「社内規程で3年超の契約を調べています」: the reason, not the question.
        return ReadingDraft(None, (token.text,), final=True)
    return ReadingDraft(Question("house", clauses=made.clause_codes(), text=made.original), used_head=True)


def _of_clause_types(made: Assembly) -> list[Token]:
    """The conditions that are of clause types or say whose contracts are meant."""
    return [
        token
        for token in made.cond_tokens
        if all(isinstance(c, ClauseIs | RenewalIs | ContractIs | PartyIs | TypeIs) for c in made.conditions_of(token))
    ]


_BECAUSE_OF = re.compile(
    r"(?:で(?!は|す|しょう)|により|によると|によれば|の(?:ため|関係|都合)|に(?:基づ|従|照ら)|上(?:の|、))"
)
_COVER = re.compile(r"polic(?:y|ies) (?:on|for|about|regarding|towards?)$")
"""A policy of nobody's, which beside a party may be one of insurance."""
_COMPARES = re.compile(r"over|above|more than|exceed(?:s|ing)?|(?:longer|greater) than|.*[超上多長大].*")
"""Words that compare numbers, under the tag of "more details" as well."""


def turn_of_conversation(made: Assembly) -> ReadingDraft | None:
    """ "more details", "why?", "undo": all that is said is this."""
    for kind in ("more", "why", "undo"):
        token = made.first(kind)
        if kind == "more" and token is not None and _COMPARES.fullmatch(token.text):
            continue
        if token is None or made.cond_tokens or made.first("nth", "fact", "dverb", "open"):
            continue
        made.use_all(kind)
        made.use_all("those", "it")
        if not made.unused():
            return ReadingDraft(Question(kind), used_head=True)
        made.used.clear()
    return None
