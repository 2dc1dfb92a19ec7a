"""What an output is worth against a labelled case, what supports its values, and what went wrong by name."""

from core.extraction.scoring.modes import MODES, FailureInstance, FailureMode
from core.extraction.scoring.score import BANDS, Band, FieldScore, OutputScore, band_of, score_output
from core.extraction.scoring.support import Support, support_of

__all__ = [
    "BANDS",
    "MODES",
    "Band",
    "FailureInstance",
    "FailureMode",
    "FieldScore",
    "OutputScore",
    "Support",
    "band_of",
    "score_output",
    "support_of",
]
