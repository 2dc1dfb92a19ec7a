"""Clauses of a contract by the built-in engine: presence, findings and nearest candidates, each with evidence."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.builtin.clauses.clauses_japanese import japanese_rules, score_japanese
from core.contracts.builtin.clauses.model_file import clause_model
from core.contracts.builtin.clauses.scored import Scored, score_text
from core.contracts.builtin.english import is_contract, is_english
from core.documents import Document
from core.evidence import from_span
from core.record import Clause, Excerpt, Presence
from core.taxonomy import taxonomy

NEAREST = 5
_JOINS = 0.2  # share of the best candidate's confidence that a sentence needs to join its neighbours


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What was found for one category. `looked_for` is false where the engine cannot tell that it is absent."""

    code: str
    scored: list[Scored]
    threshold: float
    looked_for: bool


def find_clauses(document: Document, *, all_candidates: bool = False) -> tuple[Clause, ...]:
    """All 41 categories in taxonomy order.

    `excerpts` are the findings, `candidates` the nearest passages below the threshold, both by falling confidence;
    a passage joins candidates that follow each other. `confidence` is that of the best span, whatever the verdict:
    in English a calibrated probability, in Japanese the fixed strength of a rule. A category is absent only when
    every page was read and the engine can look for it: all categories in English, those with rules in Japanese, none
    in other languages. In an English text that is no contract nothing is looked for, and all is absent.

    Args:
        document: a contract as read.
        all_candidates: every scored span as a candidate of its own instead of the nearest few passages.

    Raises:
        ConfigError: the model or rule file is missing or damaged.
    """
    verdicts = _japanese(document.text) if document.language == "ja" else _by_model(document.text)
    return tuple(_clause(document, verdict, all_candidates=all_candidates) for verdict in verdicts)


def _by_model(text: str) -> list[_Verdict]:
    english = is_english(text)
    if not english or not is_contract(text):
        return [_Verdict(category.code, [], 1.0, looked_for=english) for category in taxonomy().categories]
    model = clause_model()
    return [
        _Verdict(category.code, scored, float(threshold), looked_for=True)
        for category, scored, threshold in zip(
            taxonomy().categories, score_text(text, model), model.thresholds, strict=True
        )
    ]


def _japanese(text: str) -> list[_Verdict]:
    rules = japanese_rules()
    return [
        _Verdict(category.code, scored, rules.threshold, category.code in rules.codes)
        for category, scored in zip(taxonomy().categories, score_japanese(text), strict=True)
    ]


def _clause(document: Document, verdict: _Verdict, *, all_candidates: bool) -> Clause:
    findings = [row for row in verdict.scored if row.confidence > verdict.threshold]
    rest = verdict.scored[len(findings) :]
    if not all_candidates:
        rest = passages(document.text, rest)[:NEAREST]
    presence: Presence = "unknown"
    if findings:
        presence = "present"
    elif verdict.looked_for and not document.unread_pages:
        presence = "absent"
    return Clause(
        verdict.code,
        presence,
        verdict.scored[0].confidence if verdict.scored else 0.0,
        tuple(_excerpt(document, row) for row in findings),
        tuple(_excerpt(document, row) for row in rest),
    )


def passages(text: str, candidates: list[Scored]) -> list[Scored]:
    """Candidates with those that follow each other joined, by falling confidence.

    A clause often runs over several sentences that are each scored alone; a joined passage has the confidence of its
    best one. Candidates far below the best of all join nothing and stay alone.
    """
    floor = _JOINS * max((row.confidence for row in candidates), default=0.0)
    joined: list[Scored] = []
    for row in sorted(candidates, key=lambda row: (row.start, -row.end)):
        before = joined[-1] if joined else None
        if before is None or min(before.confidence, row.confidence) < floor or text[before.end : row.start].strip():
            joined.append(row)
        else:
            end, confidence = max(before.end, row.end), max(before.confidence, row.confidence)
            joined[-1] = Scored(before.start, end, confidence)
    return sorted(joined, key=lambda row: (-row.confidence, row.start))


def _excerpt(document: Document, row: Scored) -> Excerpt:
    return Excerpt(document.text[row.start : row.end], row.confidence, from_span(document, row.start, row.end))
