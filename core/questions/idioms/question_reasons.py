"""Why a question is asked, where it says so before it asks."""

from __future__ import annotations

from core.questions.idioms import english_reasons
from core.questions.japanese import reasons as japanese_reasons


def reason_before(text: str, *, japanese: bool) -> int:
    """Where the reasons end that a folded question begins with; 0 where it gives none."""
    return japanese_reasons.reason_before(text) if japanese else english_reasons.reason_before(text)
