"""What the options of a model contract say of an entry: shown beside a finding, never what its verdict rests on."""

from __future__ import annotations

from collections.abc import Sequence

from core.documents import Document, part_at, template_parts
from core.evidence import from_span
from core.findings.compare import compare_position
from core.findings.types import OfferedWords
from core.knowledge import Entry
from core.record import Clause

_MOST = 3
_SURE = 0.5  # a candidate's confidence from which an option speaks of the clause


def positions(entry: Entry) -> list[tuple[int, str]]:
    """The recommended clause as level 0 and the fallback positions with words, by their levels."""
    fallbacks = [(position.level, position.clause) for position in entry.fallback_positions if position.clause.strip()]
    return [(0, entry.recommended_clause or ""), *fallbacks]


def offered_words(entry: Entry, clauses: Sequence[Clause], document: Document) -> tuple[OfferedWords, ...]:
    """Words of a model contract's options for an entry, in reading order, one passage an option, at most three.

    An option speaks of an entry when it holds words that the extraction took for one of its clause types, or words of
    one of its positions, the same or changed.

    Args:
        entry: whose positions are looked for.
        clauses: the verdicts for its clause types.
        document: the contract's text.
    """
    spans: dict[int, tuple[int, int]] = {}
    for part in template_parts(document.text):
        if part.kind != "option":
            continue
        text = document.text[part.start : part.end]
        for _, position in positions(entry):
            compared = compare_position(position, text)
            if compared.spans:
                start, end = compared.spans[0]
                spans.setdefault(part.start, (part.start + start, part.start + end))
    for clause in clauses:
        for excerpt in (
            *clause.excerpts,
            *(candidate for candidate in clause.candidates if candidate.confidence >= _SURE),
        ):
            where = excerpt.evidence
            if where.start is None or where.end is None:
                continue
            holding = part_at(document.text, where.start, where.end)
            if holding is not None and holding.kind == "option":
                spans.setdefault(holding.start, (where.start, where.end))
    chosen = [spans[at] for at in sorted(spans)][:_MOST]
    return tuple(_offered(document, start, end) for start, end in chosen)


def _offered(document: Document, start: int, end: int) -> OfferedWords:
    part = part_at(document.text, start, end)
    return OfferedWords("" if part is None else part.name, from_span(document, start, end))
