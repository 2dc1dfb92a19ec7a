"""The OCR engines of this machine, and which of them reads a page: by its language and how well it can be read."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from core.documents.ocr.rapid import RapidReader, rapid_installed
from core.documents.ocr.tesseract import (
    OcrFailed,
    RecognisedWord,
    Tesseract,
    find_engine,
    mean_confidence,
    recognise,
)

CLEAN = 85.0  # mean confidence (0-100) of Tesseract from which its reading of a page in Latin letters stands
_LEAST_SHARE = 0.6  # of the other engine's characters that a reading must have to stand in its place


@dataclass(frozen=True, slots=True)
class OcrEngines:
    """Tesseract and RapidOCR, as far as they are there; at least one is. `rapid_first`: the last page needed it."""

    tesseract: Tesseract | None
    rapid: RapidReader | None
    rapid_first: bool = False

    def close(self) -> None:
        """End what was started."""
        if self.rapid is not None:
            self.rapid.close()


@dataclass(frozen=True, slots=True)
class PageReading:
    """The words of a page, and the engines with what served it best in front: the next page is likely like it."""

    words: list[RecognisedWord]
    engines: OcrEngines


def ocr_engines(languages: str) -> OcrEngines | None:
    """The engines that can read `languages` (Tesseract's form, `eng+jpn`); None where there is none."""
    tesseract = find_engine(languages)
    rapid = RapidReader() if rapid_installed() else None
    return None if tesseract is None and rapid is None else OcrEngines(tesseract, rapid)


def read_page(engines: OcrEngines, image: NDArray[np.uint8], *, deadline: float, compared: bool) -> PageReading:
    """Words of a grey page image of 300 dpi in reading order.

    Tesseract reads clean pages in Latin letters. RapidOCR, where it is installed, reads the others: Japanese, and
    pictures that Tesseract is not sure of.

    Args:
        engines: of this machine.
        image: the page.
        deadline: `time.monotonic()` at which reading ends.
        compared: the words are held against a text layer, word by word: Tesseract's, where it is there.

    Raises:
        OcrFailed: no engine read it in time.
    """
    tesseract, rapid = engines.tesseract, engines.rapid
    if tesseract is None or (rapid is not None and engines.rapid_first and not compared):
        assert rapid is not None
        words = rapid.read(image, timeout_s=deadline - time.monotonic())
        if tesseract is None or mean_confidence(words) >= CLEAN:
            return PageReading(words, engines)
    assert tesseract is not None
    if rapid is None or compared:
        words, languages = recognise(tesseract, image, timeout_s=deadline - time.monotonic())
        return PageReading(words, replace(engines, tesseract=_prefer(tesseract, languages)))
    latin = replace(tesseract, languages=tesseract.languages[:1])
    words, _ = recognise(latin, image, timeout_s=deadline - time.monotonic())
    if mean_confidence(words) >= CLEAN:
        return PageReading(words, replace(engines, rapid_first=False))
    try:
        others = rapid.read(image, timeout_s=deadline - time.monotonic())
    except OcrFailed:
        others = []
    if _better(others, words):
        return PageReading(others, replace(engines, rapid_first=True))
    words, _ = recognise(tesseract, image, timeout_s=deadline - time.monotonic())
    return PageReading(words, replace(engines, rapid_first=False))


def _better(others: Sequence[RecognisedWord], words: Sequence[RecognisedWord]) -> bool:
    """Whether a reading is surer than Tesseract's and not only of a few lines."""
    characters, against = (sum(len(word.text) for word in each) for each in (others, words))
    return mean_confidence(others) > mean_confidence(words) and characters >= _LEAST_SHARE * against


def _prefer(engine: Tesseract, languages: str) -> Tesseract:
    """The engine that tries `languages` first: the next page is likely in the same language."""
    rest = tuple(other for other in engine.languages if other != languages)
    return replace(engine, languages=(languages, *rest))
