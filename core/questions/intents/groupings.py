"""Numbers of contracts by law, type, party, language, clause type or time, and parties by how many they have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.cascade import Token
from core.questions.groups import TIME_TAGS, asks_contracts, dimensions
from core.questions.intents.choices import is_plural, with_past
from core.questions.plan import (
    Condition,
    ContractIs,
    DateField,
    DateIn,
    GroupBy,
    Having,
    Law,
    LawIs,
    PartyIs,
    Plan,
    Question,
    TypeIs,
)
from core.questions.ranges import Range


def grouped(made: Assembly) -> ReadingDraft | None:
    """Numbers of contracts by law, type, party, language, clause type, year."""
    having = made.first("having")
    if having is not None or made.first("several") is not None:
        return _parties_having(made, having)
    presence = made.first("presence")
    counts = made.first("count", "by", "breakdown", "share", "number_noun") is not None
    if presence is not None and len(made.clause_codes()) == 1 and (counts or presence.text != "with and without"):
        made.use(presence, *made.all("by", "count", "breakdown"))
        plan = Plan("count", made.others_than_clauses(), group=GroupBy("presence", made.clause_codes()[0]))
        return ReadingDraft(Question("numbers", plan), made.unused(), used_head=True)
    made.use(*[token for token in made.all("by") if _each_contract(made, token)])
    marker = made.first("by", "breakdown") or (made.first("langs") if made.first("count", "number_noun") else None)
    distinct = marker is None and _asks_which_groups(made)
    if marker is None and not distinct:
        return None
    groups, problem = dimensions(made)
    if problem:
        return ReadingDraft(None, made.unused(), incomplete=problem, final=True)
    spoken = [cast(Law, token.values["adj"]).country for token in made.all("adj")]
    if not groups and made.first("breakdown") and set(spoken) <= {"JP", "GB"} and spoken:
        made.use_all("adj", "between")
        groups = [GroupBy("language")]
    if not groups:
        return _each_of(made)
    if len(groups) > 2:
        return ReadingDraft(None, tuple(token.text for token in made.all("by")) or ("by",), final=True)
    made.use_all("by", "breakdown", "count", "distinct", "which", "number_noun", "who")
    conditions = (*with_past(made), *_days_of_group(made, groups))
    plan = Plan("count", conditions, group=groups[0], distinct=distinct)
    if len(groups) == 2:
        if not _fit(groups[0].dimension, groups[1].dimension):
            return ReadingDraft(None, ("by",), final=True)
        plan = replace(plan, second=groups[1])
    return ReadingDraft(Question("numbers", plan, day=made.day), made.unused(), used_head=True)


def _each_of(made: Assembly) -> ReadingDraft | None:
    """ "Under New York and under Delaware law, how many each?": the laws or types that one condition names."""
    each = next((token for token in made.all("by") if _EACH.match(token.text)), None)
    if each is None or made.first("count") is None:
        return None
    conditions = with_past(made)
    several = [c for c in conditions if isinstance(c, LawIs | TypeIs) and len(_members(c)) > 1 and c.wanted]
    kinds = [type(condition) for condition in conditions]
    if len(several) != 1 or len(set(kinds)) < len(kinds):
        # "With audit rights and with insurance, how many each?": no table tells it.
        return ReadingDraft(None, (each.text,), final=True) if len(conditions) > 1 else None
    made.use(each, *made.all("count", "which", "number_noun"))
    group = GroupBy("law" if isinstance(several[0], LawIs) else "agreement_type")
    return ReadingDraft(
        Question("numbers", Plan("count", conditions, group=group), day=made.day), made.unused(), used_head=True
    )


_EACH = re.compile(r"それぞれ|each\b|ずつ")


def _members(condition: LawIs | TypeIs) -> tuple[object, ...]:
    return condition.laws if isinstance(condition, LawIs) else condition.codes


def _each_contract(made: Assembly, token: Token) -> bool:
    """Whether "each" only says that every contract is meant: "the parties in each joint venture agreement"."""
    place = made.tokens.index(token)
    following = made.tokens[place + 1] if place + 1 < len(made.tokens) else None
    each = re.search(r"^(?:in |for )?(?:each|every)$|^それぞれ", token.text) is not None
    return each and following is not None and following.has("doc", "types")


def _days_of_group(made: Assembly, groups: Sequence[GroupBy]) -> tuple[Condition, ...]:
    """Days that are said of the date that is grouped by: "signed per quarter in 2019"."""
    field = next((group.of for group in groups if group.dimension in TIME_TAGS.values()), None)
    ranges = made.all("range")
    if field is None or len(ranges) != 1:
        return ()
    made.use(ranges[0])
    span = cast(Range, ranges[0].values["range"])
    return (DateIn.between(cast(DateField, field), span.first, span.last),)


def _fit(first: str, second: str) -> bool:
    """Whether two groups make one table: of two different things."""
    kinds = {first, second}
    families = [
        {"law", "law_country", "law_state"},
        {"party", "party_country"},
        {"law", "law_country", "party_country"},
    ]
    times = set(TIME_TAGS.values())
    apart = len(kinds) == 2 and not any(kinds <= family for family in families) and not kinds <= times
    return apart and not kinds & {"clause_type", "presence"}


def _asks_which_groups(made: Assembly) -> bool:
    """ "Which governing laws occur?", "Who are our counterparties?": no contract is named, a group is."""
    if any(isinstance(condition, ContractIs) for condition in made.conditions):
        return False
    if any(token.has("those", "it") and not token.soft for token in made.tokens):
        return False
    facts = [str(token.values["fact"]) for token in made.all("fact")]
    named = [fact for fact in facts if fact in ("governing_law", "parties", "agreement_type", "language")]
    if asks_contracts(made):
        return False
    whole = not any(isinstance(condition, PartyIs | TypeIs) for condition in made.conditions)
    if not named or not whole or made.first("when"):
        return False
    if made.follows and made.first("doc", "distinct", "count", "all") is None:
        return False
    if made.first("count") is not None and made.first("doc") is not None and made.first("distinct") is None:
        return False
    plural = is_plural(made) or made.first("distinct", "count", "all") is not None
    return (
        made.first("distinct") is not None
        or (plural and made.first("which", "who", "list", "count", "distinct") is not None)
        or (made.japanese and made.first("distinct", "which", "list") is not None and not made.conditions)
    )


def _parties_having(made: Assembly, having: Token | None) -> ReadingDraft | None:
    parties = any(
        token.has("company") or token.values.get("fact") == "parties" for token in made.all("company", "fact")
    )
    if not parties or (having is None and made.first("fact") is None):
        return None
    several = made.first("several")
    laws = (several is not None and any(token.values.get("fact") == "governing_law" for token in made.all("fact"))) or (
        several is not None and made.first("law") is not None
    )
    if having is not None:
        low, high = cast(tuple[int | None, int | None], having.values["having"])
    elif several is not None:
        low, high = 2, None
    else:
        return None
    made.use(having, several, *made.all("which", "company", "fact", "law", "govern", "under"))
    plan = Plan(
        "count",
        made.conditions,
        group=GroupBy("party"),
        having=Having("laws" if laws else "contracts", low, high),
    )
    return ReadingDraft(Question("numbers", plan), made.unused(), used_head=True)
