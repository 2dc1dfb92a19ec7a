"""The tree of a reading Cypher query, and the cursor that its parsers share.

A node knows which tokens it covers; a query is changed by writing some of its nodes differently and every other token
as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from core.cypher.syntax.tokens import CypherToken, UnreadableQuery

DEEPEST = 40
"""Brackets within brackets; deeper ones are no question but an attempt to exhaust the parser."""

_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass(slots=True)
class QueryPart:
    """A part of a query.

    Attributes:
        kind: what it is, such as `match`, `node`, `call`, `property`.
        start: its first token.
        end: the token behind its last one.
        parts: the parts in it, in their order.
        name: a name that matters: of a variable, function, property, operator.
    """

    kind: str
    start: int
    end: int = 0
    parts: list[QueryPart] = field(default_factory=list)
    name: str = ""

    def walk(self) -> list[QueryPart]:
        """This part and all within it, from outside to inside and from left to right."""
        found: list[QueryPart] = []
        waiting = [self]
        while waiting:
            part = waiting.pop()
            found.append(part)
            waiting.extend(reversed(part.parts))
        return found

    def of(self, *kinds: str) -> list[QueryPart]:
        """Its direct parts of these kinds."""
        return [part for part in self.parts if part.kind in kinds]


class Cursor:
    """A place in the tokens."""

    def __init__(self, tokens: list[CypherToken]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.matching = _matching(tokens)

    def peek(self, ahead: int = 0) -> CypherToken:
        """The token that comes, or one behind it."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else self.tokens[-1]

    def sees(self, *texts: str, ahead: int = 0) -> bool:
        """Whether the operators or keywords come, one after the other."""
        place = self.at + ahead
        for text in texts:
            if place >= len(self.tokens):
                return False
            token = self.tokens[place]
            # An operator's `upper` is itself; a name in backticks is never a keyword.
            if token.upper != text or token.kind not in ("operator", "word"):
                return False
            place += 1
        return True

    def sees_one_of(self, texts: frozenset[str]) -> bool:
        """Whether an operator or keyword of these comes."""
        token = self.peek()
        return token.kind in ("operator", "word") and token.upper in texts

    def take(self, *texts: str) -> bool:
        """Step over these operators or keywords where they come."""
        if not self.sees(*texts):
            return False
        self.at += len(texts)
        return True

    def need(self, text: str) -> None:
        """Step over an operator or keyword.

        Raises:
            UnreadableQuery: something else comes.
        """
        if not self.take(text):
            raise self.wrong(f"{text} is missing")

    def name(self) -> str:
        """Step over a name.

        Raises:
            UnreadableQuery: something else comes.
        """
        token = self.peek()
        if token.kind not in ("word", "name"):
            raise self.wrong("a name is missing")
        self.at += 1
        return token.text

    def is_name(self, ahead: int = 0) -> bool:
        """Whether a name comes."""
        return self.peek(ahead).kind in ("word", "name")

    def deeper(self) -> None:
        """Count one bracket more.

        Raises:
            UnreadableQuery: there are too many.
        """
        self.depth += 1
        if self.depth > DEEPEST:
            raise UnreadableQuery("too_deep", f"More than {DEEPEST} brackets lie within one another.")

    def behind(self, place: int) -> int:
        """The token behind the bracket that closes the one at a place."""
        return self.matching[place] + 1

    def wrong(self, what: str) -> UnreadableQuery:
        """The error that something else was expected here."""
        token = self.peek()
        found = "the end" if token.kind == "end" else f"“{token.text[:40]}”"
        return UnreadableQuery("syntax", f"This is no reading Cypher query: {what} before {found}.")


def _matching(tokens: list[CypherToken]) -> dict[int, int]:
    found: dict[int, int] = {}
    open_at: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind != "operator":
            continue
        if token.text in _CLOSING:
            open_at.append(place)
        elif token.text in (")", "]", "}"):
            if not open_at or _CLOSING[tokens[open_at[-1]].text] != token.text:
                raise UnreadableQuery("syntax", f"This is no reading Cypher query: “{token.text}” closes nothing.")
            found[open_at.pop()] = place
    if open_at:
        raise UnreadableQuery("syntax", f"This is no reading Cypher query: “{tokens[open_at[-1]].text}” is not closed.")
    return found
