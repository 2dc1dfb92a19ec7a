"""Clauses of a contract by the built-in engine: presence, findings and nearest candidates, each with evidence."""

from __future__ import annotations

from core.contracts.builtin.english import is_english
from core.contracts.builtin.model_file import clause_model
from core.contracts.builtin.scored import Scored, score_text
from core.documents import Document
from core.evidence import from_span
from core.record import Clause, Excerpt, Presence
from core.taxonomy import taxonomy

NEAREST = 5


def find_clauses(document: Document, *, all_candidates: bool = False) -> tuple[Clause, ...]:
    """All 41 categories in taxonomy order.

    `excerpts` are the findings, `candidates` the nearest spans below the threshold, both by falling confidence.
    `confidence` is that of the best span, whatever the verdict. A category is absent only when every page was read
    and the engine knows the document's language; else it is unknown.

    Args:
        document: a contract in English or Japanese; other languages end as unknown.
        all_candidates: every scored span as a candidate instead of the nearest few.

    Raises:
        ConfigError: the model file is missing or damaged.
    """
    model = clause_model()
    sure = not document.unread_pages and is_english(document.text)
    nearest = None if all_candidates else NEAREST
    return tuple(
        _clause(document, category.code, scored, float(threshold), sure, nearest)
        for category, scored, threshold in zip(
            taxonomy().categories, score_text(document.text, model), model.thresholds, strict=True
        )
    )


def _clause(
    document: Document, code: str, scored: list[Scored], threshold: float, sure: bool, nearest: int | None
) -> Clause:
    findings = [row for row in scored if row.confidence > threshold]
    rest = scored[len(findings) :][:nearest]
    presence: Presence = "present" if findings else ("absent" if sure else "unknown")
    return Clause(
        code,
        presence,
        scored[0].confidence if scored else 0.0,
        tuple(_excerpt(document, row) for row in findings),
        tuple(_excerpt(document, row) for row in rest),
    )


def _excerpt(document: Document, row: Scored) -> Excerpt:
    return Excerpt(document.text[row.start : row.end], row.confidence, from_span(document, row.start, row.end))
