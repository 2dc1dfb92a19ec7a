"""Candidates of the second stage: for each category its best sentences, with what speaks for and against them.

The re-ranker sees how a sentence stands among the others: its rank, its neighbours' scores, its section, the other
categories that claim it, and its form; what each machine says of it and why; and what the contract is about.
"""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.clause_tokens import stem
from core.contracts.builtin.clauses.first_stage import FirstStage
from core.contracts.builtin.clauses.sentence_features import Sentences
from core.contracts.builtin.clauses.topics import topic_shares

PER_CATEGORY = 30
SURE_RANKS = 5
SURE_ON_TOPIC = 20
LOWEST_SCORE = -1.05
FLOOR = np.float32(-3.0)

GROUPS = (
    "shall must will agree agrees agreed", "may might option discretion elect", "not no neither nor never none",
    "except excluding unless provided notwithstanding however other",
    "terminate termination terminated expire expiration cancel", "convenience reason cause time",
    "renew renewal extend extended successive automatically", "notice notify written prior",
    "day days month months year years annual", "consent approval permission", "assign assignment transfer delegate",
    "control merger acquisition change ownership stock voting", "exclusive exclusively sole solely",
    "compete competing competitive competitor", "solicit hire employ employee employees personnel",
    "customer customers client clients", "license licenses licensed sublicense grant grants granted",
    "irrevocable perpetual perpetually", "nontransferable transferable nonassignable assignable",
    "affiliate affiliates subsidiary subsidiaries", "unlimited enterprise any",
    "intellectual property invention patent copyright trademark", "joint jointly own owned ownership title",
    "hire vest belong made", "source code escrow", "audit inspect books records examine",
    "insurance insured policy coverage", "liable liability damages damage", "exceed limit limited limitation aggregate",
    "indirect incidental consequential punitive special", "gross negligence fraud willful misconduct indemnify",
    "liquidated penalty fee genuine", "warrant warranty warranties defect defects defective",
    "sue suit challenge contest claim claims validity", "third beneficiary beneficiaries",
    "disparage derogatory reputation goodwill harm", "price prices pricing rates discount",
    "favored favorable lowest", "minimum least order purchase quantity volume", "maximum excess additional overage",
    "royalty revenue profit share percent percentage commission net", "refusal offer negotiate negotiation first",
    "survive continue after following upon return", "govern governed law laws state", "dated effective commence date",
    "mean means defined definition", "pay paid payment invoice",
)  # fmt: skip
_ENUMERATED = re.compile(
    r"(?:ARTICLE|Article|SECTION|Section)?\s?\(?(?:[a-zA-Z]|[ivxIVX]{1,5}|\d{1,2}(?:\.\d{1,3})*)[.)]"
)


@dataclass(frozen=True, slots=True, eq=False)
class SentenceCandidates:
    """Pairs of category and sentence with their feature rows (column 0 is the category), best rank first."""

    category: NDArray[np.int64]
    sentence: NDArray[np.int64]
    features: NDArray[np.float32]


def candidates(document: Sentences, stage: FirstStage, codes: tuple[str, ...]) -> SentenceCandidates:
    """The best sentences of every category with their features.

    Args:
        document: the contract's sentences.
        stage: what the first stage says of them.
        codes: the categories of the columns.
    """
    scores = stage.scores
    size = len(scores)
    order = np.argsort(-scores, axis=0, kind="stable")[:PER_CATEGORY]
    ranked = np.take_along_axis(scores, order, axis=0)
    topic = topic_shares(document, codes)
    shares = np.take_along_axis(topic, order, axis=0)
    sure = np.arange(len(order))[:, None] < np.where(shares == 1, SURE_ON_TOPIC, SURE_RANKS)
    rank, category = np.nonzero((ranked > LOWEST_SCORE) | sure)
    sentence = order[rank, category]
    columns: list[NDArray[Any]] = [
        category,
        rank,
        *_among_scores(scores, ranked, rank, category, sentence),
        *_in_section(document, scores, order, category, sentence),
        *_against_others(scores, category, sentence),
        *_on_topic(topic, category, sentence),
        np.full(len(rank), np.log1p(size)),
    ]
    used, back = np.unique(sentence, return_inverse=True)
    form = _form(document, used)
    flags = _keyword_flags(document, used)
    machines = np.stack([*_by_machine(stage, category, sentence), *_by_reader(stage, category, sentence)], axis=1)
    features = np.concatenate(
        [np.stack(columns, axis=1).astype(np.float32), form[back], flags[back], machines.astype(np.float32)], axis=1
    )
    return SentenceCandidates(category, sentence, features)


def _soft(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    share: NDArray[np.float32] = 1 / (1 + np.exp(-3 * (scores + np.float32(0.2))))
    return share


def _among_scores(
    scores: NDArray[np.float32],
    ranked: NDArray[np.float32],
    rank: NDArray[np.int64],
    category: NDArray[np.int64],
    sentence: NDArray[np.int64],
) -> list[NDArray[np.float32]]:
    own = scores[sentence, category]
    tops = [ranked[place] if place < len(ranked) else np.full(scores.shape[1], FLOOR) for place in (0, 1, 2, 4)]
    above = ranked[np.maximum(rank - 1, 0), category] - own
    below = own - ranked[np.minimum(rank + 1, len(ranked) - 1), category]
    mass = _soft(scores)
    columns = [own, tops[0][category] - own, above, below, *(top[category] for top in tops)]
    columns += [mass.sum(axis=0)[category], (mass[sentence, category] / mass.sum(axis=0)[category])]
    padded = np.pad(scores, ((3, 3), (0, 0)), constant_values=FLOOR)
    columns += [padded[sentence + 3 + shift, category] for shift in (-3, -2, -1, 1, 2, 3)]
    return columns


def _in_section(
    document: Sentences,
    scores: NDArray[np.float32],
    order: NDArray[np.int64],
    category: NDArray[np.int64],
    sentence: NDArray[np.int64],
) -> list[NDArray[np.float32]]:
    begin = np.flatnonzero(np.diff(document.section, prepend=-2))
    number = np.cumsum(np.diff(document.section, prepend=-2) != 0) - 1
    best = np.maximum.reduceat(scores, begin, axis=0)
    mass = np.add.reduceat(_soft(scores), begin, axis=0)
    length = np.diff(begin, append=len(scores))
    mine = number[sentence]
    distance = (sentence - order[0, category]).astype(np.float32)
    columns = [best[mine, category], best[mine, category] - scores[sentence, category], mass[mine, category]]
    columns += [length[mine], sentence - begin[mine], mine == number[order[0, category]]]
    columns += [np.clip(distance, -60, 60), np.minimum(np.abs(distance), 60)]
    return [column.astype(np.float32) for column in columns]


def _against_others(
    scores: NDArray[np.float32], category: NDArray[np.int64], sentence: NDArray[np.int64]
) -> list[NDArray[np.float32]]:
    rows = scores[sentence].copy()
    own = rows[np.arange(len(rows)), category]
    rows[np.arange(len(rows)), category] = FLOOR
    best = rows.max(axis=1)
    return [best, own - best, (rows > -0.3).sum(axis=1).astype(np.float32)]


def _by_machine(
    stage: FirstStage, category: NDArray[np.int64], sentence: NDArray[np.int64]
) -> list[NDArray[np.float32]]:
    """Of each machine its score, rank and distance from its best, its neighbours' scores and what each block adds."""
    columns: list[NDArray[Any]] = []
    for machine in range(stage.by_machine.shape[1]):
        columns += _rank_and_neighbours(stage.by_machine[:, machine], category, sentence)
        columns += list(stage.by_block[sentence, machine, :, category].T)
    return [*columns, stage.subject[category]]


def _by_reader(
    stage: FirstStage, category: NDArray[np.int64], sentence: NDArray[np.int64]
) -> list[NDArray[np.float32]]:
    """What the reader says by each kind of label, and how the sentence stands by the mean of them."""
    both = stage.read[sentence, :, category].T
    return [*both, *_rank_and_neighbours(stage.read.mean(axis=1), category, sentence)]


def _rank_and_neighbours(
    scores: NDArray[np.float32], category: NDArray[np.int64], sentence: NDArray[np.int64]
) -> list[NDArray[Any]]:
    """Score, rank, distance from the best, and the neighbours' scores."""
    order = np.argsort(-scores, axis=0, kind="stable")
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.arange(len(order))[:, None], axis=0)
    padded = np.pad(scores, ((1, 1), (0, 0)), constant_values=FLOOR)
    own = scores[sentence, category]
    return [
        own,
        rank[sentence, category],
        scores.max(axis=0)[category] - own,
        padded[sentence, category],
        padded[sentence + 2, category],
    ]


def _on_topic(
    topic: NDArray[np.float32], category: NDArray[np.int64], sentence: NDArray[np.int64]
) -> list[NDArray[np.float32]]:
    """Share covered by the sentence and its neighbours, other categories it covers, and who covers all of it."""
    padded = np.pad(topic, ((1, 1), (0, 0)))
    full = (topic == 1).astype(np.float32)
    before = np.cumsum(full, axis=0)[sentence, category]
    return [
        topic[sentence, category],
        np.maximum(padded[sentence, category], padded[sentence + 2, category]),
        full.sum(axis=1)[sentence],
        full.sum(axis=0)[category],
        before,
    ]


def _form(document: Sentences, used: NDArray[np.int64]) -> NDArray[np.float32]:
    spans, size = document.spans[used], len(document)
    characters = np.frombuffer(document.text.encode("utf-32-le", "surrogatepass"), "<u4")
    letters, capitals, digits, *marks = (_counted(flags, spans) for flags in _kinds(characters))
    length = spans[:, 1] - spans[:, 0]
    pieces = [document.text[start:end] for start, end in spans.tolist()]
    last = [document.text[end - 1] for end in document.spans[:, 1].tolist()]
    columns: list[Any] = [
        length, document.bounds[used + 1] - document.bounds[used], capitals / np.maximum(letters, 1), digits / length,
        [piece[:1].islower() for piece in pieces], [_ENUMERATED.match(piece) is not None for piece in pieces],
        [".;:,".find(last[at]) for at in used.tolist()], *marks, used / size, used,
        [at > 0 and last[at - 1] == ":" for at in used.tolist()],
        [at + 1 < size and last[at] == ":" for at in used.tolist()],
    ]  # fmt: skip
    return np.stack(columns, axis=1).astype(np.float32)


def _counted(flags: NDArray[np.bool_], spans: NDArray[np.int64]) -> NDArray[np.int64]:
    total: NDArray[np.int64] = np.cumsum(flags) - flags
    counted: NDArray[np.int64] = total[spans[:, 1] - 1] + flags[spans[:, 1] - 1] - total[spans[:, 0]]
    return counted


def _kinds(characters: NDArray[np.uint32]) -> list[NDArray[np.bool_]]:
    """Which characters are letters, capitals, digits, commas, semicolons, brackets and quotes."""
    known = _letters()[np.minimum(characters, 0xFFFF)]
    return [*((known & bit) != 0 for bit in (1, 2, 4)), *(characters == ord(mark) for mark in ',;("')]


@cache
def _letters() -> NDArray[np.uint8]:
    """For the characters of the first plane 1 for a letter, plus 2 for a capital, plus 4 for a digit."""
    kinds = [c.isalpha() | c.isupper() << 1 | c.isdigit() << 2 for c in map(chr, range(0x10000))]
    return np.array(kinds, np.uint8)


@cache
def _groups() -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    group: dict[int, int] = {}
    for number, words in enumerate(GROUPS):
        for word in words.split():
            group.setdefault(zlib.crc32(("~" + stem(word)).encode()), number)
    keys = np.array(sorted(group), np.uint32)
    return keys, np.array([group[int(key)] for key in keys], np.int64)


def _keyword_flags(document: Sentences, used: NDArray[np.int64]) -> NDArray[np.float32]:
    keys, group = _groups()
    index = np.minimum(np.searchsorted(keys, document.tokens.stem), len(keys) - 1)
    known = keys[index] == document.tokens.stem
    count = np.zeros((len(document), len(GROUPS)), np.float32)
    np.add.at(count, (document.tokens.segment[known], group[index[known]]), 1)
    return np.minimum(count[used], 3)
