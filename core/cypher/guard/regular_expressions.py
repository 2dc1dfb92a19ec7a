"""Regular expressions that a query may match with: written out, and without what makes matching explode.

Neo4j matches with Java's engine, which tries every way of sharing out a text between repetitions and cannot be stopped
meanwhile. Repetition within repetition, alternatives within repetition, references back and many open repetitions are
refused.
"""

from __future__ import annotations

import re

from core.cypher.syntax.parts import QueryPart
from core.cypher.syntax.tokens import UnreadableQuery

MOST_OPEN = 4  # repetitions without an end, such as the two of `.*law.*`
MOST_TIMES = 100
_QUANTIFIER = re.compile(r"[*+]|\{(\d+)(,?)(\d*)\}")
_CLASS = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]")


def check_expression(comparison: QueryPart) -> None:
    """Pass when the right side of a `=~` is harmless.

    Raises:
        UnreadableQuery: with rule `expression`.
    """
    right = comparison.parts[-1]
    for part in right.walk():
        if part.kind == "string":
            _check(part.name)
        elif part.kind not in ("arithmetic", "bracketed", "parameter"):
            raise _refused("A regular expression must be written out")


def _check(expression: str) -> None:
    text = _CLASS.sub("a", expression)
    if re.search(r"\\[1-9k]", text):
        raise _refused("A regular expression that refers back")
    text = re.sub(r"\\.", "a", text)
    open_groups: list[bool] = []  # whether each has a repetition or alternatives in it
    unbounded = at = 0
    while at < len(text):
        character = text[at]
        at += 1
        many = _QUANTIFIER.match(text, at - 1)
        if character == "(":
            open_groups.append(False)
        elif (character == "|" and open_groups) or (character == "?" and open_groups and text[at - 2] not in "(*+?}"):
            open_groups[-1] = True
        elif character == ")" and open_groups:
            risky = open_groups.pop()
            repeated = _QUANTIFIER.match(text, at)
            if repeated and risky:
                raise _refused("Repetition within repetition in a regular expression")
            if open_groups and risky:
                open_groups[-1] = True
        elif many:
            at = many.end()
            endless = many.group() in "*+" or (many.group(2) and not many.group(3))
            if int(many.group(3) or many.group(1) or 0) > MOST_TIMES:
                raise _refused("A repetition of so many times in a regular expression")
            unbounded += bool(endless)
            if open_groups:
                open_groups[-1] = True
    if unbounded > MOST_OPEN:
        raise _refused(f"A regular expression with more than {MOST_OPEN} repetitions without an end")


def _refused(what: str) -> UnreadableQuery:
    return UnreadableQuery("expression", f"{what} is not allowed, because matching it could take too long.")
