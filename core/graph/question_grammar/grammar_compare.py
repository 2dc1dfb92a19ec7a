"""Comparisons of two counts: "are there more contracts under New York law than under Delaware law".

Understood only where each side says one thing of the same kind: of "more New York contracts have insurance than audit
rights" nobody can tell which words hold for both sides.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from core.graph.question_grammar.grammar_plan import ClauseIs, Condition, DateIn, LawIs, NumberIs, Plan, TypeIs
from core.graph.question_grammar.grammar_words import Words

_MORE = re.compile(
    r"^(?:are there|were there|do we have|did we have|have we|do|did|does|have|has|are|were)\s+"
    r"(?P<way>more|fewer|less)\s+(?P<a>\S.*?)(?P<than>\s+than\s+)(?P<b>\S.*?)[\s?.!]*$"
)
_MORE_JA = (
    re.compile(
        r"^(?P<a>.+?契約)(?:の(?:数|件数|ほう|方))?[はが]、?(?P<b>.+?契約)(?:の(?:数|件数))?"
        r"(?P<way>より(?:も)?(?:多い|少ない))(?:のですか|ですか|でしょうか|か)?[?。]*$"
    ),
    re.compile(
        r"^(?P<a>.+?契約)と、?(?P<b>.+?契約)(?P<way>(?:と)?(?:では|で|のうち|を比べると|を比較すると)?、?"
        r"どちら(?:の(?:ほう|方))?が(?:多い|少ない))(?:のですか|ですか|でしょうか|か)?[?。]*$"
    ),
)
_POLAR = re.compile(r"\b(?:with|without|have|has|having|no|not|lack|lacks|lacking|contain|contains|include|includes)\b")
Reader = Callable[[Words, str | None], list[Condition]]
"""Reads the conditions of one side; a date without its own field is about the given one."""


def read_comparison(words: Words, read: Reader) -> tuple[Plan, tuple[str, ...]] | None:
    """A comparison with the words that it does not account for; None where nothing is compared.

    Args:
        words: the question, nothing of it taken yet.
        read: reads the conditions of a side.
    """
    match = _match(words)
    if match is None:
        return None
    sides: list[Condition] = []
    for name in ("a", "b"):
        part = words.part(match.start(name), match.end(name))
        before = sides[0] if sides else None
        found = read(part, before.field if isinstance(before, DateIn) else None)
        words.adopt(part, match.start(name))
        if len(found) == 1:
            sides += found
    plan = Plan("compare", sides=tuple(sides))
    if not _comparable(sides, match["b"], japanese=words.japanese):
        return plan, ((match["way"],) if words.japanese else (match["way"], "than"))
    # What stands around the sides is understood: only what they leave over is told.
    words.mark(0, match.start("a"))
    words.mark(match.end("a"), match.start("b"))
    words.mark(match.end("b"), len(words.text))
    return plan, words.unused()


def _match(words: Words) -> re.Match[str] | None:
    if not words.japanese:
        return _MORE.search(words.text)
    return next((found for pattern in _MORE_JA if (found := pattern.search(words.text))), None)


def _comparable(sides: list[Condition], second: str, *, japanese: bool) -> bool:
    if len(sides) != 2 or type(sides[0]) is not type(sides[1]) or sides[0] == sides[1]:
        return False
    first, other = sides
    if isinstance(first, NumberIs):
        return False
    if isinstance(first, DateIn) and isinstance(other, DateIn):
        return first.field == other.field
    denied = isinstance(first, ClauseIs | LawIs | TypeIs) and not first.wanted
    # "lack insurance than audit rights": lacking either, or lacking the one and having the other?
    return japanese or not denied or _POLAR.search(second) is not None
