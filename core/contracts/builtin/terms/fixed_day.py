"""Whether an English sentence fixes the day that it names as the end, or only says by when the end must come.

"No later than 31 March 2027" and "the earlier of 31 March 2027 and the Closing" leave the end open. Only where all that
may come before is that somebody ends the contract, as any contract may be ended, is the day its stated end.
"""

from __future__ import annotations

import re

_AT_MOST = re.compile(
    r"\b(?:(?:no|not)\s+later\s+than|(?:no|not|never)\s+(?:(?:to\s+)?(?:be|last|run|extend|continue)\s+)?(?:after|beyond|past)|"
    r"latest|in\s+(?:no|any)\s+(?:event|case)|on\s+or\s+(?:before|after)|"
    r"(?:long[\s-]*stop|outside|drop[\s-]*dead)\s+date|(?:no|not)\s+(?:earlier|sooner)\s+than|at\s+the\s+earliest|"
    r"expected|anticipated|estimated|targeted?|approximately|about|around)\b[^.;]{0,50}$",
    re.IGNORECASE,
)
_AT_MOST_AFTER = re.compile(
    r"[\s,(]*(?:at\s+the\s+(?:very\s+)?(?:latest|earliest)|or\s+(?:earlier|sooner|later)\b(?!\s+(?:if|as|upon|on|by|terminat)))",
    re.IGNORECASE,
)
_FIRST_OF = re.compile(
    r"\b(?:the\s+)?(?:earlier|earliest|sooner|soonest|first|shorter|shortest|lesser)\s+(?:to\s+(?:occur|happen)\s+)?"
    r"(?:of\b|to\s+(?:occur|happen)\b|between\b)",
    re.IGNORECASE,
)
_WHICHEVER = re.compile(
    r"\b(?:or|and)\b[^.;]{2,160}\b(?:whichever|if\s+(?:earlier|sooner|later))\b|\b(?:or|and)\s*,\s*if\s+(?:earlier|sooner|later)\b|"
    r"\bwhichever\b",
    re.IGNORECASE,
)
_WHICHEVER_BEFORE = re.compile(r"\b(?:whichever|if\s+(?:earlier|sooner|later))\b[^.;]{0,60}$", re.IGNORECASE)
_BRANCH = re.compile(r"\(\s*(?:[a-z]|[ivx]{2,4})\s*\)|;", re.IGNORECASE)
_ENDS = re.compile(r"\.(?=\s|$)|;?\s*\bprovided\b|,?\s*\bunless\b", re.IGNORECASE)
_LIST = 600
_AND = re.compile(r"\s+(?:and|or)\s+", re.IGNORECASE)
# that the contract is ended as it provides
_ENDED = re.compile(
    r"\bthis\s+[^;]{0,40}terminat|\bterminat\w*[^;]{0,80}\b(?:this|in\s+accordance|pursuant|sections?|articles?|clauses?|hereunder|"
    r"hereof|herein|provided|by\s+(?:either|any|one))\b|\bmutual|\bbreach|\b(?:early|earlier|sooner|prior)\s+terminat",
    re.IGNORECASE,
)


def fixes_day(plain: str, first: int, last: int, start: int) -> bool:
    """Whether a sentence says that the end is the day named at an offset.

    Args:
        plain: the text.
        first: where the sentence begins in it.
        last: where it ends.
        start: where the day's words begin.
    """
    before, after = plain[max(first, start - 160) : start], plain[start:last]
    in_full = after + plain[last : start + _LIST] if after.rstrip().endswith((";", ":", ",", "or", "and")) else after
    if _AT_MOST.search(before) or _WHICHEVER_BEFORE.search(before):
        return False
    first_of = [match.end() for match in _FIRST_OF.finditer(before)]
    if first_of and "." not in before[first_of[-1] :]:
        return _ended_otherwise(before[first_of[-1] :], _ENDS.split(in_full, maxsplit=1)[0])
    if _AT_MOST_AFTER.search(after[:60]):
        return False
    whichever = _WHICHEVER.search(after)
    return whichever is None or _ENDED.search(whichever[0]) is not None


def _ended_otherwise(before: str, after: str) -> bool:
    """Whether all but one of the things of which the first counts are that the contract is ended.

    Args:
        before: what stands between "the earlier of" and the day.
        after: from the day on.
    """
    branches = _BRANCH if len(_BRANCH.findall(before + after)) > 1 else _AND
    earlier, (_, *later) = branches.split(before)[:-1], branches.split(after, maxsplit=0 if branches is _BRANCH else 1)
    others = [branch for branch in (*earlier, *later) if re.search(r"\w{3}", branch)]
    return bool(others) and all(_ENDED.search(branch) for branch in others)
