"""Which contracts a list shows: by words, and by clauses that are there or not. Pure functions."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence

from core.contracts import ContractRow
from core.record import UNDECIDED


def _key(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def matching(rows: Sequence[ContractRow], words: str, type_names: dict[str, str]) -> list[ContractRow]:
    """Rows that have every word somewhere in number, title, parties, type or file name; width and case do not matter.

    Args:
        rows: to choose from.
        words: separated by spaces; none keeps all rows.
        type_names: agreement types' names by code, as the list shows them.
    """
    wanted = _key(words).split()
    if not wanted:
        return list(rows)
    kept = []
    for row in rows:
        shown = row.summary
        text = _key(
            "\n".join(
                (
                    str(row.number),
                    shown.title,
                    *shown.parties,
                    type_names.get(shown.agreement_type or "", shown.agreement_type or ""),
                    row.file_name,
                )
            )
        )
        if all(word in text for word in wanted):
            kept.append(row)
    return kept


def with_clauses(
    rows: Sequence[ContractRow], present: Collection[str], without: Collection[str]
) -> tuple[list[ContractRow], list[ContractRow]]:
    """Rows that have all of `present` and none of `without`, in two lists.

    Returns:
        Rows where all of `without` are absent, and rows where at least one of them was not found or is unknown:
        whether those lack the clause, nobody knows yet.
    """
    sure: list[ContractRow] = []
    unsure: list[ContractRow] = []
    for row in rows:
        presence = row.summary.presence
        if any(presence.get(code) != "present" for code in present):
            continue
        if any(presence.get(code) == "present" for code in without):
            continue
        (unsure if any(presence.get(code, "unknown") in UNDECIDED for code in without) else sure).append(row)
    return sure, unsure
