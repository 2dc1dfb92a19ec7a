"""Sets of code points as sorted ranges, without surrogates, and their UTF-8 byte sequences."""

from __future__ import annotations

import functools
import sys
import unicodedata
from collections.abc import Iterator

Ranges = tuple[tuple[int, int], ...]

ANY: Ranges = ((0, 0xD7FF), (0xE000, 0x10FFFF))
_BOUNDS = (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)


def union(*parts: Ranges) -> Ranges:
    """The union, sorted and merged."""
    merged: list[tuple[int, int]] = []
    for low, high in sorted(pair for part in parts for pair in part):
        if merged and low <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], high))
        else:
            merged.append((low, high))
    return tuple(merged)


def complement(ranges: Ranges) -> Ranges:
    """All characters but these."""
    result: list[tuple[int, int]] = []
    for low, high in ANY:
        start = low
        for first, last in ranges:
            if last < start or first > high:
                continue
            if first > start:
                result.append((start, first - 1))
            start = max(start, last + 1)
        if start <= high:
            result.append((start, high))
    return tuple(result)


def intersection(first: Ranges, second: Ranges) -> Ranges:
    """Characters in both."""
    pairs = [(max(a, c), min(b, d)) for a, b in first for c, d in second if max(a, c) <= min(b, d)]
    return tuple(sorted(pairs))


def _of(text: str) -> Ranges:
    return union(*(((ord(char), ord(char)),) for char in text))


DIGITS: Ranges = ((48, 57),)
WORDS: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
_LINE_ENDS = _of("\n\r\u2028\u2029")
SPACES: Ranges = union(_of("\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff"), ((0x2000, 0x200A),))
NOT_LINE_END: Ranges = complement(_LINE_ENDS)

_LONG_NAMES = {
    "Letter": "L",
    "Lowercase_Letter": "Ll",
    "Uppercase_Letter": "Lu",
    "Titlecase_Letter": "Lt",
    "Modifier_Letter": "Lm",
    "Other_Letter": "Lo",
    "Mark": "M",
    "Number": "N",
    "Decimal_Number": "Nd",
    "digit": "Nd",
    "Letter_Number": "Nl",
    "Other_Number": "No",
    "Punctuation": "P",
    "punct": "P",
    "Symbol": "S",
    "Currency_Symbol": "Sc",
    "Math_Symbol": "Sm",
    "Separator": "Z",
    "Space_Separator": "Zs",
    "Control": "Cc",
    "cntrl": "Cc",
}


@functools.cache
def _categories() -> dict[str, list[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = {}
    before, start = "", 0
    for code in range(sys.maxunicode + 2):
        category = unicodedata.category(chr(code)) if code <= sys.maxunicode else ""
        if category != before:
            if before and before != "Cs":
                found.setdefault(before, []).append((start, code - 1))
            before, start = category, code
    return found


@functools.cache
def property_ranges(name: str) -> Ranges | None:
    """Characters of a Unicode general category (`L`, `Lu`, `Letter`, `General_Category=Lu`), None if unknown."""
    for prefix in ("General_Category=", "gc="):
        name = name.removeprefix(prefix)
    if name == "Any":
        return ANY
    if name == "ASCII":
        return ((0, 127),)
    short = _LONG_NAMES.get(name, name)
    parts = [tuple(ranges) for category, ranges in _categories().items() if category.startswith(short)]
    return union(*parts) if parts and len(short) <= 2 else None


@functools.cache
def unicode_class(letter: str) -> Ranges:
    """What \\d, \\w and \\s stand for in Python's `re`."""
    if letter == "s":
        return union(*(((code, code),) for code in range(0x3001) if chr(code).isspace()))
    digits = property_ranges("Nd") or ()
    if letter == "d":
        return digits
    return union(property_ranges("L") or (), property_ranges("N") or (), ((0x5F, 0x5F),))


@functools.cache
def _case_pairs() -> tuple[tuple[int, int], ...]:
    pairs = set()
    for code in range(0x1E944):
        for other in (chr(code).lower(), chr(code).upper()):
            if len(other) == 1 and ord(other) != code:
                pairs.add((code, ord(other)))
    return tuple(pairs)


def both_cases(ranges: Ranges) -> Ranges:
    """The characters with those that differ from them by case only."""
    if all(high < 0x80 for _, high in ranges):
        return union(
            ranges,
            *(
                ((code ^ 0x20, code ^ 0x20),)
                for low, high in ranges
                for code in range(low, high + 1)
                if chr(code).isalpha()
            ),
        )

    def inside(code: int) -> bool:
        return any(low <= code <= high for low, high in ranges)

    return union(ranges, *(((other, other),) for code, other in _case_pairs() if inside(code)))


@functools.lru_cache(maxsize=256)
def byte_sequences(ranges: Ranges) -> tuple[tuple[tuple[int, int], ...], ...]:
    """UTF-8 of the ranges as sequences of byte ranges."""
    return tuple(_sequences(ranges))


def _sequences(ranges: Ranges) -> Iterator[tuple[tuple[int, int], ...]]:
    for low, high in intersection(ranges, ANY):
        start = low
        for bound in _BOUNDS:
            if start <= bound and start <= high:
                yield from _split(start, min(high, bound))
                start = bound + 1


def _split(low: int, high: int) -> Iterator[tuple[tuple[int, int], ...]]:
    first, last = chr(low).encode(), chr(high).encode()
    for position in range(1, len(first)):
        unit = (1 << (6 * (len(first) - position))) - 1
        if first[:position] != last[:position]:
            if low & unit:
                yield from _split(low, low | unit)
                yield from _split((low | unit) + 1, high)
                return
            if high & unit != unit:
                yield from _split(low, (high & ~unit) - 1)
                yield from _split(high & ~unit, high)
                return
    yield tuple(zip(first, last, strict=True))
