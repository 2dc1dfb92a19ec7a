"""What a run found: scores by strategy, class and field, failures by name, and what changed since another run."""

from core.extraction.analysis.comparison import CaseChange, changes
from core.extraction.analysis.summary import FailingCase, StrategySummary, failing_cases, summaries

__all__ = ["CaseChange", "FailingCase", "StrategySummary", "changes", "failing_cases", "summaries"]
