"""Which share of some contracts is of a kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.questions.assembly import SUBJECTS, Assembly, ReadingDraft
from core.questions.cascade import Token
from core.questions.groups import dimensions
from core.questions.intents.choices import with_past
from core.questions.plan import Condition, Plan, Question


def share(made: Assembly) -> ReadingDraft | None:
    """How many of some contracts are of a kind, in per cent."""
    token = made.first("share")
    if token is None:
        return None
    made.use(*made.all("share"), *made.all("which", "count", "total"))
    groups, problem = dimensions(made)
    if problem:
        return ReadingDraft(None, made.unused(), incomplete=problem, final=True)
    among, hits = _split_share(made)
    running = made.in_force_conditions()
    if running and hits is not None:
        among, hits = _with_running(made, among, hits, running)
    past = tuple(condition for condition in with_past(made) if condition not in made.conditions)
    if past and hits and not among and _ends_with_past(made):
        # "What percentage of NDAs are expired": they are the whole.
        among, hits = hits, []
    elif past and hits and _ended_before_counting(made, hits):
        # "What percentage of expired NDAs have a cap": they have ended already.
        among, past = [*among, *past], ()
    hits = list(past) if past and hits == [] else hits
    by_clause = any(group.dimension == "clause_type" for group in groups)
    if hits is None or (not hits and not by_clause):
        return ReadingDraft(None, (token.text,), final=True)
    if groups and made.japanese and made.first("by", "breakdown") is None and made.first("withJ") is not None:
        return ReadingDraft(None, (token.text,), final=True)
    plan = Plan("share", tuple(dict.fromkeys((*hits, *past))), tuple(among), group=groups[0] if groups else None)
    if len(groups) > 1:
        return ReadingDraft(None, (token.text,), final=True)
    made.use_all("by", "breakdown", "run")
    return ReadingDraft(Question("numbers", plan), made.unused(), used_head=True)


def _ends_with_past(made: Assembly) -> bool:
    """Whether an English question says last, and of contracts that it names before, that they have ended."""
    last = max((token.start for token in made.tokens if token.has("past", "dverb")), default=-1)
    return not made.japanese and bool(made.cond_tokens) and last > made.cond_tokens[-1].start


def _ended_before_counting(made: Assembly, conditions: Sequence[Condition]) -> bool:
    """Whether it says so before what it counts."""
    past = max((token.start for token in made.tokens if token.has("past", "dverb")), default=-1)
    counted = [token.start for token in made.cond_tokens if set(made.conditions_of(token)) & set(conditions)]
    return not made.japanese and bool(counted) and past < min(counted)


def _split_share(made: Assembly) -> tuple[list[Condition], list[Condition] | None]:
    """The whole, and what of it is counted; None for the latter where nobody can tell."""
    tokens = made.cond_tokens
    whole, hits = [], list(tokens)
    if made.japanese:
        split = next(
            (t for t in made.tokens if t.text.startswith(("うち", "のうち", "中で", "占める", "に占める"))), None
        )
        if split is not None and "占め" in split.text and any(token.text.startswith("全体") for token in made.tokens):
            return [], _conditions(made, hits)
        if split is not None and split.text.startswith("占め") and made.text[split.start - 1 : split.start] in "のが":
            return [], _conditions(made, hits)
        if split is not None:
            whole = [token for token in tokens if token.end <= split.start]
            hits = [token for token in tokens if token.start >= split.start]
        elif len(tokens) > 1:
            whole = _whole_before(made)
            if not whole:
                return [], None
            hits = [token for token in tokens if token not in whole]
    elif len(tokens) > 1:
        trailing = len(tokens) - 1
        if tokens[trailing].has("clauses"):
            while trailing and tokens[trailing - 1].has("clauses") and tokens[trailing].has("explicit"):
                trailing -= 1
        whole, hits = tokens[:trailing], tokens[trailing:]
    return _conditions(made, whole), _conditions(made, hits)


def _whole_before(made: Assembly) -> list[Token]:
    """The whole of a Japanese share that is told by where it stands; empty where nobody can tell.

    「NDAの何割に監査権があるか」: before the share, and what is counted behind it.
    「NDAで監査権があるものの割合」: a kind or a party before で.
    """
    tokens = made.cond_tokens
    asked = next(token for token in made.tokens if token.has("share"))
    before = [token for token in tokens if token.end <= asked.start]
    if before and len(before) < len(tokens):
        between = made.text[before[-1].end : asked.start]
        return before if _OF_WHICH.fullmatch(between) and not made.text[asked.end :].startswith("の") else []
    first = made.conditions_of(tokens[0])
    subject = all(isinstance(c, SUBJECTS) and getattr(c, "wanted", True) for c in first)
    behind = made.text[tokens[0].end : tokens[1].start]
    return tokens[:1] if subject and _AMONG.match(behind) else []


_OF_WHICH = re.compile(r"(?:契約(?:書)?|案件|もの)?(?:の|で|では|のうち|について|は|、)*")
_AMONG = re.compile(r"(?:契約(?:書)?|案件)?(?:で(?!の|き|あ)|では|のうち|の中で)")


def _with_running(
    made: Assembly, among: list[Condition], conditions: list[Condition], running: Sequence[Condition]
) -> tuple[list[Condition], list[Condition] | None]:
    """ "In force" as the whole where it is said of it, as what is counted where nothing else is."""
    token = made.first("in_force", "on_day", "today")
    assert token is not None
    if not conditions:
        return among, list(running)
    first = next(t for t in made.cond_tokens if set(made.conditions_of(t)) & set(conditions))
    return ([*among, *running], conditions) if token.end <= first.start else (among, None)


def _conditions(made: Assembly, tokens: Sequence[Token]) -> list[Condition]:
    return [condition for token in tokens for condition in made.conditions_of(token)]
