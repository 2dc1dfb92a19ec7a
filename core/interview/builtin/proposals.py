"""A severity proposed from the words and the amounts that the user told, never written down before it is accepted."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from core.interview.builtin.learned.severity_model import likely_severity
from core.interview.builtin.replies import wording
from core.knowledge import EntryDraft, Severity

_YEN = re.compile(
    r"(?:(?P<oku>[0-9][0-9,.]*)億)?(?:(?P<sen>[0-9][0-9,.]*)千)?(?:(?P<man>[0-9][0-9,.]*)?万)?(?P<rest>[0-9,]*)円"
)
_FOREIGN = re.compile(r"[$€£]\s?(?P<number>[0-9][0-9,.]*)\s?(?P<unit>k|m|million|billion|thousand)?\b", re.I)
_UNITS = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "billion": 1e9}


@dataclass(frozen=True, slots=True)
class DraftProposal:
    """A severity and the user's words that it is proposed for."""

    level: Severity
    words: str


def proposed_severity(draft: EntryDraft, weighed: str) -> DraftProposal | None:
    """What the words on how grave it is likely mean, else what the told damage speaks for: its largest amount, or a
    word of weight; None when nothing tells it.

    Args:
        draft: as it stands.
        weighed: words that say how grave the case is and name no level; empty where there are none.
    """
    if weighed and (likely := likely_severity(weighed)) is not None:
        return DraftProposal(likely, weighed.strip().rstrip("。."))
    told = unicodedata.normalize("NFKC", "\n".join(filter(None, (draft.risk, draft.source_case))))
    rules = wording().weights
    amounts = [*_yen(told), *((value * rules.yen_to_the_dollar, words) for value, words in _foreign(told))]
    if amounts:
        value, words = max(amounts)
        level: Severity = "high" if value >= rules.high_from else "medium" if value >= rules.medium_from else "low"
        return DraftProposal(level, words)
    for pattern in rules.high_words:
        match = re.search(pattern, told, re.I)
        if match is not None:
            return DraftProposal("high", match[0])
    return None


def _yen(text: str) -> list[tuple[float, str]]:
    found = []
    for match in _YEN.finditer(text):
        sen = _number(match["sen"]) * (1e7 if match["man"] is None and "万" in match[0] else 1e3)
        value = _number(match["oku"]) * 1e8 + sen + _number(match["man"]) * 1e4 + _number(match["rest"])
        if value:
            found.append((value, match[0].strip()))
    return found


def _foreign(text: str) -> list[tuple[float, str]]:
    return [
        (_number(match["number"]) * _UNITS.get((match["unit"] or "").casefold(), 1.0), match[0].strip(" .,"))
        for match in _FOREIGN.finditer(text)
    ]


def _number(digits: str | None) -> float:
    plain = (digits or "").replace(",", "").rstrip(".")
    try:
        return float(plain) if plain else 0.0
    except ValueError:  # such as 1.2.3, which is no amount
        return 0.0
