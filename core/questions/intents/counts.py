"""How many there are."""

from __future__ import annotations

from typing import cast

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.cascade import Token
from core.questions.groups import asks_contracts, dimensions
from core.questions.intents.choices import chosen, use_past, with_past
from core.questions.plan import ContractIs, GroupBy, Plan, Question


def counted(made: Assembly) -> ReadingDraft | None:
    """How many contracts, clauses, pages or parties there are."""
    types = made.first("clause_type_noun")
    if types is not None and made.first("count") and made.first("doc") is None and not made.conditions:
        made.use(types, *made.all("count", "distinct", "unit", "fact", "total"))
        every = Plan("count", group=GroupBy("clause_type"), distinct=True)
        return ReadingDraft(Question("numbers", every), made.unused(), used_head=True)
    token = made.first("count", "total") or (made.first("stat") if made.first("stat", "super") else None)
    if token is None or (token.has("stat") and token.values.get("stat") != "sum"):
        return None
    contracts = [condition for condition in made.conditions if isinstance(condition, ContractIs)]
    if contracts and made.first("unit") is not None:
        wanted = str(cast(Token, made.first("unit")).values["unit"])
        made.use_all("unit", "fact", "count", "clause_list")
        if wanted == "clauses":
            return ReadingDraft(Question("clauses", Plan("list", made.conditions)), made.unused(), used_head=True)
        if wanted in ("pages", "parties"):
            return ReadingDraft(
                Question("facts", Plan("list", made.conditions), (wanted,)), made.unused(), used_head=True
            )
    before = set(made.used)
    groups, problem = dimensions(made)
    whole = made.first("doc") is not None or asks_contracts(made)
    behind = _counts_contracts(made)
    if not problem and len(groups) == 1 and not whole and not behind and groups[0].dimension != "clause_type":
        made.use_all("count", "total", "fact", "company", "number_noun")
        plan = Plan("count", made.conditions, group=groups[0], distinct=True)
        return ReadingDraft(Question("numbers", plan), made.unused(), used_head=True)
    made.used = before
    made.use_all("count", "total", "number_noun", "which", "stat")
    use_past(made)
    conditions = with_past(made)
    return chosen(made, Question("count", Plan("count", conditions), day=made.day))


def _counts_contracts(made: Assembly) -> bool:
    """Whether a word for a company stands before what is said of the contracts that are counted.

    「和解で相手の悪口を言わないのは何通」 counts no companies.
    """
    token = made.first("count")
    firms = made.all_tokens("company", "fact")
    if not made.japanese or token is None or "社" in token.text or not firms:
        return False
    return any(
        firms[-1].end <= each.start < token.start or each.has("types")
        for each in made.cond_tokens
        if each.start >= firms[-1].end
    )
