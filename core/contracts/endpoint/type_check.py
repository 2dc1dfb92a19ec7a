"""An endpoint's clause types held against the built-in classifier and the words.

A type that the classifier puts elsewhere, or whose opposite the words say, is to be confirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.contracts.builtin.clauses.clauses import scored_categories
from core.contracts.builtin.clauses.opposites import says_the_opposite
from core.documents import Document
from core.record import Excerpt
from core.taxonomy import shipped_taxonomy


@dataclass(frozen=True, slots=True)
class BuiltinTypes:
    """Spans of a document that the built-in classifier takes for clauses, by type."""

    spans: Mapping[str, tuple[tuple[int, int], ...]]

    def at(self, start: int, end: int) -> frozenset[str]:
        """Clause types of the spans that overlap with [start, end)."""
        return frozenset(
            code
            for code, spans in self.spans.items()
            if any(span_start < end and start < other for span_start, other in spans)
        )


def builtin_types(document: Document) -> BuiltinTypes:
    """What the built-in classifier finds in a document, clause types only."""
    clauses = {category.code for category in shipped_taxonomy().clauses}
    return BuiltinTypes(
        {
            verdict.code: tuple(
                (row.start, row.end) for row in verdict.scored if row.confidence > verdict.limits.finding
            )
            for verdict in scored_categories(document)
            if verdict.code in clauses
        }
    )


def with_types_checked(code: str, excerpts: Iterable[Excerpt], types: BuiltinTypes) -> tuple[Excerpt, ...]:
    """The excerpts; one that is taken for other types than `code`, or says the opposite, is not confirmed."""
    return tuple(_checked(code, excerpt, types) for excerpt in excerpts)


def _checked(code: str, excerpt: Excerpt, types: BuiltinTypes) -> Excerpt:
    where = excerpt.evidence
    if where.start is None or where.end is None:
        return excerpt
    own = types.at(where.start, where.end)
    elsewhere = bool(own) and code not in own
    return replace(excerpt, confirmed=False) if elsewhere or says_the_opposite(code, excerpt.text) else excerpt
