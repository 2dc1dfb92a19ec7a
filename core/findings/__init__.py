"""Findings: one contract checked against the approved knowledge entries, and the Word reports of the result."""

from typing import TYPE_CHECKING

from core.findings.phrases import change_lines, option_words, reason_words, say, severity_words
from core.findings.review import FindingsReview, contract_findings, findings_for
from core.findings.types import VERDICTS, Change, Finding, OfferedWords, Verdict
from core.lazy_names import lazy_names

if TYPE_CHECKING:
    from core.findings.report import commented_contract, review_report

__all__ = [
    "VERDICTS",
    "Change",
    "Finding",
    "FindingsReview",
    "OfferedWords",
    "Verdict",
    "change_lines",
    "commented_contract",
    "contract_findings",
    "findings_for",
    "option_words",
    "reason_words",
    "review_report",
    "say",
    "severity_words",
]

__getattr__ = lazy_names(
    __name__,
    report=(
        "commented_contract",
        "review_report",
    ),
)
