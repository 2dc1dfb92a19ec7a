"""A line that begins with the name of a field and a colon: the name decides, what stands behind it is the value."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise

from core.interview.builtin.replies import wording

_LABEL = re.compile(
    r"^[\s・\-*•●○◆■▪①-⑳]*(?P<name>[^\s:：→「」“”。、,.][^:：→「」“”。、,.]{0,24}?)\s*(?:[:：→]|=>|->)\s*(?P<value>\S.*)$",
    re.S,
)


def labelled(sentence: str) -> tuple[str | None, str]:
    """The field that a line names before a colon, and the rest of the line; None and the line where it names none."""
    match = _LABEL.match(sentence)
    if match is None:
        return None, sentence
    name = unicodedata.normalize("NFKC", match["name"]).casefold().strip()
    field = _by_label().get(name) or _by_label().get(re.sub(r"^(?:the|our|my) ", "", name))
    return (field, match["value"].strip()) if field is not None else (None, sentence)


def apart(sentence: str) -> list[str]:
    """A line of several labels and values, one a piece: "Fallback: 60 days Walk away: none". Other lines stay whole."""
    field, value = labelled(sentence)
    if field is None:
        return [sentence]
    begins = [match.start("label") for match in _inner().finditer(sentence, len(sentence.rstrip()) - len(value))]
    # What stands in quotation marks is the text of a clause, which may have labels of its own.
    cuts = [0, *(place for place in begins if place and _outside_quotes(sentence[:place])), len(sentence)]
    return [piece for first, last in pairwise(cuts) if (piece := sentence[first:last].strip(" \t　、;；,/"))]


def _outside_quotes(before: str) -> bool:
    pairs = before.count("「") == before.count("」") and before.count("“") == before.count("”")
    return pairs and before.count('"') % 2 == 0


@cache
def _inner() -> re.Pattern[str]:
    """A label behind a blank or a mark, before a colon."""
    names = "|".join(re.escape(name) for name in sorted(_by_label(), key=len, reverse=True) if len(name) > 1)
    return re.compile(rf"(?<=[\s　、;；,/])(?P<label>(?:{names}))\s*[:：]\s*(?=\S)", re.IGNORECASE)


@cache
def _by_label() -> dict[str, str]:
    return {
        name.casefold(): field for field, words in wording().fields.items() for name in (*words.names, *words.labels)
    }
