"""Which clause types and facts a statement of an answer names, and whether it says they are there or missing.

English states the polarity before the name ("without insurance"), Japanese after it (「保険がない」). A name joined to
its neighbour by "and", "or", 「と」 or 「や」 shares the neighbour's polarity.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from core.questions.lexicon import folded
from core.taxonomy import taxonomy

Polarity = Literal["with", "without"]

_NEGATIVE_BEFORE = re.compile(
    r"\b(?:without|no|not|lack|lacks|lacking|missing|absent|neither|nor|never|none|omit|omits|omitting|exclude|excludes|"
    r"excluding|except|free of|free from|don't|doesn't|do not|does not|isn't|aren't|hasn't|haven't|cannot|can't)\b"
)
_POSITIVE_BEFORE = re.compile(
    r"\b(?:with|have|has|having|contain|contains|containing|include|includes|including|provide|provides|do)\b"
)
_NEGATIVE_AFTER_EN = re.compile(
    r"^(?:[\s\w]{0,20}?\b(?:is|are))?\s+(?:missing|absent|lacking|not (?:there|present|included|found))\b"
)
_NEGATIVE_AFTER_JA = re.compile(
    r"(?:ない|なし|無い|無し|なく|無く|ません|欠け|欠く|欠いて|以外|除く|除いた|除き|不存在|ぬ契約|抜け|漏れ)"
)
_POSITIVE_AFTER_JA = re.compile(
    r"(?:ある|あり|有り|有る|含む|含み|含んで|含まれる|付き|つき|有する|定める|定めて|持つ|規定)"
)
_JOINED_JA = re.compile(
    r"^(?:条項|の定め|の規定)?(?:と|や|も|および|及び|または|又は|もしくは|若しくは|・|、|,|並びに|ならびに|か)+$"
)
_EITHER = re.compile(r"\b(?:or|either)\b|または|又は|もしくは|若しくは|いずれか|どちらか")


@dataclass(frozen=True, slots=True)
class Mention:
    """A category named in a question. `start` and `end` are offsets into the folded question."""

    code: str
    start: int
    end: int
    polarity: Polarity
    alternative: bool = False


@cache
def _names() -> re.Pattern[str]:
    """One pattern for all names, longest first; word boundaries where the name is in Latin letters."""
    parts = []
    for name in sorted(_codes(), key=len, reverse=True):
        flexible = r"[\s\-/]*".join(re.escape(word) for word in re.split(r"[\s\-/]+", name))
        if name.isascii():
            flexible = rf"(?<![a-z0-9]){flexible}(?:s|es)?(?![a-z0-9])"
        parts.append(flexible)
    return re.compile("|".join(parts))


@cache
def _codes() -> dict[str, str]:
    names: dict[str, str] = {}
    for category in taxonomy().categories:
        for name in category.names:
            key = re.sub(r"[\s\-/]+", " ", folded(name)).strip()
            names.setdefault(key, category.code)
            # Licence and license are one word to a person who asks.
            names.setdefault(key.replace("license", "licence"), category.code)
            names.setdefault(key.removesuffix("s"), category.code)
    return names


def _code_of(found: str) -> str:
    key = re.sub(r"[\s\-/]+", " ", found).strip()
    for form in (key, key.removesuffix("s"), key.removesuffix("es")):
        if form in _codes():
            return _codes()[form]
    joined = {name.replace(" ", ""): code for name, code in _codes().items()}
    for form in (key, key.removesuffix("s"), key.removesuffix("es")):
        if form.replace(" ", "") in joined:
            return joined[form.replace(" ", "")]
    raise KeyError(found)


def mentions(question: str) -> list[Mention]:
    """Categories that a question names, in order, each with its polarity."""
    text = folded(question)
    found = [(_code_of(match.group()), match.start(), match.end()) for match in _names().finditer(text)]
    result: list[Mention] = []
    before = 0
    for index, (code, start, end) in enumerate(found):
        after = found[index + 1][1] if index + 1 < len(found) else len(text)
        gap_before, gap_after = text[before:start], text[end:after]
        polarity = _polarity(gap_before, gap_after, result[-1].polarity if result else "with")
        either = bool(index and _EITHER.search(gap_before))
        result.append(Mention(code, start, end, polarity, alternative=either))
        before = end
    return _shared(text, result)


def _polarity(before: str, after: str, inherited: Polarity) -> Polarity:
    if re.search(r"[ぁ-んァ-ヶ一-龠]", before + after):
        tail = re.split(r"[。?!]", after)[0]
        negative, positive = _NEGATIVE_AFTER_JA.search(tail), _POSITIVE_AFTER_JA.search(tail)
        if negative and (not positive or "含まない" in tail or negative.start() <= positive.start() + 3):
            return "without"
        return "with"
    if _NEGATIVE_AFTER_EN.search(after):
        return "without"
    negatives = [match.start() for match in _NEGATIVE_BEFORE.finditer(before)]
    positives = [match.start() for match in _POSITIVE_BEFORE.finditer(before)]
    if not negatives and not positives:
        joined = re.fullmatch(
            r"\s*(?:clauses?|provisions?|terms?)?\s*(?:,|and|or|/|&|\s)*\s*(?:a|an|any|the)?\s*", before
        )
        return inherited if joined else "with"
    if not negatives:
        return "with"
    # "do not have": the negation stands before the verb and wins; "not …, but with": the last one wins.
    last_negative = negatives[-1]
    later = [start for start in positives if start > last_negative]
    if later and re.search(r"\b(?:but|and|yet|while)\b", before[last_negative : later[-1]]):
        return "with"
    return "without"


def _shared(text: str, found: list[Mention]) -> list[Mention]:
    """Japanese lists: 「競業避止と保険がない」 denies both."""
    result = list(found)
    for index in range(len(result) - 2, -1, -1):
        here, following = result[index], result[index + 1]
        gap = text[here.end : following.start]
        if _JOINED_JA.match(gap.strip()):
            result[index] = Mention(here.code, here.start, here.end, following.polarity, here.alternative)
    return result
