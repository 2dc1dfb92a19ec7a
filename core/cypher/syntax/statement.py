"""The one statement in what a model answered: out of its thoughts, fences and prose."""

from __future__ import annotations

import re

from core.cypher.guard.rules import RULES
from core.cypher.syntax.tokens import UnreadableQuery

_THOUGHTS = re.compile(r"^\s*<(think|thinking|thought|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_UNOPENED = re.compile(r"^.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
_OPENED = re.compile(r"^\s*<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[ \t]*([\w+-]*)[ \t]*\r?$", re.MULTILINE)
_INLINE_FENCE = re.compile(r"```(?:cypher|sql|text)?\s*(.+?)\s*```", re.DOTALL | re.IGNORECASE)
_LABEL = re.compile(r"^\s*(?:cypher(?: query)?|query|answer|クエリ)\s*[:：]\s*", re.IGNORECASE)
_BEGINS = re.compile(
    r"^[ \t]*(?=(?:MATCH|OPTIONAL\s+MATCH|WITH|UNWIND|RETURN|CALL)\b|(?:match|optional match|Match)\s*\()",
    re.MULTILINE,
)
_BLANK_LINES = re.compile(r"\n[ \t\r]*\n")
_CLAUSES = ("MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN", "CALL", "WHERE", "UNION")
_CAPITALS = re.compile(r"[A-Z]{2,}")


def candidates(text: str) -> list[str]:
    """Texts that may be the statement, the most likely first; the last resort is the whole text.

    What stands around a candidate is prose: without a clause of Cypher, reading or writing. So nothing that an
    attacker or a model wrote as a second statement is passed over in silence.

    Raises:
        UnreadableQuery: there is no statement or there are several.
    """
    whole = _LABEL.sub("", _without_thoughts(text)).strip()
    if not whole:
        raise UnreadableQuery("no_statement", "There is no query in the text.")
    fenced = _fenced(whole)
    if fenced is not None:
        return [fenced]
    found = [whole]
    for begin in _BEGINS.finditer(whole):
        before, rest = whole[: begin.end()], whole[begin.end() :]
        if not _is_prose(before):
            break
        cuts = [len(rest), *(gap.start() for gap in reversed(list(_BLANK_LINES.finditer(rest))))]
        found += [rest[:cut].strip() for cut in cuts[:8] if _is_prose(rest[cut:])]
    return list(dict.fromkeys(found))


def _without_thoughts(text: str) -> str:
    while found := _THOUGHTS.match(text):
        text = text[found.end() :]
    if _OPENED.match(text):
        return ""
    if (found := _UNOPENED.match(text)) and (_BEGINS.search(text, found.end()) or not _has_quotes(found.group())):
        return text[found.end() :]
    return text


def _has_quotes(text: str) -> bool:
    return "'" in text or '"' in text


def _fenced(text: str) -> str | None:
    marks = list(_FENCE.finditer(text))
    if not marks:
        inline = _INLINE_FENCE.findall(text)
        if len(inline) == 1 and _is_prose(_INLINE_FENCE.sub("", text)):
            return str(inline[0])
        return None
    blocks: list[str] = []
    outside = [text[: marks[0].start()]]
    for place in range(0, len(marks), 2):
        end = marks[place + 1].start() if place + 1 < len(marks) else len(text)
        blocks.append(text[marks[place].end() : end].strip())
        if place + 1 < len(marks):
            after = marks[place + 2].start() if place + 2 < len(marks) else len(text)
            outside.append(text[marks[place + 1].end() : after])
    distinct = list(dict.fromkeys(block for block in blocks if block))
    if not distinct:
        raise UnreadableQuery("no_statement", "There is no query in the text.")
    if len(distinct) > 1 or not all(_is_prose(part) for part in outside):
        raise UnreadableQuery("second_statement", "There is more than one statement; only one is run.")
    return distinct[0]


def _is_prose(text: str) -> bool:
    if any(word in RULES or word in _CLAUSES for word in _CAPITALS.findall(text)):
        return False
    return ";" not in text and "`" not in text
