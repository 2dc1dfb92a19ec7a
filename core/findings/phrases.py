"""Words of findings in a report, in Japanese and English; the page has its own in `core.wording`."""

from __future__ import annotations

from core.findings.types import Finding, OfferedWords
from core.knowledge import severity_in_words
from core.wording import Language, wording_text


def say(key: str, language: Language, **values: object) -> str:
    """A text in a language."""
    return wording_text(f"report.{key}", language, **values)


def reason_words(finding: Finding, language: Language) -> str:
    """Why a finding has its verdict."""
    return say(
        f"reason_{finding.reason}", language, **({"level": finding.level} if "fallback" in finding.reason else {})
    )


def option_words(offered: OfferedWords, language: Language) -> str:
    """What words of an option are headed with: the option's name, its page, and that nobody has agreed on them."""
    head = say("option_words", language, name=offered.name)
    page = offered.evidence.page
    return head if page is None else f"{head} [{say('page_n', language, page=page)}]"


def change_lines(finding: Finding, language: Language) -> list[str]:
    """The words that differ, ours and the contract's."""
    nothing = say("nothing", language)
    return [
        say(
            "change",
            language,
            kind=say(f"kind_{change.kind}", language),
            ours=change.ours or nothing,
            theirs=change.theirs or nothing,
        )
        for change in finding.changes
    ]


def severity_words(finding: Finding, language: Language) -> str:
    """The severity of a finding's entry, empty where it has none."""
    severity = finding.stored.entry.severity
    return "" if severity is None else say("severity", language, name=severity_in_words(severity, language))
