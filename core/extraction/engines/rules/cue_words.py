"""Words of a guide in a text: where they stand, which of them are denied, which sentence they are in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

_WEAK = "weak:"
_WEAK_SHARE = 0.5
_DENIED = re.compile(r"[^。!?\n]{0,14}?(?:ではありません|ではない|じゃない|不要|ではなく|なしに)")
_SENTENCE = re.compile(r"[^。!?\n]+[。!?]*|\n")
_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.@-]+")


@dataclass(frozen=True, slots=True)
class CueMatch:
    """A word that speaks for a value, from `start` to `end` of the folded text."""

    value: str
    start: int
    end: int
    weight: float


def folded(text: str) -> str:
    """The text as words are looked for in it: one width, small letters; its length may differ from the text's."""
    return unicodedata.normalize("NFKC", text).casefold()


def plain(text: str) -> str:
    """The text in one width, letters as they are."""
    return unicodedata.normalize("NFKC", text)


def cue_matches(text: str, names: Sequence[str], *groups: Mapping[str, Sequence[str]]) -> list[CueMatch]:
    """The words of all groups in a folded text, in their order.

    Where two overlap, the longer one counts; words inside of one of `names` say nothing.
    """
    found = [
        CueMatch("", at.start(), at.end(), 0.0) for name in names for at in re.finditer(re.escape(folded(name)), text)
    ]
    for group in groups:
        for value, words in group.items():
            for word in words:
                weight = _WEAK_SHARE if word.startswith(_WEAK) else 1.0
                wanted = folded(word.removeprefix(_WEAK))
                found += [
                    CueMatch(value, at.start(), at.end(), weight)
                    for at in re.finditer(_bounded(wanted), text)
                    if _DENIED.match(text, at.end()) is None
                ]
    chosen: list[CueMatch] = []
    for cue in sorted(found, key=lambda cue: (cue.start - cue.end, cue.start)):
        if all(cue.end <= other.start or other.end <= cue.start for other in chosen):
            chosen.append(cue)
    return sorted((cue for cue in chosen if cue.value), key=lambda cue: cue.start)


def _bounded(word: str) -> str:
    """A pattern for a word; English words do not begin inside others."""
    return (r"(?<![a-z])" if word[0].isascii() and word[0].isalpha() else "") + re.escape(word)


def best_values(cues: Iterable[CueMatch], order: Sequence[str]) -> list[str]:
    """The values that words most speak for, in the order of `order`: one, several that are even, or none."""
    weights: dict[str, float] = {}
    for cue in cues:
        weights[cue.value] = weights.get(cue.value, 0.0) + cue.weight
    most = max(weights.values(), default=0.0)
    return [value for value in order if value in weights and weights[value] == most]


def sentences(text: str) -> list[tuple[int, str]]:
    """Sentences of a text with the place of each, addresses' dots not taken for ends."""
    return [(match.start(), match[0]) for match in _SENTENCE.finditer(text) if match[0].strip()]


def without_addresses(text: str) -> str:
    """The text without e-mail addresses."""
    return _ADDRESS.sub("", text)
