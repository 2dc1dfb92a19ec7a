"""Words by which a clause is the opposite of a type: a free assignment is no ban on assignment.

The trained classifiers look for the subject of a clause and often find the same one in its opposite.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Opposite:
    """`words` are the words of the opposite; with words of `unless` beside them the type itself may be meant, too."""

    words: re.Pattern[str]
    unless: re.Pattern[str]


def _opposite(pattern: str, unless: str) -> _Opposite:
    return _Opposite(re.compile(pattern, re.IGNORECASE), re.compile(unless, re.IGNORECASE))


_OPPOSITES = {
    "anti_assignment": _opposite(
        r"\bmay\s+(?:freely\s+)?(?:assign|transfer)\b[^.;]*\bwithout\b[^.;]{0,40}\b(?:consent|approval)|\bfreely\s+"
        r"(?:assign|transfer)|承諾(?:を得ることなく|を得ずに?|を要せず|なしに|なく)[^。]*譲渡[^。]*ができる|自由に[^。]{0,20}譲渡",
        r"\b(?:may|shall|will|must|can)\s*not\b|\bneither\b|\bno\s+party\b|\bprohibit|\bvoid\b|"
        r"ならない|できない|できません|禁[止じ]",
    ),
    "exclusivity": _opposite(
        r"\bnon-?\s?exclusive|非独占|\bnot\s+(?:be\s+)?exclusive|\bno\s+exclusiv|独占的(?:な|で)[^。]{0,12}(?:ない|なく)",
        r"(?<!non-)(?<!non )(?<!non)(?<!not )(?<!not be )(?<!no )\bexclusiv|\bsole\b|"
        r"(?<!非)独占(?!的(?:な|で)[^。]{0,12}(?:ない|なく))",
    ),
    "termination_for_cause": _opposite(
        r"\bwithout\s+cause\b|\bfor\s+(?:any|no)\s+reason\b|\bfor\s+(?:its\s+)?convenience\b|理由(?:を|の[いい如]かんを?|の如何を?)問わず",
        r"\bbreach|\bdefault|\bfor\s+cause\b|\binsolven|\bbankrupt|\bfail(?:s|ure)?\b|\bviolat|違反|不履行|破産|支払(?:の)?停止|催告|手形",
    ),
    "uncapped_liability": _opposite(
        r"\bshall\s+not\s+exceed\b|\b(?:is|be|are)\s+limited\s+to\b|(?:上限|限度)とする|を超えない",
        r"\bunlimited\b|\bnot\s+apply\b|\bwithout\s+limit|\bno\s+limit|\bnot\s+limit|\bnothing\b|\bexcept|\bexclud|\bother\s+than\b|"
        r"\bgross\b|\bwil+ful|\bfraud|適用(?:し|され)ない|限りで(?:は)?ない|故意|重過失|重大な過失|除き|除く|無制限",
    ),
    "license_grant": _opposite(
        r"\bno\s+(?:right\s+or\s+)?licen[cs]es?\b[^.;]{0,40}\b(?:is|are|granted|conferred)|\bnot\s+(?:be\s+)?(?:deemed\s+to\s+)?grant|"
        r"許諾するものではない|許諾しない",
        r"\b(?:hereby|does)\s+grants?\b(?!\s+no)|\bgrants\s+(?:to|the|a)\b|許諾する(?!もの)",
    ),
    "audit_rights": _opposite(
        r"\bno\s+right\s+to\s+(?:audit|inspect)|\bnot\s+(?:be\s+)?(?:entitled\s+to\s+)?(?:audit|inspect)|監査(?:を|する権利を)?(?:行わない|有しない|できない)",
        r"\bmay\s+(?:audit|inspect)|監査することができる",
    ),
    "minimum_commitment": _opposite(
        r"\bno\s+(?:minimum|obligation\s+to\s+(?:purchase|order|buy))|\bnot\s+(?:be\s+)?(?:obligated|obliged|required)\s+to\s+"
        r"(?:purchase|order|buy)|最低[^。]{0,20}(?:負わない|定めない|保証しない)|購入する義務を負わない",
        r"\bat\s+least\b|\bnot\s+less\s+than\b|以上",
    ),
    "arbitration": _opposite(
        r"\bnot\s+(?:be\s+)?(?:submitted|referred|subject)\s+to\s+arbitration|\bno\s+[^.;]{0,20}\barbitration\b|仲裁(?:に付さない|によらず)",
        r"\b(?:settled|resolved)\s+by\s+(?:\w+\s+)?arbitration|仲裁により",
    ),
}


def says_the_opposite(code: str, words: str) -> bool:
    """Whether words say the opposite of a clause type and nothing that may be the type itself."""
    opposite = _OPPOSITES.get(code)
    return opposite is not None and bool(opposite.words.search(words)) and not opposite.unless.search(words)
