"""Whether an English contract is like those on which it was measured how seldom the engine misses a clause.

The measured contracts are long and formal, and English throughout. Of clauses in plain words the same engine misses
most, and all that are in another language. What it does not find in such a contract is not absent.
"""

from __future__ import annotations

import re
from collections import Counter

from core.contracts.builtin.english import STOPWORDS

SHORTEST = 3_600
"""Characters; one in twenty of the measured contracts is shorter."""
FEWEST_FORMAL = 5
"""Of a thousand words; one in twenty of the measured contracts has fewer."""
LONGEST_FOREIGN = 14
"""Letters of another script in one line that is mostly written in it: a name is shorter, a clause is longer."""
FEWEST_WORDS = 12
_FOREIGN_SHARE = 0.12
_FOREIGN_KINDS = 3

_FORMAL = frozenset(
    "shall hereby herein hereof hereto hereunder thereof therein thereto thereunder whereas pursuant notwithstanding "
    "foregoing aforesaid undersigned hereinafter hereafter".split()
)
# German, French, Spanish, Italian, Dutch, Portuguese.
_LITTLE_WORDS = tuple(
    frozenset(words.split()) - STOPWORDS
    for words in (
        "der das und dem des ein eine einer eines ist nicht mit von zu auf im sich wird werden oder auch nach "
        "bei durch diese dieser dieses sind kann muss soll zur zum",
        "le la les des du et un une est que qui dans pour par sur avec au aux ce cette ou ne pas sont leur ses toute",
        "el la los las del una es que en por para con al se su sus lo como este esta ser sin cualquier cada",
        "il lo gli della dei delle un una che di con da al alla si sono nel presente ogni deve",
        "het een van en te dat op voor met niet zijn aan door deze wordt bij ieder mag",
        "é são foro pelo pela pelos pelas o os dos das da à às aos nas um uma que em por ao na ou cada deve este esta",
    )
)
_WORD = re.compile(r"[^\W\d_]+")
_OTHER_SCRIPT = re.compile(r"[^\W\d_A-Za-z\u00aa\u00ba\u00b5\u00c0-\u024f\u1e00-\u1eff\ufb00-\ufb06]")
_PARAGRAPH = re.compile(r"\n\s*\n")


def is_familiar(text: str) -> bool:
    """Whether it is long enough, formal enough, and has no passage in another language.

    Args:
        text: a contract that is English as a whole (`is_english`).
    """
    if len(text) < SHORTEST:
        return False
    words = Counter(_WORD.findall(text.lower()))
    if sum(words[word] for word in _FORMAL) * 1000 < FEWEST_FORMAL * words.total():
        return False
    return not (_has_other_script(text) or any(_has_passage(text, little, words) for little in _LITTLE_WORDS))


def _has_other_script(text: str) -> bool:
    if text.isascii() or not _OTHER_SCRIPT.search(text):
        return False
    return any(_is_other_script(line) for line in text.splitlines())


def _has_passage(text: str, little: frozenset[str], words: Counter[str]) -> bool:
    """Whether a paragraph is in the language of these little words; most contracts have too few of them anywhere."""
    if not _are_enough(little, words):
        return False
    return any(_speaks(little, _WORD.findall(paragraph.lower())) for paragraph in _PARAGRAPH.split(text))


def _are_enough(little: frozenset[str], words: Counter[str]) -> bool:
    found = [words[word] for word in little if word in words]
    return len(found) >= _FOREIGN_KINDS and sum(found) >= _FOREIGN_SHARE * FEWEST_WORDS


def _speaks(little: frozenset[str], words: list[str]) -> bool:
    if len(words) < FEWEST_WORDS:
        return False
    found = [word for word in words if word in little]
    english = sum(word in STOPWORDS for word in words)
    return len(set(found)) >= _FOREIGN_KINDS and len(found) >= max(english + 1, _FOREIGN_SHARE * len(words))


def _is_other_script(line: str) -> bool:
    letters = sum(map(str.isalpha, line))
    other = len(_OTHER_SCRIPT.findall(line))
    return other > LONGEST_FOREIGN and 2 * other > letters
