"""Words of a page image by Tesseract, where it is installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.documents.parsed import Boxes, no_boxes

if TYPE_CHECKING:
    from core.settings import Settings

DPI = 300
GOOD_CONFIDENCE = 75.0  # mean of a page, 0-100: measured 94-96 in the right language, 30-45 in the wrong one
_WIDE = re.compile("[\u2e80-\u303f\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u300c-\u300f]")
_COLUMNS = 12
_SPACE = 0.6  # of the line's height: a gap from there on is a space


class OcrFailed(Exception):
    """Tesseract did not read this page; the message is its reason code."""


@dataclass(frozen=True, slots=True)
class RecognisedWord:
    """One word with its pixel box (left, top, right, bottom) and confidence (0-100); `line` tells lines apart."""

    text: str
    line: tuple[int, int, int]
    confidence: float
    box: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Tesseract:
    """Tesseract with the languages to try on a page, the likelier first."""

    program: str
    languages: tuple[str, ...]


@lru_cache(maxsize=1)
def installed_languages() -> tuple[str, ...]:
    """Tesseract's languages on this machine, none when it is not installed."""
    program = shutil.which("tesseract")
    if program is None:
        return ()
    result = subprocess.run(
        [program, "--list-langs"], capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL
    )
    return tuple(line.strip() for line in result.stdout.splitlines()[1:] if line.strip())


def ocr_languages(settings: Settings) -> tuple[str, ...]:
    """The languages of the settings that Tesseract has here, for `doctor`."""
    return tuple(language for language in settings.ocr_languages.split("+") if language in installed_languages())


def ocr_available(settings: Settings) -> bool:
    """Whether Tesseract can read scanned pages: switched on, installed, with all languages of the settings."""
    return settings.ocr != "off" and find_engine(settings.ocr_languages) is not None


def find_engine(languages: str) -> Tesseract | None:
    """Tesseract with all of `languages` (`eng+jpn`), None where it or one of them is missing."""
    program = shutil.which("tesseract")
    wanted = languages.split("+")
    if program is None or not set(wanted) <= set(installed_languages()):
        return None
    if "jpn" not in wanted or len(wanted) == 1:
        return Tesseract(program, (languages,))
    # English alone reads English best and fastest, and its confidence tells when the page is Japanese; with Japanese
    # in second place Tesseract reads Japanese headings as Latin letters.
    others = [language for language in wanted if language != "jpn"]
    return Tesseract(program, ("+".join(others), "+".join(["jpn", *others])))


def recognise(engine: Tesseract, image: NDArray[np.uint8], *, timeout_s: float) -> tuple[list[RecognisedWord], str]:
    """Words of a grey page image of 300 dpi in reading order, and the languages that read it best.

    Raises:
        OcrFailed: Tesseract failed or took longer than `timeout_s`.
    """
    picture = b"P5 %d %d 255\n" % (image.shape[1], image.shape[0]) + image.tobytes()
    best: tuple[float, list[RecognisedWord], str] | None = None
    for languages in engine.languages:
        words = _words(_tsv(engine.program, languages, picture, timeout_s))
        confidence = mean_confidence(words)
        if best is None or confidence > best[0]:
            best = (confidence, words, languages)
        if confidence >= GOOD_CONFIDENCE:
            break
    assert best is not None  # an engine has at least one language
    return best[1], best[2]


def mean_confidence(words: Sequence[RecognisedWord]) -> float:
    """Mean confidence of the characters, 0-100; 0 without words."""
    characters = sum(len(word.text) for word in words)
    return sum(word.confidence * len(word.text) for word in words) / characters if characters else 0.0


def _tsv(program: str, languages: str, picture: bytes, timeout_s: float) -> str:
    command = [program, "stdin", "stdout", "-l", languages, "--dpi", str(DPI), "--psm", _segmentation(), "tsv"]
    try:
        result = subprocess.run(
            command,
            input=picture,
            capture_output=True,
            timeout=max(timeout_s, 0.1),
            check=False,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        )
    except subprocess.TimeoutExpired:
        raise OcrFailed("ocr_timeout") from None
    if result.returncode != 0:
        raise OcrFailed("ocr_failed")
    return result.stdout.decode("utf-8", errors="replace")


def _segmentation() -> str:
    """1 turns pages that lie on their side, which takes Tesseract's `osd` data; 3 does not."""
    return "1" if "osd" in installed_languages() else "3"


def _words(tsv: str) -> list[RecognisedWord]:
    words = []
    for row in tsv.splitlines()[1:]:
        cells = row.split("\t")
        if len(cells) != _COLUMNS or cells[0] != "5" or not cells[11].strip():
            continue
        block, paragraph, line = (int(cell) for cell in cells[2:5])
        left, top, width, height = (int(cell) for cell in cells[6:10])
        words.append(
            RecognisedWord(
                cells[11].strip(), (block, paragraph, line), float(cells[10]), (left, top, left + width, top + height)
            )
        )
    return words


def lay_out(words: Sequence[RecognisedWord]) -> tuple[str, Boxes]:
    """Text of the words, a line each, and one pixel box (left, top, right, bottom) a character.

    Tesseract parts Japanese words by spaces that are not on the page: none is put between two wide characters, nor
    between a wide one and a letter or digit (第1条) unless there is a gap on the page.
    """
    pieces: list[str] = []
    boxes: list[Boxes] = []
    previous: RecognisedWord | None = None
    for word in words:
        if previous is not None:
            joiner = _joiner(previous, word)
            pieces.append(joiner)
            boxes.append(no_boxes(len(joiner)))
        pieces.append(word.text)
        boxes.append(_character_boxes(word))
        previous = word
    return "".join(pieces), np.concatenate(boxes) if boxes else no_boxes(0)


def _joiner(previous: RecognisedWord, word: RecognisedWord) -> str:
    if previous.line != word.line:
        return "\n"
    wide = bool(_WIDE.match(previous.text[-1])), bool(_WIDE.match(word.text[0]))
    gap, height = word.box[0] - previous.box[2], max(previous.box[3] - previous.box[1], word.box[3] - word.box[1])
    return "" if all(wide) or (any(wide) and gap < _SPACE * height) else " "


def _character_boxes(word: RecognisedWord) -> Boxes:
    """The word's box shared out from left to right, wide characters taking twice the room of narrow ones.

    A word that stands on its side (a turned scan) gives every character the box of the whole word.
    """
    left, top, right, bottom = word.box
    if len(word.text) > 1 and bottom - top > 2 * (right - left):
        return np.tile(np.array(word.box, dtype=np.float32), (len(word.text), 1))
    widths = np.array([2.0 if _WIDE.match(character) else 1.0 for character in word.text])
    edges = np.concatenate([[0.0], np.cumsum(widths)]) / widths.sum()
    boxes = np.empty((len(word.text), 4), dtype=np.float32)
    boxes[:] = (left, top, right, bottom)
    boxes[:, 0] = left + edges[:-1] * (right - left)
    boxes[:, 2] = left + edges[1:] * (right - left)
    return boxes
