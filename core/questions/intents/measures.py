"""Averages, medians and sums of a number of each contract."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.groups import dimensions, quantity_of
from core.questions.plan import Plan, Question, Statistic


def _term_of(made: Assembly) -> bool:
    """Whether the term is measured by its name: "the average term of our licences"."""
    return any(token.text.startswith("term") for token in made.all("run"))


def _per_party(made: Assembly) -> bool:
    """ "Contracts per party on average": the parties are what is divided by, not what is counted."""
    pairs = zip(made.tokens, made.tokens[1:], strict=False)
    return any(before.has("by") and after.values.get("fact") == "parties" for before, after in pairs)


def statistic(made: Assembly) -> ReadingDraft | None:
    """An average, a median, a sum of a number of each contract."""
    token = made.first("stat")
    if token is None:
        return None
    quantity = quantity_of(made)
    statistic = cast(Statistic, token.values["stat"])
    if quantity is None or (statistic == "sum" and quantity not in ("pages", "clauses")):
        return None if statistic == "sum" and quantity is None else ReadingDraft(None, (token.text,))
    if quantity == "parties" and _per_party(made):
        return ReadingDraft(None, (token.text,), final=True)
    years = made.first("year") is not None or any("年" in token.text for token in made.all("how_long", "when"))
    if quantity == "term_days" and years:
        quantity = "term_years"
    elif quantity == "term_days" and made.first("fact", "term", "termfact") is None and not _term_of(made):
        return ReadingDraft(None, (token.text,), final=True)
    made.use(
        token,
        *made.all(
            "unit", "day", "count", "notice", "term", "number_noun", "how_long", "which", "of", "super", "length"
        ),
    )
    made.use(*[t for t in made.all("run") if t.text.startswith("term")])
    made.use(
        *[
            t
            for t in made.all("by", "distinct")
            if t.text in ("per", "につき", "あたり", "あたりの", "当たり", "1", "every")
        ]
    )
    groups, problem = dimensions(made, statistic=True)
    if problem or len(groups) > 2:
        return ReadingDraft(None, made.unused(), incomplete=problem, final=True)
    made.use(*[t for t in made.all("num") if t.values["num"] == 1])
    made.use_all("by", "breakdown", "total")
    plan = Plan(
        "statistic", made.conditions, statistic=statistic, quantity=quantity, group=groups[0] if groups else None
    )
    if len(groups) == 2:
        plan = replace(plan, second=groups[1])
    return ReadingDraft(Question("numbers", plan, day=made.day), made.unused(), used_head=True)
