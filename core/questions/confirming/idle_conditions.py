"""Readings that nobody would mean: a condition that changes nothing, a fact of contracts told by what they lack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from core.questions.confirming.stated_parts import StatedQuestion
from core.questions.plan import ContractIs, LawIs, TypeIs

_BOTH_MISSING = re.compile(
    r"(?:両方|双方)(?:とも)?(?:が|は)?(?:な[いくし]|ありません|無)|\bnot (?:have|contain|include) both\b"
    r"|n't (?:have|contain|include) both\b"
)
"""Of two: neither, or not the two together?"""
_OF_A_KIND = re.compile(
    r"のうち|の中(?:で|に|から)|(?:に|で)?はどれも|すべて|全て|全部|何(?:件|本|通)|いくつ|どの契約|一覧"
)


def not_meant(stated: StatedQuestion) -> Iterator[str]:
    """Words of a question whose reading would say nothing, or of one contract what is asked of a kind."""
    plan = stated.question.plan
    kinds = {c.wanted for c in plan.conditions if isinstance(c, TypeIs)}
    laws = [c for c in plan.conditions if isinstance(c, LawIs)]
    if len(kinds) > 1 or any(_idle(chosen, left_out) for chosen in laws for left_out in laws):
        yield stated.text
    if stated.question.kind == "facts" and any(getattr(c, "wanted", True) is False for c in plan.conditions):
        yield stated.text
    yield from _of_what_is_left_out(stated)
    match = _BOTH_MISSING.search(stated.text)
    if match is not None:
        yield match.group()
    yield from _kind_taken_for_a_title(stated)
    yield from _kind_that_nobody_has(stated)


def _of_what_is_left_out(stated: StatedQuestion) -> Iterator[str]:
    """A law or party beside a kind that is left out: 「日本法の代理店契約以外」, all but those, or of that law?"""
    parts = [part for part in stated.stretches if part.keys]
    for before, after in pairwise(parts):
        chosen, left_out = stated.wanted[before.keys[0]], stated.wanted[after.keys[0]]
        if chosen == {True} and left_out == {False} and after.keys[0][0] == "type" and before.keys[0][0] != "type":
            between = stated.text[before.end : after.start]
            if _OF.fullmatch(between) and _ALL_BUT.match(stated.text, after.end):
                yield stated.text[before.start : after.end]


_OF = re.compile(r"(?:法|州法)?(?:との|の|準拠の)")
_ALL_BUT = re.compile(r"(?:書)?(?:以外|を除|は除)")


def _idle(chosen: LawIs, left_out: LawIs) -> bool:
    """Whether a law is left out of contracts that have another one in any case."""
    if not chosen.wanted or left_out.wanted:
        return False
    return not any(
        law.country == other.country and law.state is None and other.state is not None
        for law in chosen.laws
        for other in left_out.laws
    )


def _kind_that_nobody_has(stated: StatedQuestion) -> Iterator[str]:
    """A kind of which there is no contract, where its words also name a clause type: "non-compete contracts"."""
    wanted = {code for c in stated.told.conditions if isinstance(c, TypeIs) and c.wanted for code in c.codes}
    if not stated.kinds_held or not wanted or wanted & stated.kinds_held:
        return
    clauses = [sense for sense in stated.senses if sense.tag == "clause"]
    for sense in stated.senses:
        named = any(clause.start == sense.start and clause.end <= sense.end for clause in clauses)
        if sense.tag == "type" and sense.value in wanted and named:
            yield stated.text[sense.start : sense.end]


def _kind_taken_for_a_title(stated: StatedQuestion) -> Iterator[str]:
    """The name of a kind of agreement that was read as one contract's title: 「代理店契約のうち…もの」."""
    titles = {c.asked.casefold() for c in stated.told.conditions if isinstance(c, ContractIs)}
    for sense in stated.senses:
        words = stated.text[sense.start : sense.end]
        if sense.tag == "type" and words in titles and _OF_A_KIND.search(stated.text, sense.end):
            yield words
