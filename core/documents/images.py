"""Pictures of contracts, PNG, JPEG or TIFF: each frame is a page that OCR reads. Runs in the child process."""

from __future__ import annotations

import contextlib
import io
import struct
import zlib
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from core.documents.document import Kind
from core.documents.limits import Limits
from core.documents.ocr.scanned_pages import POINTS, Job, page_scale, read_pictures
from core.documents.parsed import PageText, Parsed, join_pages, no_boxes, refuse_unread
from core.errors import DamagedDocument, TooLarge

MAX_IMAGE_PIXELS = 80_000_000  # of a frame: A3 at 600 dpi; a telephone's largest photograph has 50 million
MAX_SIDE = 30_000
PAPER = (4.0, 24.0)  # inches of the shorter side within which the file's resolution is believed
A4_SIDE = 8.27  # inches, taken for the shorter side where it is not
_ENLARGED = 3.0  # at most, to reach the resolution that OCR wants
_ORIENTATION = 0x0112  # the Exif tag
_ON_THEIR_SIDE = (5, 6, 7, 8)

# What Pillow raises about files that are none of what their first bytes promise.
_MALFORMED = (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, EOFError, struct.error, zlib.error)


def read_images(data: bytes, kind: Kind, limits: Limits, *, deadline: float) -> Parsed:
    """Text and boxes of a picture, by OCR; a TIFF may have many pages.

    A page's size in points comes from the file's resolution where that makes a sheet of paper, else the picture is
    taken for A4.

    Args:
        data: the file.
        kind: `png`, `jpeg` or `tiff`.
        limits: those on pages, characters and OCR hold.
        deadline: `time.monotonic()` after which no further page goes through OCR.

    Raises:
        DamagedDocument, EmptyDocument, TooLarge, NeedsOcr: as their names say.
    """
    with _opened(data, kind) as file:
        pages = [_blank(file, index) for index in _frames(file, kind, limits.max_pages)]
        jobs = [Job(index, page, "replace") for index, page in enumerate(pages)]

        def render(index: int) -> tuple[NDArray[np.uint8], float]:
            return _for_ocr(file, index, pages[index])

        for index, page in read_pictures(render, jobs, limits, deadline=deadline):
            pages[index] = page
    refuse_unread(pages)
    return join_pages(pages, boxed=True, max_characters=limits.max_characters)


def draw_image(data: bytes, kind: Kind, index: int, width_px: int) -> tuple[NDArray[np.uint8], float]:
    """Colour pixels (rows, columns, 3) of a frame drawn `width_px` wide, and the height of its page in points.

    Raises:
        DamagedDocument: it cannot be drawn.
    """
    with _opened(data, kind) as file:
        upright = _upright(file, index)
        _, height = _points(upright.size, _resolution(file))
        size = width_px, max(1, round(width_px * upright.height / upright.width))
        pixels = np.array(_on_white(upright).convert("RGB").resize(size, Image.Resampling.BILINEAR, reducing_gap=2.0))
    return pixels, height


@contextlib.contextmanager
def _opened(data: bytes, kind: Kind) -> Iterator[Image.Image]:
    """The file as Pillow reads its kind, and no other kind.

    Raises:
        DamagedDocument: it is none; also when that shows only while its pixels are read.
        TooLarge: a frame has more pixels than are read.
    """
    Image.MAX_IMAGE_PIXELS = None  # `_fits` asks, and names the limit
    try:
        with Image.open(io.BytesIO(data), formats=(kind.upper(),)) as file:
            yield file
    except _MALFORMED as error:
        raise DamagedDocument(f"The picture cannot be read: {error}", reason="malformed") from error


def _frames(file: Image.Image, kind: Kind, most: int) -> Iterator[int]:
    """Indices of the frames that are pages: all of a TIFF, else the first."""
    index = 0
    while _has_frame(file, index) if kind == "tiff" else index == 0:
        if index >= most:
            raise TooLarge(f"More than {most} pages.", reason="pages", limit=most, found=index + 1)
        _fits(file.size, index)
        yield index
        index += 1


def _has_frame(file: Image.Image, index: int) -> bool:
    try:
        file.seek(index)
    except EOFError:
        return False
    return True


def _fits(size: tuple[int, int], index: int) -> None:
    width, height = size
    if width * height > MAX_IMAGE_PIXELS or max(size) > MAX_SIDE:
        limit = MAX_IMAGE_PIXELS // 1_000_000
        raise TooLarge(f"Frame {index + 1} has {width} by {height} pixels.", reason="pixels", limit=limit)


def _blank(file: Image.Image, index: int) -> PageText:
    """The page of a frame before it is read, with its size as it stands upright."""
    file.seek(index)
    # Pillow gives a TIFF's size as it stands upright, the others' as it is stored.
    turned = file.format != "TIFF" and file.getexif().get(_ORIENTATION, 1) in _ON_THEIR_SIDE
    size = (file.height, file.width) if turned else file.size
    width, height = _points(size, _resolution(file))
    return PageText("", width=width, height=height, boxes=no_boxes(0))


def _resolution(file: Image.Image) -> float:
    """Pixels an inch as the file says, 0 where it does not."""
    dpi = file.info.get("dpi")
    try:
        return float(dpi[0]) if dpi else 0.0
    except (TypeError, ValueError, ZeroDivisionError, IndexError):
        return 0.0


def _points(size: tuple[int, int], resolution: float) -> tuple[float, float]:
    """Width and height of a page in points."""
    short = min(size)
    believed = resolution > 0 and PAPER[0] <= short / resolution <= PAPER[1]
    scale = POINTS / resolution if believed else A4_SIDE * POINTS / short
    return size[0] * scale, size[1] * scale


def _upright(file: Image.Image, index: int) -> Image.Image:
    file.seek(index)
    _fits(file.size, index)
    return ImageOps.exif_transpose(file)


def _on_white(image: Image.Image) -> Image.Image:
    """The picture without transparency, in 8 bits a channel."""
    if image.mode.startswith("I") or image.mode == "F":
        values = np.asarray(image, np.float32)
        most = 65_535 if image.mode.startswith("I") else max(float(values.max(initial=0.0)), 1e-9)
        return Image.fromarray(np.clip(values * (255 / most), 0, 255).astype(np.uint8))
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        see_through = image.convert("RGBA")
        white = Image.new("RGBA", image.size, "white")
        white.alpha_composite(see_through)
        return white
    return image


def _for_ocr(file: Image.Image, index: int, page: PageText) -> tuple[NDArray[np.uint8], float]:
    """The frame in grey at OCR's resolution as far as its pixels allow, and its pixels per point."""
    grey = _on_white(_upright(file, index)).convert("L")
    scale = min(page_scale(page.width, page.height), _ENLARGED * grey.width / page.width)
    size = max(1, round(page.width * scale)), max(1, round(page.height * scale))
    if size != grey.size:
        grey = grey.resize(size, Image.Resampling.BICUBIC, reducing_gap=3.0)
    return np.asarray(grey, dtype=np.uint8), size[0] / page.width
