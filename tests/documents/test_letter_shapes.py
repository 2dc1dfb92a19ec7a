"""A font that draws other letters than it says: its words are read, and no quote of them is verified (issue 13, 1)."""

from __future__ import annotations

from pathlib import Path

import pytest
import reportlab
from document_files import LIMITS, Sheet, make_pdf, raw_pdf

from core.contracts.extract import extract
from core.documents import Document, read_directly
from core.evidence import locate
from core.settings import Settings

HONEST = "This Agreement is made by two parties and lasts for a year."
VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"
_NAMES = {" ": "space", ".": "period", "-": "hyphen", "_": "underscore", "\u2022": "bullet", "~": "asciitilde"} | dict(
    zip("0123456789", "zero one two three four five six seven eight nine".split(), strict=True)
)


def _stream(body: bytes) -> bytes:
    return b"<< /Length %d >>\nstream\n" % len(body) + body + b"\nendstream"


def _lying(
    shown: str,
    told: str,
    *,
    font: bytes = b"/Subtype /Type1 /BaseFont /Helvetica",
    file: bytes = b"",
    turned: bool = False,
) -> bytes:
    """A page with an honest sentence and one that shows other letters than its font says, letter for letter.

    Args:
        turned: the page lies on its side in the file and is turned to be shown.
    """
    pairs = list(dict.fromkeys(zip(shown, told, strict=True)))
    names = " ".join(f"/{_NAMES.get(drawn, drawn)}" for drawn, _ in pairs).encode()
    meanings = [(128 + number, ord(said)) for number, (_, said) in enumerate(pairs)]
    meanings += [(code, code) for code in range(32, 127)]
    table = (
        b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange "
        + b"%d beginbfchar " % len(meanings)
        + b" ".join(b"<%02x> <%04x>" % meaning for meaning in meanings)
        + b" endbfchar endcmap end"
    )
    codes = bytes(128 + pairs.index(pair) for pair in zip(shown, told, strict=True)).hex().encode()
    content = (
        (b"0 1 -1 0 792 0 cm " if turned else b"")
        + b"BT /F1 11 Tf 72 700 Td ("
        + HONEST.encode()
        + b") Tj 0 -20 Td <"
        + codes
        + b"> Tj ET"
    )
    return raw_pdf(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 800] /Contents 4 0 R"
            b" /Rotate %d /Resources << /Font << /F1 5 0 R >> >> >>" % (90 * turned),
            _stream(content),
            b"<< /Type /Font " + font + b" /ToUnicode 6 0 R /Encoding << /Type /Encoding"
            b" /BaseEncoding /WinAnsiEncoding /Differences [128 " + names + b"] >> >>",
            _stream(table),
            b"<< /Type /FontDescriptor /FontName /Own /Flags 32 /FontBBox [-200 -300 1300 1000] /ItalicAngle 0"
            b" /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 8 0 R >>",
            b"<< /Length %d /Length1 %d >>\nstream\n" % (len(file), len(file)) + file + b"\nendstream",
        ]
    )


_OWN = b"/Subtype /TrueType /BaseFont /Own /FontDescriptor 7 0 R /FirstChar 0 /LastChar 255 /Widths [" + (
    b"600 " * 256 + b"]"
)


def _read(pdf: bytes) -> Document:
    return read_directly(pdf, file_name="lying.pdf", limits=LIMITS)


@pytest.mark.parametrize("own", [False, True], ids=["standard font", "font of the file"])
@pytest.mark.parametrize(
    ("shown", "told"),
    [
        ("Governed by Delaware law.", "Governed by New York law."),
        ("Payment within 30 days.", "Payment within 60 days."),
        ("Renewed for 6 months.", "Renewed for 9 months."),
        ("The Buyer may not assign.", "The Buyer may now assign."),
        ("Paid by Alfa to Beta.", "Paid by Beta to Alfa."),
    ],
)
def test_letters_that_are_drawn_as_others_are_in_doubt(shown: str, told: str, own: bool) -> None:
    """A lying table of meanings was verified: the letters have ink, only not their own."""
    document = _read(_lying(shown, told, font=_OWN, file=VERA.read_bytes()) if own else _lying(shown, told))
    assert told in document.text
    assert locate(document, told).state == "text_layer"
    assert document.doubtful_pages == (1,)


NOT_LETTERS = {
    "dashes": "-",
    "rules": "_",
    "full stops": ".",
    "bullets": "\u2022",
    "tildes": "~",
}


@pytest.mark.parametrize("own", [False, True], ids=["standard font", "font of the file"])
@pytest.mark.parametrize("sign", NOT_LETTERS.values(), ids=NOT_LETTERS)
def test_signs_that_say_that_they_are_letters_are_in_doubt(sign: str, own: bool) -> None:
    """A line of dashes was verified as "Governed by New York law": only what is like another letter was in doubt."""
    told = "Governed by New York law."
    shown = "".join(sign if letter.isalpha() else letter for letter in told)
    document = _read(_lying(shown, told, font=_OWN, file=VERA.read_bytes()) if own else _lying(shown, told))
    assert locate(document, told).state in ("text_layer", "unverified")  # the latter where it is too small to be seen


@pytest.mark.parametrize("name", ["a1", "a12", "a24", "a35", "a71", "a73", "a78", "a108"])
def test_ornaments_that_say_that_they_are_letters_are_in_doubt(name: str) -> None:
    told = "New York law"
    pdf = _lying("-" * len(told), told).replace(b"/BaseFont /Helvetica", b"/BaseFont /ZapfDingbats")
    document = _read(pdf.replace(b"/hyphen", f"/{name}".encode()))
    assert locate(document, told).state == "text_layer"


def test_one_sign_that_says_a_sentence_is_in_doubt() -> None:
    told = "NewYorkLawGovernsThisAgreement"
    meaning = b"<80> <" + told.encode("utf-16-be").hex().encode() + b">"
    document = _read(_lying("\u2022", "\u00b7").replace(b"<80> <00b7>", meaning))
    assert told in document.text
    assert locate(document, told).state == "text_layer"


def test_letters_that_stand_on_each_other_are_in_doubt() -> None:
    document = _read(_lying("a", "a").replace(b"72 700 Td", b"72 700 Td -4.5 Tc"))
    assert "This Agreement" in document.text
    assert locate(document, "This Agreement").state == "text_layer"


def test_letters_of_a_page_that_is_turned_are_looked_at_as_well() -> None:
    document = _read(_lying("Payment within 30 days.", "Payment within 60 days.", turned=True))
    assert locate(document, "Payment within 60 days.").state == "text_layer"


def test_the_built_in_engine_verifies_no_law_that_is_drawn_as_another(settings: Settings) -> None:
    told = "This Agreement is governed by the laws of the State of New York."
    law = extract(_read(_lying(told.replace("New York", "Delaware"), told)), settings).fact("governing_law")
    assert law is not None
    assert law.evidence is not None
    assert law.evidence.state == "text_layer"


@pytest.mark.parametrize("own", [False, True], ids=["standard font", "font of the file"])
def test_a_font_that_tells_what_it_draws_is_in_no_doubt(own: bool) -> None:
    told = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789."
    document = _read(_lying(told, told, font=_OWN, file=VERA.read_bytes()) if own else _lying(told, told))
    assert told in document.text
    assert document.doubtful_pages == ()


def test_very_bold_letters_are_in_no_doubt() -> None:
    """Letters whose strokes leave hardly any white were taken for black boxes."""
    told = "Governed by the laws of New York and Nevada."
    bold = _lying(told, told, font=b"/Subtype /Type1 /BaseFont /Helvetica-Bold")
    document = _read(bold.replace(b"BT /F1 11 Tf", b"BT 2 Tr 0.9 w /F1 11 Tf"))
    assert told in document.text
    assert document.doubtful_pages == ()


def test_small_capitals_and_turned_pages_are_in_no_doubt() -> None:
    told = "the supplier shall deliver the goods to zurich in march."
    assert _read(_lying(told.upper(), told)).doubtful_pages == ()
    sheets = [Sheet([told, told.upper()], rotation=turns) for turns in (0, 90, 180, 270)]
    assert _read(make_pdf(*sheets)).doubtful_pages == ()
