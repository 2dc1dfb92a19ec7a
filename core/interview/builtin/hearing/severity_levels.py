"""The severity that an answer or a sentence tells."""

from __future__ import annotations

import re

from core.interview.builtin.cues import cues
from core.interview.builtin.hearing.name_search import folded
from core.knowledge import Severity

_AFTER = r"(?=$|[、。,. (]|です|だ|と|程度|に(?:し|な)|で(?:お願い|す|し|いい|よい)|くらい|ぐらい|あたり|かな|寄り|め)"
_SEVERITY: dict[Severity, re.Pattern[str]] = {
    "high": re.compile(
        rf"^(?:とても|非常に|かなり)?(?:高い?|重大|致命的|深刻|大きい|大){_AFTER}"
        r"|^(?:very )?(?:high|severe|critical|serious)\b"
    ),
    "medium": re.compile(rf"^(?:中くらい|中位|中|普通|そこそこ){_AFTER}|^(?:medium|moderate|middling)\b"),
    "low": re.compile(rf"^(?:低い?|軽微|軽い|小さい|小){_AFTER}|^(?:low|minor|slight)\b"),
}
_STATED = re.compile(
    r"(?:重大度|深刻度|深刻さ|重さ|重要度|影響度|リスク(?:の大きさ|の程度)?)(?:は|が|：|:)\s*([^。、,\n]{1,12})"
    r"|severity(?: is|:)\s+(\w+)",
    re.I,
)
_LEVEL_FIRST = re.compile(
    r"^(?:so,? |well,? |i(?:'d| would) say |maybe |probably )?(?P<level>low|medium|high)"
    r"(?:,|[.]?$| (?:i (?:guess|think|suppose|reckon)|probably|maybe)\b)",
    re.I,
)
_SCALE = re.compile(r"重大度|深刻度|深刻さ|重要度|影響度|優先度|重要性|大きさ")
_LOOSE: dict[Severity, re.Pattern[str]] = {
    "high": re.compile(
        r"高(?![一-龠])|重大|深刻|致命|甚大|大きい|(?:最|いちばん|一番)[のに]?(?:上|重|高|大)|極めて重|クリティカル|命に関わ|人命"
        r"|\b(?:highest|high|severe|critical|serious|grave|huge|massive|maximum|catastrophic|existential|ruinous|top)\b"
    ),
    "medium": re.compile(
        r"(?<![一-龠])中(?![一-龠]|に|で[^す。、お])|中程度|中くらい|中位|普通|ミドル|まんなか|真ん中"
        r"|\b(?:medium|moderate|middling|mid|middle|average|intermediate)\b"
    ),
    "low": re.compile(r"低(?![一-龠])|軽微|軽い|軽め|小さい|\b(?:low|minor|slight|small|light)\b"),
}
_DENIED_LEVEL = re.compile(
    r"(?:高|重|深刻|大き|低)[^。]{0,4}(?:くはない|くない|ではない|ではありません|じゃない)"
    r"|\bnot (?:very |that )?(?:high|serious|severe|low)"
)
_DENIED = re.compile(r"ない|なく|ません|\bnot\b")
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_POINTS_GIVEN = rf"(?<!\d)(?:10|[1-9](?!\d)|(?:{'|'.join(_COUNTED)})\b)"
_OUT_OF = re.compile(
    rf"(?P<count>{_POINTS_GIVEN})\s?(?:/|of|out of|from|on a scale of)\s?(?P<most>10(?!\d)|5(?!\d)|ten\b|five\b)"
    rf"|(?:scale (?:of|to) (?:(?:1|one) to )?(?P<most2>10|5|ten|five)\b|(?<!\d)(?P<most3>10|5|五|十)段階)"
    rf"\D*?(?P<count2>{_POINTS_GIVEN})"
)
"""Points out of ten or five."""
_LESS_THAN = re.compile(r"\brather than\b[^,.;]*")
"""What it is not."""


def severity(text: str) -> Severity | None:
    """The severity that an answer names; None when it names none, several, or denies one."""
    plain = folded(text).strip("「」『』。.、, ・-•")
    if _DENIED.search(plain):
        return None
    found = [level for level, pattern in _SEVERITY.items() if pattern.search(plain)]
    return found[0] if len(found) == 1 and not re.search(r"か|or|から|〜|~", plain[1:6]) else None


def severity_stated(text: str) -> Severity | None:
    """The severity that a sentence states by name, such as 重大度は高; None when none does."""
    match = _STATED.search(text)
    if match is not None:
        return severity(match[1] or match[2])
    first = _LEVEL_FIRST.match(text.strip())
    return None if first is None else severity(first["level"])


def severity_loose(text: str) -> Severity | None:
    """The severity that a sentence about severity names somewhere; None when it names none or two that differ."""
    plain = _SCALE.sub(" ", folded(text))
    found = {level for level, pattern in _LOOSE.items() if pattern.search(plain)}
    return found.pop() if len(found) == 1 and not _DENIED_LEVEL.search(plain) else None


def severity_told(text: str) -> Severity | None:
    """The severity that words tell which are known to be about it: a level, points out of ten, or plain words."""
    level = severity_stated(text) or severity(text) or severity_loose(text)
    if level is not None:
        return level
    plain = _LESS_THAN.sub(" ", folded(text))
    points = _OUT_OF.search(plain)
    if points is not None:
        most = _count(points["most"] or points["most2"] or points["most3"])
        share = _count(points["count"] or points["count2"]) / most
        return None if share > 1 else "high" if share >= 0.7 else "medium" if share >= 0.4 else "low"
    levels: list[Severity] = []
    for named, pattern in cues().severity_words.items():
        plain, times = re.subn(pattern, " ", plain)
        levels += [named] if times else []
    return levels[0] if len(levels) == 1 else None


def _count(words: str) -> int:
    if words.isdigit():
        return int(words)
    return {"五": 5, "十": 10}[words] if words in "五十" else _COUNTED.index(words) + 1
