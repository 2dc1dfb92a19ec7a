"""Words for how a value was read, and for why there is none, in exports, reports and pages."""

from __future__ import annotations

from core.contracts.absence import Missing, missing
from core.record import Extraction, ValueCheck
from core.wording import Language

_CHECKS: dict[str, dict[Language, str]] = {
    "verified": {"en": "value read again: agrees", "ja": "値は文言どおり"},
    "not_in_words": {"en": "value not in its words", "ja": "値は文言にない"},
    "refused": {"en": "value refused: the words say something else", "ja": "値を採用せず：文言は別の値"},
}
_MISSING: dict[Missing, dict[Language, str]] = {
    "absent": {"en": "not stated", "ja": "記載なし"},
    "not_found": {"en": "not found by the built-in engine", "ja": "内蔵エンジンでは見つからず"},
    "not_read": {"en": "words found, no value read from them", "ja": "文言はあるが、値を読み取れず"},
    "unknown": {"en": "unknown", "ja": "不明"},
}
_UNCONFIRMED: dict[Language, str] = {"en": "type to be confirmed", "ja": "条項の種類は要確認"}


def check_words(check: ValueCheck, language: Language) -> str:
    """What reading a value again from its quote gave."""
    return _CHECKS[check.state][language]


def missing_value_words(extraction: Extraction, name: str, language: Language) -> str:
    """What stands where a fact has no value: that it is not stated, or only that it was not found."""
    return _MISSING[missing(extraction, name)][language]


def unconfirmed_words(language: Language) -> str:
    """What stands beside words whose clause type is in doubt."""
    return _UNCONFIRMED[language]


def absent_words(language: Language) -> str:
    """What stands where a person said that there is no value."""
    return _MISSING["absent"][language]
