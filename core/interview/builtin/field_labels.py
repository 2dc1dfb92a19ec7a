"""A line that begins with the name of a field and a colon: the name decides, what stands behind it is the value."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

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


@cache
def _by_label() -> dict[str, str]:
    return {
        name.casefold(): field for field, words in wording().fields.items() for name in (*words.names, *words.labels)
    }
