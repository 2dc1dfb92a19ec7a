"""Findings: what the house's approved knowledge says of one contract, and the reports that carry it out."""

from core.findings.review import Review, contract_findings, findings_for
from core.findings.types import Change, Finding, Verdict

__all__ = ["Change", "Finding", "Review", "Verdict", "contract_findings", "findings_for"]
