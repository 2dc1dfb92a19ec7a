"""Candidates for clause types that no model was trained for: English sentences by heading and by topic words.

A confidence here is a rank and no probability, and lies below every threshold: such a type has candidates, no
findings, and is never called absent.
"""

from __future__ import annotations

import re

import numpy as np

from core.contracts.builtin.clauses.scored import Scored
from core.contracts.builtin.clauses.sentence_features import Sentences
from core.contracts.builtin.clauses.topics import topic_shares
from core.taxonomy import shipped_taxonomy

UNDER_HEADING = 0.2
ON_TOPIC = 0.2
LEAST = 0.2
MOST = 10


def score_by_words(document: Sentences, codes: tuple[str, ...]) -> dict[str, list[Scored]]:
    """By code the sentences under a heading of the type or with a word of each of its topic's groups, best first."""
    if not codes or not len(document):
        return {code: [] for code in codes}
    on_topic = topic_shares(document, codes) == 1
    headings = [_heading(document, int(at)) for at in document.section]
    found: dict[str, list[Scored]] = {}
    for column, code in enumerate(codes):
        pattern = shipped_taxonomy().get(code).headings.en
        headed = np.array([bool(pattern and heading and re.search(pattern, heading)) for heading in headings])
        confidence = UNDER_HEADING * headed + ON_TOPIC * on_topic[:, column]
        best = np.argsort(-confidence, kind="stable")[:MOST]
        spans = document.spans[best].tolist()
        rows = zip(spans, confidence[best].tolist(), strict=True)
        found[code] = [Scored(start, end, value) for (start, end), value in rows if value >= LEAST]
    return found


def _heading(document: Sentences, at: int) -> str:
    if at < 0:
        return ""
    start, end = document.spans[at].tolist()
    return " ".join(document.text[start : min(end, start + 120)].lower().split()).strip(" .:0123456789()")
