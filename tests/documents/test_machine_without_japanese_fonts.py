"""A machine without a Japanese font reads Japanese PDFs all the same; only the shapes of their letters stay unseen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from document_files import LIMITS, MINCHO, Sheet, make_pdf

from core.documents import read_directly
from core.documents.pdf import japanese_letters
from core.evidence import locate

_WORDS = "本契約に関する訴えについては、東京地方裁判所を管轄とする。"


@pytest.fixture
def no_japanese_font(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is drawn with the machine's Japanese fonts stays empty, as where there are none."""
    empty = japanese_letters._sheet([])
    monkeypatch.setattr(japanese_letters, "_sheet", lambda codes: empty)
    japanese_letters.telling_letters.cache_clear()
    yield
    japanese_letters.telling_letters.cache_clear()


def test_nothing_is_drawn_and_nothing_compared(no_japanese_font: None) -> None:
    assert len(japanese_letters.letters_of([0x4E00, 0x4E8C]).codes) == 0
    assert japanese_letters.telling_letters() is None


def test_a_japanese_pdf_is_read(no_japanese_font: None) -> None:
    document = read_directly(make_pdf(Sheet([_WORDS], font=MINCHO)), file_name="contract.pdf", limits=LIMITS)
    assert _WORDS in document.text
    assert locate(document, _WORDS).page == 1
