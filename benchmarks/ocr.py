"""OCR of contracts that are scanned in five qualities: share of wrong characters, and of sentences found again.

    python benchmarks/ocr.py FILE… [--pages 1] [--qualities clean,office,fax,photo,small] [--out FILE.json]

FILE is a contract as plain text or Markdown, in English or Japanese (METI's model contracts, for example). Its first
lines are set in a system font on A4 pages, which are then made into pictures as a scanner, a fax or a telephone makes
them, and read as the product reads an image. A wrong character is an insertion, deletion or substitution after NFKC and
without white space; a sentence counts as found where `locate` verifies it word for word in what was read.
"""

from __future__ import annotations

import argparse
import dataclasses
import io
import json
import re
import shutil
import subprocess
import time
import unicodedata
from collections.abc import Callable
from pathlib import Path

import numpy as np
import paths  # noqa: F401  # the root and the tests' oracles are found by it
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from rapidfuzz.distance import Levenshtein

from core.documents import Document, Limits, read_directly
from core.errors import IngestError
from core.evidence import locate
from core.settings import load_settings

DPI = 300
A4 = (2480, 3508)
MARGIN = 230
SIZE = 44  # pixels of the font, 10.5 points
LEADING = 74
SEED = 20261122


def main() -> None:
    """Prints a row for each quality and language, and writes them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--pages", type=int, default=1, help="pages of each file")
    parser.add_argument("--qualities", default=",".join(QUALITIES))
    parser.add_argument("--out", type=Path, help="write the figures here")
    options = parser.parse_args()
    limits = dataclasses.replace(Limits.of(load_settings()), ocr=True, parse_timeout_s=600)
    rows = []
    for path in options.files:
        pages, truth = typeset(path.read_text(encoding="utf-8"), options.pages)
        for name in options.qualities.split(","):
            row = {"file": path.name, "quality": name, **measured(pages, truth, name, limits)}
            rows.append(row)
            print("  ".join(str(value) for value in row.values()), flush=True)
    if options.out is not None:
        options.out.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def typeset(text: str, most: int) -> tuple[list[Image.Image], str]:
    """The first pages of a text as grey pictures of 300 dpi, and the words on them."""
    japanese = re.search(r"[ぁ-ん]", text) is not None
    font = ImageFont.truetype(_font("ja" if japanese else "en"), SIZE)
    plain = [line.strip("#* ") for line in text.splitlines()]
    lines = [piece for line in plain if line for piece in _wrapped(line, font, A4[0] - 2 * MARGIN)]
    room = (A4[1] - 2 * MARGIN) // LEADING
    pages = []
    for first in range(0, min(len(lines), most * room), room):
        page = Image.new("L", A4, 255)
        draw = ImageDraw.Draw(page)
        for row, line in enumerate(lines[first : first + room]):
            draw.text((MARGIN, MARGIN + row * LEADING), line, font=font, fill=20)
        pages.append(page)
    shown = lines[: most * room]
    return pages, ("" if japanese else " ").join(shown)


def _font(language: str) -> str:
    program = shutil.which("fc-match")
    if program is None:
        raise SystemExit("fontconfig is needed, to find a font of the language")
    pattern = f"serif:lang={language}"
    return subprocess.run([program, "-f", "%{file}", pattern], capture_output=True, text=True, check=True).stdout


def _wrapped(line: str, font: ImageFont.FreeTypeFont, width: int) -> list[str]:
    pieces, current = [], ""
    for part in re.findall(r"[!-~]+ ?|\s|[^!-~\s]", line):
        if current and font.getlength(current + part) > width:
            pieces.append(current.rstrip())
            current = ""
        current += part
    return [*pieces, current.rstrip()] if current.strip() else pieces


def measured(pages: list[Image.Image], truth: str, quality: str, limits: Limits) -> dict[str, float]:
    """Share of wrong characters, share of sentences found word for word, and seconds a page."""
    frames = [QUALITIES[quality](page) for page in pages]
    file = io.BytesIO()
    frames[0].save(file, "TIFF", save_all=True, append_images=frames[1:], compression="tiff_deflate")
    begun = time.perf_counter()
    try:
        document: Document | None = read_directly(file.getvalue(), file_name="scan.tiff", limits=limits)
    except IngestError as error:
        print(f"not read: {error}")
        document = None
    seconds = time.perf_counter() - begun
    said = _bare(document.text) if document is not None else ""
    wanted = _bare(truth)
    found = [document is not None and locate(document, words).state == "verified" for words in sentences(truth)]
    return {
        "wrong_characters": round(Levenshtein.distance(wanted, said) / max(len(wanted), 1), 4),
        "sentences_found": round(float(np.mean(found)), 3),
        "unread_pages": len(document.unread_pages) if document is not None else len(pages),
        "seconds_a_page": round(seconds / len(pages), 2),
    }


def sentences(text: str) -> list[str]:
    """Sentences of some length, as a quote would be."""
    found = re.split(r"(?<=[。.;])\s*", text)
    return [words for words in found if 15 <= len(words) <= 400]


def _bare(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def _clean(page: Image.Image) -> Image.Image:
    """As exported: 300 dpi."""
    return page


def _office(page: Image.Image) -> Image.Image:
    """An office scanner: 200 dpi, a little turned, with noise, compressed."""
    small = page.resize((1654, 2339), Image.Resampling.LANCZOS)
    return _compressed(_noisy(small.rotate(0.4, fillcolor=255, resample=Image.Resampling.BICUBIC), 8), 60)


def _fax(page: Image.Image) -> Image.Image:
    """A fax: 200 by 100 dpi, black and white, with specks."""
    squeezed = page.resize((1654, 1170), Image.Resampling.LANCZOS).resize((1654, 2339), Image.Resampling.NEAREST)
    return _noisy(squeezed, 30).point(lambda value: 255 if value > 140 else 0)


def _photo(page: Image.Image) -> Image.Image:
    """A telephone: seen from the side, a shadow across the page, a little out of focus, compressed."""
    width, height = 1800, 2546
    small = page.resize((width, height), Image.Resampling.LANCZOS)
    corners = (40, 25, 0, height, width, height - 30, width - 55, 0)  # top left, bottom left, bottom right, top right
    seen = small.transform((width, height), Image.Transform.QUAD, corners, Image.Resampling.BICUBIC, fillcolor=255)
    shade = np.linspace(1.0, 0.45, width)[None, :] * np.linspace(1.0, 0.8, height)[:, None]
    dark = Image.fromarray((np.asarray(seen, np.float32) * shade).astype(np.uint8))
    return _compressed(_noisy(dark.filter(ImageFilter.GaussianBlur(0.8)), 6), 70)


def _small(page: Image.Image) -> Image.Image:
    """A picture made small for a mail: 120 dpi, compressed."""
    return _compressed(page.resize((992, 1403), Image.Resampling.LANCZOS), 50)


def _noisy(page: Image.Image, strength: float) -> Image.Image:
    noise = np.random.default_rng(SEED).normal(0, strength, (page.height, page.width))
    return Image.fromarray(np.clip(np.asarray(page, np.float32) + noise, 0, 255).astype(np.uint8))


def _compressed(page: Image.Image, quality: int) -> Image.Image:
    file = io.BytesIO()
    page.save(file, "JPEG", quality=quality)
    return Image.open(io.BytesIO(file.getvalue())).convert("L")


QUALITIES: dict[str, Callable[[Image.Image], Image.Image]] = {
    "clean": _clean,
    "office": _office,
    "fax": _fax,
    "photo": _photo,
    "small": _small,
}


if __name__ == "__main__":
    main()
