"""How passages are ranked by words, on every backend: the best by BM25 over our terms, put in order by `relevances`.

`bm25` is what SQLite's FTS5 computes (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, with
k1 = 1.2 and b = 0.75), written out for a backend whose own scores differ from it.

A clause runs over several passages, and its words are shared among them: what stands beside a passage that fits counts
for it too. The weights were tuned on one half of ContractNLI's documents.
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
_OF_SCORE = 0.1  # of BM25 beside the share of the words
_BESIDE = (0.2, 0.1)  # of the relevance of the passage before or after, and of the one beyond that
_GAP = 60  # characters, blank lines for the most part, between passages that follow each other


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


def coverage(groups: Sequence[TermAlternatives], rarity: Sequence[float], found: str) -> float:
    """Share in 0–1 of the groups that a passage's terms, parted by spaces, hold, each weighted by its rarity."""
    line = f" {found} "
    return share(rarity, [any(f" {' '.join(way)} " in line for way in group.alternatives) for group in groups])


def share(rarity: Sequence[float], held: Sequence[bool]) -> float:
    """Share in 0–1 of all weights that those which are held have."""
    return sum(weight for weight, there in zip(rarity, held, strict=True) if there) / sum(rarity)


def best(hits: list[RetrievedPassage], limit: int) -> list[RetrievedPassage]:
    """The hits in their final order, cut."""
    found = [Weighed(hit.contract_id, hit.start, hit.end, hit.score, hit.coverage) for hit in hits]
    return [hits[at] for at in in_order(found)[:limit]]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A passage that was found: its place, BM25, and its share of the text's words."""

    contract_id: str
    start: int
    end: int
    score: float
    share: float


def in_order(found: Sequence[Weighed]) -> list[int]:
    """Positions of the passages, the most relevant first; ties by contract and place."""
    relevance = relevances(found)
    return sorted(range(len(found)), key=lambda at: (-round(relevance[at], 4), found[at].contract_id, found[at].start))


def relevances(found: Sequence[Weighed]) -> list[float]:
    """For each passage its share of the words and its BM25, and a part of what those beside it have.

    Args:
        found: passages of any contracts, in any order; only what is among them counts.
    """
    own = [passage.share + _OF_SCORE * passage.score for passage in found]
    total = list(own)
    places = sorted(range(len(found)), key=lambda at: (found[at].contract_id, found[at].start))
    for first, left in enumerate(places):
        last = left
        for weight, right in zip(_BESIDE, places[first + 1 :], strict=False):
            if found[right].contract_id != found[last].contract_id or found[right].start > found[last].end + _GAP:
                break
            total[left] += weight * own[right]
            total[right] += weight * own[left]
            last = right
    return total


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
