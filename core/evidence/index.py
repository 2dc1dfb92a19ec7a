"""One document made ready for many quotes."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from functools import cached_property

from core.documents import Document, line_boxes, part_at
from core.evidence import edges, ellipsis
from core.evidence.canonical import Skeleton, skeleton
from core.evidence.fuzzy import fuzzy_match
from core.evidence.occurrence import Match, best_occurrence
from core.evidence.running import masked, running_heads
from core.evidence.sentences import sentence_span, shown_span
from core.evidence.splice import spliced
from core.evidence.types import Evidence, State

_KEPT = 8
_UNSPACED = re.compile("[\u3000-\u9fff\uff00-\uffef]")  # Japanese is written without blanks


class EvidenceIndex:
    """A document's skeletons, made once; `locate` then costs one substring search for a quote that is there."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._spans: dict[tuple[int, int], Evidence] = {}

    @cached_property
    def _heads(self) -> list[tuple[int, int]]:
        return running_heads(self.document)

    @cached_property
    def _redacted(self) -> bool:
        return ellipsis.redacts(self.document.text)

    @cached_property
    def _full(self) -> Skeleton:
        return skeleton(self.document.text)

    @cached_property
    def _clean(self) -> Skeleton:
        """Skeleton without running heads, in which sentences run on over the page."""
        return skeleton(masked(self.document.text, self._heads)) if self._heads else self._full

    def locate(self, quote: str, *, around: int | None = None) -> Evidence:
        """Where the quote stands in the document and what may be shown for it.

        Args:
            quote: words that somebody says are in the document.
            around: offset that chooses among equal occurrences; the first one without it.
        """
        quoted = skeleton(quote)
        if not quoted.key:
            return self._refused(quote, "empty")
        match = self._whole(quoted, around)
        if match is None or match.worth == 0:
            pieces = ellipsis.fragments(quote, stars=not self._redacted)
            other = spliced(pieces, self._clean, around) if len(pieces) > 1 else self._nearly(quoted, around)
            match = other if match is None or (other is not None and other.worth > 0) else match
        if match is None or match.worth == 0:
            return self._refused(quote, match.rule if match else "not_found")
        return self.evidence(match.start, match.end, quote=quote, state=match.state, rule=match.rule)

    def of_span(self, start: int, end: int) -> Evidence:
        """Evidence for the document's own words at a place; made once for all clause types."""
        made = self._spans.get((start, end))
        if made is None:
            quote = self.document.text[start:end]
            made = self._spans[start, end] = self.evidence(start, end, quote=quote, state="verified", rule="span")
        return made

    def evidence(self, start: int, end: int, *, quote: str, state: State, rule: str) -> Evidence:
        """Evidence for a span of the document, with the sentence to show, pages and boxes."""
        left, right = shown_span(self.document.text, start, end)
        if state != "unverified" and self.document.in_doubt(start, end):
            state = "text_layer"
        part = part_at(self.document.text, start, end)
        if part is not None and part.kind != "choice":
            state = part.kind
        pages = [page.number for page in self.document.pages if page.start < end and start < page.end]
        return Evidence(
            sha256=self.document.sha256,
            state=state,
            rule=rule,
            quote=quote,
            shown=self._tidy(left, right),
            start=start,
            end=end,
            pages=tuple(pages),
            boxes=line_boxes(self.document, start, end),
        )

    def _refused(self, quote: str, rule: str) -> Evidence:
        return Evidence(sha256=self.document.sha256, state="unverified", rule=rule, quote=quote)

    def _tidy(self, start: int, end: int) -> str:
        """The source's words on one line, without the running heads between them."""
        kept, at = [], start
        for left, right in self._heads:
            if start <= left and right <= end:
                kept.append(self.document.text[at:left])
                at = right
        kept.append(self.document.text[at:end])
        return one_line("".join(kept))

    def _whole(self, quoted: Skeleton, around: int | None) -> Match | None:
        best = best_occurrence(quoted, self._clean, around)
        if self._heads and (best is None or best.worth == 0):
            best = best_occurrence(quoted, self._full, around) or best
        return best

    def _nearly(self, quoted: Skeleton, around: int | None) -> Match | None:
        found = fuzzy_match(quoted, self._clean, around=around)
        if found is None:
            return None
        text = self.document.text
        if found.veto:
            return Match(found.start, found.end, "unverified", found.veto)
        if edges.cut(text, found.start, found.end) != "none":
            return Match(found.start, found.end, "unverified", "veto_boundary")
        if edges.misleads(text, found.start, found.end, sentence_span(text, found.start, found.end)):
            return Match(found.start, found.end, "unverified", "veto_edge")
        return Match(found.start, found.end, "repaired", "fuzzy")


def one_line(text: str) -> str:
    """Text with white space closed up, and none left where Japanese lines were broken."""
    words = text.replace("\u00ad", "").replace("\ufffe", "-").split()
    if not _UNSPACED.search(text):
        return " ".join(words)
    out: list[str] = []
    for word in words:
        if out and not (_UNSPACED.match(out[-1][-1]) and _UNSPACED.match(word[0])):
            out.append(" ")
        out.append(word)
    return "".join(out)


_lock = threading.Lock()
_indexes: OrderedDict[tuple[str, int], EvidenceIndex] = OrderedDict()


def index_of(document: Document) -> EvidenceIndex:
    """The document's index; the last eight documents' are kept."""
    key = (document.sha256, len(document.text))
    with _lock:
        index = _indexes.get(key)
        if index is None or (index.document is not document and index.document.text != document.text):
            index = EvidenceIndex(document)
            _indexes[key] = index
        _indexes.move_to_end(key)
        while len(_indexes) > _KEPT:
            _indexes.popitem(last=False)
        return index
