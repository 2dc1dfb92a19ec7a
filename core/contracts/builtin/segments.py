"""Sentences of a contract as character spans: the units that the clause model scores.

Contracts come as text files with blank lines, as PDF text with a line break every few words, with page numbers
and filing footers in mid-sentence, in capitals only, or with a whole section in one sentence. The rules are few
and local: a boundary stands after `. ; : ? !` before a capital, a digit or a quote; at a blank line; at a line
break before an enumerator or after a heading. A break in mid-sentence (page furniture, wrapped lines) joins.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

LONGEST = 1_500
SHORT_LINE = 45
LOOK_BACK = 400

_PLAIN = str.maketrans(
    {
        "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ", "\u3000": " ", "\t": " ",
        "\r": " ", "\x0b": " ", "\f": "\n", "\u2028": "\n", "\u2029": "\n", "\x85": " ",
        "\u201c": '"', "\u201d": '"', "\u201f": '"', "\u2018": "'", "\u2019": "'", "\u2032": "'", "\u00ab": '"',
        "\u00bb": '"', "\u2013": "-", "\u2014": "-", "\u2011": "-", "\ufffe": "-", "\u00ad": "-", "\x00": " ",
    }
)  # fmt: skip

_FURNITURE = (
    r"(?:-+ ?)?(?:page |p\. ?)?(?:\d{1,3}(?:\.\d{1,2})?|[ivxl]{1,5}|[a-z]-\d{1,2})(?: ?(?:of|/) ?\d{1,3})?(?: ?-+)?\.?"
    r"|source: [^\n]{4,120}|\[?signature page[^\n]{0,80}"
)
# Atomic and possessive, and a line gap only at the first blank of a run: blanks by the million stay linear.
_GAP = rf"(?>\s*\n(?: *+(?:{_FURNITURE}) *+(?=\n)|\s)*+)"
_BOUNDARY = re.compile(
    rf"(?P<stop>[.;:?!]['\")\]]*)(?P<after_stop>{_GAP}|\s++)(?=[A-Z0-9\"'(\[*_\u2022\u00a7-])|(?P<line>(?<!\s){_GAP})",
    re.IGNORECASE,
)
_ENUMERATOR = re.compile(
    r"\(?(?:[a-z]|[ivx]{1,5}|[A-Z]|[IVX]{1,5}|\d{1,2})[.)] |\(?\d{1,2}(?:\.\d{1,2}){1,3}[.)]? "
    r"|(?:ARTICLE|Article|SECTION|Section) [\dIVX]{1,6}\b|[\u2022\u25cf\u25aa\u00b7\u00a7] "
)
_ONLY_ENUMERATOR = re.compile(
    r"(?:(?:ARTICLE|Article|SECTION|Section|EXHIBIT|Exhibit|SCHEDULE|Schedule) )?\(?(?:[A-Za-z]|[ivxIVX]{1,6}|\d{1,2})"
    r"(?:\.\d{1,3}){0,3}[.)]{0,2}(?: \(?[a-z]{1,4}[.)])?"
)
_LAST_WORD = re.compile(r"[A-Za-z.&']+$")
_LIST_ITEM_ENDS = re.compile(r"[;,] (?:and|or|and/or)$")
_LEADING_FURNITURE = re.compile(rf"\s*(?:{_FURNITURE}) *\n\s*", re.IGNORECASE)
_ABBREVIATIONS = frozenset(
    "inc co corp ltd no nos sec art mr mrs ms dr vs v e.g i.e u.s u.k u.s.a l.p n.a approx jan feb mar apr jun jul "
    "aug sep sept oct nov dec st ave bros dept dist est p para pp rev ser supp vol cf al ph.d d.b.a cal del f.o.b "
    "reg stat llc l.l.c p.c p.m a.m".split()
)
_RUNS_ON = frozenset(
    "the of and or to a an by in with any such shall for on from as at its their under that which this between "
    "section sections article articles exhibit schedule paragraph clause subsection if be is are was not no all each "
    "other than hereby will may must per upon into within".split()
)
_CUT = re.compile(r";\s+|[,:]\s+(?=\(?(?:[a-z]|[ivx]{1,4}|\d{1,2})\)\s)|,\s+(?=provided\b)")


@lru_cache(maxsize=2)
def plain(text: str) -> str:
    """The text, character by character, with typographic blanks, quotes, dashes and breaks made plain (same length)."""
    return text.translate(_PLAIN)


@lru_cache(maxsize=2)
def segments(text: str) -> NDArray[np.int64]:
    """Spans of the sentences in reading order, shape (n, 2): offsets into `text`, without surrounding blanks.

    Those of the two newest texts are kept, because clauses and facts are read one after the other: read-only.
    """
    flat = plain(text)
    cuts = [0]
    for match in _BOUNDARY.finditer(flat):
        at = match.end("stop") if match["stop"] else match.start()
        if _ends_sentence(flat, cuts[-1], match):
            cuts.append(at)
    cuts.append(len(flat))
    spans: list[tuple[int, int]] = []
    for start, end in pairwise(cuts):
        for piece in _pieces(flat, start, end):
            trimmed = _trim(flat, *piece)
            if trimmed is not None:
                spans.append(trimmed)
    found = np.array(spans, np.int64).reshape(-1, 2)
    found.flags.writeable = False
    return found


def _ends_sentence(flat: str, begun: int, match: re.Match[str]) -> bool:
    gap = match["after_stop"] if match["stop"] else match["line"]
    following = flat[match.end() : match.end() + 1]
    so_far = flat[max(begun, match.start() - LOOK_BACK) : match.start() + len(match["stop"] or "")].strip()
    if not so_far or not following:
        return False
    if match["stop"]:
        # IGNORECASE serves the furniture; a capital is asked for here
        return not following.islower() and not _keeps_stop(so_far, match["stop"])
    word = _last_word(so_far)
    runs_on = so_far[-1] == "," or word.lower() in _RUNS_ON
    broken_across = following.islower() and so_far[-1] not in ".;:?!"
    if _LIST_ITEM_ENDS.search(so_far[-8:]) and _ENUMERATOR.match(flat, match.end()):
        return True
    if gap.count("\n") > 1:
        return not (broken_across or runs_on) and not _ONLY_ENUMERATOR.fullmatch(so_far)
    if runs_on or _ONLY_ENUMERATOR.fullmatch(so_far):
        return False
    if _ENUMERATOR.match(flat, match.end()):
        return True
    if broken_across:
        return False
    line = so_far[so_far.rfind("\n") + 1 :].strip()
    rest = flat[match.end() : match.end() + 60]
    return _is_heading(line) and not _is_capitals(rest)


def _keeps_stop(so_far: str, stop: str) -> bool:
    """Whether the stop belongs to an enumerator or an abbreviation."""
    if stop[0] in ";?!":
        return False
    if len(so_far) < 24 and _ONLY_ENUMERATOR.fullmatch(" ".join(so_far.split())):
        return True
    if stop[0] != ".":
        return False
    word = _last_word(so_far[: -len(stop)]).lower()
    if len(word) == 1:
        return word != "a" or so_far[-2:-1].isupper()
    return word in _ABBREVIATIONS


def _last_word(words: str) -> str:
    found = _LAST_WORD.search(words[-30:])
    return found[0] if found else ""


def _is_capitals(line: str) -> bool:
    letters = [character for character in line if character.isalpha()]
    return bool(letters) and sum(character.isupper() for character in letters) > 0.8 * len(letters)


def _is_heading(line: str) -> bool:
    if len(line) > 2 * SHORT_LINE or not any(character.isalpha() for character in line):
        return False
    if _is_capitals(line):
        return True
    words = [word for word in line.split() if len(word) > 3 and word[0].isalpha()]
    return len(line) <= SHORT_LINE and bool(words) and all(word[0].isupper() for word in words)


def _pieces(flat: str, start: int, end: int) -> list[tuple[int, int]]:
    """The span, cut at semicolons and enumerators, else at blanks, until nothing is longer than `LONGEST`."""
    if end - start <= LONGEST:
        return [(start, end)]
    pieces: list[tuple[int, int]] = []
    begun = start
    last = start
    for match in _CUT.finditer(flat, start, end):
        if match.end() - begun > LONGEST and last > begun:
            pieces.append((begun, last))
            begun = last
        last = match.end()
    if end - begun > LONGEST and last > begun:
        pieces.append((begun, last))
        begun = last
    pieces.append((begun, end))
    return [part for piece in pieces for part in _hard_cut(flat, *piece)]


def _hard_cut(flat: str, start: int, end: int) -> list[tuple[int, int]]:
    parts: list[tuple[int, int]] = []
    while end - start > 2 * LONGEST:
        blank = flat.rfind(" ", start + LONGEST, start + 2 * LONGEST)
        cut = blank if blank > 0 else start + 2 * LONGEST
        parts.append((start, cut))
        start = cut
    parts.append((start, end))
    return parts


def _trim(flat: str, start: int, end: int) -> tuple[int, int] | None:
    while (furniture := _LEADING_FURNITURE.match(flat, start, end)) and flat[furniture.end() : end].strip():
        start = furniture.end()
    piece = flat[start:end]
    words = piece.strip()
    if not any(character.isalnum() for character in words):
        return None
    start += len(piece) - len(piece.lstrip())
    return start, start + len(words)
