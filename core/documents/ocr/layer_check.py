"""Does the picture of a scan show the words of its text layer? Its words are read again by OCR and compared.

A text layer without ink can say anything. Line by line, its characters are laid beside those that OCR reads at their
place. Where both agree the layer counts as seen. Where OCR is sure of something else, the picture's words are the
page's: they take the place of the layer, and words of the layer that are quite different are kept apart as unseen. What
differs, or what OCR cannot read, is doubtful: it stays, and no quote of it is verified.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import Levenshtein

from core.documents.ocr.tesseract import GOOD_CONFIDENCE, RecognisedWord
from core.documents.parsed import Boxes, PageText, stretches
from core.documents.pdf.unseen import part

Mask = NDArray[np.bool_]
Span = tuple[int, int]

MOSTLY = 0.5  # of a page's characters that only a picture shows: its text layer is the work of an OCR
ALIKE = 0.6  # from there on two words are two readings of the same
_AROUND = 2.0  # points around a line of the layer in which its picture's words have their middle
_LOOK_ALIKE = str.maketrans("li|oーカロニトハタエヘベペ", "111" + "0" + "一力口二卜八夕工へべぺ")
_UNSPACED = 0x2E80


def is_scan(pictured: Mask | None, boxes: Boxes | None) -> bool:
    """Whether most of a page's characters are seen only because a picture shows them."""
    if pictured is None or boxes is None:
        return False
    return float(pictured.sum()) > MOSTLY * float((~np.isnan(boxes[:, 0])).sum())


def unchecked(layer: PageText) -> PageText:
    """The page with all that only a picture shows in doubt: nobody compared the two."""
    if layer.pictured is None:
        return layer
    return replace(layer, doubtful=stretches(layer.pictured | _doubtful(layer)))


def without_pictured(layer: PageText) -> PageText:
    """The page without the words that only a picture shows, which OCR reads in their stead."""
    if layer.pictured is None or layer.boxes is None:
        return layer
    parted = part(layer.text, layer.boxes, ~layer.pictured)
    doubtful = stretches(_doubtful(layer)[parted.places])
    return replace(layer, text=parted.text, boxes=parted.boxes, pictured=None, doubtful=doubtful)


def _doubtful(layer: PageText) -> Mask:
    """Which characters were in doubt before any picture was read."""
    mask = np.zeros(len(layer.text), dtype=bool)
    for start, end in layer.doubtful:
        mask[start:end] = True
    return mask


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """A page after the comparison. `by_picture`: its text is to be what OCR read, with `doubtful` words among these;
    else it is `layer`, to which words of the picture may be added that it does not hold."""

    layer: PageText
    by_picture: bool
    doubtful_words: frozenset[int] = field(default_factory=frozenset)


def check_layer(layer: PageText, words: Sequence[RecognisedWord], places: Boxes) -> Checked:
    """The layer held against what OCR read of the same page.

    Args:
        layer: the page's text layer, with what only a picture shows.
        words: what OCR read.
        places: of the words, in points of the page as shown (left, bottom, right, top).
    """
    assert layer.pictured is not None
    assert layer.boxes is not None
    lines = _lines(layer.text, layer.boxes)
    owners = _owners(lines, layer.boxes, places)
    found = _Differences(layer.text, layer.boxes, layer.pictured, words, places)
    for number, line in enumerate(lines):
        found.compare(line, np.flatnonzero(owners == number).tolist())
    surplus = [index for index in np.flatnonzero(owners < 0).tolist() if _sure(words[index])]
    if is_scan(layer.pictured, layer.boxes) and (found.contradicted or surplus):
        hidden = part(layer.text, layer.boxes, ~(found.otherwise | found.passed_over)).unseen
        apart = "\n".join(filter(None, (layer.unseen, hidden)))
        return Checked(replace(layer, unseen=apart), True, frozenset(found.doubtful_words))
    parted = part(layer.text, layer.boxes, ~found.otherwise)
    rest = replace(
        layer,
        text=parted.text,
        boxes=parted.boxes,
        unseen="\n".join(filter(None, (layer.unseen, parted.unseen))),
        pictured=layer.pictured[parted.places],
        doubtful=stretches((found.doubtful | _doubtful(layer))[parted.places]),
    )
    return Checked(rest, False)


def spans_of(words: Sequence[RecognisedWord], text: str, chosen: frozenset[int]) -> tuple[Span, ...]:
    """Where some of the words (by index) stand in the text that was laid out from them all."""
    spans, at = [], 0
    for index, word in enumerate(words):
        at = text.index(word.text, at)
        if index in chosen:
            spans.append((at, at + len(word.text)))
        at += len(word.text)
    return tuple(spans)


class _Differences:
    """What was found so far.

    Masks over the layer's characters: `doubtful` ones differ from the picture or were not read there, OCR is sure that
    the picture shows something else than `otherwise`, and it read nothing where `passed_over` ones stand.
    `doubtful_words` are words of the picture (by index) that the layer says otherwise; `contradicted` is whether OCR is
    sure of any difference.
    """

    def __init__(self, text: str, boxes: Boxes, pictured: Mask, words: Sequence[RecognisedWord], places: Boxes) -> None:
        self.doubtful, self.otherwise, self.passed_over = (np.zeros(len(text), dtype=bool) for _ in range(3))
        self.doubtful_words: set[int] = set()
        self.contradicted = False
        self._text, self._boxes, self._pictured = text, boxes, pictured
        self._words, self._places = words, places

    def compare(self, line: NDArray[np.intp], read: Sequence[int]) -> None:
        """Take in one line of the layer and the words (by index) that OCR read there, in their order."""
        told = [(sign, index) for index in line.tolist() for sign in _folded(self._text[index])]
        shown = [(sign, index) for index in read for sign in _folded(self._words[index].text)]
        first, second = "".join(sign for sign, _ in told), "".join(sign for sign, _ in shown)
        for step in Levenshtein.opcodes(first, second):
            if step.tag == "equal":
                continue
            told_here = {index for _, index in told[step.src_start : step.src_end]}
            shown_here = {index for _, index in shown[step.dest_start : step.dest_end]}
            mine = self._whole_words(told_here or _beside(told, step.src_start))
            theirs = sorted(shown_here or _beside(shown, step.dest_start))
            self._differ(mine, [index for index in theirs if shown_here or self._over(index, mine)])

    def _differ(self, mine: list[int], theirs: list[int]) -> None:
        """Characters of the layer, of which some are read otherwise, and the words that are read in their place."""
        mine = [place for place in mine if self._pictured[place]]
        if not mine:
            return
        self.doubtful[mine] = True
        self.doubtful_words.update(theirs)
        if not theirs:
            self.passed_over[mine] = True
        elif all(self._words[index].confidence >= GOOD_CONFIDENCE for index in theirs):
            self.contradicted = True
            layer = "".join(self._text[place] for place in mine)
            if not _alike(layer, "".join(self._words[index].text for index in theirs)):
                self.otherwise[mine] = True

    def _over(self, word: int, mine: list[int]) -> bool:
        """Whether a word of the picture reaches over the middle of any of these characters."""
        left, _, right, _ = self._places[word]
        middles = (self._boxes[mine, 0] + self._boxes[mine, 2]) / 2
        return bool(((middles >= left) & (middles <= right)).any())

    def _whole_words(self, places: set[int]) -> list[int]:
        """The same places with the rest of their words, in writing that has spaces."""
        text, whole = self._text, set(places)
        for place in places:
            for step in (-1, 1):
                at = place
                while 0 <= at < len(text) and text[at].isalnum() and ord(text[at]) < _UNSPACED:
                    whole.add(at)
                    at += step
        return sorted(whole)


def _beside(row: Sequence[tuple[str, int]], at: int) -> set[int]:
    """Owners of the signs before and after a gap in a row."""
    return {owner for _, owner in row[max(0, at - 1) : at + 1]}


def _alike(first: str, second: str) -> bool:
    """Whether two words may be two readings of the same ink: no figure differs, and most letters agree."""
    figures = ["".join(sign for sign in text if sign.isdigit()) for text in (first, second)]
    folded = ["".join(_folded(text)) for text in (first, second)]
    return figures[0] == figures[1] and Levenshtein.normalized_similarity(*folded) >= ALIKE


def _sure(word: RecognisedWord) -> bool:
    return word.confidence >= GOOD_CONFIDENCE and sum(sign.isalnum() for sign in word.text) > 1


def _folded(text: str) -> str:
    """Letters and digits without what tells look-alikes apart: case, width, l and 1, O and 0."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(sign for sign in plain if sign.isalnum()).translate(_LOOK_ALIKE)


def _lines(text: str, boxes: Boxes) -> list[NDArray[np.intp]]:
    """Places of the characters with ink of each line that has any."""
    ends = [index for index, sign in enumerate(text) if sign == "\n"]
    inked = ~np.isnan(boxes[:, 0])
    lines = (line[inked[line]] for line in np.split(np.arange(len(text)), ends))
    return [line for line in lines if len(line)]


def _owners(lines: Sequence[NDArray[np.intp]], boxes: Boxes, places: Boxes) -> NDArray[np.intp]:
    """For each word of the picture the line (by index) in which its middle lies, the nearest of several; -1: none."""
    owners = np.full(len(places), -1, dtype=np.intp)
    nearest = np.full(len(places), np.inf)
    x, y = (places[:, 0] + places[:, 2]) / 2, (places[:, 1] + places[:, 3]) / 2
    for number, line in enumerate(lines):
        left, bottom = boxes[line, :2].min(axis=0) - _AROUND
        right, top = boxes[line, 2:].max(axis=0) + _AROUND
        distance = np.abs(y - (bottom + top) / 2)
        ours = (x >= left) & (x <= right) & (y >= bottom) & (y <= top) & (distance < nearest)
        owners[ours], nearest[ours] = number, distance[ours]
    return owners
