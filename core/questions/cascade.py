"""A typed grammar in stages: each rule reads a run of tokens by their tags and puts one token in their place.

A rule's pattern is a regular expression over tags, such as `without? clause ((and|or) clause)*`. Words that only serve
the grammar (tag `func`) may stand between any two of its tokens. The stages follow Abney's finite-state cascades
(Abney 1996, "Partial parsing via finite-state cascades").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

_SOFT = r"(?:<\|[^<>]*\|?func\|[^<>]*>){0,30}?"
"""Words that only serve the grammar; so many in a row that a text of nothing else is read in linear time."""
_NAME = re.compile(r"[A-Za-z_]+")


@dataclass(frozen=True, slots=True)
class Token:
    """Characters `start`–`end` of a question and what they may mean: values by tag."""

    start: int
    end: int
    values: dict[str, object] = field(hash=False)
    text: str = ""

    def has(self, *tags: str) -> bool:
        """Whether one of the tags is among its meanings."""
        return any(tag in self.values for tag in tags)

    @property
    def soft(self) -> bool:
        """Whether it may be passed over: it is also a word that only serves the grammar."""
        return "func" in self.values

    @property
    def shape(self) -> str:
        """The token as patterns see it."""
        return f"<|{'|'.join(sorted(self.values))}|>"


Build = Callable[[Sequence[Token]], Token | None]


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A rule's pattern over the shapes of tokens."""
    spaced = re.sub(r"\s+", "", _NAME.sub(lambda tag: rf"(?:{_SOFT}<\|(?:[^<>]*\|)?{tag.group()}\|[^<>]*>)", pattern))
    return re.compile(spaced)


def reduce(tokens: Sequence[Token], pattern: str, build: Build) -> list[Token]:
    """Tokens with each run that the pattern reads, from the left, replaced by what is built of it.

    Where nothing can be built the run stays as it is.
    """
    result = list(tokens)
    rule = compiled(pattern)
    begin = 0
    while True:
        shapes = [token.shape for token in result]
        text = "".join(shapes)
        ends: list[int] = []
        length = 0
        for shape in shapes:
            length += len(shape)
            ends.append(length)
        offset = ends[begin - 1] if begin else 0
        match = rule.search(text, offset)
        if match is None or match.end() == match.start():
            return result
        first = next(place for place, end in enumerate(ends) if end > match.start())
        last = next(place for place, end in enumerate(ends) if end >= match.end())
        run = result[first : last + 1]
        while run and run[0].soft and not _needed(run, rule):
            first, run = first + 1, run[1:]
        made = build(run)
        if made is None:
            begin = first + 1
        else:
            result[first : last + 1] = [made]
            begin = first + 1
        if begin >= len(result):
            return result


def _needed(run: Sequence[Token], rule: re.Pattern[str]) -> bool:
    """Whether the first token of a run is part of what the rule reads, not passed over before it."""
    return rule.fullmatch("".join(token.shape for token in run[1:])) is None


def joined(tokens: Sequence[Token], tag: str, value: object) -> Token:
    """One token in place of several."""
    return Token(tokens[0].start, tokens[-1].end, {tag: value}, " ".join(token.text for token in tokens))
