"""Clauses of a contract by the built-in engine: presence, findings and nearest candidates, each with evidence."""

from __future__ import annotations

from dataclasses import dataclass

from core.contracts.builtin.clauses_japanese import japanese_rules, score_japanese
from core.contracts.builtin.english import is_contract, is_english
from core.contracts.builtin.model_file import clause_model
from core.contracts.builtin.scored import Scored, score_text
from core.documents import Document
from core.evidence import from_span
from core.record import Clause, Excerpt, Presence
from core.taxonomy import taxonomy

NEAREST = 5


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What was found for one category. `looked_for` is false where the engine cannot tell that it is absent."""

    code: str
    scored: list[Scored]
    threshold: float
    looked_for: bool


def find_clauses(document: Document, *, all_candidates: bool = False) -> tuple[Clause, ...]:
    """All 41 categories in taxonomy order.

    `excerpts` are the findings, `candidates` the nearest spans below the threshold, both by falling confidence.
    `confidence` is that of the best span, whatever the verdict: in English a calibrated probability, in Japanese the
    fixed strength of a rule. A category is absent only when every page was read and the engine can look for it:
    all categories in English, those with rules in Japanese, none in other languages. In an English text that is no
    contract nothing is looked for, and all is absent.

    Args:
        document: a contract as read.
        all_candidates: every scored span as a candidate instead of the nearest few.

    Raises:
        ConfigError: the model or rule file is missing or damaged.
    """
    verdicts = _japanese(document.text) if document.language == "ja" else _by_model(document.text)
    nearest = None if all_candidates else NEAREST
    return tuple(_clause(document, verdict, nearest) for verdict in verdicts)


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


def _clause(document: Document, verdict: _Verdict, nearest: int | None) -> Clause:
    findings = [row for row in verdict.scored if row.confidence > verdict.threshold]
    rest = verdict.scored[len(findings) :][:nearest]
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


def _excerpt(document: Document, row: Scored) -> Excerpt:
    return Excerpt(document.text[row.start : row.end], row.confidence, from_span(document, row.start, row.end))
