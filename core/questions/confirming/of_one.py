"""Whether a question asks something of one contract, and whether it asks if there are more of one sort than another."""

from __future__ import annotations

import re
from typing import Literal

from core.questions.lexicon import folded, is_japanese
from core.questions.plan import ContractIs, PartyIs, Question, TypeIs

_SEVERAL = re.compile(
    r"\b(?:contracts|agreements|deals|documents|ones|ndas|leases|licen[cs]es|franchises|ventures|arrangements)\b"
    r"|\b(?:each|every|all|both|any|which|list|those|these|everything|and|or)\b"
)
_SEVERAL_JA = re.compile(
    r"それぞれ|各|全|すべて|一覧|リスト|たち|どの|ごと|別に|複数|両方|双方|いずれ|[0-9]件|と(?!の|は|って|い)"
)
"""Words by which a question asks of several contracts, or may."""
_WHETHER_MORE = re.compile(
    r"(?:so |and |but )?(?:is|are|do|does|did|have|has) .{0,60}\b(?P<way>more|fewer|less)\b.{0,120}\bthan\b"
    r"|.*より(?:も)?(?P<way_ja>多|少な)い(?:の|ん)?(?:です|でしょう)?か[。?？]*$"
)


def asks_of_one(text: str, reading: Question) -> bool:
    """Whether facts are asked of one contract, which is told by its parties and its kind alone.

    Args:
        text: the question as typed.
        reading: what it asks.
    """
    conditions = reading.plan.conditions
    if reading.kind != "facts" or any(isinstance(condition, ContractIs) for condition in conditions):
        return False
    told = bool(conditions) and all(
        isinstance(condition, PartyIs | TypeIs) and condition.wanted for condition in conditions
    )
    several = _SEVERAL_JA if is_japanese(folded(text)) else _SEVERAL
    return told and several.search(folded(text)) is None


def asks_whether_more(text: str) -> Literal["more", "fewer"] | None:
    """Which way a question compares two numbers that is answered by yes or no; None for any other question."""
    match = _WHETHER_MORE.match(folded(text).strip())
    if match is None:
        return None
    return "fewer" if match["way"] in ("fewer", "less") or match["way_ja"] == "少な" else "more"
