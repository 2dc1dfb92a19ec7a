"""The built-in engine's findings: presence from the extraction, words compared by rule; in doubt a person reads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.contracts import ReviewedContract, excerpt_subject
from core.documents import Document, agreed_text, part_at, template_parts
from core.evidence import Evidence, from_span
from core.findings.compare import PositionComparison, compare_position, is_japanese
from core.findings.options import offered_words, positions
from core.findings.passages import article_span, nearest_sentence
from core.findings.types import Finding, Reason
from core.knowledge import StoredEntry
from core.record import Clause, Excerpt

# A title that says that a clause is not to be there. Only the title: a clause's own words often deny something.
_UNWANTED = re.compile(
    r"(?:入れない|入れさせない|置かない|設けない|認めない|受けない|受け入れない|拒む|拒否(?:する)?|削除(?:する|を求める)?)$"
    r"|^(?:no|avoid|refuse|reject|never accept|do not accept|delete|strike)\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"[●○◯〇]+(?=\s*(?:[年月日円％%条項名社県]|か月|ヶ月|箇月|万円|地方裁判所))|\[\s*[●•]?\s*\]|［[\s●•]*］|＿{2,}|_{3,}"
)


def finding_for(stored: StoredEntry, detail: ReviewedContract, document: Document) -> Finding:
    """What one entry that applies to a contract says of it."""
    entry = stored.entry
    if not entry.clause_types:
        return _by_words(stored, document)
    clauses = [detail.shown.clause(code) for code in entry.clause_types]
    present = [
        _agreed(clause, detail, document) for clause in clauses if clause.presence == "present" and clause.excerpts
    ]
    if present := [clause for clause in present if clause.excerpts]:
        found = _compared(stored, present, document)
        return replace(found, options=offered_words(entry, clauses, document))
    code = entry.clause_types[0]
    if options := offered_words(entry, clauses, document):
        return Finding(stored, "unclear", "only_option", code, options=options)
    unsure = [clause for clause in clauses if clause.presence != "absent"]
    if unsure:
        return Finding(stored, "unclear", _doubt(unsure, document), unsure[0].type, evidence=_candidates(unsure))
    if _UNWANTED.search((entry.title or "").strip()):
        return Finding(stored, "fine", "absent_as_wanted", code, level=0)
    return Finding(stored, "missing", "absent", code)


def _agreed(clause: Clause, detail: ReviewedContract, document: Document) -> Clause:
    """A clause without words of options and explanations, unless a person decided on them; an earlier reading may not
    have known them as such."""
    own = tuple(
        excerpt
        for excerpt in clause.excerpts
        if excerpt_subject(clause.type, excerpt) in detail.reviews or not _offered(excerpt.evidence, document)
    )
    return replace(clause, excerpts=own)


def _offered(evidence: Evidence, document: Document) -> bool:
    if evidence.start is None or evidence.end is None:
        return evidence.offered
    return part_at(document.text, evidence.start, evidence.end) is not None


def _doubt(unsure: Sequence[Clause], document: Document) -> Reason:
    """Why it cannot be told whether one of some clauses is there."""
    if document.unread_pages:
        return "unread_pages"
    return "not_found" if all(clause.presence == "not_found" for clause in unsure) else "unknown_presence"


def _candidates(clauses: Sequence[Clause]) -> tuple[Evidence, ...]:
    found = [excerpt.evidence for clause in clauses for excerpt in (*clause.excerpts, *clause.candidates)]
    return tuple(evidence for evidence in found if evidence.state != "unverified")[:2]


def _compared(stored: StoredEntry, clauses: Sequence[Clause], document: Document) -> Finding:
    """An entry held against the articles in which its clause types were found."""
    excerpts = [excerpt for clause in clauses for excerpt in clause.excerpts]
    located = [
        excerpt for excerpt in excerpts if excerpt.evidence.start is not None and excerpt.evidence.end is not None
    ]
    code = clauses[0].type
    own = tuple(excerpt.evidence for excerpt in excerpts)[:3]
    if not located:
        return Finding(stored, "unclear", "not_comparable", code, evidence=own)
    regions = _regions(document, located)
    found = _judged(stored, regions, document, code)
    return _left_open(found if found.evidence else replace(found, evidence=own), document)


def _left_open(finding: Finding, document: Document) -> Finding:
    """A finding that cannot be told because the contract's words leave a choice or a blank says so."""
    if finding.reason != "not_comparable":
        return finding
    for evidence in finding.evidence:
        if evidence.start is None or evidence.end is None:
            continue
        choices = (part for part in template_parts(document.text) if part.kind == "choice")
        if any(part.start < evidence.end and evidence.start < part.end for part in choices) or _OPEN.search(
            document.text, evidence.start, evidence.end
        ):
            return replace(finding, reason="left_open")
    return finding


def _regions(document: Document, located: Sequence[Excerpt]) -> list[tuple[int, int]]:
    regions: dict[tuple[int, int], None] = {}
    for excerpt in located:
        assert excerpt.evidence.start is not None
        assert excerpt.evidence.end is not None
        regions[article_span(document, excerpt.evidence.start, excerpt.evidence.end)] = None
    return list(regions)


def _by_words(stored: StoredEntry, document: Document) -> Finding:
    """An entry without clause types: nothing says whether the contract has the clause, so words alone are compared."""
    wanted = stored.entry.recommended_clause or ""
    agreed = replace(document, text=agreed_text(document.text))
    nearest = nearest_sentence(agreed, wanted) if _same_language(wanted, document) else None
    options = offered_words(stored.entry, (), document)
    if nearest is None:
        reason: Reason = "no_clause_type" if _same_language(wanted, document) else "other_language"
        return Finding(stored, "unclear", "only_option" if options else reason, None, options=options)
    found = _judged(stored, [article_span(document, *nearest)], document, None)
    found = found if found.evidence else replace(found, evidence=(from_span(document, *nearest),))
    return replace(found, options=options)


def _same_language(text: str, document: Document) -> bool:
    return is_japanese(text) == (document.language == "ja")


def _judged(stored: StoredEntry, regions: Sequence[tuple[int, int]], document: Document, code: str | None) -> Finding:
    """The verdict from comparing each of an entry's positions with each region, the recommended clause first."""
    entry = stored.entry
    wanted = entry.recommended_clause or ""
    if not _same_language(wanted, document):
        return Finding(stored, "unclear", "other_language", code)
    agreed = agreed_text(document.text)
    best: list[tuple[int, PositionComparison, int]] = []
    for level, position in positions(entry):
        compared = [(compare_position(position, agreed[start:end]), start) for start, end in regions]
        comparison, offset = max(compared, key=lambda pair: (pair[0].outcome == "same", pair[0].equal))
        best.append((level, comparison, offset))
    for level, comparison, offset in best:
        if comparison.outcome == "same":
            return Finding(
                stored,
                "fine",
                "matches" if level == 0 else "matches_fallback",
                code,
                evidence=_evidence(document, comparison, offset),
                level=level,
                check_parties=comparison.check_parties,
            )
    # The position that the contract is nearest to decides: where the recommended clause is there in full but words
    # stand beside it, that a fallback's figure differs says nothing.
    level, comparison, offset = max(best, key=lambda scored: (round(scored[1].equal, 2), -scored[0]))
    evidence = _evidence(document, comparison, offset)
    if comparison.outcome == "changed":
        return Finding(
            stored,
            "deviates",
            "differs",
            code,
            evidence=evidence,
            changes=comparison.changes,
            level=level,
            check_parties=comparison.check_parties,
        )
    reason: Reason = comparison.doubt if code is not None or comparison.spans else "no_clause_type"
    return Finding(stored, "unclear", reason, code, evidence=evidence, check_parties=comparison.check_parties)


def _evidence(document: Document, comparison: PositionComparison, offset: int) -> tuple[Evidence, ...]:
    found = [from_span(document, offset + start, offset + end) for start, end in comparison.spans]
    return tuple({evidence.shown: evidence for evidence in reversed(found)}.values())[::-1][:3]
