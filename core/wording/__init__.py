"""Every word of the interface in Japanese and English, from the YAML files beside this one.

Texts are given out by key and language; `core.ui.texts` adds the language of a session.
"""

from core.wording.catalogue import (
    Language,
    Wording,
    Wordings,
    error_wording,
    placeholders,
    wording_text,
    wordings,
)

__all__ = ["Language", "Wording", "Wordings", "error_wording", "placeholders", "wording_text", "wordings"]
