"""Whether an amount is bounded as in its source: at least, more than, up to, less than, in both languages.

Lengths of time and days are left to the tests of time: "no later than 60 days before" and "at least 60 days before" are
one. A bound that the words do not show for certain counts as each that it may be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from core.qa.support.figures import PlacedFigure, placed_figures

Bound = Literal["from", "above", "to", "below"]
_COMPLEMENT: dict[Bound, Bound] = {"from": "below", "below": "from", "to": "above", "above": "to"}


def _compiled(patterns: tuple[tuple[Bound, str], ...]) -> tuple[tuple[Bound, re.Pattern[str]], ...]:
    return tuple((bound, re.compile(pattern, re.IGNORECASE)) for bound, pattern in patterns)


_TIME = ("day", "month", "length")
_REACH = 60
_BREAK = re.compile(r"[.;:。]\s|[;。(（]|\n")
_NOT = r"(?:not|never|cannot|n't)\s+(?:to\s+)?(?:be\s+)?(?:\w+\s+){0,1}"
_AMOUNT = r"(?:(?:a|an|the|sum|amount|total|of|approximately|about)\s+)*(?:us|usd|jpy|eur|gbp)?\s*[$€£¥]?\s*$"
_BEFORE: tuple[tuple[Bound, re.Pattern[str]], ...] = _compiled(
    (
        ("from", rf"\b(?:at least|(?:not|no) (?:less|fewer|lower) than|equal to or (?:more|greater|higher) than|"
                 rf"(?:more|greater) than or equal to|(?:equals?|meets?) or exceeds?|minimum|floor|"
                 rf"{_NOT}(?:less|fewer|lower) than)\b"),
        ("to", rf"\b(?:at most|up to|(?:not|no) (?:more|greater|higher) than|(?:less|lower) than or equal to|"
               rf"equal to or (?:less|lower) than|maximum|ceiling|capped? (?:at|of|is)|limited to|limit of|"
               rf"{_NOT}(?:exceed(?:ing)?|(?:more|greater|higher) than|in excess of|over|above))\b"),
        ("above", r"\b(?:more than|greater than|higher than|in excess of|exceed(?:s|ed|ing)?|upwards? of)\b"),
        ("below", r"\b(?:less than|fewer than|lower than|short of)\b"),
        ("above", rf"\b(?:over|above|beyond)\s+{_AMOUNT}"),
        ("below", rf"\b(?:under|below)\s+{_AMOUNT}"),
        ("from", r"(?:少なくとも|最低|下限)[^0-9一-九]{0,12}$|(?:≥|>=)\s*[$€£¥]?\s*$"),
        ("to", r"(?:最大|最高|上限|限度額?|多くとも)[^0-9一-九]{0,12}$|(?:≤|<=)\s*[$€£¥]?\s*$"),
        ("above", r">\s*[$€£¥]?\s*$"),
        ("below", r"<\s*[$€£¥]?\s*$"),
    )
)  # fmt: skip
_AFTER: tuple[tuple[Bound, re.Pattern[str]], ...] = _compiled(
    (
        ("from", r"\s*(?:(?:or|and)\s+(?:more|greater|above|higher|over|upwards?)\b|以上|を下回ら(?:な|ず)|を下限)"),
        ("to", r"\s*(?:(?:or|and)\s+(?:less|fewer|below|lower|under)\b|以下|以内|まで(?!に)|(?:を|が)?(?:上限|限度)|"
               r"を(?:超え|上回ら|上回り)(?:な|ず|ま(?:せん|い)|ては|ることは(?:な|でき)|ることができ)|の範囲内)"),
        ("above", r"\s*(?:を?超|を上回|を超過|より(?:多|大き|高))"),
        ("below", r"\s*(?:未満|を下回|に満たな|より(?:少な|小さ|低))"),
    )
)  # fmt: skip
_RANGE = re.compile(r"\s*(?:[-–—~〜]|to|から)\s*(?:[A-Z]{0,3}\s*[$€£¥]|[A-Z]{3})?\s*", re.IGNORECASE)
_AND = re.compile(r"\b(?:and|or)\b|及び|又は|または|並びに|、|,")
_DENIES = re.compile(
    r"\b(?:no|not|never|nor|neither|without|cannot)\b|n't\b|(?<!なら)ない|なく|ず(?:に|、)|ません|不要", re.IGNORECASE
)
_FAR_DENIAL = re.compile(r"\b(?:no event|never|neither|nor|not|no)\b", re.IGNORECASE)
_UNITS = re.compile(
    r"\s*(?:\([^)]*\)|U\.?S\.?|dollars?|usd|yen|jpy|euros?|eur|pounds?|gbp|%|percent|円|ドル|ユーロ|相当額|程度|也|\s)*",
    re.IGNORECASE,
)


def bound_differs(text: str, source: str) -> bool:
    """Whether an amount of a statement is bounded otherwise than the same amount of its source.

    An amount without a bound in the statement is not judged; one that the source states exactly must not be bounded.
    """
    text, source = _counted(text), _counted(source)
    flat, claimed = _amounts(text)
    asserted = [(figure, bounds) for figure in claimed if (bounds := _bounds(figure, flat, claimed))]
    if not asserted:
        return False
    plain, written = _amounts(source)
    for figure, bounds in asserted:
        known = [_bounds(other, plain, written) for other in written if other.value == figure.value]
        if not known or any(not own.isdisjoint(bounds) for own in known):
            continue
        turned = {_COMPLEMENT[bound] for bound in bounds}
        if _denies(flat) != _denies(plain) and any(not own.isdisjoint(turned) for own in known):
            continue  # "needs no approval up to X" where it is needed above X: a matter of polarity
        return True
    return False


_OFTEN = re.compile(
    r"\b(?P<often>once|twice)\b(?=\s+(?:during|per|in|within|an?|each|every|annually)\b)", re.IGNORECASE
)


def _counted(text: str) -> str:
    """A text with "once a year" as a number, so that "not more than once" is bounded."""
    return _OFTEN.sub(lambda match: "1 times" if match["often"].lower() == "once" else "2 times", text)


def _denies(text: str) -> bool:
    return _DENIES.search(text) is not None


def _amounts(text: str) -> tuple[str, list[PlacedFigure]]:
    flat, found = placed_figures(text)
    return flat, [figure for figure in found if figure.kind not in _TIME]


def _bounds(figure: PlacedFigure, flat: str, figures: Sequence[PlacedFigure]) -> set[Bound]:
    """What the words around a figure may bound it to; empty where they show nothing."""
    after = flat[figure.end :]
    units = _UNITS.match(after)
    after = after[units.end() if units else 0 :][:_REACH]
    if behind := next((bound for bound, pattern in _AFTER if pattern.match(after)), None):
        return {behind}
    start = max([0, figure.start - _REACH, *(other.end for other in figures if other.end <= figure.start)])
    twin = next((other for other in figures if other.end == start and other.value == figure.value), None)
    if twin is not None and "(" in flat[twin.end : figure.start]:
        return _bounds(twin, flat, figures)  # one million (1,000,000) dollars
    before = flat[start : figure.start]
    breaks = list(_BREAK.finditer(before))
    before = before[breaks[-1].end() :] if breaks else before
    nearest: tuple[int, int, Bound] | None = None
    for bound, pattern in _BEFORE:
        for match in pattern.finditer(before):
            place = (match.end(), match.end() - match.start(), bound)
            if nearest is None or place[:2] > nearest[:2]:
                nearest = place
    if nearest is None:
        previous = next((other for other in reversed(figures) if other.end == start), None)
        if previous is None or breaks:
            return set()
        if _RANGE.fullmatch(before):
            return {"to"}
        # "not more than $7,000 for new and $2,000 for old ones"
        return _bounds(previous, flat, figures) if _AND.search(before) else set()
    end, length, bound = nearest
    denied = _FAR_DENIAL.search(before[: end - length]) or _FAR_DENIAL.search(flat[max(0, start - _REACH) : start])
    return {bound, _COMPLEMENT[bound]} if bound in ("above", "below") and denied else {bound}
