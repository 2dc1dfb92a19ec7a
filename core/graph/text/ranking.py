"""How passages are ranked by words, on every backend: BM25 over our terms, then the share of the text's words.

`bm25` is what SQLite's FTS5 computes (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, with
k1 = 1.2 and b = 0.75), written out for a backend whose own scores differ from it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from core.graph.projection.records import clean
from core.graph.store import RetrievedPassage
from core.graph.text.terms import TermAlternatives, query_groups

K1 = 1.2
B = 0.75
_LEAST_IDF = 1e-6
_MAX_GROUPS = 40
_POOL = 4


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
    return sorted(hits, key=lambda hit: order(hit.coverage, hit.score, hit.contract_id, hit.start))[:limit]


def order(covered: float, score: float, contract_id: str, start: int) -> tuple[float, float, str, int]:
    """What passages are sorted by: the share of the words, then BM25, then contract and place."""
    return -round(covered, 2), -score, contract_id, start


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
