"""An endpoint's answer made checkable: keys become citations, sentences that state a fact without one are marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.documents import Document
from core.evidence import sentence_span
from core.qa.answer import Citation
from core.qa.sources import KEY, Sources, verified
from core.taxonomy import Language

_MARK: dict[Language, str] = {"en": "[no source]", "ja": "［根拠なし］"}
_META = re.compile(
    r"\?\s*$|？\s*$|^(?:please|let me|would you|do you|sorry|here (?:is|are)|the following)"
    r"|わかりません|分かりません|^不明|ください|ましょうか|次のとおり",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """Text as shown, its citations in order, and how many statements have no source."""

    text: str
    citations: tuple[Citation, ...]
    uncited: int


def check_claims(
    text: str, sources: Sources, document_of: Callable[[str], Document], *, language: Language, facts: Sequence[str]
) -> Checked:
    """The answer with verified citations in place of keys and a mark on every statement without a source.

    Args:
        text: the model's answer with keys such as [E3] or [Q1].
        sources: the keys that were given out.
        document_of: gives a contract's document, for verification.
        language: of the marks.
        facts: texts of all rows that the calls gave; a number in a statement must occur in one of them.
    """
    cited: dict[str, Citation] = {}
    checked: dict[str, bool] = {}
    uncited = 0
    known_numbers = set(re.findall(r"\d+", " ".join(facts)))

    def holds(key: str) -> bool:
        if key not in checked:
            citation = sources.citation(key)
            if citation is None:
                checked[key] = sources.knows(key)
            else:
                found = verified(citation, document_of)
                checked[key] = found is not None
                if found is not None:
                    cited[key] = found
        return checked[key]

    lines = []
    for line in text.split("\n"):
        parts = []
        for sentence in _sentences(line):
            keys = [key.strip() for group in KEY.findall(sentence) for key in re.split(r"[,、;]", group)]
            good = [key for key in keys if holds(key)]
            bare = KEY.sub("", sentence)
            labels = [cited[key].label for key in dict.fromkeys(good) if key in cited]
            shown = bare.rstrip() + "".join(f" [{label}]" for label in labels)
            strange = [number for number in re.findall(r"\d+", bare) if number not in known_numbers and len(number) > 1]
            if _states_fact(bare) and (not good or strange):
                uncited += 1
                shown = f"{shown} {_MARK[language]}"
            trailing = sentence[len(sentence.rstrip()) :]
            parts.append(shown + trailing)
        lines.append("".join(parts))
    return Checked("\n".join(lines).strip(), tuple(cited.values()), uncited)


def _sentences(line: str) -> list[str]:
    """Sentences of a line, each with the keys that follow its full stop."""
    result: list[str] = []
    position = 0
    while position < len(line):
        _, end = sentence_span(line, position, position + 1)
        end = max(end, position + 1)
        follow = re.compile(rf"(?:\s*{KEY.pattern})*\s*").match(line, end)
        end = follow.end() if follow else end
        result.append(line[position:end])
        position = end
    return result


def _states_fact(sentence: str) -> bool:
    plain = re.sub(r"^[\s\-*#>\d.]+", "", sentence).strip(" *_:：")
    if not re.search(r"\w", plain) or sentence.rstrip().endswith((":", "：")) or _META.search(plain):
        return False
    return len(re.findall(r"\w+", plain)) >= 3 or len(plain) >= 10
