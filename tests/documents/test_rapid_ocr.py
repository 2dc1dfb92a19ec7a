"""RapidOCR beside Tesseract, by a stand-in for its package: which engine reads a page, and what a failure means.

One test needs the package itself, which is optional.
"""

from __future__ import annotations

import dataclasses
import importlib
import io
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from core.documents import read
from core.documents.ocr import engines as engines_module
from core.documents.ocr.engines import OcrEngines, ocr_engines, read_page
from core.documents.ocr.rapid import RapidReader, rapid_installed
from core.documents.ocr.rapid_child import in_reading_order
from core.documents.ocr.tesseract import OcrFailed, RecognisedWord, Tesseract, mean_confidence
from core.evidence import locate
from core.settings import load_settings

PAGE = np.full((120, 400), 255, np.uint8)
STAND_IN = """
import os, time
from types import SimpleNamespace
class RapidOCR:
    def __init__(self, params):
        print("a library that prints")
    def __call__(self, image):
        if image.shape[0] == 13:
            os._exit(3)
        if image.shape[0] == 17:
            time.sleep(60)
        if image.shape[0] == 19:
            return SimpleNamespace(boxes=None, txts=None, scores=None)
        box = lambda left, top, right, bottom: [[left, top], [right, top], [right, bottom], [left, bottom]]
        return SimpleNamespace(
            boxes=[box(210, 12, 390, 30), box(10, 60, 200, 80), box(10, 10, 200, 30), box(10, 90, 20, 99)],
            txts=["甲と乙", "メ一カ一 shall pay", "第1条 目的", "??"],
            scores=[0.99, 0.97, 0.98, 0.2],
        )
"""


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RapidReader]:
    (tmp_path / "rapidocr.py").write_text(STAND_IN, encoding="utf-8")
    (tmp_path / "onnxruntime.py").write_text("", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    importlib.invalidate_caches()
    reader = RapidReader()
    yield reader
    reader.close()


def test_lines_come_as_words_in_reading_order(stand_in: RapidReader) -> None:
    assert rapid_installed()
    words = stand_in.read(PAGE, timeout_s=60)
    assert [word.text for word in words] == ["第1条", "目的", "甲と乙", "メーカー", "shall", "pay"]
    assert words[0].box[:2] == (10, 10)
    assert words[1].box[2:] == (200, 30)
    assert words[0].box[2] < words[1].box[0]
    assert words[4].line == words[5].line != words[0].line
    assert min(word.confidence for word in words) > 90
    assert stand_in.read(np.full((19, 40), 255, np.uint8), timeout_s=60) == []


@pytest.mark.parametrize(("height", "timeout_s", "reason"), [(13, 60.0, "ocr_failed"), (17, 3.0, "ocr_timeout")])
def test_a_page_that_ends_the_process_is_one_page(
    stand_in: RapidReader, height: int, timeout_s: float, reason: str
) -> None:
    with pytest.raises(OcrFailed, match=reason):
        stand_in.read(np.full((height, 40), 255, np.uint8), timeout_s=timeout_s)
    assert stand_in.read(PAGE, timeout_s=60)


@pytest.mark.skipif(not rapid_installed(), reason="the packages are not installed (README, SHINSA_OCR)")
def test_the_package_itself_reads_a_picture_in_the_sandbox() -> None:
    page = Image.new("L", (1240, 900), 255)
    for row, words in enumerate(("The parties keep all of it secret.", "It is governed by the laws of Japan.")):
        ImageDraw.Draw(page).text((90, 120 + 160 * row), words, font=ImageFont.load_default(40), fill=0)
    poor = page.rotate(2, fillcolor=255).filter(ImageFilter.GaussianBlur(3.2))  # in which Tesseract finds nothing
    file = io.BytesIO()
    poor.save(file, "PNG")
    found = read(file.getvalue(), file_name="poor.png", settings=load_settings())
    assert not found.unread_pages
    assert [locate(found, words).state for words in ("all of it secret", "the laws of Japan")] == ["verified"] * 2


def test_columns_of_one_row_go_from_left_to_right() -> None:
    lines = [("right", 1.0, (50.0, 1.0, 90.0, 11.0)), ("below", 1.0, (0.0, 20.0, 90.0, 30.0))]
    lines += [("left", 1.0, (0.0, 3.0, 40.0, 12.0))]
    assert [line[0] for line in in_reading_order(lines)] == ["left", "right", "below"]


class _Rapid(RapidReader):
    def __init__(self, words: list[RecognisedWord] | None) -> None:
        super().__init__()
        self.asked = 0
        self._words = words

    def read(self, image: np.ndarray, *, timeout_s: float) -> list[RecognisedWord]:
        self.asked += 1
        if self._words is None:
            raise OcrFailed("ocr_failed")
        return self._words


def _reading(confidence: float, text: str = "words of a page") -> list[RecognisedWord]:
    return [RecognisedWord(text, (0, 0, 0), confidence, (0, 0, 10, 10))]


@pytest.mark.parametrize(
    ("tesseract", "rapid", "expected"),
    [
        (95.0, _reading(99), 95.0),  # a clean page in Latin letters: RapidOCR is not asked
        (40.0, _reading(97), 97.0),
        (80.0, _reading(97, "few"), 81.0),  # surer, and only of a few words
        (80.0, _reading(60), 81.0),
        (80.0, None, 81.0),  # it failed: all languages of Tesseract are tried
    ],
)
def test_which_reading_stands(
    tesseract: float, rapid: list[RecognisedWord] | None, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    def recognise(engine: Tesseract, image: np.ndarray, *, timeout_s: float) -> tuple[list[RecognisedWord], str]:
        more = 1 if len(engine.languages) > 1 else 0
        return _reading(tesseract + more), engine.languages[0]

    monkeypatch.setattr(engines_module, "recognise", recognise)
    reader = _Rapid(rapid)
    both = OcrEngines(Tesseract("tesseract", ("eng", "jpn+eng")), reader)
    reading = read_page(both, PAGE, deadline=time.monotonic() + 60, compared=False)
    assert mean_confidence(reading.words) == expected
    assert reader.asked == (0 if tesseract >= engines_module.CLEAN else 1)
    assert reading.engines.rapid_first == (expected == 97.0)
    compared = read_page(both, PAGE, deadline=time.monotonic() + 60, compared=True)
    assert mean_confidence(compared.words) == tesseract + 1
    alone = read_page(dataclasses.replace(both, rapid=None), PAGE, deadline=time.monotonic() + 60, compared=False)
    assert mean_confidence(alone.words) == tesseract + 1


def test_rapid_alone_reads_where_tesseract_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines_module, "find_engine", lambda languages: None)
    monkeypatch.setattr(engines_module, "rapid_installed", lambda: False)
    assert ocr_engines("eng+jpn") is None
    monkeypatch.setattr(engines_module, "rapid_installed", lambda: True)
    engines = ocr_engines("eng+jpn")
    assert engines is not None
    assert engines.tesseract is None
    alone = dataclasses.replace(engines, rapid=_Rapid(_reading(70)))
    assert mean_confidence(read_page(alone, PAGE, deadline=time.monotonic() + 60, compared=False).words) == 70
