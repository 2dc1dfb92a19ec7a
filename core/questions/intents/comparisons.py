"""Contracts side by side, and which of two counts is more."""

from __future__ import annotations

import re
from typing import cast

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.intents.fact_questions import named_facts
from core.questions.plan import ClauseIs, Condition, ContractIs, DateIn, NumberIs, PartyIs, Plan, Question, TypeIs
from core.questions.ranges import Range


def differences(made: Assembly) -> ReadingDraft | None:
    """Two or more contracts side by side."""
    token = made.first("compare")
    if token is None:
        return None
    named = [condition for condition in made.conditions if isinstance(condition, ContractIs)]
    several = [condition for condition in made.conditions if isinstance(condition, PartyIs | TypeIs)]
    if made.choice is not None:
        choices = cast(tuple[tuple[PartyIs | TypeIs, ...], ...], made.choice.values["parties_choice"])
        several = list(choices[-1])
    references = [reference for condition in named for reference in condition.references]
    if len(references) < 2 and not several:
        return None
    if token.has("list") and len(references) + len(several) < 2:
        return None  # 「リースを並べて」: a list of them
    kinds = [sum(isinstance(condition, kind) for condition in several) for kind in (PartyIs, TypeIs)]
    if min(kinds) > 1:
        # "The Siga license and the Corvex MSA": which party goes with which type is not read.
        return ReadingDraft(None, (token.text,), final=True)
    if kinds[1] and not kinds[0] and not references and _WHICH_OF_TWO.search(made.original):
        return ReadingDraft(None, (token.text,), final=True)  # which of two kinds comes first: of which contracts?
    made.use(token, *made.all("compare", "which", "to", "between", "than", "how", "words"))
    facts = named_facts(made)
    conditions = made.titled(made.others_than_clauses())
    if made.choice is not None:
        conditions = (*conditions, *several)
    conditions = _of_either(conditions, made)
    if len(references) == 1 and any(isinstance(condition, PartyIs) for condition in conditions):
        both = _with_the_other(named[0], conditions, made)
        if both is None:
            return ReadingDraft(None, (token.text,), final=True)
        conditions = both
    clauses = made.clause_codes()
    return ReadingDraft(
        Question("differences", Plan("list", conditions), facts, clauses), made.unused(), used_head=True
    )


def _with_the_other(
    contract: ContractIs, conditions: tuple[Condition, ...], made: Assembly
) -> tuple[Condition, ...] | None:
    """One contract by its title and others by a party each, "the PlanetCAD agreement and the one of VerticalNet".

    None where a party is none of one other contract: which two are meant is not told.
    """
    ids, words = list(contract.references), [contract.asked]
    for firm in (condition for condition in conditions if isinstance(condition, PartyIs)):
        of_firm = made.names.contracts_of(firm.names)
        if len(of_firm) != 1 or not firm.wanted or firm.roles:
            return None
        ids += [key for key in of_firm if key not in ids]
        words.append(firm.asked)
    if len(ids) == 1:
        return None
    rest = [condition for condition in conditions if not isinstance(condition, PartyIs | ContractIs)]
    return (*rest, ContractIs(tuple(ids), " / ".join(words)))


_WHICH_OF_TWO = re.compile("どちら|どっち")


def _of_either(conditions: tuple[Condition, ...], made: Assembly) -> tuple[Condition, ...]:
    """Parties that are named apart, of each of which contracts are meant: 「青葉の契約と三国の契約を比較」."""
    firms = [c for c in conditions if isinstance(c, PartyIs) and c.wanted and not c.roles]
    apart = sum(any(isinstance(c, PartyIs) for c in made.conditions_of(token)) for token in made.cond_tokens)
    if len(firms) < 2 or apart != len(firms):
        return conditions
    asked = " / ".join(firm.asked for firm in firms)
    names, others = (tuple(n for firm in firms for n in getattr(firm, field)) for field in ("names", "others"))
    return (*(c for c in conditions if c not in firms), PartyIs(asked, names, others))


def compared_counts(made: Assembly) -> ReadingDraft | None:
    """Which of two counts is more."""
    than, head = made.first("than"), made.first("how_more")
    more = made.first("more_ja")
    if not ((head and than) or (more and (than or made.first("which")))):
        return None
    if more is not None and len(made.cond_tokens) != 2:
        return None
    sides: list[Condition] = []
    for token in made.cond_tokens:
        conditions = made.conditions_of(token)
        if len(conditions) != 1:
            return ReadingDraft(None, (token.text,), final=True)
        sides.append(conditions[0])
    if than is not None and len(sides) == 1 and isinstance(sides[0], DateIn):
        loose = next((token for token in made.all("range") if token.start > than.start), None)
        if loose is not None:
            span = cast(Range, loose.values["range"])
            sides.append(DateIn.between(sides[0].field, span.first, span.last))
            made.use(loose)
    made.use(than, head, more, *made.all("which", "to", "run"))
    bad = (
        len(sides) != 2
        or type(sides[0]) is not type(sides[1])
        or sides[0] == sides[1]
        or isinstance(sides[0], NumberIs)
    )
    if bad:
        return ReadingDraft(None, ("more … than",), final=True)
    first, second = sides
    if isinstance(first, DateIn) and isinstance(second, DateIn) and first.field != second.field:
        return ReadingDraft(None, ("more … than",), final=True)
    explicit = made.cond_tokens[1].has("explicit") if len(made.cond_tokens) > 1 else True
    if isinstance(first, ClauseIs) and not first.wanted and not made.japanese and not explicit:
        return ReadingDraft(None, ("more … than",), final=True)
    return ReadingDraft(Question("numbers", Plan("compare", sides=(first, second))), made.unused(), used_head=True)
