"""Words for something narrower than what a reading says: trademark licences are read as licences of every kind.

The reading is the nearest that can be answered; whoever reads the answer must see that it is wider than the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from core.questions.plan import ClauseIs, ContractIs, PartyIs, Question, TypeIs


@dataclass(frozen=True, slots=True)
class Widened:
    """Words of a question, as folded, and the wider type of agreement or of clause that they are read as."""

    words: str
    kind: Literal["type", "clause"]
    code: str


_KINDS = {
    "license": (
        r"\b(?:trade-?_?marks?|patents?|software|technology|copyright|know-?_?how|brand|content|music|film)"
        r"(?: (?:and|or|&) (?:trade-?_?marks?|patents?|technology|software))? (?:sub-?)?licen[sc](?:es?|ing)\b"
        r"|(?:商標|特許|意匠|著作権|ブランド|ノウハウ|技術|ソフト(?:ウェア)?|プログラム|コンテンツ)の?"
        r"(?:ライセンス|実施許諾|使用許諾|利用許諾)"
    ),
    "lease": (
        r"\b(?:office|building|land|car|vehicle|equipment|property|store|warehouse) (?:sub)?leases?\b"
        r"|(?:オフィス|事務所|倉庫|店舗|自動車|車両|土地|建物|駐車場|機械|設備)の?(?:賃貸借|リース|賃貸)"
    ),
}
_CLAUSES = {
    "compliance": (
        r"\b(?:export controls?|sanctions?|trade control|anti-?_?bribery|anti-?_?corruption|bribery|modern slavery"
        r"|money laundering)\b|輸出管理|贈収賄|賄賂|腐敗防止|マネーロンダリング|経済制裁"
    ),
}
_KIND_PATTERNS = {code: re.compile(pattern.replace("-?_?", "[- ]?")) for code, pattern in _KINDS.items()}
_CLAUSE_PATTERNS = {code: re.compile(pattern.replace("-?_?", "[- ]?")) for code, pattern in _CLAUSES.items()}


def widened(text: str, reading: Question) -> Iterator[Widened]:
    """Words that are narrower than the reading.

    Args:
        text: the question, folded.
        reading: how it is read.
    """
    conditions = reading.plan.every_condition
    if not any(isinstance(condition, PartyIs | ContractIs) for condition in conditions):
        codes = {code for condition in conditions if isinstance(condition, TypeIs) for code in condition.codes}
        for code in sorted(codes & _KIND_PATTERNS.keys()):
            yield from (Widened(match.group(), "type", code) for match in _KIND_PATTERNS[code].finditer(text))
    codes = {code for condition in conditions if isinstance(condition, ClauseIs) for code in condition.codes}
    for code in sorted((codes | set(reading.clauses)) & _CLAUSE_PATTERNS.keys()):
        yield from (Widened(match.group(), "clause", code) for match in _CLAUSE_PATTERNS[code].finditer(text))
