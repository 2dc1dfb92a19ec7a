"""What an amount is counted by: a month, a year, a kilogram, a share, in both languages."""

from __future__ import annotations

import re

from core.qa.support.figures import PlacedFigure, placed_figures
from core.qa.support.stems import content_stem

_TIMES = {
    "year": r"年(?:額|間|率|利|次)?|annual(?:ly)?|yearly|year|annum|p\.?a",
    "month": r"月(?:額|間|次|利)?|毎月|monthly|month",
    "week": r"週(?:額|間|次)?|毎週|weekly|week",
    "day": r"日(?:額|当|給)?|毎日|daily|day",
    "hour": r"時(?:間|給)|hourly|hour",
    "quarter": r"四半期|quarterly|quarter",
}
_UNIT = re.compile("|".join(f"(?P<{name}>(?:{pattern})$)" for name, pattern in _TIMES.items()), re.IGNORECASE)
_PER = re.compile(
    r"^[^.;,。、]{0,24}?(?:\bper\b|/|\bfor\s+(?:each|every)\b|\beach\b|\bevery\b|(?<=\s)an?(?=\s))\s*(?P<unit>[a-z]+)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:.*\b)?(?P<unit>\bannual(?:ly)?|\byearly|\bmonthly|\bweekly|\bdaily|\bhourly|\bquarterly)\b[^.;,\d]{0,50}$|"
    r"(?P<ja>年額|月額|日額|週額|年率|年利|月利|時給|日当|日給|年|月|日)\s*(?:金|約|[¥￥$€£])?\s*$",
    re.IGNORECASE,
)
_PER_JA = re.compile(r"[1一](?P<unit>[一-龯ァ-ヺー]{1,6}?)\s*(?:当たり|あたり|につき|ごと)[^。、\d]{0,12}$")


def rate_differs(text: str, source: str) -> bool:
    """Whether an amount is said by another unit (a month, a tonne) than in the source, where both say one."""
    flat, claimed = _amounts(text)
    plain, written = _amounts(source)
    for figure in claimed:
        unit = _unit(figure, flat)
        if unit is None:
            continue
        units = [_unit(known, plain) for known in written if known.value == figure.value]
        if units and None not in units and unit not in units:
            return True
    return False


def _amounts(text: str) -> tuple[str, list[PlacedFigure]]:
    flat, found = placed_figures(text)
    return flat, [figure for figure in found if figure.kind not in ("day", "month", "length")]


def _unit(figure: PlacedFigure, text: str) -> str | None:
    """What an amount is counted by; None where the words around it do not say."""
    before, after = text[max(0, figure.start - 60) : figure.start], text[figure.end : figure.end + 40]
    if match := _PER.match(after):
        return _named(match["unit"])
    if match := _PER_JA.search(before):
        return match["unit"]
    match = _BEFORE.search(before)
    return None if match is None else _named(match["unit"] or match["ja"])


def _named(word: str) -> str:
    match = _UNIT.match(word)
    if match is not None and match.lastgroup is not None:
        return match.lastgroup
    return content_stem(word.lower()) or word.lower()
