"""Words of a PDF that no reader of the page sees are no part of its text (issue 13, 1)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from document_files import LIMITS, raw_pdf
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from core.contracts.extract import extract
from core.contracts.stored_document import document_columns, document_from
from core.documents import Document, Limits, read, read_directly
from core.documents.ocr.tesseract import find_engine
from core.documents.reading import parse
from core.evidence import locate
from core.settings import Settings
from core.store import DocumentRow
from servers import missing

VISIBLE = "This Agreement is governed by the laws of the State of Delaware."
HIDDEN = "This Agreement is governed by the laws of the State of New York."
LAST = "Signed by both parties on the first day of March."


def _read(pdf: bytes) -> Document:
    return read_directly(pdf, file_name="hidden.pdf", limits=LIMITS)


def _page(draw: Callable[[Canvas], None], *, crop: tuple[int, int, int, int] | None = None) -> bytes:
    """A page with a visible sentence, what `draw` adds, and another visible sentence."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(612, 792), invariant=1)
    canvas.setFont("Times-Roman", 11)
    canvas.drawString(72, 700, VISIBLE)
    canvas.saveState()
    draw(canvas)
    canvas.restoreState()
    canvas.setFont("Times-Roman", 11)
    canvas.setFillGray(0)
    canvas.drawString(72, 500, LAST)
    if crop:
        canvas.setCropBox(crop)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def _white(canvas: Canvas) -> None:
    canvas.setFillGray(1)
    canvas.drawString(72, 600, HIDDEN)


def _nearly_white(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0.99, 0.98, 0.97)
    canvas.drawString(72, 600, HIDDEN)


def _transparent(canvas: Canvas) -> None:
    canvas.setFillAlpha(0.02)
    canvas.drawString(72, 600, HIDDEN)


def _invisible_mode(canvas: Canvas) -> None:
    text = canvas.beginText(72, 600)
    text.setTextRenderMode(3)
    text.textLine(HIDDEN)
    canvas.drawText(text)


def _black_on_black(canvas: Canvas) -> None:
    canvas.rect(60, 590, 480, 30, fill=1, stroke=0)
    canvas.drawString(72, 600, HIDDEN)


def _under_a_box(canvas: Canvas) -> None:
    canvas.drawString(72, 600, HIDDEN)
    canvas.setFillGray(1)
    canvas.rect(60, 590, 480, 30, fill=1, stroke=0)


def _under_a_picture(canvas: Canvas) -> None:
    canvas.drawString(72, 600, HIDDEN)
    canvas.drawImage(ImageReader(Image.new("RGB", (20, 20), (200, 220, 240))), 60, 590, 480, 30)


def _off_the_page(canvas: Canvas) -> None:
    canvas.drawString(72, -40, HIDDEN)


def _too_small(canvas: Canvas) -> None:
    canvas.setFont("Times-Roman", 1.0)
    canvas.drawString(72, 600, HIDDEN)


def _clipped(canvas: Canvas) -> None:
    path = canvas.beginPath()
    path.rect(0, 0, 10, 10)
    canvas.clipPath(path, stroke=0, fill=0)
    canvas.drawString(72, 600, HIDDEN)


def _mode_three_over_a_rule(canvas: Canvas) -> None:
    canvas.setLineWidth(2)
    canvas.line(60, 603, 540, 603)
    _invisible_mode(canvas)


def _in_a_form(canvas: Canvas) -> None:
    canvas.beginForm("aside")
    canvas.setFillGray(1)
    canvas.drawString(72, 600, HIDDEN)
    canvas.endForm()
    canvas.doForm("aside")


HIDINGS = {
    "white": _white,
    "nearly white": _nearly_white,
    "transparent": _transparent,
    "invisible mode": _invisible_mode,
    "black on black": _black_on_black,
    "under a box": _under_a_box,
    "under a picture": _under_a_picture,
    "off the page": _off_the_page,
    "too small": _too_small,
    "clipped": _clipped,
    "mode 3 over a rule": _mode_three_over_a_rule,
    "in a form": _in_a_form,
}


@pytest.mark.parametrize("hide", HIDINGS.values(), ids=HIDINGS)
def test_hidden_words_are_kept_apart(hide: Callable[[Canvas], None]) -> None:
    document = _read(_page(hide))
    assert document.text == f"{VISIBLE}\n{LAST}"
    assert [page.unseen for page in document.pages] == [HIDDEN]
    assert document.unseen_pages == (1,)
    assert document.boxes is not None
    assert document.boxes.shape == (len(document.text), 4)


def test_words_outside_the_crop_box_are_kept_apart() -> None:
    document = _read(_page(lambda canvas: canvas.drawString(72, 600, HIDDEN), crop=(0, 400, 612, 595)))
    assert (document.text, document.pages[0].unseen) == (LAST, f"{VISIBLE} {HIDDEN}")


def test_new_words_on_a_white_box_do_not_vouch_for_the_old_ones_under_it() -> None:
    """As programs that edit PDFs do it: a box over the old words, the new ones on it at the same place."""

    def overlay(canvas: Canvas) -> None:
        _under_a_box(canvas)
        canvas.setFillGray(0)
        canvas.drawString(72, 600, HIDDEN.replace("New York", "Nevada"))

    document = _read(_page(overlay))
    assert document.text == f"{VISIBLE}\n{HIDDEN.replace('New York', 'Nevada')}\n{LAST}"
    assert document.pages[0].unseen == HIDDEN


def test_a_hidden_word_inside_a_sentence_is_taken_out_alone() -> None:
    def inside(canvas: Canvas) -> None:
        canvas.drawString(72, 600, "The Buyer shall")
        canvas.setFillGray(1)
        canvas.drawString(150, 600, "not")
        canvas.setFillGray(0)
        canvas.drawString(180, 600, "assign this Agreement.")

    document = _read(_page(inside))
    assert " ".join(document.text.split()) == f"{VISIBLE} The Buyer shall assign this Agreement. {LAST}"
    assert document.pages[0].unseen == "not"


def _white_on_dark(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0.1, 0.2, 0.5)
    canvas.rect(60, 590, 480, 30, fill=1, stroke=0)
    canvas.setFillGray(1)
    canvas.drawString(72, 600, HIDDEN)


def _grey(canvas: Canvas) -> None:
    canvas.setFillGray(0.6)
    canvas.drawString(72, 600, HIDDEN)


def _small_print(canvas: Canvas) -> None:
    canvas.setFont("Times-Roman", 4.5)
    canvas.drawString(72, 600, HIDDEN)


def _outlined(canvas: Canvas) -> None:
    text = canvas.beginText(72, 600)
    text.setTextRenderMode(1)
    text.textLine(HIDDEN)
    canvas.drawText(text)


@pytest.mark.parametrize("draw", [_white_on_dark, _grey, _small_print, _outlined])
def test_words_that_can_be_read_stay(draw: Callable[[Canvas], None]) -> None:
    document = _read(_page(draw))
    assert document.text == f"{VISIBLE}\n{HIDDEN}\n{LAST}"
    assert document.unseen_pages == ()


def _layers(content: bytes, off: bytes) -> bytes:
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R] /D << /ON [] /OFF [" + off + b"] >> >> >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R >> /Properties << /L1 6 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            b"<< /Type /OCG /Name (Draft) >>",
        ]
    )


@pytest.mark.parametrize(("off", "unseen"), [(b"6 0 R", HIDDEN), (b"", "")])
def test_a_layer_that_is_off_is_not_read(off: bytes, unseen: str) -> None:
    content = (
        f"BT /F1 11 Tf 72 700 Td ({VISIBLE}) Tj ET /OC /L1 BDC BT /F1 11 Tf 72 600 Td ({HIDDEN}) Tj ET EMC".encode()
    )
    document = _read(_layers(content, off))
    assert document.text == (VISIBLE if unseen else f"{VISIBLE}\n{HIDDEN}")
    assert document.pages[0].unseen == unseen


def _scan(*lines: tuple[str, str], again: str = "") -> bytes:
    """A scan with a text layer without ink over it, as scanners make it.

    Args:
        lines: what the picture shows and what the layer says there.
        again: a second layer over the first line.
    """
    picture = Image.new("L", (1700, 2200), 250)
    font = ImageFont.load_default(32)
    for number, (words, _) in enumerate(lines):
        ImageDraw.Draw(picture).text((200, 300 + 80 * number), words, font=font, fill=20)
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(612, 792), invariant=1)
    canvas.drawImage(ImageReader(picture), 0, 0, 612, 792)
    placed = [(number, words, layer) for number, (words, layer) in enumerate(lines)]
    for number, words, text in placed + ([(0, lines[0][0], again)] if again else []):
        line = canvas.beginText(200 * 612 / 1700, 792 - (330 + 80 * number) * 792 / 2200)
        line.setTextRenderMode(3)
        line.setFont("Helvetica", 11)
        line.setHorizScale(100 * font.getlength(words) * 612 / 1700 / canvas.stringWidth(text, "Helvetica", 11))
        line.textLine(text)
        canvas.drawText(line)
    low = canvas.beginText(72, 200)
    low.setTextRenderMode(3)
    low.textLine(LAST)
    canvas.drawText(low)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_the_text_layer_of_a_scan_counts_where_the_picture_shows_words() -> None:
    document = _read(_scan((VISIBLE, VISIBLE)))
    assert document.text.split("\n")[0] == VISIBLE
    assert document.pages[0].source == "ocr"
    assert document.pages[0].unseen == LAST  # where the paper of the scan is empty


def test_a_text_layer_that_nobody_compared_with_its_picture_verifies_nothing(settings: Settings) -> None:
    """Without OCR a layer that says New York over a picture of Delaware was verified."""
    document = _read(_scan((VISIBLE, HIDDEN)))
    assert locate(document, HIDDEN).state == "text_layer"
    assert document.doubtful_pages == (1,)
    law = extract(document, settings).fact("governing_law")
    assert law is not None
    assert law.evidence is not None
    assert law.evidence.state == "text_layer"


def test_what_is_in_doubt_is_known_after_the_child_process_and_the_store(settings: Settings) -> None:
    document = read(_scan((VISIBLE, HIDDEN)), file_name="scan.pdf", settings=settings.model_copy(update={"ocr": "off"}))
    (span,) = document.pages[0].doubtful[:1]
    stored = DocumentRow(**json.loads(json.dumps(document_columns(document))))
    again = document_from(stored, boxes=None)
    assert (again.pages, again.in_doubt(*span), again.in_doubt(span[1] + 5_000, span[1] + 5_001)) == (
        document.pages,
        True,
        False,
    )


def _with_ocr() -> Limits:
    if find_engine("eng") is None:
        missing("Tesseract is not installed: apt-get install tesseract-ocr")
    return replace(LIMITS, ocr=True, ocr_languages="eng", parse_timeout_s=600)


def test_a_picture_decides_against_its_text_layer() -> None:
    """Layers that change a law, leave out a negation, change a number or a modal; one line says what it shows."""
    lines = [
        (VISIBLE, HIDDEN),
        ("The Supplier shall not assign this Agreement.", "The Supplier shall assign this Agreement."),
        ("The Buyer shall pay within 30 days of each invoice.", "The Buyer shall pay within 60 days of each invoice."),
        ("The Buyer may terminate this Agreement.", "The Buyer shall terminate this Agreement."),
        ("Notices shall be given in writing.", "Notices shall be given in writing."),
    ]
    document = read_directly(_scan(*lines), file_name="scan.pdf", limits=_with_ocr())
    assert document.text == "\n".join(picture for picture, _ in lines)
    for picture, layer in lines[:-1]:
        assert locate(document, layer).state == "unverified"
        assert locate(document, picture).state == "text_layer"  # two readings of one place: a person looks
    assert locate(document, lines[-1][0]).state == "verified"
    assert LAST in document.pages[0].unseen


def test_a_text_layer_that_says_what_its_picture_shows_is_verified() -> None:
    document = read_directly(_scan((VISIBLE, VISIBLE)), file_name="scan.pdf", limits=_with_ocr())
    assert document.text.strip() == VISIBLE
    assert locate(document, VISIBLE).state == "verified"
    assert (document.doubtful_pages, document.pages[0].source) == ((), "ocr")


def test_two_texts_over_the_same_words_of_a_scan_are_neither() -> None:
    document = parse(_scan((VISIBLE, VISIBLE), again=HIDDEN), "pdf", LIMITS)
    assert "New York" not in document.text
    assert "Delaware" not in document.text
    assert "New York" in document.pages[0].unseen


@pytest.mark.parametrize(("colour", "text"), [(b"0", "AAAA"), (b"1", "")])
def test_a_font_that_nobody_has_hides_nothing(colour: bytes, text: str) -> None:
    """Words in a font that is neither in the file nor here are shown by other readers: colour decides."""
    font = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R"
        b" /Encoding << /Type /Encoding /Differences [65 /u1F9FF] >> >>"
    )
    meaning = (
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange"
        b" 1 beginbfchar <41> <0041> endbfchar endcmap end"
    )
    content = b"BT " + colour + b" g /F1 12 Tf 72 700 Td (AAAA) Tj ET 0 g BT /F2 12 Tf 72 600 Td (seen) Tj ET"
    pdf = raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
            b" /Resources << /Font << /F1 5 0 R /F2 7 0 R >> >> >>",
            b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream",
            font,
            b"<< /Length %d >>\nstream\n" % len(meaning) + meaning + b"\nendstream",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
    )
    assert _read(pdf).text == (f"{text}\nseen" if text else "seen")


def test_the_built_in_engine_finds_no_governing_law_in_white(settings: Settings) -> None:
    extraction = extract(_read(_page(_white)), settings)
    law = extraction.fact("governing_law")
    assert law is not None
    assert (law.value, law.detail) == ("US", "Delaware")
    texts = [excerpt.text for clause in extraction.clauses for excerpt in (*clause.excerpts, *clause.candidates)]
    assert not [text for text in texts if "New York" in text]
