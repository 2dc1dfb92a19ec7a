"""The sample contracts that ship with the product."""

from __future__ import annotations

from pathlib import Path

from core.settings import ROOT

FOLDER = ROOT / "data" / "samples"
# The order gives the samples their numbers: the reference's conversation asks for "contract 3".
_NAMES = (
    "AtnInternational.pdf",
    "CybergyHoldingsInc.pdf",
    "SimplicityEsportsGamingCompany.pdf",
    "meti_nda.docx",
    "meti_ai_service.docx",
)


def sample_files() -> list[Path]:
    """The samples in the order in which they are loaded."""
    return [FOLDER / name for name in _NAMES]
