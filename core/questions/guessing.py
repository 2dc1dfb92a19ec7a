"""Words that nobody taught the engine, matched to the clause type that their letters are nearest to: always a guess.

A clause type is the bag of the words that the taxonomy and the lexicon have for it. Of words of a question, the share
that such a bag holds is counted, rare words more (inverse document frequency; Spärck Jones 1972, "A statistical
interpretation of term specificity"). English words count by their first letters, Japanese ones by pairs of
characters. An embedder that knows meaning may be asked as well, where one is configured. A guess never answers: it is
offered as a reading to choose.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from core.questions.lexicon import clause_words, folded, senses
from core.questions.names import Names
from core.questions.plan import ClauseIs, Question
from core.questions.understand import Understood, understand
from core.taxonomy import per_taxonomy, taxonomy

Nearest = Callable[[str, Sequence[str]], int | None]
"""The place of the text that is nearest in meaning to some words; None where the embedder does not tell."""
_STEM = 6
_LEAST = 0.55
"""Share of the words' weight that a clause type must hold, and by how much more than the next. Tried on 68 phrases of
no list and 17 of other matters (development data): 38 right, 3 wrong, 27 none; a type for 2 of the 17."""
_AHEAD = 0.12
_WORD = re.compile(r"[a-z]{3,}|[ァ-ヺー]{2,}|[一-龠々]+")


@dataclass(frozen=True, slots=True)
class ConceptGuess:
    """Words of a question that may mean a clause type, and the question read so."""

    words: str
    code: str
    reading: Question


def guesses(
    understood: Understood,
    *,
    today: date,
    names: Names | None = None,
    follows: bool = False,
    nearest: Nearest | None = None,
) -> tuple[ConceptGuess, ...]:
    """Readings of a question with its unknown words taken for the clause type that they are nearest to.

    Args:
        understood: the question as it was understood; one that is sure has no guess.
        today: what relative days count from.
        names: names of the portfolio.
        follows: whether there is an answer before that it may refer to.
        nearest: an embedder's opinion, asked beside the spelling.
    """
    if understood.sure or not understood.unused or understood.missing is not None:
        return ()
    text = folded(understood.text)
    words = _stretch(text, understood.unused)
    if words is None or any(sense.tag in _KNOWN for word in understood.unused for sense in senses(word)):
        return ()
    found: list[ConceptGuess] = []
    said = {code for r in understood.readings for c in r.plan.conditions if isinstance(c, ClauseIs) for code in c.codes}
    for code in _candidates(words, nearest):
        if code in said:
            continue
        name = taxonomy().get(code).name("ja" if _is_japanese(words) else "en")
        other = understand(text.replace(words, f" {name} ", 1), today=today, names=names, follows=follows)
        means = any(isinstance(c, ClauseIs) and code in c.codes for r in other.readings for c in r.plan.conditions)
        if other.sure and (means or code in other.readings[0].clauses):
            found.append(ConceptGuess(words, code, other.readings[0]))
    return tuple(found)


def _candidates(words: str, nearest: Nearest | None) -> tuple[str, ...]:
    """Clause types that words may mean: by their letters, and by an embedder where one is asked."""
    spelled = nearest_clause_type(words)
    found = [] if spelled is None else [spelled]
    if nearest is not None:
        clauses = taxonomy().clauses
        language = "ja" if _is_japanese(words) else "en"
        place = nearest(words, [f"{c.name(language)}: {c.definition.text(language)}" for c in clauses])
        if place is not None:
            found.append(clauses[place].code)
    return tuple(dict.fromkeys(found))


def nearest_clause_type(words: str) -> str | None:
    """Code of the clause type whose words some words are nearest to; None where none is, or two are."""
    wanted = _features(folded(words))
    rarity, bags = _bags()
    total = sum(rarity.get(feature, _unseen()) for feature in wanted)
    if not wanted or not total:
        return None
    shares: Counter[str] = Counter()
    for code, bag in bags.items():
        shares[code] = sum(rarity[feature] for feature in wanted if feature in bag) / total  # type: ignore[assignment]
    (first, share), (_, second) = shares.most_common(2)
    return first if share >= _LEAST and share - second >= _AHEAD else None


@per_taxonomy
def _bags() -> tuple[dict[str, float], dict[str, frozenset[str]]]:
    """How rare each feature is over the clause types, and the features of each."""
    bags = {category.code: frozenset(_features(clause_words(category.code))) for category in taxonomy().clauses}
    held: dict[str, int] = defaultdict(int)
    for bag in bags.values():
        for feature in bag:
            held[feature] += 1
    return {feature: math.log((len(bags) + 1) / count) for feature, count in held.items()}, bags


def _unseen() -> float:
    """What a feature weighs that no clause type has: as one that a single type has."""
    return math.log(len(taxonomy().clauses) + 1)


def _features(text: str) -> set[str]:
    found: set[str] = set()
    for word in _WORD.findall(text):
        if word.isascii():
            if word not in _COMMON:
                found.add(word[:_STEM])
        elif len(word) == 1:
            found.add(word)
        else:
            found |= {word[place : place + 2] for place in range(len(word) - 1)}
    return found


_COMMON = frozenset(
    "the and for with from that which this other any all not are has have may can will must either each one their its "
    "our out party parties contract contracts agreement agreements clause clauses right rights side sides".split()
)


def _stretch(text: str, unused: Sequence[str]) -> str | None:
    """The stretch of a question from its first to its last unknown word; None where they are far apart."""
    places = []
    begin = 0
    for word in unused:
        place = text.find(word, begin)
        if place < 0:
            return None
        places.append((place, place + len(word)))
        begin = place + len(word)
    begin, end = places[0][0], places[-1][1]
    while begin and _SAME_WORD.match(text[begin - 1 : begin + 1]):
        begin -= 1
    while end < len(text) and _SAME_WORD.match(text[end - 1 : end + 1]):
        end += 1
    words = text[begin:end]
    between = sum(after[0] - before[1] for before, after in itertools.pairwise(places))
    return words if between <= _APART * len(places) and re.search(r"\w\w", words) else None


_SAME_WORD = re.compile(r"[一-龠々]{2}|[ァ-ヺー]{2}")
"""Two letters of one Japanese word: of 社員, 社 alone is known."""
_KNOWN = frozenset(
    "without withoutJ except exceptJ neither neitherJ or dverb dverbJ past pastJ fact super stat share than compare "
    "refuse more_ja role more less most least".split()
)
"""Words that say something else where they are left over: with one of them nothing is guessed."""
_APART = 12
"""Characters between unknown words that still make one stretch: "the", "of the"."""


def _is_japanese(text: str) -> bool:
    return not text.isascii()
