"""What speaks for a title or a date: the words around it, its place and form, and its sentence's scores."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from core.contracts.builtin.clauses.first_stage import FirstStage
from core.contracts.builtin.clauses.sentence_features import Sentences
from core.contracts.builtin.clauses.short_spans import ShortSpan, dates, titles

SHORT = ("document_name", "agreement_date", "effective_date")
SCORED_WITH = ("document_name", "agreement_date", "effective_date", "expiration_date", "parties", "renewal_term")
BEFORE, AFTER = 70, 60

_CUES = tuple(
    re.compile(pattern)
    for pattern in (
        r"dated", r"as of", r"effective", r"made|entered", r"this\b", r"executed|signed|signature|in witness",
        r"commenc|begin", r"between|among", r"expir|terminat|until|ending|through",
        r"date ?[:_]|date$", r"\bby ?:|name ?:|title ?:",
        r"source ?:|10-[qk]|8-k|s-1|filed", r"amend|restat|supplement",
        r"\"effective date\"|\(the \"effective|effective date",
        r"between.*and", r"whereas|recital", r"first (?:set forth|written)", r"exhibit|ex-",
        r"confidential|omitted|request",
        r"article|section|table of contents", r"term\b", r"certain|that\b", r"and\b", r"shall",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ShortCandidates:
    """Pairs of category and short span with their feature rows (column 0 is the category)."""

    category: NDArray[np.int64]
    spans: NDArray[np.int64]
    features: NDArray[np.float32]


def short_candidates(document: Sentences, stage: FirstStage, codes: tuple[str, ...]) -> ShortCandidates:
    """Titles and dates of a contract as candidates for its name, agreement date and effective date."""
    flat, scores = document.text, stage.scores
    columns = [codes.index(code) for code in SCORED_WITH]
    rows: list[list[float]] = []
    spans: list[tuple[int, int]] = []
    days = dates(flat)
    for code, places in ((SHORT[0], titles(flat)), (SHORT[1], days), (SHORT[2], days)):
        texts = [_bare(flat[span.start : span.end]) for span in places]
        for number, span in enumerate(places):
            at = int(np.searchsorted(document.spans[:, 0], span.start, side="right")) - 1
            own = scores[at, columns] if at >= 0 else np.full(len(columns), -3.0)
            best = scores[max(at - 1, 0) : at + 2, columns].max(axis=0, initial=-3.0)
            rows.append(
                [
                    codes.index(code),
                    *_place(flat, span, number, len(places)),
                    *_form(flat[span.start : span.end]),
                    *_among(texts, number),
                    int(document.spans[at, 1] - document.spans[at, 0]) if at >= 0 else 0,
                    at,
                    *own.tolist(),
                    *best.tolist(),
                    *_cues(flat, span),
                    float(stage.subject[codes.index(code)]),
                ]
            )
            spans.append((span.start, span.end))
    features = np.array(rows, np.float32) if rows else np.zeros((0, 1), np.float32)
    return ShortCandidates(features[:, 0].astype(np.int64), np.array(spans, np.int64).reshape(-1, 2), features)


def _bare(words: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", words.lower()).strip()


def _among(texts: list[str], number: int) -> list[float]:
    """How often the same words are a candidate, whether this is the first time, and who contains whom."""
    own = texts[number]
    return [
        texts.count(own),
        texts.index(own) == number,
        sum(own in other for other in texts),
        sum(other in own for other in texts),
    ]


def _place(flat: str, span: ShortSpan, number: int, count: int) -> list[float]:
    before, after = flat[max(span.start - 3, 0) : span.start], flat[span.end : span.end + 3]
    return [
        span.kind, span.start, len(flat) - span.end, span.start / len(flat), number, count - number,
        not before.strip(), "\n" in before, "\n" in after, before[-1:] in '("', after[:1] in ')"', after[:1] == ",",
        flat.count("\n", 0, min(span.start, 5_000)),
    ]  # fmt: skip


def _form(words: str) -> list[float]:
    letters = sum(map(str.isalpha, words))
    bare = _bare(words)
    return [
        len(words), len(bare.split()), sum(map(str.isupper, words)) / max(letters, 1), sum(map(str.isdigit, words)),
        "_" in words or "[" in words or "*" in words, re.search(r"(?:19|20)\d\d", words) is not None,
        "day of" in bare, words.count("\n"), bare.endswith(("agreement", "contract", "amendment", "addendum")),
        bare.startswith(("this", "exhibit", "ex ", "the ")), "amend" in bare, "source" in bare or "exhibit" in bare,
        "," in words, ")" in words, "no" in bare.split() or "number" in bare, bare.startswith("agreement"),
        "letter" in bare or "form" in bare, "restated" in bare,
    ]  # fmt: skip


def _cues(flat: str, span: ShortSpan) -> list[float]:
    """For each cue its distance before and after the span, in characters; far when it is not there."""
    before = flat[max(span.start - BEFORE, 0) : span.start].lower()
    after = flat[span.end : span.end + AFTER].lower()
    cues: list[float] = []
    for cue in _CUES:
        last = -1
        for match in cue.finditer(before):
            last = match.end()
        cues.append(len(before) - last if last >= 0 else 2 * BEFORE)
        first = cue.search(after)
        cues.append(first.start() if first else 2 * AFTER)
    return cues
