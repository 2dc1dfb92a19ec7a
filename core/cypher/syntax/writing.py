"""The text of a query from its tree, with some parts written differently."""

from __future__ import annotations

from collections.abc import Callable

from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import CypherToken, written


class Writing:
    """Changes to a query, and the query with them.

    A change of a part is a function that gives its new text; it writes the parts within by `text`, so that changes
    within changes hold.
    """

    def __init__(self, tokens: list[CypherToken]) -> None:
        self.tokens = tokens
        self.notes: list[str] = []
        self._changed: dict[int, Callable[[], str]] = {}

    def change(self, part: QueryPart, write: Callable[[], str]) -> None:
        """Write a part differently; of two changes of one part the later holds."""
        self._changed[id(part)] = write

    def note(self, text: str) -> None:
        """Keep what was changed, in plain words, once."""
        if text not in self.notes:
            self.notes.append(text)

    def text(self, part: QueryPart) -> str:
        """A part's text, without the white space before it."""
        change = self._changed.get(id(part))
        return change() if change is not None else self.unchanged(part)

    def unchanged(self, part: QueryPart) -> str:
        """A part's text as if it were not changed itself; changes of the parts within hold."""
        pieces: list[str] = []
        at = part.start
        for inner in part.parts:
            if inner.end > inner.start >= at:
                self._tokens(pieces, at, inner.start, part.start)
                pieces.append(self.tokens[inner.start].space if inner.start > part.start else "")
                pieces.append(self.text(inner))
                at = inner.end
        self._tokens(pieces, at, part.end, part.start)
        return "".join(pieces)

    def _tokens(self, pieces: list[str], start: int, end: int, first: int) -> None:
        for place in range(start, end):
            token = self.tokens[place]
            pieces.append(token.space if place > first else "")
            pieces.append(written(token))
