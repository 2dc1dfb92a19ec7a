"""A tagged question as parts: runs of words that carry one thing, each with how sure its tag is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.questions.learned.word_signs import NAMED, QuestionWord
from core.questions.learned.word_tags import TAGS
from core.questions.lexicon import Sense

CARRIERS = ("", "filler", "ask", "thing", "has")
"""Tags of words that only carry a question."""
MOST_BOUND = 0.15
"""How likely a word may be to say something of a clause that no contract is known to say."""
SURE_CARRIER, SURE_UNKNOWN = 0.5, 0.9
"""How sure it must be that a word only carries the question; and one that the lexicon does not know."""
_SPEAKING = frozenset(
    "clause fact dverb dverbJ past pastJ type bare_type lang super stat share renew in_force role refuse open house"
    " without withoutJ except exceptJ neither neitherJ or more less least most or_more or_less".split()
)
"""Senses of words that do more than carry a question."""


@dataclass(frozen=True, slots=True)
class Part:
    """Characters `start`–`end` of a question with one tag; `sure` is how likely it is on average."""

    tag: str
    start: int
    end: int
    words: str
    sure: float


def parts_of(text: str, words: Sequence[QuestionWord], chance: NDArray[np.float64]) -> list[Part]:
    """The runs of words of a question that carry something, in reading order, with function words inside them."""
    found: list[Part] = []
    places: list[int] = []
    best = [TAGS[place] for place in chance.argmax(axis=1)]

    def close() -> None:
        if places:
            first, last = places[0], places[-1]
            spoken = [place for place in places if words[place].text[0].isalnum() or words[place].text[0] == "〔"]
            tag = best[first]
            sure = float(chance[spoken or places, TAGS.index(tag)].mean())
            start, end = words[first].start, words[last].end
            found.append(Part(tag, start, end, text[start:end], sure))
            places.clear()

    for place, tag in enumerate(best):
        if tag in CARRIERS:
            if not (places and _joins(words, best, place, best[places[0]])):
                close()
        else:
            named = places and NAMED in (words[place].text, words[places[-1]].text)
            if places and (best[places[0]] != tag or named):
                close()
            places.append(place)
    close()
    return _with_counters(found)


def _with_counters(parts: Sequence[Part]) -> list[Part]:
    """Parts with a number and its counter as one: 3つ, 5件."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        if last is not None and last.end == part.start and last.words.isdigit() and _COUNTER.fullmatch(part.words):
            found[-1] = Part(last.tag, last.start, part.end, last.words + part.words, last.sure)
        else:
            found.append(part)
    return found


_COUNTER = re.compile("[つ件本通個社]")


def _joins(words: Sequence[QuestionWord], best: Sequence[str], place: int, tag: str) -> bool:
    """Whether a function word stands between two words of a run; a connector does not between two clause types."""
    if best[place] or place + 1 == len(best) or best[place + 1] != tag or not words[place].text.isalnum():
        return False
    return tag in ("name", "when", "type") or words[place].text not in _CONNECTORS


_CONNECTORS = frozenset("and or nor but と や か も".split())


def carries_nothing(
    text: str,
    words: Sequence[QuestionWord],
    chance: NDArray[np.float64],
    senses: Sequence[Sense],
    unknown: float = SURE_UNKNOWN,
) -> Iterator[tuple[int, int]]:
    """Words outside the parts that are not sure to carry nothing, as first and last character."""
    carrying = chance[:, [TAGS.index(tag) for tag in CARRIERS]].sum(axis=1)
    known: set[int] = set()
    for sense in senses:
        if sense.tag not in _SPEAKING:
            known.update(range(sense.start, sense.end))
    for place, word in enumerate(words):
        if TAGS[int(chance[place].argmax())] not in CARRIERS or not re.match(r"\w", word.text):
            continue
        least = min(SURE_CARRIER, unknown) if known.issuperset(range(word.start, word.end)) else unknown
        if carrying[place] < least:
            yield word.start, word.end


def may_be_bound(chance: NDArray[np.float64], most: float = MOST_BOUND) -> bool:
    """Whether a word may say something of a clause that no contract is known to say."""
    return bool((chance[:, TAGS.index("bound")] > most).any())


_CAPITAL = re.compile(
    r"(?<=[^\s.!?:]\s)(?!(?:Jan|Febr?|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|ember"
    r"|tember"
    r"|ober)?\b|Christmas\b|Easter\b)[A-Z][a-z][\w'-]*"
)

_LATIN = re.compile(r"(?<![A-Za-z])[A-Za-z][A-Za-z0-9&.'-]*[A-Za-z0-9]")


def unknown_names(original: str, senses: Sequence[Sense], *, japanese: bool) -> Iterator[tuple[int, int]]:
    """Words written like names, of which the lexicon knows nothing.

    In English those with a capital inside a sentence, in Japanese those in Latin letters: 「Apacheライセンス」.
    """
    known = {place for sense in senses for place in range(sense.start, sense.end)}
    for match in (_LATIN if japanese else _CAPITAL).finditer(original):
        if known.isdisjoint(range(*match.span())):
            yield match.span()
