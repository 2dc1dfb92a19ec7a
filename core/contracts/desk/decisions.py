"""What people decided about a contract as a table: when, who, what it said before and says now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from core.contracts.desk.review_values import ReviewValue, StatedPresence
from core.contracts.fact_words import fact_words
from core.contracts.review import ReviewRecord
from core.record import Excerpt, Fact, Party
from core.taxonomy import taxonomy
from core.wording import Language, listed, wording_text

if TYPE_CHECKING:
    import pandas as pd

_HEADS = ("when", "who", "decision", "what", "before", "after", "note")


def decisions_table(
    records: Sequence[ReviewRecord], language: Language, *, waiting: Mapping[str, ReviewRecord] | None = None
) -> pd.DataFrame:
    """One line a decision, the newest first; what was rejected is there with what it had said.

    Args:
        records: decisions, oldest first.
        language: of headings and values.
        waiting: decisions by subject that one of two people has made; they are marked as such.
    """
    lines = [
        (
            record.created_at.astimezone().strftime("%Y-%m-%d %H:%M"),
            record.reviewer,
            _decision(record, language, waits=(waiting or {}).get(record.subject) == record),
            _subject(record.subject, language),
            _value(record.machine_value, language),
            _value(record.value, language),
            record.note or "",
        )
        for record in reversed(records)
    ]
    import pandas as pd  # the server starts without it

    return pd.DataFrame(lines, columns=[wording_text(f"contract.history_{head}", language) for head in _HEADS])


def decision_cells(
    subject: str, review: ReviewRecord | None, language: Language, *, waiting: ReviewRecord | None = None
) -> tuple[str, str, str, str]:
    """Decision, who, when, and what the engine had said where a person said otherwise; empty without a decision.

    A decision that waits for a second person is named as one of two, and says nothing of what the engine had said.
    """
    if waiting is not None:
        when = waiting.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
        return _decision(waiting, language, waits=True), waiting.reviewer, when, ""
    if review is None or review.decision == "withdraw":
        return "", "", "", ""
    changed = review.decision in ("correct", "reject")
    who = review.reviewer if review.seconded_by is None else listed((review.reviewer, review.seconded_by), language)
    return (
        wording_text(f"contract.decided_{review.decision}", language),
        who,
        review.created_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        _value(review.machine_value, language) if changed else "",
    )


def _decision(record: ReviewRecord, language: Language, *, waits: bool) -> str:
    decision = wording_text(f"contract.decided_{record.decision}", language)
    return wording_text("contract.one_of_two", language, decision=decision) if waits else decision


def _subject(subject: str, language: Language) -> str:
    kind, _, rest = subject.partition(":")
    name = "parties" if kind == "party" else rest.split(":")[0]
    if name == "agreement_type":
        return wording_text("contract.agreement_type", language)
    category = taxonomy().find(name)
    return category.name(language) if category else name


def _value(value: ReviewValue | None, language: Language) -> str:
    """A value of a decision in words; empty where there is none."""
    match value:
        case Fact(name, code, detail):
            return fact_words(name, code, detail, language)
        case StatedPresence(presence):
            return wording_text(f"contract.presence_{presence}", language)
        case Party(name):
            return name
        case Excerpt(text, evidence=evidence):
            return evidence.shown or text
        case None:
            return ""
