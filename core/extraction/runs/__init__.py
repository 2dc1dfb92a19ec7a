"""Runs: each case read with each strategy as a unit of the jobs' ledger, its result stored in the same transaction.

The store is the only truth: a run that was killed goes on, one that was cancelled keeps what it has.
"""

from core.extraction.runs.extraction_book import CaseResult, ExtractionBook, ExtractionRun, by_case
from core.extraction.runs.lab_settings import ENGINES, EngineName, LabSettings, engine_of, lab_settings
from core.extraction.runs.unit import KIND, read_case, result_json

__all__ = [
    "ENGINES",
    "KIND",
    "CaseResult",
    "EngineName",
    "ExtractionBook",
    "ExtractionRun",
    "LabSettings",
    "by_case",
    "engine_of",
    "lab_settings",
    "read_case",
    "result_json",
]
