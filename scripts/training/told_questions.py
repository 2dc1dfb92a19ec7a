"""Questions with their parts marked, as text and the tag of every word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.questions.learned.word_signs import NAMED, question_words
from core.questions.learned.word_tags import TAGS
from core.questions.lexicon import folded

_PART = re.compile(r"\[(?P<tag>[a-z_]+)(?::(?P<of>[a-z_]+))?\|(?P<words>[^\]]*)\]")
_TAG_OF = {
    "place": "name", "law": "name", "party": "name",
    "date": "when", "number": "when", "length": "when",
}  # fmt: skip
CODES = {
    "assignment": "anti_assignment",
    "ip_ownership": "ip_ownership_assignment",
    "liability_cap": "cap_on_liability",
    "indemnification": "damages_indemnification",
    "warranty": "warranty_duration",
    "revenue_share": "revenue_profit_sharing",
    "price_restriction": "price_restrictions",
    "post_termination": "post_termination_services",
    "non_solicit_customers": "no_solicit_of_customers",
    "non_solicit_employees": "no_solicit_of_employees",
    "rofr": "rofr_rofo_rofn",
    "anti_bribery": "compliance",
    "warranties_nonconformity": "non_conformity",
    "renewal": "renewal_term",
}
"""Codes of clause types that the writers called otherwise."""


@dataclass(frozen=True)
class MarkedQuestion:
    """A folded question, each party's name as one mark.

    Attributes:
        text: folded.
        parts: first and last character, tag and clause type of each part.
        kind: of the question, as the writer says.
        language: `en` or `ja`.
        writer: the file that it is from.
    """

    text: str
    parts: tuple[tuple[int, int, str, str | None], ...]
    kind: str
    language: str
    writer: str

    def tags(self) -> list[str]:
        """The tag of every word."""
        found = []
        for word in question_words(self.text):
            inside = (tag for start, end, tag, _ in self.parts if start <= word.start < end)
            found.append(next(inside, ""))
        return found

    def runs(self) -> Iterator[tuple[str, str, str | None]]:
        """The words, tag and clause type of each part."""
        for start, end, tag, of in self.parts:
            yield self.text[start:end], tag, of


def marked_question(line: str, writer: str) -> MarkedQuestion:
    """One line of a file of told questions."""
    row = json.loads(line)
    text, parts, begin = "", [], 0
    for part in _PART.finditer(row["q"]):
        text += folded(row["q"][begin : part.start()])
        # What must be refused carries something, though nothing that has an answer.
        tag = "bound" if row["kind"] == "refuse" and part["tag"] == "filler" else _TAG_OF.get(part["tag"], part["tag"])
        words = NAMED if part["tag"] == "party" else folded(part["words"])
        if part["tag"] == "party" and text[-1:].isalnum() and text[-1:].isascii():
            text += " "
        of = CODES.get(part["of"] or "", part["of"])
        if tag in TAGS:
            parts.append((len(text), len(text) + len(words), tag, of))
        text += words
        begin = part.end()
    text += folded(row["q"][begin:])
    return MarkedQuestion(text, tuple(parts), row["kind"], row["lang"], f"{writer} {row.get('writer', '')}".strip())


def told_questions(paths: Sequence[Path]) -> list[MarkedQuestion]:
    """All marked questions of some files."""
    return [
        marked_question(line, path.stem)
        for path in paths
        for line in path.read_text("utf-8").splitlines()
        if line.strip()
    ]
