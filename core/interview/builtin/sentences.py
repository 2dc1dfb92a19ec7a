"""A message taken apart: sentences, lines of a list, and what offers stand in which order. Words are never changed."""

from __future__ import annotations

import re

_OPENING, _CLOSING = "「『（([“【", "」』）)]”】"
_ENDS = "。！？!?\n"
_BULLET = re.compile(
    r"^\s*(?:[-*・●○•]\s*|(?:\(?[0-9０-９]{1,2}[.)．）、:]\s*)|[①-⑳]\s*|第[一二三四五1-5]案?[:：、]\s*)"
)
_NEXT = re.compile(
    r"(?:それ[がもで]*)?(?:だめ|ダメ|駄目|無理)(?:なら|であれば|な場合は?|だったら)[ば]?、?"
    r"|(?:failing that|if not|if that fails|otherwise),?\s+",
    re.IGNORECASE,
)
_WALK_AWAY = re.compile(
    r"受け入れられ|受け入れ不可|受けられな|応じられな|譲れな|締結しな|締結を見送|契約しな|撤退"
    r"|walk away|deal[- ]?breaker|(?:cannot|can't|will not|won't) (?:accept|sign)|unacceptable|not acceptable",
    re.IGNORECASE,
)
_NO_CONTRACT = re.compile(
    r"(?:なら|れば|場合は?|ときは?|のは)[^。]{0,20}(?:契約しな|締結しな|締結を見送|撤退)"
    r"|\bif\b.{3,}\b(?:walk away|will not sign|won't sign)",
    re.IGNORECASE,
)
_ABBREVIATED = re.compile(
    r"(?:\b(?:arts?|secs?|nos?|nr|regs?|paras?|ss?|cl|p|pp|ch|vol)\.(?=\s+[§\d])"
    r"|\b(?:civ|cal|del|bus|crim|comp|u\.s\.c|u\.s)\.(?=\s+(?:[§\d]|code\b|civ\b|prof\b|app\b))"
    r"|\b(?:mr|mrs|ms|dr|messrs|vs|cf|e\.g|i\.e|approx|incl|excl|ca)\.(?=\s+\S))",
    re.IGNORECASE,
)
"""A full stop behind an abbreviation, which ends no sentence."""
_LEAST = re.compile(r"最低でも|最低限|少なくとも|at (?:a |the )?(?:very )?(?:minimum|least)", re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """The sentences of a text, trimmed; an end mark inside brackets or quotation marks ends none."""
    found, depth, begin = [], 0, 0
    inside = {match.end() - 1 for match in _ABBREVIATED.finditer(text)}
    for index, character in enumerate(text):
        if character in _OPENING:
            depth += 1
        elif character in _CLOSING:
            depth = max(depth - 1, 0)
        elif character == "\n":
            depth = 0
        latin_end = character == "." and index not in inside and (index + 1 == len(text) or text[index + 1].isspace())
        if (character in _ENDS or latin_end) and depth == 0:
            found.append(text[begin : index + 1].strip())
            begin = index + 1
    found.append(text[begin:].strip())
    return [sentence for sentence in found if sentence]


def items(text: str) -> list[str]:
    """The lines of a list without their bullets; one item when there is one line."""
    lines = [_BULLET.sub("", line).strip() for line in text.splitlines()]
    return [line for line in lines if line]


def offers(text: str) -> list[str]:
    """What is offered, in its order: lines, sentences, and what stands after "failing that"; a minimum comes last."""
    parts = [part for line in items(text) for sentence in sentences(line) for part in _NEXT.split(sentence)]
    found = [part.strip().strip("、,。") for part in parts]
    found = [part for part in found if part]
    return [part for part in found if not _LEAST.search(part)] + [part for part in found if _LEAST.search(part)]


def is_offer(sentence: str) -> bool:
    """Whether a sentence states a fallback."""
    return _NEXT.search(sentence) is not None or _LEAST.search(sentence) is not None


def is_plain_offer(sentence: str) -> bool:
    """Whether a sentence begins as a fallback does and so can be nothing else."""
    return _NEXT.match(sentence) is not None


def is_plain_walk_away(sentence: str) -> bool:
    """Whether a sentence says when there will be no contract."""
    return _NO_CONTRACT.search(sentence) is not None


def is_walk_away(sentence: str) -> bool:
    """Whether a sentence states what cannot be accepted."""
    return _WALK_AWAY.search(sentence) is not None
