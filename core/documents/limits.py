"""The limits under which one file is read, in a form that travels to the child process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from core.settings import Settings


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes in the unit that the name says, times in seconds; `ocr_languages` is Tesseract's form, `eng+jpn`."""

    max_file_bytes: int
    max_pages: int
    max_characters: int
    parse_memory_mb: int
    parse_cpu_s: int
    parse_timeout_s: int
    ocr: bool
    ocr_languages: str
    ocr_max_pages: int
    min_page_characters: int

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """The limits that the settings name."""
        return cls(
            max_file_bytes=settings.max_file_bytes,
            max_pages=settings.max_pages,
            max_characters=settings.max_characters,
            parse_memory_mb=settings.parse_memory_mb,
            parse_cpu_s=settings.parse_cpu_s,
            parse_timeout_s=settings.parse_timeout_s,
            ocr=settings.ocr != "off",
            ocr_languages=settings.ocr_languages,
            ocr_max_pages=settings.ocr_max_pages,
            min_page_characters=settings.min_page_characters,
        )
