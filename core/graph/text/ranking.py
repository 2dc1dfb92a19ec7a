"""How passages are ranked by words, on every backend: the best by BM25 over our terms, put in order by `relevances`.

`bm25` is what SQLite's FTS5 computes (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, with
k1 = 1.2 and b = 0.75), written out for a backend whose own scores differ from it.

A clause runs over several passages, and its words are shared among them: what stands beside a passage that fits counts
for it too, and beside the surest ones also passages that have none of the words. One passage with many of the words
says more than several with a few: the share counts by its cube. Weights were chosen looking at all of
ContractNLI's documents: what `benchmarks/retrieval.py` says of them is no figure of documents unseen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.graph.projection.records import clean
from core.graph.store import RetrievedPassage
from core.graph.text.terms import TermAlternatives, query_groups

K1 = 1.2
B = 0.75
_LEAST_IDF = 1e-6
_MAX_GROUPS = 40
_POOL = 4
_OF_SCORE = 0.07  # of BM25 beside the share of the words
_POWER = 3
_BEFORE = (0.2, 0.16, 0.128, 0.1)  # of what a passage is worth for the one after it, and for those beyond that
_AFTER = (0.3, 0.24, 0.192, 0.15)  # the same for the one before it
_SUREST = 8  # so many passages have those beside them looked at, whatever words these have
REACH = 2  # so many on either side
GAP = 60  # characters, blank lines for the most part, between passages that follow each other


def groups_of(text: str) -> Sequence[TermAlternatives]:
    """What to search for a text, bounded."""
    return query_groups(clean(text) or "")[:_MAX_GROUPS]


def pool(limit: int) -> int:
    """How many of the best by BM25 are looked at for their share of the words."""
    return max(limit * _POOL, 100)


def weights(groups: Sequence[TermAlternatives], passages: int, holding: Callable[[str], int]) -> list[float]:
    """Rarity of each group.

    Args:
        groups: what is searched for.
        passages: how many passages there are.
        holding: in how many of them a term stands.
    """
    found = []
    for group in groups:
        held = sum(min(holding(term) for term in way) for way in group.alternatives)
        found.append(math.log(1 + passages / (1 + min(held, passages))))
    return found


def coverage(groups: Sequence[TermAlternatives], rarity: Sequence[float], text: str) -> float:
    """Share in 0–1 of the groups that a passage's terms, parted by spaces, hold, each weighted by its rarity."""
    line = f" {text} "
    return share(rarity, [any(f" {' '.join(way)} " in line for way in group.alternatives) for group in groups])


def share(rarity: Sequence[float], held: Sequence[bool]) -> float:
    """Share in 0–1 of all weights that those which are held have."""
    return sum(weight for weight, there in zip(rarity, held, strict=True) if there) / sum(rarity)


Beside = Callable[[Sequence[RetrievedPassage]], list[RetrievedPassage]]
"""What stands beside some passages: all within `REACH` of each, and maybe more; without BM25."""


def best(passages: list[RetrievedPassage], limit: int, beside: Beside) -> list[RetrievedPassage]:
    """The hits with what belongs to the surest of them, in their final order, cut."""
    known = {(passage.contract_id, passage.start) for passage in passages}
    around = [
        passage
        for passage in beside([passages[at] for at in surest(weighed(passages))])
        if (passage.contract_id, passage.start) not in known
    ]
    chosen = linked(weighed([*passages, *around]), len(passages))
    found = [*passages, *(around[at - len(passages)] for at in chosen)]
    return [found[at] for at in in_order(weighed(found))[:limit]]


def weighed(passages: Sequence[RetrievedPassage]) -> list[Weighed]:
    """What the order of passages depends on."""
    return [
        Weighed(passage.contract_id, passage.start, passage.end, passage.score, passage.coverage)
        for passage in passages
    ]


def surest(candidates: Sequence[Weighed]) -> list[int]:
    """Positions of the passages that fit best by themselves."""
    return sorted(
        range(len(candidates)), key=lambda at: (-_own(candidates[at]), candidates[at].contract_id, candidates[at].start)
    )[:_SUREST]


def linked(candidates: Sequence[Weighed], count: int) -> list[int]:
    """Positions, of those from `count` on, that stand within `REACH` of one of the surest hits, with no gap between."""
    places = sorted(range(len(candidates)), key=lambda at: (candidates[at].contract_id, candidates[at].start))
    rank = {at: place for place, at in enumerate(places)}
    chosen: set[int] = set()
    for centre in surest(candidates[:count]):
        for step in (1, -1):
            last = centre
            for place in range(rank[centre] + step, rank[centre] + step * (REACH + 1), step):
                if not 0 <= place < len(places):
                    break
                near = places[place]
                first, second = (last, near) if step > 0 else (near, last)
                if not _follows(candidates[first], candidates[second]):
                    break
                chosen.add(near)
                last = near
    return sorted(at for at in chosen if at >= count)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage that was found: its place, BM25, and its share of the text's words."""

    contract_id: str
    start: int
    end: int
    score: float
    share: float


def in_order(candidates: Sequence[Weighed]) -> list[int]:
    """Positions of the passages, the most relevant first; ties by contract and place."""
    relevance = relevances(candidates)
    return sorted(
        range(len(candidates)),
        key=lambda at: (-round(relevance[at], 6), candidates[at].contract_id, candidates[at].start),
    )


def relevances(candidates: Sequence[Weighed]) -> list[float]:
    """For each passage what its share of the words and its BM25 are worth, and a part of what those beside it have.

    Args:
        candidates: passages of any contracts, in any order; only what is among them counts.
    """
    own = [_own(passage) for passage in candidates]
    total = list(own)
    places = sorted(range(len(candidates)), key=lambda at: (candidates[at].contract_id, candidates[at].start))
    for first, left in enumerate(places):
        last = left
        for before, after, right in zip(_BEFORE, _AFTER, places[first + 1 :], strict=False):
            if not _follows(candidates[last], candidates[right]):
                break
            total[left] += after * own[right]
            total[right] += before * own[left]
            last = right
    return total


def _own(passage: Weighed) -> float:
    return float((passage.share + _OF_SCORE * passage.score) ** _POWER)


def _follows(first: Weighed, second: Weighed) -> bool:
    return first.contract_id == second.contract_id and second.start <= first.end + GAP


def rarity(passages: int, holding: int) -> float:
    """BM25's inverse document frequency of a phrase that stands in `holding` of all passages."""
    idf = math.log((passages - holding + 0.5) / (holding + 0.5))
    return idf if idf > 0 else _LEAST_IDF


def bm25(frequencies: Sequence[int], rarities: Sequence[float], length: int, average: float) -> float:
    """Score of a passage of `length` terms in which the phrases stand so often; higher is better."""
    damping = K1 * (1 - B + B * length / average)
    score = 0.0
    for often, idf in zip(frequencies, rarities, strict=True):
        score += idf * (often * (K1 + 1)) / (often + damping)
    return score
