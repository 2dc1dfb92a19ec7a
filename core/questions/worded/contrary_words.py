"""A question that asks for the contrary of what a clause type says, put as one for contracts without the clause.

That is the nearest that can be told, and not the same: a contract in which no restriction was found is not said to be
free of any. It is offered, never answered.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core.questions.lexicon import folded, is_japanese
from core.questions.plan import ClauseIs, Question
from core.questions.worded.wording_file import clause_wording_file
from core.taxonomy import taxonomy

_DENIED_BEFORE = re.compile(r"(?:\bnot|n't|\bno|\bnon|\bwithout|\bnever|\bcannot)[\s-]+(?:\w+\s+)?$")
_WHICH = re.compile(r"^(?:that|which) ")
_DENIED_BEHIND = re.compile(r"[^、。]{0,4}(?:ない|なし|以外|除|ません)")


@dataclass(frozen=True, slots=True)
class ContraryQuestion:
    """A question as `text`, in which `words` that say the contrary of the type `code` are put as its lack."""

    text: str
    words: str
    code: str

    def is_meant_by(self, question: Question) -> bool:
        """Whether a reading of the text asks for contracts without the clause."""
        lacking = ClauseIs((self.code,), wanted=False)
        return question.kind in ("list", "count", "yes_no") and lacking in question.plan.conditions

    def is_denied_by(self, question: Question) -> bool:
        """Whether a reading of the question itself asks for contracts with the clause, whose contrary is asked for."""
        return any(isinstance(c, ClauseIs) and c.wanted and self.code in c.codes for c in question.plan.conditions)


def contrary_question(question: str) -> ContraryQuestion | None:
    """The question with the lack of a clause type in place of its contrary; None where it has none, or denies it."""
    typed = question.strip()
    text = folded(typed)
    if len(typed) != len(text):
        typed = text
    japanese = is_japanese(text)
    for code, english, native in _contraries():
        match = (native if japanese else english).search(text)
        if match is None:
            continue
        denied = _DENIED_BEHIND.match(text, match.end()) if japanese else _DENIED_BEFORE.search(text, 0, match.start())
        if denied is not None:
            return None
        name = taxonomy().get(code).name("ja" if japanese else "en")
        lack = f"{name}のない" if japanese else f"without {name}"
        return ContraryQuestion(
            typed[: match.start()] + lack + typed[match.end() :], _WHICH.sub("", match.group()).strip(), code
        )
    return None


@cache
def _contraries() -> tuple[tuple[str, re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (code, re.compile(rf"(?<![a-z0-9])(?:{words.en})(?![a-z0-9])"), re.compile(words.ja))
        for code, words in clause_wording_file().contraries.items()
    )
