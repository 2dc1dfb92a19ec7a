"""Words and sentences of a text in Japanese or English, as the built-in engine compares them."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

_SPACE = re.compile(r"[\s\u00ad]+")
_WORD = re.compile(r"[a-z0-9$%]+(?:['.,][a-z0-9]+)*|[\u3040-\u30ff\u4e00-\u9fff々ー]+")
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?;])\s+(?=[\"“(A-Z])|[\r\n\f]+")
_CLAUSE = re.compile(r"(?<=[、；;:：])|(?<=,)\s+(?=(?:and|or|but|provided|unless|except|which|subject)\b)")
_STOP = frozenset(
    "a an and any are as at be been by do does for from has have how if in into is it its may must no not of on or"
    " shall such that the their there these this those to under was what when where which who whom whose why will"
    " with would".split()
)
_STOP_JAPANESE = frozenset(
    "する した して され れる こと もの よう ため ます です ある いる なる どの どれ なに いつ 何か".split()
)
_ENDINGS = ("ations", "ation", "ments", "ment", "ings", "ing", "ies", "ed", "es", "s", "ly")


def words_of(text: str) -> Counter[str]:
    """Content words with their counts: English words cut to their stem, Japanese as pairs of letters."""
    counts: Counter[str] = Counter()
    for run in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if _JAPANESE.match(run):
            pairs = [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]
            counts.update(pair for pair in pairs if pair not in _STOP_JAPANESE)
        elif run not in _STOP:
            counts[_stem(run)] += 1
    return counts


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def sentences_of(text: str) -> list[str]:
    """Sentences and lines of a text, in order, without empty ones."""
    return [sentence.strip() for sentence in _SENTENCE.split(text) if sentence and sentence.strip()]


def clauses_of(sentence: str) -> list[str]:
    """The parts of a sentence at its commas and semicolons, in order."""
    return [clause.strip() for clause in _CLAUSE.split(sentence) if clause and clause.strip()]


def overlap(wanted: Iterable[str], given: Counter[str], weights: dict[str, float]) -> float:
    """Share of the wanted words' weight that the given words hold, 0 to 1."""
    total = 0.0
    found = 0.0
    for word in set(wanted):
        weight = weights.get(word, 1.0)
        total += weight
        found += weight if word in given else 0.0
    return found / total if total else 0.0


def squeezed(text: str) -> str:
    """A text without white space, in one width of letters: how a quote is compared with a page."""
    return _SPACE.sub("", unicodedata.normalize("NFKC", text))
