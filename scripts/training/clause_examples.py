"""Words that mean a clause type, from all that was written for this project, and a linear model learned of them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from core.encoder import DIMENSION, sentence_vectors
from core.questions.learned import clause_words
from core.questions.learned.clause_words import NONE, ClauseWordsModel, word_signs
from core.taxonomy import taxonomy
from oracles.questions.phrasings import PHRASINGS
from scripts.training.told_questions import MarkedQuestion

ROOT = Path(__file__).resolve().parents[2]
EPOCHS, RATE, PENALTY, SCALE = 80, 0.5, 1e-4, 4.0
DEFINED, CLAUSES, NOTHING = 0.5, 0.3, 0.5
"""What a definition, the text of a clause, and words of another part of a question count; a phrase counts 1."""
STATED = ("governing_law", "notice_period", "renewal_term")
"""Facts of which a contract may be said to state them: "a choice of law", "how early one must cancel"."""
_SHARE = 0.5
Example = tuple[str, str, float]


def examples(questions: Sequence[MarkedQuestion]) -> list[Example]:
    """Words, code of the clause type or none, and what the example counts."""
    return [*_known(), *_clauses(), *(row for question in questions for row in _told(question))]


def _known() -> Iterator[Example]:
    for clause in taxonomy().clauses:
        yield from ((name, clause.code, 1.0) for name in sorted({clause.en, clause.ja, *clause.aliases}))
        yield from ((text, clause.code, DEFINED) for text in clause.definition.texts)
    for code, phrases in PHRASINGS.items():
        yield from ((phrase, code, 1.0) for phrase in "|".join(phrases).split("|"))


def _clauses() -> Iterator[Example]:
    """Half of the clauses written for the clause finders: other words for the same things."""
    codes = {clause.code for clause in taxonomy().clauses}
    draw = random.Random(15)
    for language in ("en", "ja"):
        lines = (ROOT / "scripts" / "training" / f"told_clauses_{language}.jsonl").read_text("utf-8").splitlines()
        for row in map(json.loads, lines):
            if row["is"] and row["type"] in codes and draw.random() < _SHARE:
                yield row["text"], row["type"], CLAUSES


def _told(question: MarkedQuestion) -> Iterator[Example]:
    codes = {*(clause.code for clause in taxonomy().clauses), *STATED}
    for words, tag, code in question.runs():
        if tag == "clause":
            yield words, code if code in codes else NONE, 1.0
        elif tag in ("fact", "filler", "has", "ask", "type"):
            yield words, NONE, NOTHING


def learned_types(rows: Sequence[Example]) -> ClauseWordsModel:
    """The clause type of some words."""
    codes = (NONE, *(clause.code for clause in taxonomy().clauses), *STATED)
    signs = [(word_signs(words), code, weight) for words, code, weight in rows]
    return learned_codes(signs, codes, [words for words, _, _ in rows])


def learned_codes(
    rows: Sequence[tuple[Iterable[str], str, float]], codes: Sequence[str], texts: Sequence[str] | None = None
) -> ClauseWordsModel:
    """Softmax regression by AdaGrad.

    Args:
        rows: signs, code, and what the example counts.
        codes: of the model.
        texts: of the rows, where the model is to look at what they mean.
    """
    size = clause_words.BUCKETS
    signs = np.zeros((len(rows), size + (DIMENSION if texts else 0)), np.float32)
    for row, (found, _, _) in enumerate(rows):
        places, values = clause_words.buckets_of(found)
        signs[row, places] = SCALE * values
    if texts:
        signs[:, size:] = SCALE * sentence_vectors(texts)
    truth = np.zeros((len(rows), len(codes)), np.float32)
    truth[np.arange(len(rows)), [codes.index(code) for _, code, _ in rows]] = 1
    worth = np.array([weight for _, _, weight in rows], np.float32)[:, None]
    weights, bias = np.zeros((signs.shape[1], len(codes)), np.float32), np.zeros(len(codes), np.float32)
    seen, seen_bias = np.full_like(weights, 1e-8), np.full_like(bias, 1e-8)
    for _ in range(EPOCHS):
        scores = signs @ weights + bias
        chance = np.exp(scores - scores.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        off = worth * (chance - truth) / len(rows)
        change, of_bias = signs.T @ off + PENALTY * weights / len(rows), off.sum(axis=0)
        seen += change**2
        seen_bias += of_bias**2
        weights -= RATE * change / np.sqrt(seen)
        bias -= RATE * of_bias / np.sqrt(seen_bias)
    weights *= SCALE
    return ClauseWordsModel(weights[:size], bias, tuple(codes), weights[size:] if texts else None)
