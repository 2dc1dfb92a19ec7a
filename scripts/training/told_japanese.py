"""Training of the machines that know Japanese clauses in any words: written clauses and labelled contracts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.japanese.clauses import codes_of_sentence, grounds_of
from core.contracts.builtin.japanese.structure import binding_sentences
from core.contracts.builtin.japanese.told import ToldModel, groups, known, scores
from core.contracts.builtin.japanese.words import confidences, plain_words, rule_book
from core.taxonomy import shipped_taxonomy
from scripts.training import svm
from scripts.training.japanese import CODES, LabelledJapanese

WRITTEN = Path(__file__).with_name("told_clauses_ja.jsonl")
FOLDS = 5
FEWEST = 2
KEPT = 16_000
COST = 0.1
POSITIVE = 20.0
_YES, _NO, _UNSAID = 1, -1, 0
_FEWEST_LETTERS = 10
_STEPS = 50


class Row(NamedTuple):
    """A sentence and what it says of each type: 1 is such a clause, -1 is not, 0 nobody knows."""

    words: str
    labels: NDArray[np.int8]


class Written(NamedTuple):
    """A text written for training: the type that it is, or is only near to, and other types that it is."""

    type: str
    is_one: bool
    text: str
    also: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Machines by fold, and the fold of each text and contract: those of fold 3 learnt from all that is not in it."""

    machines: list[ToldModel]
    text_fold: NDArray[np.int64]
    contract_fold: NDArray[np.int64]


def written(path: Path = WRITTEN) -> list[Written]:
    """The clauses and near misses that were written for this project."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Written(row["type"], row["is"], row["text"], tuple(row.get("also", ()))) for row in rows]


def types_of(texts: Sequence[Written]) -> list[str]:
    """The types that texts were written for, in taxonomy order."""
    taught = {text.type for text in texts}
    return [category.code for category in shipped_taxonomy().categories if category.code in taught]


def row_of_text(text: Written, types: Sequence[str]) -> Row:
    """What a text says. Of a type that a rule sees in it and its writer did not name it says nothing."""
    words = plain_words(text.text)
    seen = codes_of_sentence(words)
    labels = np.array([_UNSAID if code in seen else _NO for code in types], np.int8)
    for code in text.also:
        if code in types:
            labels[types.index(code)] = _YES
    labels[types.index(text.type)] = _YES if text.is_one else _NO
    return Row(words, labels)


def rows_of_contract(contract: LabelledJapanese, types: Sequence[str]) -> list[Row]:
    """What each sentence says: a quoted one is of its type, and none is of a type that the contract lacks.

    A sentence says nothing of a type whose rule it fits or whose heading it stands under, where the contract has the
    type or nobody labelled it.
    """
    present, labelled = contract.present(), set(CODES.values())
    quotes = {
        CODES[name]: plain_words(label["quote"])
        for name, label in contract.labels["clauses"].items()
        if label["present"] and label.get("quote")
    }
    found = []
    for sentence in binding_sentences(contract.document.text):
        near = codes_of_sentence(sentence.words, sentence.heading)
        unsaid = {code for code in near if code in present or code not in labelled}
        quoted = {
            code
            for code, quote in quotes.items()
            if len(sentence.words) > _FEWEST_LETTERS and (quote in sentence.words or sentence.words in quote)
        }
        labels = [_YES if code in quoted else _UNSAID if code in unsaid else _NO for code in types]
        found.append(Row(sentence.words, np.array(labels, np.int8)))
    return found


def fit(rows: Sequence[Row], types: Sequence[str]) -> ToldModel:
    """Machines of the rows, seeded, with the groups of letters that weigh most, in 8 bits; `chance` is not fitted."""
    words = [row.words for row in rows]
    labels = np.array([row.labels for row in rows])
    at, keys = groups(words)
    every, count = np.unique(keys, return_counts=True)
    often = count >= FEWEST
    vocabulary, rarity = every[often], np.sqrt(np.log(len(rows) / count[often])).astype(np.float32)
    weights, offset = _machines(*known(at, keys, vocabulary), rarity, labels)
    if len(vocabulary) > KEPT:
        best = np.sort(np.argsort(-(weights**2).sum(axis=1), kind="stable")[:KEPT])
        vocabulary, rarity = vocabulary[best], rarity[best]
        weights, offset = _machines(*known(at, keys, vocabulary), rarity, labels)
    scale = np.maximum(np.abs(weights).max(axis=0) / 127, 1e-9).astype(np.float32)
    small = np.rint(weights / scale).astype(np.int8)
    return ToldModel(np.array(types), vocabulary, rarity, small, scale, offset.astype(np.float32), np.zeros(2))


def _machines(
    at: NDArray[np.int64], places: NDArray[np.int64], rarity: NDArray[np.float32], labels: NDArray[np.int8]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    value = rarity[places]
    norm = np.sqrt(np.bincount(at, value * value, minlength=len(labels)))
    return svm.train(
        np.r_[0, np.cumsum(np.bincount(at, minlength=len(labels)))].astype(np.int64),
        places.astype(np.int32),
        (value / np.maximum(norm, 1e-9)[at]).astype(np.float32),
        labels,
        features=len(rarity),
        cost=COST,
        positive=POSITIVE,
        epochs=20,
        bias=1.0,
    )


def train(texts: Sequence[Written], contracts: Sequence[LabelledJapanese]) -> ToldModel:
    """The machines of all texts and contracts, with the chance that held-out scores of the contracts came to."""
    types = types_of(texts)
    rows = [row_of_text(text, types) for text in texts]
    by_contract = [rows_of_contract(contract, types) for contract in contracts]
    model = fit([*rows, *(row for found in by_contract for row in found)], types)
    score, real = unfound(held_out(texts, contracts), contracts, types)
    return replace(model, chance=chance(score, real))


def held_out(texts: Sequence[Written], contracts: Sequence[LabelledJapanese]) -> HeldOut:
    """Five-fold cross-validation; texts by chance within their type, contracts by family."""
    types = types_of(texts)
    rows = [row_of_text(text, types) for text in texts]
    by_contract = [rows_of_contract(contract, types) for contract in contracts]
    families = sorted({contract.family for contract in contracts})
    contract_fold = np.array([families.index(contract.family) % FOLDS for contract in contracts], np.int64)
    text_fold = _text_folds(texts)
    machines = []
    for fold in range(FOLDS):
        taught = [row for row, at in zip(rows, text_fold, strict=True) if at != fold]
        taught += [row for found, at in zip(by_contract, contract_fold, strict=True) if at != fold for row in found]
        machines.append(fit(taught, types))
    return HeldOut(machines, text_fold, contract_fold)


def _text_folds(texts: Sequence[Written]) -> NDArray[np.int64]:
    fold = np.zeros(len(texts), np.int64)
    dealt: Counter[tuple[str, bool]] = Counter()
    for number in np.random.default_rng(1).permutation(len(texts)).tolist():
        kind = texts[number].type, texts[number].is_one
        fold[number] = dealt[kind] % FOLDS
        dealt[kind] += 1
    return fold


def unfound(
    held: HeldOut, contracts: Sequence[LabelledJapanese], types: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Of labelled types that the rules do not find in a contract: the best held-out score, and if it is there."""
    confidence, threshold = confidences(), rule_book().threshold
    best, real = [], []
    for contract, fold in zip(contracts, held.contract_fold.tolist(), strict=True):
        text = contract.document.text
        marks = scores([sentence.words for sentence in binding_sentences(text)], held.machines[fold]).max(axis=0)
        for code, claims in grounds_of(text).items():
            if code in CODES.values() and all(confidence[grounds] <= threshold for _, grounds in claims):
                best.append(float(marks[types.index(code)]))
                real.append(code in contract.present())
    return np.array(best), np.array(real)


def chance(score: NDArray[np.float64], real: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Slope and constant of the log-odds by logistic regression."""
    rows = np.c_[score, np.ones(len(score))]
    weight = np.zeros(2)
    for _ in range(_STEPS):
        share = 1 / (1 + np.exp(-rows @ weight))
        steep = (rows * (share * (1 - share))[:, None]).T @ rows
        weight += np.linalg.solve(steep + 1e-6 * np.eye(2), rows.T @ (real - share))
    return weight.round(4)
