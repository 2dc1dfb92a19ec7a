"""One small word replaced by its opposite in words that are otherwise the contract's: "if" for "unless".

A statement is laid beside the cited words, word by word. Where a few words differ between words that are the same on
both sides, and the few are contraries, the statement says something else than its source, however much is the same.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d[\d,.]*\d|\d")
_CONTRARIES = (
    ("unless", "if"), ("unless", "when"), ("unless", "where"), ("unless", "provided"), ("without", "with"),
    ("any", "no"), ("before", "after"), ("prior to", "after"), ("during", "after"), ("during", "before"),
    ("until", "after"), ("until", "before"), ("to", "from"), ("by", "against"), ("for", "against"),
    ("either", "neither"), ("each", "neither"), ("both", "neither"), ("a", "no"), ("the", "no"),
    ("days", "months"), ("days", "years"), ("days", "weeks"), ("months", "years"), ("weeks", "months"),
    ("day", "month"), ("day", "year"), ("month", "year"), ("week", "month"), ("first", "last"),
    ("some", "all"), ("some", "any"), ("some", "each"),
    ("increase", "decrease"), ("higher", "lower"), ("earlier", "later"), ("greater", "lesser"), ("above", "below"),
    ("including", "excluding"), ("written", "oral"), ("buy", "sell"), ("licensor", "licensee"), ("lessor", "lessee"),
)  # fmt: skip
_TURNED = frozenset((first, second) for pair in _CONTRARIES for first, second in (pair, pair[::-1]))
_MODALS = {"may": "may", "can": "may", "could": "may", "shall": "must", "must": "must", "will": "must"}
_DENIALS = frozenset(("not", "never", "no", "neither"))
_FEW = 2
_BESIDE = 3
"""Words that must be the same around a word that is turned."""


_WHO = re.compile(
    r"\b(?P<who>each|both|either|neither|any|no)\s+(?:part(?:y|ies)|of\s+the\s+parties)\s+(?P<verb>\w+\s+\w+\s+\w+)",
    re.IGNORECASE,
)
_NOBODY = ("neither", "no")


def _nobody_turned(text: str, source: str) -> bool:
    """Whether "each party" does what in the same words "neither party" does, or the other way round."""
    known: dict[str, set[bool]] = {}
    for match in _WHO.finditer(source):
        known.setdefault(match["verb"].lower(), set()).add(match["who"].lower() in _NOBODY)
    return any(
        (match["who"].lower() in _NOBODY) not in known.get(match["verb"].lower(), {match["who"].lower() in _NOBODY})
        for match in _WHO.finditer(text)
    )


def word_turned(text: str, source: str) -> bool:
    """Whether a statement turns one small word of its source about."""
    if _nobody_turned(text, source):
        return True
    claimed, written = _words(text), _words(source)
    matcher = SequenceMatcher(None, claimed, written, autojunk=False)
    steps = matcher.get_opcodes()
    for place, (tag, i1, i2, j1, j2) in enumerate(steps):
        if tag == "equal" or i2 - i1 > _FEW or j2 - j1 > _FEW:
            continue
        before = _length(steps, place - 1)
        after = _length(steps, place + 1) if i2 < len(claimed) else 1
        if not before or not after or before + after < _BESIDE:
            continue
        first, second = " ".join(claimed[i1:i2]), " ".join(written[j1:j2])
        if (first, second) in _TURNED or _modal_differs(first, second, claimed, written, i1, j1, j2):
            return True
        if before + after > _BESIDE and _denial_added(first, second, claimed[:i1], claimed[i2:], written[j2:]):
            return True
    return False


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _length(steps: Sequence[tuple[str, int, int, int, int]], place: int) -> int:
    """How many words are the same in a step."""
    if not 0 <= place < len(steps) or steps[place][0] != "equal":
        return 0
    return steps[place][2] - steps[place][1]


def _modal_differs(
    first: str, second: str, claimed: list[str], written: list[str], at: int, start: int, end: int
) -> bool:
    """A duty for a liberty or the other way round; "may not" and "shall not" forbid alike."""
    duty, other = _MODALS.get(first), _MODALS.get(second)
    if duty is None or other is None or duty == other:
        return False
    denied = _DENIALS & {*claimed[max(0, at - 4) : at + 2], *written[max(0, start - 4) : end + 1]}
    return not denied


def _denial_added(first: str, second: str, before: list[str], after: list[str], follows: list[str]) -> bool:
    """A denial put in where the source has none, beside the same words."""
    if first not in ("not", "never") or second or _DENIALS & set(before[-6:]) or after[:1] in (["only"], ["just"]):
        return False
    return "not" not in follows[:2]
