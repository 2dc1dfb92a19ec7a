"""What the firm itself wants: questions about approved knowledge, answered from its entries and citing them as K12."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.graph.retrieval import RetrievedKnowledge
from core.graph.text import normal
from core.qa import phrases as wording
from core.qa.answer import EntryCitation
from core.wording import Language, wording_text

_ASKED = re.compile(
    r"社内|方針|ポリシー|ナレッジ|プレイブック|当社の(?:立場|見解|基準|考え|対応)|推奨(?:条項|文言)|譲歩案|譲れない"
    r"|(?<![a-z0-9])k\d{1,6}(?![a-z0-9])"
    r"|\b(?:our|house|company|internal)\s+(?:\w+\s+){0,2}(?:polic(?:y|ies)|positions?|stance|standards?|playbook|guidelines?)"
    r"|\b(?:polic(?:y|ies)|positions?|stance|playbook|guidance)\s+(?:on|for|about|regarding|towards?)\b"
    r"|\bplaybook\b|\bfall\s?back\s+(?:positions?|clauses?|wording)|\bwalk[- ]away\b"
    r"|\bknowledge (?:base|entr(?:y|ies))\b"
)
_NAMED = re.compile(r"(?<![a-z0-9])k(\d{1,6})(?![a-z0-9])")
_QUOTE_LENGTH = 700


def named_entries(question: str) -> list[int]:
    """Numbers of the entries that a question names, such as K12."""
    return list(dict.fromkeys(int(number) for number in _NAMED.findall(normal(question))))


def say(key: str, language: Language, **values: object) -> str:
    """A sentence in a language."""
    return wording_text(f"answers.house_{key}", language, **values)


def entry_citation(row: RetrievedKnowledge) -> EntryCitation:
    """Citation of an entry from its row; its words are the recommended clause."""
    return EntryCitation(
        label=row.name,
        entry_id=row.entry_id,
        number=row.number,
        title=row.title,
        quote=row.recommended_clause[:_QUOTE_LENGTH],
    )


def entry_lines(rows: Sequence[RetrievedKnowledge], language: Language) -> list[str]:
    """An entry's recommendation, risk, fallback positions in order and limit, each entry with its label."""
    lines = []
    for row in rows:
        lines.append(f"- **{row.name}** {wording.plain(row.title)} [{row.name}]")
        recommended = wording.quoted(row.recommended_clause, language)
        lines.append(f"    - {say('recommended', language)}: {recommended}")
        lines.append(f"    - {say('risk', language)}: {wording.plain(row.risk)}")
        for level, position in enumerate(row.fallback_positions, start=1):
            lines.append(f"    - {say('fallback', language, n=level)}: {wording.plain(position)}")
        if row.walk_away:
            lines.append(f"    - {say('walk_away', language)}: {wording.plain(row.walk_away)}")
    return lines
