"""Whether something holds of contracts."""

from __future__ import annotations

import re

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.cascade import Token
from core.questions.intents.choices import chosen, use_past, with_past
from core.questions.intents.fact_questions import is_yes_no
from core.questions.plan import Condition, ContractIs, PartyIs, Plan, Question, TypeIs
from core.questions.rules.length_rules import length_of


def _lengths(made: Assembly) -> tuple[Condition, ...]:
    """ "Is the notice period of the MSA 60 days?": the length that stands apart from the period that it is of."""
    number, unit = made.first("num"), made.first("unit")
    fact = next((token for token in made.all("fact") if token.values["fact"] in _PERIODS), None)
    if number is None or unit is None or fact is None or unit.start < number.end or unit.start - number.end > 2:
        return ()
    found = length_of([fact, number, unit])
    if found:
        made.use(fact, number, unit)
    return found


_PERIODS = ("notice_period", "renewal_term", "term")


def _only_names(made: Assembly, conditions: tuple[Condition, ...]) -> bool:
    """Whether contracts are named and nothing is said of them: "did Velo deliver", "is contract 3 here"."""
    kinds = {type(condition) for condition in conditions}
    if made.japanese or len(kinds) != 1 or not kinds <= {ContractIs, PartyIs, TypeIs}:
        return False
    if kinds == {ContractIs}:
        return made.first("range", "adj", "place") is None
    exists = _EXISTS.match(made.text) is not None or made.first("party_to", "range", "adj", "place") is not None
    return not exists and _CONTRACT.search(made.text) is None


def _topic(made: Assembly) -> list[Token]:
    """What a Japanese question is about: 「合弁契約はすべて日本法で、先買権付きですか」 asks both of all of them."""
    tokens = made.cond_tokens
    last = next((place for place, token in enumerate(tokens[:-1]) if _TOPIC_ENDS.match(made.text, token.end)), None)
    return tokens[:-1] if last is None else tokens[: last + 1]


_TOPIC_ENDS = re.compile(r"(?:契約(?:書)?|もの|案件)?(?:は|って|が|には|では)")
_EXISTS = re.compile(
    r"(?:and |so |but )*(?:are there|is there|do we (?:already |still )?have|have we(?: got)?|any\b"
    r"|(?:do|does|are|is) any)"
)
_CONTRACT = re.compile(r"\b(?:contracts?|agreements?|deals?|paperwork)\b")


def yes_or_no(made: Assembly) -> ReadingDraft | None:
    """Whether something holds of some or of all contracts."""
    if not is_yes_no(made):
        return None
    every = any(token.has("all") for token in made.tokens) and made.first("those") is None
    made.use_all("yes_no", "all")
    use_past(made)
    conditions = (*made.titled(with_past(made)), *_lengths(made))
    if not conditions and made.choice is None and made.day is None:
        return None
    if made.choice is None and made.day is None and _only_names(made, conditions):
        return ReadingDraft(None, (made.text,), final=True)
    whole: tuple[Condition, ...] = ()
    several = tuple(c for c in conditions if isinstance(c, ContractIs) and len(c.references) > 1)
    if several and len(conditions) > len(several):
        # "Do contracts 1 and 2 have insurance?" asks of both.
        every, whole = True, several
        conditions = tuple(condition for condition in conditions if condition not in several)
    elif every and len(made.cond_tokens) > 1:
        # "Do all New York contracts have insurance?": what is said last is asked of what stands before it.
        subjects = _topic(made) if made.japanese else made.cond_tokens[:-1]
        whole = tuple(c for token in subjects for c in made.conditions_of(token))
        conditions = tuple(condition for condition in conditions if condition not in whole)
    return chosen(made, Question("yes_no", Plan("list", conditions, whole), day=made.day, every=every))
