"""Where a question says of a clause what its words say, and the question with only the clause's name in that place.

The question is looked at with each named thing put as W and each noun for a clause as C. Where a pattern stands, it
becomes the name of the clause type; the grammar reads the rest, and its condition that the clause is there becomes the
condition on the clause's words. What is denied, bounded ("more than 60 days") or joined by "and" is not taken so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from core.questions.bonds import lettered
from core.questions.lexicon import folded, is_japanese, senses
from core.questions.plan import ClauseIs, ClauseSays, Condition, Plan, Question
from core.questions.worded.clause_patterns import clause_patterns
from core.questions.worded.named_words import NamedWords, named_words
from core.questions.worded.wording_file import WordKind, clause_wording_file
from core.taxonomy import taxonomy


@dataclass(frozen=True, slots=True)
class WordedQuestion:
    """A question of which some words are said of a clause.

    Attributes:
        text: the question with the clause's name in the place of those words.
        conditions: what is said of clauses, in reading order.
        words: the words that say it, as folded.
        denied: whether they are said not to stand there, which no list can tell.
    """

    text: str
    conditions: tuple[ClauseSays, ...]
    words: tuple[str, ...]
    denied: bool

    def meant(self, question: Question) -> Question | None:
        """A reading of `text` with what is said of the clauses; None where it does not want them there."""
        plan = question.plan
        sides = (plan.conditions, plan.among, plan.sides)
        codes = {each.code for each in self.conditions}
        wanted = [c for side in sides for c in side if isinstance(c, ClauseIs) and codes & set(c.codes)]
        quoted = question.kind == "excerpts" and codes == set(question.clauses) and not wanted
        if quoted:
            return replace(
                question, kind="list", clauses=(), plan=replace(plan, conditions=(*plan.conditions, *self.conditions))
            )
        if any(not c.wanted or len(c.codes) > 1 for c in wanted) or {c.codes[0] for c in wanted} != codes:
            return None
        if len(wanted) != len(codes) or codes & set(question.clauses):
            return None
        return replace(question, plan=self._in_plan(plan))

    def offered(self) -> tuple[Question, ...]:
        """What can be answered at least: which contracts' clauses say these words."""
        return (Question("list", Plan("list", self.conditions)),)

    def _in_plan(self, plan: Plan) -> Plan:
        conditions, among, sides = (self._with_words(part) for part in (plan.conditions, plan.among, plan.sides))
        return replace(plan, conditions=conditions, among=among, sides=sides)

    def _with_words(self, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
        made: list[Condition] = []
        for condition in conditions:
            code = condition.codes[0] if isinstance(condition, ClauseIs) else None
            worded = [each for each in self.conditions if each.code == code]
            made += worded or [condition]
        return tuple(made)


@dataclass(frozen=True, slots=True)
class _WordedPart:
    """Characters `start`–`end` of the folded question that are put as one letter."""

    start: int
    end: int
    letter: str
    named: NamedWords | None = None
    codes: tuple[str, ...] = ()


def worded_question(question: str) -> WordedQuestion | None:
    """The question with the names of clauses where their words are told; None where none are.

    Args:
        question: as typed.
    """
    typed = question.strip()
    text = folded(typed)
    if len(typed) != len(text):
        typed = text
    parts = _parts(text, typed)
    if not any(part.letter == "W" for part in parts):
        return None
    skeleton, places = lettered(text, parts)
    japanese = is_japanese(text)
    taken: list[tuple[int, int, tuple[ClauseSays, ...], str]] = []
    denied = False
    for pattern, form in clause_patterns(japanese=japanese):
        for match in pattern.finditer(skeleton):
            start, end = places[match.start()], _end(parts, places[match.end() - 1])
            if any(start < other[1] and other[0] < end for other in taken):
                continue
            inside = [part for part in parts if start <= part.start and part.end <= end]
            if any(_is_named(text, part, japanese=japanese) for part in inside):
                continue
            worded = _worded_conditions(match, inside)
            if not worded:
                continue
            denied = denied or _is_denied(skeleton, match, japanese=japanese)
            taken.append((start, end, worded, form))
    if not taken:
        return None
    taken.sort(key=lambda each: each[0])
    codes = [worded[0].code for _, _, worded, _ in taken]
    if len(set(codes)) < len(codes):
        # "ICC arbitration and arbitration in Singapore": which of the two is said of what, nobody can tell.
        return None
    language = "ja" if japanese else "en"
    made, at = "", 0
    for start, end, worded, form in taken:
        made += typed[at:start] + form.format(taxonomy().get(worded[0].code).name(language))
        at = end
    return WordedQuestion(
        made + typed[at:],
        tuple(each for _, _, worded, _ in taken for each in worded),
        tuple(text[start:end].strip() for start, end, _, _ in taken),
        denied,
    )


def _worded_conditions(match: re.Match[str], parts: Sequence[_WordedPart]) -> tuple[ClauseSays, ...]:
    """What a stretch says of which clause; nothing where such words are not said of such a clause."""
    named = [part.named for part in parts if part.named is not None]
    nouns = [part for part in parts if part.letter == "C"]
    kinds = dict.fromkeys(each.kind for each in named)
    if not named or len(nouns) > 1:
        return ()
    groups = match.groupdict()
    codes = ("arbitration",) if groups.get("seat") else nouns[0].codes if nouns else _ALONE.get(named[0].kind, ())
    fitting = [code for code in codes if all(kind == "quoted" or _fits(code, kind) for kind in kinds)]
    if len(fitting) != 1 or (_UNTIL.search(match.group()) is not None and fitting[0] not in _WITHIN):
        return ()
    made = [
        ClauseSays(fitting[0], tuple(dict.fromkeys(word for each in named if each.kind == kind for word in each.words)))
        for kind in kinds
    ]
    exclusive = groups.get("exclusive")
    if exclusive and fitting[0] == "jurisdiction":
        made.append(ClauseSays("jurisdiction", _NOT_EXCLUSIVE if exclusive.startswith(("non", "非")) else _EXCLUSIVE))
    elif exclusive:
        return ()
    return tuple(made)


def _is_named(text: str, part: _WordedPart, *, japanese: bool) -> bool:
    """Whether "license" is one contract that the words before it name: "the Siga license", 「みなとのライセンス」."""
    if part.codes != (_LICENSE,):
        return False
    before = _NAMED_BEFORE_JA if japanese else _NAMED_BEFORE
    return before.search(text, 0, part.start) is not None


_LICENSE = "license_grant"
_NAMED_BEFORE = re.compile(r"\b(?:the|our|this|that|their)\s+(?:(?!non-|royalty|world)[\w.&/'-]+\s+){0,3}$")
_NAMED_BEFORE_JA = re.compile(r"(?<=\w)(?<!独占)(?<!無償)(?<!世界)の$")
_ALONE: dict[WordKind, tuple[str, ...]] = {
    "body": ("arbitration",),
    "court": ("jurisdiction",),
    "net_days": ("payment",),
}
"""The clause that such words stand in, where none is named."""
_UNTIL = re.compile(r"以内|\bwithin\b")
_WITHIN = ("payment", "acceptance")
"""Clauses that say "within 60 days" themselves; of any other it bounds a length, which is not looked for."""
_EXCLUSIVE = ("exclusive", "専属")
_NOT_EXCLUSIVE = ("non-exclusive", "nonexclusive", "非専属")


def _fits(code: str, kind: WordKind) -> bool:
    noun = clause_wording_file().clauses.get(code)
    return noun is not None and kind in noun.says


# The question in letters


def _parts(text: str, typed: str) -> list[_WordedPart]:
    found = [_WordedPart(named.start, named.end, "W", named) for named in named_words(text, typed)]
    nouns = [
        _WordedPart(match.start(), match.end(), "C", codes=(code,))
        for code, pattern in _nouns()
        for match in pattern.finditer(text)
        if match.group()
    ]
    if any(part.named is not None and part.named.kind == "quoted" for part in found):
        nouns += [_WordedPart(s.start, s.end, "C", codes=(str(s.value),)) for s in senses(text) if s.tag == "clause"]
    for part in sorted(nouns, key=lambda part: (part.start - part.end, part.start)):
        same = next((other for other in found if (other.start, other.end) == (part.start, part.end)), None)
        if same is not None and same.letter == "C":
            found[found.index(same)] = replace(same, codes=tuple(dict.fromkeys((*same.codes, *part.codes))))
        elif all(part.end <= other.start or other.end <= part.start for other in found):
            found.append(part)
    return sorted(found, key=lambda part: part.start)


@cache
def _nouns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple(
        (
            code,
            re.compile(
                expression.replace(" ", r"\s+") if japanese else rf"(?<![a-z0-9-])(?:{expression})(?![a-z0-9-])"
            ),
        )
        for code, noun in clause_wording_file().clauses.items()
        for japanese, expression in ((False, noun.en), (True, noun.ja))
    )


def _end(parts: Sequence[_WordedPart], last: int) -> int:
    return next((part.end for part in parts if part.start == last), last + 1)


_DENIED_BEFORE = re.compile(
    r"(?:\bnot|n't|\bnon|\bno|\bwithout|\bother than|\bexcept(?:ing)?(?: for)?|\bexcluding|\boutside(?: of)?|\bnever"
    r"|\bneither|\bnor|\binstead of|\bapart from|\black(?:s|ing)?)[\s-]+"
    r"(?:(?:an?|any|the|have|has|be|provide for|provided? for|subject to|under|with|in|mention|say|require|use)\s+)*$"
)
_DENIED_BEHIND = re.compile(r"\s+(?:clauses? )?(?:is|are)(?: not|n't)\b|\s+(?:clauses? )?(?:excluded|excepted)\b")
_DENIED_BEHIND_JA = re.compile(
    r"(?:(?:の|がある|である)?(?:契約|もの|案件|条項)?)?(?:以外|を?除|ではな|でな|じゃな|としな|と(?:は)?し(?:ない|ていない)"
    r"|が?(?:ない|無い|なし|ありません(?!か))|を?(?:外|抜))"
)


def _is_denied(skeleton: str, match: re.Match[str], *, japanese: bool) -> bool:
    groups = match.groupdict()
    if groups.get("other") or groups.get("denied"):
        return True
    if japanese:
        return _DENIED_BEHIND_JA.match(skeleton, match.end()) is not None
    before = _DENIED_BEFORE.search(skeleton, 0, match.start()) is not None
    return before or _DENIED_BEHIND.match(skeleton, match.end()) is not None
