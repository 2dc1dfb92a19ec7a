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

_PART = re.compile(r"\[(?P<tag>[a-z_]+)(?::(?P<of>[^|\]]+))?\|(?P<words>[^\]]*)\]")
_TAG_OF = {
    "place": "name", "law": "name", "party": "name",
    "date": "when", "number": "when", "length": "when",
    "renewal": "fact", "role": "fact",
}  # fmt: skip
FACTS = {
    "signing_date": "agreement_date",
    "renewal": "renewal_term",
    "notice": "notice_period",
    "party": "parties",
    "law": "governing_law",
    "title": "document_name",
}
"""Codes of facts that the writers called otherwise."""
APART = 5
"""Of the questions written with their meaning every fifth is kept apart, and never learned from."""
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
    "joint_ip": "joint_ip_ownership",
    "irrevocable_license": "irrevocable_or_perpetual_license",
    "affiliate_license": "affiliate_license_licensee",
    "good_faith": "good_faith_consultation",
    "export": "compliance",
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
        meaning: what it asks, as the writer says; empty where none was written.
        asked: as typed.
        parties: the names of parties in it.
    """

    text: str
    parts: tuple[tuple[int, int, str, str | None], ...]
    kind: str
    language: str
    writer: str
    meaning: str = ""
    asked: str = ""
    parties: tuple[str, ...] = ()

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
    text, asked, parts, parties, begin = "", "", [], [], 0
    for part in _PART.finditer(row["q"]):
        text += folded(row["q"][begin : part.start()])
        asked += row["q"][begin : part.start()] + part["words"]
        parties += [part["words"]] if part["tag"] == "party" else []
        # What must be refused carries something, though nothing that has an answer.
        tag = "bound" if row["kind"] == "refuse" and part["tag"] == "filler" else _TAG_OF.get(part["tag"], part["tag"])
        words = NAMED if part["tag"] == "party" else folded(part["words"])
        if part["tag"] == "party" and text[-1:].isalnum() and text[-1:].isascii():
            text += " "
        of = _value(part["tag"], part["of"])
        if tag in TAGS:
            parts.append((len(text), len(text) + len(words), tag, of))
        text += words
        begin = part.end()
    text += folded(row["q"][begin:])
    asked += row["q"][begin:]
    by = f"{writer} {row.get('writer', '')}".strip()
    return MarkedQuestion(
        text, tuple(parts), row["kind"], row["lang"], by, row.get("m", ""), asked, tuple(dict.fromkeys(parties))
    )


def _value(tag: str, of: str | None) -> str | None:
    """What a part stands for: the code of a clause type or fact, `renewal:auto`, a direction, a comparison."""
    if tag == "renewal":
        return f"renewal:{of}" if of else "renewal_term"
    if tag == "role":
        return "role"
    if tag == "fact":
        return FACTS.get(of or "", of)
    return CODES.get(of or "", of) if tag == "clause" else of


def told_questions(paths: Sequence[Path]) -> list[MarkedQuestion]:
    """All marked questions of some files that may be learned from."""
    return [question for question, apart in _read(paths) if not apart]


def kept_apart(paths: Sequence[Path]) -> list[MarkedQuestion]:
    """The questions of some files that are never learned from."""
    return [question for question, apart in _read(paths) if apart]


def _read(paths: Sequence[Path]) -> Iterator[tuple[MarkedQuestion, bool]]:
    for path in paths:
        lines = [line for line in path.read_text("utf-8").splitlines() if line.strip()]
        for number, line in enumerate(lines):
            question = marked_question(line, path.stem)
            yield question, bool(question.meaning) and number % APART == APART - 1
