"""The text that the fact rules read: the document's, character by character, in plain forms, with its sentences."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.contracts.builtin.dates.dates import DateMention, find_dates
from core.contracts.builtin.dates.surroundings import of_another_contract
from core.contracts.builtin.segments import plain as plain_forms
from core.contracts.builtin.segments import segments
from core.documents import Document
from core.record import Clause

_WIDE = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {"\u02ba": '"', "\u2033": '"', "\u2043": "-", "\u2212": "-", "～": "~", "〜": "~"}
    | dict.fromkeys("│┃║┆┊", "|")
)
_FILING = re.compile(
    r"\bSource:[^\n]{2,120}$|\b(?:8-K|10-K|10-Q|10-?12G|S-\d|F-\d|N-\d\w*|SB-\d|20-F|6-K|10-?KSB|10-?QSB|1-A|"
    r"DRS|485BPOS)(?:/A)?"
    r"(?:\s\([^)]{2,12}\))?,\s*$",
    re.IGNORECASE,
)
# a full stop before a closing bracket (以下「甲」という。) ends nothing, but 」 ends what a line quotes
_JAPANESE_SENTENCE = re.compile(r"(?:[^。\n\f]|。(?=\)))*(?:。[」』]?|[\n\f]|$)")
# 2024年4月1日(予定)から
_PLANNED = re.compile(r"\s*\(?\s*(?:予定|見込み?|仮)\)")
_BESIDE_JAPANESE = re.compile(r"(?<![!-~]) | (?![!-~])")


@dataclass(frozen=True, slots=True)
class SentenceSpan:
    """Character offsets of a sentence; `hinted` when the clause finder chose it for the fact in question."""

    start: int
    end: int
    hinted: bool = False


@dataclass(frozen=True, slots=True)
class DocumentReading:
    """A document's plain text (same length, same offsets) with its sentences and the clause finder's hints."""

    document: Document
    plain: str
    spans: tuple[SentenceSpan, ...]
    clauses: tuple[Clause, ...] = ()
    dates: tuple[DateMention, ...] = ()

    def dates_in(self, start: int, end: int) -> tuple[DateMention, ...]:
        """The dates and blanks between two offsets."""
        first = bisect_left(self.dates, start, key=lambda mention: mention.start)
        last = bisect_right(self.dates, end, key=lambda mention: mention.end)
        return self.dates[first:last]

    def words(self, start: int, end: int, *, longest: int = 200) -> str:
        """The document's own words there, with line breaks and runs of blanks as one blank, cut with an ellipsis.

        In a Japanese document a blank stands only between words in Latin letters.
        """
        shown = " ".join(self.document.text[start:end].split())
        if self.document.language == "ja":
            shown = _BESIDE_JAPANESE.sub("", shown)
        return shown if len(shown) <= longest else shown[: longest - 1].rstrip() + "…"

    def sentence_at(self, offset: int) -> SentenceSpan:
        """The sentence that holds a character."""
        position = bisect_right(self.spans, offset, key=lambda span: span.start) - 1
        return self.spans[max(position, 0)] if self.spans else SentenceSpan(0, len(self.plain))

    def hints(self, code: str) -> tuple[SentenceSpan, ...]:
        """Findings of the clause finder for a category, as spans."""
        return tuple(
            SentenceSpan(excerpt.evidence.start, excerpt.evidence.end, hinted=True)
            for clause in self.clauses
            if clause.type == code
            for excerpt in clause.excerpts
            if excerpt.evidence.start is not None and excerpt.evidence.end is not None
        )

    def sentences(self, code: str, pattern: re.Pattern[str]) -> Iterator[SentenceSpan]:
        """Sentences to look at for a fact: the clause finder's findings first, then those that match `pattern`."""
        seen = self.hints(code)
        yield from seen
        for span in self.spans:
            if pattern.search(self.plain[span.start : span.end]) and not any(
                span.start < hint.end and hint.start < span.end for hint in seen
            ):
                yield span


def _own_dates(flat: str) -> tuple[DateMention, ...]:
    """The dates of the contract's own text, without those of the filing's footers (Source: …, 8-K, 12/3/2018)."""
    return tuple(
        mention for mention in find_dates(flat) if not _FILING.search(flat, max(0, mention.start - 160), mention.start)
    )


def view(text: str) -> str:
    """The text with plain quotes, dashes, blanks and digits, each character in its place."""
    return plain_forms(text).translate(_WIDE)


def read_text(document: Document, clauses: Sequence[Clause] = ()) -> DocumentReading:
    """The reading of a document that all fact rules share."""
    flat = view(document.text)
    dates = _own_dates(flat)
    if document.language == "ja":
        others = of_another_contract(flat)
        dates = tuple(
            day
            for day in dates
            if not _PLANNED.match(flat, day.end) and not any(start <= day.start < end for start, end in others)
        )
        spans = [match.span() for match in _JAPANESE_SENTENCE.finditer(flat) if match[0].strip()]
    else:
        spans = [(int(start), int(end)) for start, end in segments(document.text)]
    return DocumentReading(
        document, flat, tuple(SentenceSpan(start, end) for start, end in spans), tuple(clauses), dates
    )
