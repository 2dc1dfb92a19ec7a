"""Days on which something is said not to be, held against the days of the reading: "not signed in 2021"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.questions.confirming.stated_parts import StatedQuestion
from core.questions.plan import DateIn

_VERBS = frozenset("dverb dverbJ past pastJ".split())
_NEAR = 12
"""Characters between a date's verb and its days."""
_DENIED = re.compile(
    r"(?:\b(?:not|never|no longer)|n't)(?: (?:yet|been|be|to|being|already|going to|due to|set to))* $"
)
_DENIED_JA = re.compile(
    r"(?:し|され|を?迎え|に?な(?:ら|って)|が?来|せ)?(?:て(?:い|お)?(?:な[いかく]|ません|らず)|な[いかく](?!と)"
    r"|ません(?!か)|ず(?:に)?(?=、))"
)
_NOT_THEN = re.compile(r"(?:より)?(?:前|後|以前|以降|以後|まで|中)?(?:に)?(?:で|じゃ)(?:は)?な[いく]")


_GOES_ON = re.compile(
    r"\b(?:runs?|running|continu(?:e|es|ing)|remain(?:s|ing)?|still|stays?|lasts?)\b[a-z ]{0,16}\b(?:in|during"
    r"|throughout)\b"
)
_ENDS = frozenset(("expiration_date", "term"))


def end_for_state(stated: StatedQuestion) -> Iterator[str]:
    """Words for what goes on at a time, where the reading has what ends at that time: "will still run in 2030"."""
    ends = any(
        isinstance(c, DateIn) and c.field == "expiration_date" and c.first is not None and c.last is not None
        for c in stated.told.conditions
    )
    spoken = any(sense.tag in (_VERBS | {"fact"}) and sense.value in _ENDS for sense in stated.senses)
    if ends and not spoken and (match := _GOES_ON.search(stated.text)) is not None:
        yield match.group()


def _is_part(stated: StatedQuestion, begin: int, end: int) -> bool:
    """Whether a denial is itself part of a longer verb of dates."""
    return any(sense.tag in _VERBS and sense.start <= begin and end <= sense.end for sense in stated.senses)


def _next_to(stated: StatedQuestion, begin: int, end: int) -> bool:
    """Whether a date's verb and its days stand side by side, with no other verb between."""
    between = any(begin <= sense.start and sense.end <= end for sense in stated.senses if sense.tag in _VERBS)
    return 0 <= end - begin < _NEAR and not between


def days_denied_otherwise(stated: StatedQuestion) -> Iterator[str]:
    """Words that deny a date's verb or its days, where the reading has the very days that are denied."""
    wanted = {(c.first, c.last) for c in stated.told.conditions if isinstance(c, DateIn) and c.wanted}
    same = [
        day
        for day in stated.days
        if (day.first.isoformat() if day.first else None, day.last.isoformat() if day.last else None) in wanted
    ]
    if not same:
        return
    for day in same:
        if stated.japanese and (match := _NOT_THEN.match(stated.text, day.end)) is not None:
            yield match.group()
    for verb in (sense for sense in stated.senses if sense.tag in _VERBS):
        match = (
            _DENIED_JA.match(stated.text, verb.end) if stated.japanese else _DENIED.search(stated.text, 0, verb.start)
        )
        near = ((day.end, verb.start) if stated.japanese else (verb.end, day.start) for day in same)
        if match is not None and _is_part(stated, min(match.start(), verb.start), max(match.end(), verb.end)):
            # 「通知しないといけない」 is one verb, which denies nothing.
            continue
        if match is not None and any(_next_to(stated, begin, end) for begin, end in near):
            yield stated.text[min(match.start(), verb.start) : max(match.end(), verb.end)]
