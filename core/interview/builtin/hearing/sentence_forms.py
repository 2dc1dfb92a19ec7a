"""What a sentence is by its form: a clause, a rule, or something that happened."""

from __future__ import annotations

import re
from typing import Literal

_RULE = re.compile(
    r"(?:べき|ないこと|すること|とする|しなければならない|禁止する)[。.だです]*$|\b(?:must|should|shall|always|never)\b",
    re.I,
)
_HAPPENED = re.compile(r"た(?:。|が|ため|ので|ところ|こと|案件|件|$)|ました|\b(?:was|were|had|did|\w+ed)\b", re.I)
_PARTY = (
    r"甲|乙|丙|(?:各|両|全)?当事者|委託者|受託者|発注者|受注者|買主|売主|貸主|借主|開示者|受領者|使用者|提供者|"
    r"ライセンサー|ライセンシー|本?(?:契約|条)"
)
_CLAUSE = re.compile(
    rf"^(?:第?[0-9０-９]+[条項.．、]?\s*)?(?:{_PARTY})(?:および|及び|又は|または|は|が|の).{{4,}}"
    r"(?:ものとする|てはならない|なければならない|することができる|することができない|義務を負う|責任を負う|負わない)[。.]?$"
    r"|^(?:The |Each |Neither |Either )?(?:[A-Z][a-z]+|party|Party)\b[^.]{0,60}\bshall\b[^?]*$",
    re.S,
)


def is_clause(sentence: str) -> bool:
    """Whether a sentence is worded as a clause: a party and what it shall, may or must not do."""
    return _CLAUSE.search(sentence.strip()) is not None


def looks_like(text: str) -> Literal["rule", "case"]:
    """Whether a text states what should be, and nothing that happened."""
    return "rule" if _RULE.search(text.strip()) and not _HAPPENED.search(text) else "case"
