"""One document made ready for many quotes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from core.documents import Document, line_boxes
from core.evidence import edges, ellipsis
from core.evidence.canonical import Skeleton, skeleton
from core.evidence.compare import Difference, compare, gap_punctuation
from core.evidence.near_match import near_match
from core.evidence.running import masked, running_heads
from core.evidence.sentences import sentence_span, shown_span
from core.evidence.types import Evidence, State

_MAX_OCCURRENCES = 400
_MAX_HITS = 100_000
_MAX_WORK = 500_000
_MAX_CHAINS = 50
_LONG_KEY = 40
_KEPT = 8


@dataclass(frozen=True, slots=True)
class _Match:
    """A place where the quote stands, or the veto that refused it there. Larger `worth` is better."""

    start: int
    end: int
    state: State
    rule: str

    @property
    def worth(self) -> int:
        return ("unverified", "repaired", "verified").index(self.state)


class EvidenceIndex:
    """A document's skeletons, made once; `locate` then costs one substring search for a quote that is there."""

    def __init__(self, document: Document) -> None:
        self.document = document

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

    def locate(self, quote: str, *, near: int | None = None) -> Evidence:
        """Where the quote stands in the document and what may be shown for it.

        Args:
            quote: words that somebody says are in the document.
            near: offset that chooses among equal occurrences; the first one without it.
        """
        said = skeleton(quote)
        if not said.key:
            return self._refused(quote, "empty")
        match = self._whole(said, quote, near)
        if match is None or match.worth == 0:
            pieces = ellipsis.fragments(quote, stars=not self._redacted)
            other = self._spliced(pieces, near) if len(pieces) > 1 else self._nearly(said, near)
            match = other if match is None or (other is not None and other.worth > 0) else match
        if match is None or match.worth == 0:
            return self._refused(quote, match.rule if match else "not_found")
        return self.evidence(match.start, match.end, quote=quote, state=match.state, rule=match.rule)

    def evidence(self, start: int, end: int, *, quote: str, state: State, rule: str) -> Evidence:
        """Evidence for a span of the document, with the sentence to show, pages and boxes."""
        left, right = shown_span(self.document.text, start, end)
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

    def _whole(self, said: Skeleton, quote: str, near: int | None) -> _Match | None:
        best = self._occurrence(said, quote, self._clean, near)
        if self._heads and (best is None or best.worth == 0):
            best = self._occurrence(said, quote, self._full, near) or best
        return best

    def _occurrence(self, said: Skeleton, quote: str, source: Skeleton, near: int | None) -> _Match | None:
        """The best place at which the quote's skeleton stands in the source's."""
        best: _Match | None = None
        for hit in _hits(said, source, near)[: max(4, min(_MAX_OCCURRENCES, _MAX_WORK // len(said.key)))]:
            match = self._judge(said, quote, source, hit)
            if best is None or match.worth > best.worth:
                best = match
            if best.worth == 2:
                break
        return best

    def _judge(self, said: Skeleton, quote: str, source: Skeleton, hit: int) -> _Match:
        text = self.document.text
        start, end = source.span(hit, len(said.key))
        # A skeleton may begin in the middle of one character, such as ㈱; the character is not divided.
        divided = (hit > 0 and source.places[hit - 1] == source.places[hit]) or (
            hit + len(said.key) < len(source.key)
            and source.places[hit + len(said.key)] == source.places[hit + len(said.key) - 1]
        )
        cut = edges.cut(text, start, end)
        if cut == "end" and not divided and len(said.key) >= _LONG_KEY:
            # A long quote that breaks off in the middle of a word is still this place; the reader sees whole words.
            return _Match(start, edges.end_of_word(text, end), *self._cut_word(said, source, hit))
        if divided or cut != "none" or _sign_differs(said, text, start):
            return _Match(start, end, "unverified", "veto_boundary")
        verdict = compare(said, source, hit)
        if verdict.difference is Difference.REFUSED:
            return _Match(start, end, "unverified", verdict.rule)
        misleads = edges.misleads(text, start, end, sentence_span(text, start, end))
        outer = _with_punctuation(said, text, start, end)
        if verdict.difference is Difference.COSMETIC:
            return _Match(*outer, "unverified", "veto_edge") if misleads else _Match(*outer, "repaired", "fuzzy")
        if misleads:
            return _Match(*outer, "repaired", "edge_negation")
        exact = text[outer[0] : outer[1]] == quote.strip()
        return _Match(*outer, "verified", "exact" if exact else "canonical")

    def _cut_word(self, said: Skeleton, source: Skeleton, hit: int) -> tuple[State, str]:
        verdict = compare(said, source, hit)
        return ("unverified", verdict.rule) if verdict.difference is Difference.REFUSED else ("repaired", "cut_word")

    def _spliced(self, pieces: list[str], near: int | None) -> _Match | None:
        """The place where the quote's fragments stand in order, each of them checked, and the gaps between them."""
        said = [skeleton(piece) for piece in pieces]
        if len(said) > ellipsis.MAX_FRAGMENTS or not all(ellipsis.long_enough(piece) for piece in said):
            return _Match(0, 0, "unverified", "veto_ellipsis")
        anchor = max(range(len(said)), key=lambda i: len(said[i].key))
        best: _Match | None = None
        for hit in _hits(said[anchor], self._clean, near)[:_MAX_CHAINS]:
            match = self._chain(said, anchor, hit)
            if match and (best is None or match.worth > best.worth):
                best = match
            if best and best.worth == 2:
                break
        return best

    def _chain(self, said: list[Skeleton], anchor: int, hit: int) -> _Match | None:
        text, source, hits = self.document.text, self._clean, {anchor: hit}

        def whole(i: int, place: int) -> bool:
            return edges.cut(text, *source.span(place, len(said[i].key))) == "none"

        for i in range(anchor - 1, -1, -1):
            key, high = said[i].key, hits[i + 1]
            low = max(0, high - ellipsis.LONGEST_GAP - len(key))
            while (place := source.key.rfind(key, low, high)) >= 0 and not whole(i, place):
                high = place + len(key) - 1
            if place < 0:
                return None
            hits[i] = place
        for i in range(anchor + 1, len(said)):
            key, low = said[i].key, hits[i - 1] + len(said[i - 1].key)
            high = low + ellipsis.LONGEST_GAP + len(key)
            while (place := source.key.find(key, low, high)) >= 0 and not whole(i, place):
                low = place + 1
            if place < 0:
                return None
            hits[i] = place
        spans = [source.span(hits[i], len(said[i].key)) for i in range(len(said))]
        worst: State = "verified"
        for i, piece in enumerate(said):
            start, end = spans[i]
            if edges.cut(text, start, end) != "none" or _sign_differs(piece, text, start):
                return _Match(start, end, "unverified", "veto_boundary")
            verdict = compare(piece, source, hits[i])
            if verdict.difference is Difference.REFUSED:
                return _Match(start, end, "unverified", verdict.rule)
            if verdict.difference is Difference.COSMETIC:
                worst = "repaired"
        for before, after in pairwise(spans):
            if veto := ellipsis.gap_veto(text, before, after):
                return _Match(before[0], after[1], "unverified", veto)
        start, end = spans[0][0], spans[-1][1]
        if edges.misleads(text, start, end, sentence_span(text, start, end)):
            return _Match(start, end, "unverified", "veto_edge")
        return _Match(start, _with_punctuation(said[-1], text, *spans[-1])[1], worst, "ellipsis")

    def _nearly(self, said: Skeleton, near: int | None) -> _Match | None:
        found = near_match(said, self._clean, near=near)
        if found is None:
            return None
        text = self.document.text
        if found.veto:
            return _Match(found.start, found.end, "unverified", found.veto)
        if edges.cut(text, found.start, found.end) != "none":
            return _Match(found.start, found.end, "unverified", "veto_boundary")
        if edges.misleads(text, found.start, found.end, sentence_span(text, found.start, found.end)):
            return _Match(found.start, found.end, "unverified", "veto_edge")
        return _Match(found.start, found.end, "repaired", "fuzzy")


def _hits(said: Skeleton, source: Skeleton, near: int | None) -> list[int]:
    """Where the quote's skeleton begins in the source's: in order, or nearest to an offset first."""
    hits: list[int] = []
    hit = source.key.find(said.key)
    while hit >= 0 and len(hits) < (_MAX_OCCURRENCES if near is None else _MAX_HITS):
        hits.append(hit)
        hit = source.key.find(said.key, hit + 1)
    if near is not None:
        hits.sort(key=lambda hit: abs(int(source.places[hit]) - near))
    return hits


def one_line(text: str) -> str:
    """Text with white space closed up, and none left where Japanese lines were broken."""
    words = text.replace("\u00ad", "").replace("\ufffe", "-").split()
    out: list[str] = []
    for word in words:
        if out and not (_unspaced(out[-1][-1]) and _unspaced(word[0])):
            out.append(" ")
        out.append(word)
    return "".join(out)


def _unspaced(char: str) -> bool:
    return "\u3000" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef"


def _sign_differs(said: Skeleton, text: str, start: int) -> bool:
    """Whether the quote begins with a sign or a decimal point that the source has not."""
    first = int(said.places[0])
    if first == 0 or not said.text[first].isdigit() or said.text[first - 1] not in ".-−–":
        return False
    bare_start = first < 2 or not said.text[first - 2].isalnum()
    return bare_start and (start == 0 or text[start - 1] != said.text[first - 1])


def _with_punctuation(said: Skeleton, text: str, start: int, end: int) -> tuple[int, int]:
    """The span with the punctuation around it that the quote has too."""
    lead, trail = said.text[: int(said.places[0])], said.text[int(said.places[-1]) + 1 :]
    for size in range(1, len(lead) + 3):
        if start - size >= 0 and lead.strip() and gap_punctuation(text[start - size : start]) == gap_punctuation(lead):
            start -= size
            break
        if start - size < 0 or text[start - size].isalnum():
            break
    if not trail.strip():
        return start, end
    for size in range(1, len(trail) + 3):
        if end + size > len(text) or text[end + size - 1].isalnum():
            break
        if gap_punctuation(text[end : end + size]) == gap_punctuation(trail):
            end += size
            break
    return start, end


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
