"""A font of this machine that has Japanese and Latin letters, for pictures that are drawn here."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import ImageFont

_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "~/.local/share/fonts",
)
_NAMES = (
    "notosanscjk",
    "notosansjp",
    "ヒラギノ角ゴシック w3",
    "hiragino sans",
    "yugothr",
    "yugothic",
    "meiryo",
    "ipaexg",
    "ipag",
    "takaogothic",
    "vl-gothic",
    "droidsansfallback",
    "msgothic",
    "notoserifcjk",
)
_SUFFIXES = {".ttf", ".ttc", ".otf"}
_TIMEOUT_S = 10


@cache
def japanese_font() -> Path | None:
    """File of a font with Japanese letters, None when the machine has none that is known."""
    return next(_candidates(), None)


def sized(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font at a size in pixels; without a Japanese one, Pillow's own, which draws Latin letters only."""
    found = japanese_font()
    return ImageFont.load_default(size) if found is None else ImageFont.truetype(str(found), size)


def _candidates() -> Iterator[Path]:
    program = shutil.which("fc-match")
    if program is not None:
        run = subprocess.run(
            [program, "-f", "%{file}\n%{lang}", "sans-serif:lang=ja"],
            capture_output=True,
            text=True,
            check=False,
            timeout=_TIMEOUT_S,
        )
        file, _, languages = run.stdout.partition("\n")
        if "ja" in languages.split("|") and Path(file).suffix.lower() in _SUFFIXES:
            yield Path(file)
    folders = [Path(folder).expanduser() for folder in _FOLDERS]
    if "WINDIR" in os.environ:
        folders.append(Path(os.environ["WINDIR"]) / "Fonts")
    files = [file for folder in folders if folder.is_dir() for file in folder.rglob("*") if file.suffix in _SUFFIXES]
    for name in _NAMES:
        yield from sorted(
            file for file in files if file.name.lower().startswith(name) and "bold" not in file.name.lower()
        )
