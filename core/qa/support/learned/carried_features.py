"""What the learned judge sees of a statement beside its source: numbers, none of them proof by itself.

How much of what is said is there, in one stretch and in order; what the stretch has that the statement leaves out;
small words that only one of them has; who is named; which rules the statement falls by.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.qa.support.english_frames import actors_of
from core.qa.support.learned import cue_words
from core.qa.support.learned.aligned import LIKE, SURE, ContentWord, Floats, alignment, likeness, units

_SENTENCE = {False: re.compile(r"(?<=[.;!?])\s+|[\n|]+"), True: re.compile(r"(?<=。)")}
_NUMBER = re.compile(r"\d[\d,.]*|[〇一二三四五六七八九十百千万億]+(?=[年月日回件名円か箇ヶ])")
_CAPITAL = re.compile(r"\b[A-Z][\w.&-]+")
_PARTY = re.compile(r"[甲乙丙丁]|[一-龯]{1,4}者|当社|貴社|ユーザー|ライセンサー|ライセンシー")
_PART = re.compile(r"([甲乙丙丁]|[一-龯]{1,4}者|当社|貴社)(は|が|を|に|の|から|へ)")
_BEFORE = {False: 25, True: 8}
_BEHIND = {False: 20, True: 14}
_ROUND = {False: 60, True: 25}
_FAR = 6
_LEAST_RARITY = 0.5
_SHORTEST, _LONGEST = 2, 4
REASONS = (
    "figure", "limit", "opposite", "polarity", "subject", "place", "name", "strong", "content", "modality",
)  # fmt: skip

Features = dict[str, float]


def features(
    text: str, source: str, faults: Sequence[str], rarity: Mapping[str, float], *, japanese: bool, beside: str = ""
) -> Features:
    """The features of a statement by name; one that is missing counts as 0.

    Args:
        text: the statement in the words that are compared.
        source: the cited words, the same way.
        faults: every rule by which the statement falls.
        rarity: how rare words are; one that is not in it is as rare as the rarest.
        japanese: the language of both.
        beside: names and values of which the statement may speak besides.
    """
    text, source, beside = (_flat(part, japanese=japanese) for part in (text, source, beside))
    known = {unit.key for unit in units(beside, japanese=japanese)}
    written = units(source, japanese=japanese)
    known -= {unit.key for unit in written}
    claimed = [unit for unit in units(text, japanese=japanese) if unit.key not in known]
    found: Features = {"words": len(claimed), "length": len(text) / 100, "source_length": len(source) / 1000}
    found |= _faults(faults) | _runs(text, source, japanese=japanese) | _numbers(text, f"{source} {beside}")
    if not claimed or not written:
        return found
    rarest = max(rarity.values(), default=1.0)
    weights = np.maximum(np.array([rarity.get(unit.key, rarest) for unit in claimed]), _LEAST_RARITY)
    like = likeness(claimed, written, japanese=japanese)
    ends = [match.end() for match in _SENTENCE[japanese].finditer(source)]
    sentence = np.searchsorted(ends, [unit.start for unit in written], side="right")
    found |= _held(like, weights, sentence) | _neighbours(like, sentence)
    worth, pairs = alignment(like, weights / weights.sum())
    found |= {"worth": worth, "aligned": len(pairs) / len(claimed)}
    best = _best_sentence(source, ends, like, weights, sentence)
    found |= _cues(text, best, source, japanese=japanese, prefix="sentence")
    if pairs:
        found |= _stretch(like, weights / weights.sum(), pairs)
        first, last = written[pairs[0][1]], written[pairs[-1][1]]
        stretch = _around(source, first, last, _BEFORE[japanese], _BEHIND[japanese])
        found |= _cues(text, stretch, source, japanese=japanese, prefix="stretch")
        wide = _around(source, first, last, _ROUND[japanese], _ROUND[japanese])
    else:
        wide = ""
    return found | _parties(text, source, wide, japanese=japanese)


def _flat(text: str, *, japanese: bool) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)) if japanese else re.sub(r"\s+", " ", text)


def _faults(faults: Sequence[str]) -> Features:
    counts = Counter(faults)
    found: Features = {f"fault_{reason}": counts[reason] for reason in REASONS}
    return found | {"faults": len(faults)}


def _runs(text: str, source: str, *, japanese: bool) -> Features:
    """How many of a statement's runs of words or letters stand in its source, and the longest one."""
    claimed, written = (list(part) if japanese else re.findall(r"[a-z0-9]+", part.lower()) for part in (text, source))
    found: Features = {}
    for size in range(_SHORTEST, _LONGEST + 1):
        own, other = (
            {tuple(words[at : at + size]) for at in range(len(words) - size + 1)} for words in (claimed, written)
        )
        found[f"runs_{size}"] = len(own & other) / len(own) if own else 1.0
    joint = "" if japanese else " "
    whole, longest = f"{joint}{joint.join(written)}{joint}", 0
    for at in range(len(claimed)):
        while at + longest < len(claimed) and f"{joint}{joint.join(claimed[at : at + longest + 1])}{joint}" in whole:
            longest += 1
    return found | {"longest": longest, "longest_share": longest / max(1, len(claimed))}


def _numbers(text: str, source: str) -> Features:
    claimed, written = set(_NUMBER.findall(text)), set(_NUMBER.findall(source))
    return {"numbers": len(claimed), "numbers_missing": len(claimed - written)}


def _held(like: Floats, weights: Floats, sentence: NDArray[np.intp]) -> Features:
    """How much of what is said is in the source, and how much in its best sentence and the best two."""
    best = like.max(1)
    missing = best < LIKE
    share = weights / weights.sum()
    rows = np.array([like[:, sentence == number].max(1) for number in np.unique(sentence)])
    held = rows @ share
    top = rows[int(held.argmax())]
    return {
        "held": float(best.mean()),
        "held_rare": float(best @ share),
        "held_least": float(best.min()),
        "held_exactly": float((best == 1).mean()),
        "missing": int(missing.sum()),
        "missing_share": float(missing.mean()),
        "missing_rare": float(weights[missing].sum()),
        "missing_rarest": float(((1 - best) * weights).max()),
        "held_by_one": float(held.max()),
        "held_by_two": float((np.maximum(rows, top) @ share).max()),
        "apart": float(best @ share - held.max()),
        "sentences": len(rows),
    }


def _neighbours(like: Floats, sentence: NDArray[np.intp]) -> Features:
    """How far apart the source has what the statement says side by side."""
    places = [np.flatnonzero(row >= SURE) for row in like]
    distances, parted = [], 0
    for here, other in pairwise(places):
        if len(here) and len(other):
            distances.append(int(np.abs(here[:, None] - other[None, :]).min()))
            parted += not np.isin(sentence[here], sentence[other]).any()
    return {
        "distance": max(distances, default=-1),
        "distance_mean": float(np.mean(distances)) if distances else -1.0,
        "distance_far": sum(distance > _FAR for distance in distances),
        "neighbours": len(distances),
        "neighbours_parted": parted,
        "first_held": float(len(places[0]) > 0),
        "last_held": float(len(places[-1]) > 0),
    }


def _stretch(like: Floats, weights: Floats, pairs: Sequence[tuple[int, int]]) -> Features:
    """What the aligned stretch has that the statement leaves out, and what the statement has in its place."""
    length = pairs[-1][1] - pairs[0][1] + 1
    exchanged = longer = 0
    worst = 0.0
    for (here, there), (other, behind) in pairwise(pairs):
        if other - here == 2 and behind - there == 2:
            exchanged += 1
            worst = max(worst, float(weights[here + 1] * (1 - like[here + 1, there + 1])))
        elif other - here > 1 and behind - there > 1:
            longer += 1
    firsts = [int(row.argmax()) for row in like if row.max() >= SURE]
    turned = sum(first > second for place, first in enumerate(firsts) for second in firsts[place + 1 :])
    return {
        "passed_over": length - len(pairs),
        "passed_over_share": (length - len(pairs)) / length,
        "before_stretch": float(weights[: pairs[0][0]].sum()),
        "behind_stretch": float(weights[pairs[-1][0] + 1 :].sum()),
        "exchanged": exchanged,
        "exchanged_longer": longer,
        "exchanged_worst": worst,
        "turned": 2 * turned / (len(firsts) * (len(firsts) - 1)) if len(firsts) > 1 else 0.0,
    }


def _best_sentence(source: str, ends: list[int], like: Floats, weights: Floats, sentence: NDArray[np.intp]) -> str:
    numbers = np.unique(sentence)
    best = int(numbers[int(np.argmax([like[:, sentence == number].max(1) @ weights for number in numbers]))])
    bounds = [0, *ends, len(source)]
    return source[bounds[best] : bounds[best + 1]]


def _around(source: str, first: ContentWord, last: ContentWord, before: int, behind: int) -> str:
    return source[max(0, first.start - before) : last.end + behind]


def _cues(text: str, part: str, source: str, *, japanese: bool, prefix: str) -> Features:
    """Small words that the statement or a part of its source has alone."""
    found: Features = {}
    for name, pattern in (cue_words.JAPANESE if japanese else cue_words.ENGLISH).items():
        claimed, written = len(pattern.findall(text)), len(pattern.findall(part))
        found[f"{prefix}_{name}_alone"] = float(claimed > 0 and not written)
        found[f"{prefix}_{name}_left_out"] = float(written > 0 and not claimed)
        found[f"{prefix}_{name}_more"] = claimed - written
        if prefix == "sentence":
            found[f"{name}_said"] = float(claimed > 0)
            found[f"{name}_strange"] = float(claimed > 0 and not pattern.search(source))
    return found


def _parties(text: str, source: str, part: str, *, japanese: bool) -> Features:
    """Who is named, and who of them in the stretch, in which order."""
    if japanese:
        named = _PARTY.findall(text)
        found: Features = {"parts_new": len(set(_PART.findall(text)) - set(_PART.findall(source)))}
        whole, near = source, part
    else:
        actors = actors_of(text, source)
        named = [word for word in re.findall(r"[a-z]+", text.lower()) if word in actors]
        capitals = [word.rstrip(".") for word in _CAPITAL.findall(text[1:])]
        found = {"capitals": len(capitals), "capitals_missing": sum(word not in source for word in capitals)}
        whole, near = source.lower(), part.lower()
    places = [near.find(name) for name in named if name in near]
    return found | {
        "parties": len(named),
        "parties_missing": sum(name not in whole for name in named),
        "parties_elsewhere": sum(name not in near for name in named),
        "parties_turned": sum(here > other for here, other in pairwise(places)),
    }
