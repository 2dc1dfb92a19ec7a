"""Every word of the interface in every declared language, from the YAML files beside this one.

A text is looked up by key and language; `core.ui.texts` adds the language of the session.
"""

from core.wording.catalogue import Wordings, error_wording, listed, placeholders, wording_text, wordings
from core.wording.languages import DeclaredLanguage, Language, Wording, languages, locale_of

__all__ = [
    "DeclaredLanguage",
    "Language",
    "Wording",
    "Wordings",
    "error_wording",
    "languages",
    "listed",
    "locale_of",
    "placeholders",
    "wording_text",
    "wordings",
]
