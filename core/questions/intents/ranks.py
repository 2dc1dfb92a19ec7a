"""The oldest, the longest, the most common, the next."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from core.questions.assembly import Assembly, ReadingDraft
from core.questions.groups import TIME_TAGS, dimensions, field_of, quantity_of
from core.questions.intents.choices import is_plural
from core.questions.intents.fact_questions import named_facts
from core.questions.plan import ContractIs, DateField, DateIn, GroupBy, PartyIs, Plan, Question
from core.questions.rules.day_rules import DATE_FACTS


def ranked(made: Assembly) -> ReadingDraft | None:
    """The oldest, the longest, the most common, the next."""
    _very(made)
    supers = made.all("super", "ja_top")
    if made.first("how_long") is not None:
        # "How long does it last?": the verb, not the last of several.
        supers = [token for token in supers if not token.has("run", "dverb")]
    if not supers or (made.first("stat") is not None and supers[0].has("stat") and quantity_of(made) is not None):
        return None
    if all(token.soft for token in supers):
        return None
    counted = made.first("count")
    if (
        counted is not None
        and made.first("unit") is not None
        and any(str(token.values.get("super", "")).startswith("term_") for token in supers)
    ):
        return ReadingDraft(None, (counted.text,), final=True)
    names = [str(value) for token in supers for tag, value in token.values.items() if tag == "super"]
    number = next((cast(int, token.values["num"]) for token in made.all("num")), None)
    if _both_ends(names):
        # The longest and the shortest are two questions.
        return ReadingDraft(None, tuple(token.text for token in supers), final=True)
    row = next((token for token in supers if "順" in token.text), None)
    if row is not None and number is None:
        # All of them in a row: a list has no order of its own.
        return ReadingDraft(None, (row.text,), final=True)
    plan = _rank_plan(made, names, number)
    if plan is None:
        return None
    facts = _facts_of_first(made, plan) if isinstance(plan, Plan) else ()
    made.use(
        *supers,
        *made.all("num", "which", "who", "when", "count", "by", "number_noun", "unit", "more_ja", "year", "length"),
        *[token for token in made.all("fact") if token.values["fact"] in _RANKED_BY],
    )
    if isinstance(plan, tuple):
        questions = tuple(Question("numbers", single_plan, day=made.day) for single_plan in plan)
        return ReadingDraft(questions[0], made.unused(), questions[1:], used_head=True)
    plan = replace(plan, conditions=tuple(made.whole_titles(c) or c for c in plan.conditions))
    return ReadingDraft(Question("numbers", plan, facts, day=made.day), made.unused(), used_head=True)


def _both_ends(names: Sequence[str]) -> bool:
    """Whether contracts are ranked from both ends at once: "the longest and the shortest"."""
    return any({first, last} <= set(names) for first, last in _ENDS)


_ENDS = (
    ("term_most", "term_least"),
    ("agreement_date_first", "agreement_date_last"),
    ("most", "least"),
    ("common", "rare"),
)
"""Superlatives that rank by the same thing, each from its end."""
_RANKED_BY = ("term", "pages", "clauses", "notice_period", "renewal_term", *DATE_FACTS)
"""Facts that contracts are ranked by."""


def _facts_of_first(made: Assembly, plan: Plan) -> tuple[str, ...]:
    """Facts that are asked of the contracts that come first: "what law governs the longest agreement?"."""
    if plan.measure != "list":
        return ()
    by = {"term_days": "term", "notice_days": "notice_period", "renewal_days": "renewal_term"}.get(
        plan.quantity or "", plan.quantity
    )
    made.use(*[token for token in made.all("fact") if token.values["fact"] in (by, plan.by_date)])
    if by in _LENGTHS and _HOW_LONG.search(made.text) is not None:
        made.use_all("how_long", "when", "which")
        return (by, *(fact for fact in named_facts(made) if fact != by))
    if made.first("when") is None:
        # "The one that expires last": the verb ranks, and asks nothing.
        return named_facts(made) if made.first("fact", "who") is not None else ()
    return tuple(fact for fact in named_facts(made) if fact not in (by, plan.by_date))


_LENGTHS = ("term", "notice_period", "renewal_term")
_HOW_LONG = re.compile(
    r"(?:は|って)、?(?:(?:何|なん)(?:年|[かヶカヵ箇]月|ヶ月|日|週間?)間?(?:前)?|(?:(?:契約|有効|予告|通知|更新)?期間|長さ)は(?:何|どれ)[^、。?？]{0,6})"
    r"(?:です|でしょう|なの|なん|だ|あり|続)?[ぁ-ん]{0,4}[?？。\s]*$"
)
"""「一番長い契約は何年ですか」 asks for the length of the one that comes first."""
_ADJECTIVES = {
    "adj_most": "most",
    "adj_least": "least",
    "adj_long": "term_most",
    "adj_short": "term_least",
    "adj_old": "agreement_date_first",
    "adj_new": "agreement_date_last",
    "adj_early": "first",
    "adj_late": "last",
}


def _very(made: Assembly) -> None:
    """「一番ページ数の多い」: the superlative's two words stand apart."""
    very = made.first("very")
    word = next((token for token in made.tokens if any(tag in token.values for tag in _ADJECTIVES)), None)
    if very is None or word is None or very.has("super"):
        return
    tag = next(tag for tag in _ADJECTIVES if tag in word.values)
    word.values["super"] = _ADJECTIVES[tag]
    made.use(very)


def _rank_plan(made: Assembly, names: Sequence[str], number: int | None) -> Plan | tuple[Plan, ...] | None:
    conditions = made.conditions
    quantity = quantity_of(made)
    lesser = any(name in ("least", "rare", "term_least") for name in names)
    asked_when = made.first("when") is not None
    if any(name.startswith("term_") for name in names) and (asked_when or not made.first("dverb", "dverbJ", "past")):
        wanted = quantity if quantity in ("notice_days", "renewal_days", "pages") else "term_days"
        made.use_all("term", "run", "notice")
        return Plan("list", conditions, quantity=wanted, top=number or 1, ascending=lesser)
    before = set(made.used)
    if made.first("who") and made.first("doc") and names and set(names) <= {"most", "least"} and quantity is None:
        # "Who do we have the most contracts with?"
        made.use_all("who", "party_to")
        return Plan("count", conditions, group=GroupBy("party"), top=number or 1, ascending=lesser)
    if quantity == "parties" and names and set(names) <= {"most", "least"} and _PARTIES_COUNTED.search(made.text):
        made.use_all("fact", "company", "number_noun", "count", "unit")
        return Plan("list", conditions, quantity="parties", top=number or 1, ascending=lesser)
    groups, problem = dimensions(made, ranked=True)
    if ((groups or problem) and not problem and any(name in ("most", "least", "common", "rare") for name in names)) or (
        groups and made.first("ja_top")
    ):
        group = groups[0]
        if len(groups) > 1:
            return None
        made.use_all("dverb", "dverbJ") if group.of else None
        plural = number is None and is_plural(made)
        top = number or (5 if plural else 1)
        return Plan("count", conditions, group=group, top=top, ascending=lesser)
    made.used = before
    unit = next((tag for tag in TIME_TAGS if made.first(tag) is not None), None)
    if unit and unit != "fiscal" and any(name in ("most", "least") for name in names) and (field := field_of(made)):
        # "In which year did we sign the most contracts?"
        made.use_all("dverb", "dverbJ", "past", "pastJ", "datefact", *TIME_TAGS)
        return Plan("count", conditions, group=GroupBy(TIME_TAGS[unit], field), top=number or 1, ascending=lesser)
    if quantity is not None and (any(name in ("most", "least") for name in names) or made.first("ja_top")):
        made.use_all("term", "notice")
        return Plan("list", conditions, quantity=quantity, top=number or 1, ascending=lesser)
    return _rank_by_date(made, names, number)


def _either_end(made: Assembly, field: DateField, top: int) -> tuple[Plan, ...]:
    """ "Top 3 contracts by expiration date": the latest days, or the next ones, or the first that there were."""
    made.use_all("datefact", "dverb", "dverbJ", "by")
    latest = Plan("list", made.conditions, by_date=field, top=top)
    earliest = replace(latest, ascending=True)
    if field not in ("expiration_date", "last_notice_day"):
        return latest, earliest
    return latest, replace(earliest, conditions=(*made.conditions, DateIn(field, made.today.isoformat(), None)))


_PARTIES_COUNTED = re.compile(
    r"(?:当事者|参加者|締約者)(?:の)?(?:会社)?(?:数)?(?:が|の)(?:最も|一番|いちばん|もっとも)?(?:多|少な?)い[一-龠ァ-ヺー]{0,12}(?:契約|もの|案件)"
)
"""「当事者が一番多い契約」 ranks contracts, not parties."""
_SIZE = re.compile(r"(?:the )?(?:biggest|largest|smallest|greatest|highest|lowest)(?: number of)?|.*[大小]き?[いさ]")
"""Words for a size that ranks by what was counted, where something was."""
_AHEAD = re.compile(r"\bwill\b|\bgoing to\b|今後|これから")


def _of_the_date(made: Assembly) -> bool:
    """Whether a superlative stands right before the date that it is said of."""
    pairs = zip(made.tokens, made.tokens[1:], strict=False)
    return any(before.has("super") and before.text in _DATED and after.has("datefact") for before, after in pairs)


_DATED = frozenset(
    {"latest", "earliest", "last", "first", "newest", "oldest", "youngest", "freshest", "final", "most recent"}
)


def _asks_date(made: Assembly) -> bool:
    """Whether a date is asked of the oldest or newest contract, which are so by their signing: "when does it end?"."""
    return made.first("when") is not None or (made.first("datefact") is not None and made.first("by") is None)


def _rank_by_date(made: Assembly, names: Sequence[str], number: int | None) -> Plan | tuple[Plan, ...] | None:
    conditions = made.conditions
    field = field_of(made)
    if "expiration_date_last" in names:
        return Plan("list", conditions, by_date="expiration_date", top=number or 1)
    if field is not None and not names and made.first("ja_top") and made.first("by", "datefact"):
        return _either_end(made, field, number or 1)
    if not any(name.startswith("agreement_date") or name in ("first", "last", "next") for name in names):
        return None
    if any(_SIZE.fullmatch(token.text) for token in made.all("super")):
        # "Loans, biggest first": nothing says of what size, and "first" is no day.
        return None
    signed = next((name for name in names if name.startswith("agreement_date")), None)
    if field is None and signed is None:
        return None
    if signed is not None and field is not None and _of_the_date(made):
        # "The latest expiry date": it is the date that is late, not the contract that is new.
        ascending_first = signed == "agreement_date_first"
        signed, names = None, (*names, "first" if ascending_first else "last")
    if signed is not None and field != "agreement_date" and _asks_date(made):
        field = None
    order = next((name for name in names if name in ("first", "last", "next")), None)
    ascending = signed == "agreement_date_first" if signed else order in ("first", "next")
    if field is not None or not _asks_date(made):
        made.use_all("dverb", "dverbJ", "past", "pastJ", "datefact")
    top = number or 1
    if field is None or (field == "agreement_date"):
        if order == "next" and signed is None:
            return None
        return Plan("list", conditions, by_date="agreement_date", top=top, ascending=ascending)
    upcoming = DateIn(field, made.today.isoformat(), None)
    if order == "next" or made.first("upcoming") or (ascending and _AHEAD.search(made.text)):
        return Plan("list", (*conditions, upcoming), by_date=field, top=top, ascending=True)
    plain = Plan("list", conditions, by_date=field, top=top, ascending=ascending)
    dated = any(
        isinstance(c, DateIn)
        or (isinstance(c, ContractIs) and len(c.references) > 1)
        or (isinstance(c, PartyIs) and c.wanted and " / " in c.asked)
        for c in conditions
    )
    if field in ("expiration_date", "last_notice_day") and ascending and not dated:
        return (replace(plain, conditions=(*conditions, upcoming)), plain)
    return plain
