"""Names of statuses, severities, fields and types in the session's language."""

from __future__ import annotations

from collections.abc import Sequence

from core.knowledge import Severity, Status, heading, severity_in_words, status_in_words
from core.lexicon import agreement_code, agreement_type_name
from core.taxonomy import taxonomy
from core.ui.language import current_language
from core.ui.texts import t

STATUS_COLOURS: dict[Status, str] = {"draft": "gray", "in_review": "blue", "approved": "green", "retired": "orange"}


def status_name(status: Status) -> str:
    """A status in words."""
    return status_in_words(status, current_language())


def severity_name(severity: Severity | None) -> str:
    """A severity in words, empty where there is none."""
    return severity_in_words(severity, current_language())


def field_name(name: str) -> str:
    """A field in words."""
    return t("knowledge.fallbacks") if name == "fallback_positions" else heading(name, current_language())


def contract_type_names(names: Sequence[str] | None) -> str:
    """The contract types of an entry in one line; every type where it names none."""
    if not names:
        return t("knowledge.every_type")
    return t("knowledge.joined").join(agreement_type_name(_code(name), current_language()) for name in names)


def clause_type_names(codes: Sequence[str]) -> str:
    """Clause types in one line."""
    return t("knowledge.joined").join(taxonomy().get(code).name(current_language()) for code in codes)


def _code(name: str) -> str:
    return agreement_code(name) or name
