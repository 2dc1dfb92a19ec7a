"""Which contracts' clauses say something, by the words that were located for them; the rest is told apart.

Words that are only near a clause never count. Where a clause was located without the words it is not known that the
contract does not say them: the rest of the clause may not have been located.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from core.graph.retrieval import ExcerptRow, RetrievedClause, RetrievedContract
from core.questions import ClauseSays, place_in_words
from core.record import UNDECIDED

_BEFORE = 90
"""Characters of a long clause that are quoted before the words that are asked about."""


ClauseRows = Callable[..., list[RetrievedClause]]
"""Every row of a retrieval function, by its name and arguments."""


@dataclass(slots=True)
class ClauseSaying:
    """Contracts by id: `certain` with the words, `otherwise` with a clause that lacks them, `not_found` without one."""

    rows: dict[str, RetrievedContract] = field(default_factory=dict)
    certain: dict[str, ExcerptRow] = field(default_factory=dict)
    otherwise: dict[str, list[ExcerptRow]] = field(default_factory=dict)
    not_found: list[str] = field(default_factory=list)


def contracts_that_say(condition: ClauseSays, clause_rows: ClauseRows) -> ClauseSaying:
    """What is known of the contracts in scope, by the words of their clauses of a type.

    Args:
        condition: the clause type and the spellings.
        clause_rows: runs a retrieval function.
    """
    saying = ClauseSaying()
    for row in clause_rows("get_contracts_with_clause_type", clause_type=condition.code):
        saying.rows[row.contract_id] = row
        located = next((each for each in row.excerpts if place_in_words(each.text, condition.words) is not None), None)
        if located is not None:
            saying.certain[row.contract_id] = located
        else:
            saying.otherwise[row.contract_id] = list(row.excerpts[:1])
    for row in clause_rows("get_contracts_without_clause", clause_type=condition.code):
        if row.presence in UNDECIDED:
            saying.rows[row.contract_id] = row
            saying.not_found.append(row.contract_id)
    return saying


def text_around(excerpt: ExcerptRow, condition: ClauseSays) -> str:
    """A clause's words from shortly before those asked about on, where a quote would be cut off before them."""
    place = place_in_words(excerpt.text, condition.words)
    if place is None or place[1] < 2 * _BEFORE:
        return excerpt.text
    begin = place[0] - _BEFORE
    cut = next((at + 1 for at in range(begin, place[0]) if excerpt.text[at] in " 、。\n"), begin)
    return f"… {excerpt.text[cut:]}"
