"""Which way a length of time counts: before or after, within or at least, the first or the last, in both languages."""

from __future__ import annotations

import re

from core.qa.support.figures import placed_figures

_BEFORE = r"(?:before|prior|preceding|ahead|in advance|earlier)\b"
_AFTER = r"(?:after|following|from|thereafter|later|of receipt|afterwards?|upon)\b"
_BEHIND = re.compile(
    rf"^\W*(?:(?:written|prior|notice|or|more|less|calendar|"
    rf"business)\W+)*(?:(?P<before>{_BEFORE})|(?P<after>{_AFTER}))",
    re.IGNORECASE,
)
_BEHIND_JA = re.compile(r"^間?(?P<bound>以内|以上)?の?間?(?:(?P<before>前|まえ)|(?P<after>後|あと|を?経過|が経過))?")
_LEFT = re.compile(r"\b(?:(?P<first>first|initial)|(?P<last>last|final|preceding|previous))\s*$", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:(?P<within>within|no later than|not later than)|(?P<least>at least|at_least|no "
    r"less than|not less than|minimum of))"
    r"\s*(?:a |an |the )?(?:period of )?$",
    re.IGNORECASE,
)

Ways = dict[tuple[str, object], set[str]]


def length_turned(text: str, source: str) -> bool:
    """Whether a length counts from after something and in the source to before it, or the like, where each is known."""
    claimed, written = _ways(text), _ways(source)
    return any(
        len(ways) == 1 and len(known := written.get(key, set())) == 1 and known != ways for key, ways in claimed.items()
    )


def _ways(text: str) -> Ways:
    flat, found = placed_figures(text)
    ways: Ways = {}
    for figure in found:
        if figure.kind != "length":
            continue
        behind = re.split(r"[.;,:。、]", flat[figure.end : figure.end + 40])[0]
        before = flat[max(0, figure.start - 30) : figure.start]
        way, way_ja = _BEHIND.search(behind), _BEHIND_JA.search(behind)
        if way or (way_ja and (way_ja["before"] or way_ja["after"])):
            found_way = way or way_ja
            assert found_way is not None
            ways.setdefault(("way", figure.value), set()).add("before" if found_way["before"] else "after")
        if rank := _LEFT.search(before):
            ways.setdefault(("rank", figure.value), set()).add("first" if rank["first"] else "last")
        if bound := _BOUND.search(before):
            later = way is not None and way["before"]
            # "no later than 30 days before" and "at least 30 days before" are one.
            ways.setdefault(("bound", figure.value), set()).add("least" if bound["least"] or later else "within")
        elif way_ja and way_ja["bound"]:
            ways.setdefault(("bound", figure.value), set()).add("within" if way_ja["bound"] == "以内" else "least")
    return ways
