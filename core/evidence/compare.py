"""How a quote differs from the source where both have the same letters and digits.

Two texts with equal skeletons can still differ in case, spacing, hyphens and punctuation. Those differences are
sorted here into canonical (line ends, quote styles, hyphenation, capitals of a heading), cosmetic (the reader
should see the source's own words), and those that change a number or a word, which are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from core.evidence.canonical import Skeleton, is_cjk, unfolded
from core.evidence.lexicon import NEGATIONS, NEGATIVE_PREFIXES, PROTECTED, known_words

_BULLETS = re.compile(r"[•‣◦▪▫⁃∙·\u00b7\ue000-\uf8ff]")
_QUOTES = str.maketrans(dict.fromkeys("“”„‟\"＂‘’‚‛'`´«»‹›「」『』〝〟＇", "'"))
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―−﹣－\u00ad\ufffe\u0002", "-"))
_PLAIN = str.maketrans({"、": ",", "。": ".", "〜": "~", "～": "~", "…": ".", "‥": ".", "\u200b": None, "\ufeff": None})
_SOFT = re.compile(r"[\u00ad\ufffe\u0002]|[-‐‑\u2010\u2011][ \t\u00a0]*[\r\n\f]\s*")
_RUNS = re.compile(r"(['._*-])\1+")
_SENTENCE_KEY = 20
_WORD_EDGE = re.compile(r"[^\W\d_]+")


class Difference(IntEnum):
    """How much a quote differs; the larger the worse."""

    CANONICAL = 1
    COSMETIC = 2
    REFUSED = 3


@dataclass(frozen=True, slots=True)
class DifferenceVerdict:
    """The worst difference between two texts of equal skeletons, and the veto when it is refused."""

    difference: Difference
    rule: str = ""


@dataclass(frozen=True, slots=True)
class _Gap:
    """What stands between two skeleton characters: punctuation, white space, and whether a hyphen may be a line's."""

    punctuation: str
    broken: bool
    soft: bool


def compare(quote: Skeleton, source: Skeleton, first: int) -> DifferenceVerdict:
    """The worst difference between a quote and the source's skeleton from `first` on, whose keys are equal there."""
    count = len(quote.places)
    here = source.places[first : first + count]
    worst = _compare_case(quote, source, first)
    loose = np.flatnonzero((np.diff(quote.places) != 1) | (np.diff(here) != 1))
    for i in loose.tolist():
        quoted = quote.text[int(quote.places[i]) + 1 : int(quote.places[i + 1])]
        written = source.text[int(here[i]) + 1 : int(here[i + 1])]
        if quoted == written:
            continue
        verdict = _compare_gap(quote, i, _gap(quoted), _gap(written))
        if verdict.difference is Difference.REFUSED:
            return verdict
        worst = max(worst, verdict.difference)
    return DifferenceVerdict(worst)


def gap_punctuation(text: str) -> str:
    """Punctuation of a stretch without letters in canonical form: one style of quotes and dashes, no white space."""
    return _gap(text).punctuation


def _gap(text: str) -> _Gap:
    soft = _SOFT.search(text) is not None
    plain = "".join(unfolded(char) for char in _BULLETS.sub(" ", text)).translate(_QUOTES).translate(_DASHES)
    plain = plain.translate(_PLAIN)
    bare = "".join(plain.split())
    return _Gap(_RUNS.sub(r"\1", bare), len(bare) != len(plain), soft)


def _compare_gap(quote: Skeleton, i: int, quoted: _Gap, written: _Gap) -> DifferenceVerdict:
    before, after = quote.key[i], quote.key[i + 1]
    if before.isdigit() and after.isdigit():
        return _compare_digits(quoted, written)
    if after.isdigit() and _sign(quoted) != _sign(written) and not before.isalnum():
        return DifferenceVerdict(Difference.REFUSED, "veto_number")
    if after.isdigit() and quoted.punctuation.endswith(".") != written.punctuation.endswith(".") and not quoted.broken:
        return DifferenceVerdict(Difference.REFUSED, "veto_number")
    if quoted.punctuation == written.punctuation:
        if quoted.punctuation or quoted.broken == written.broken or is_cjk(before) or is_cjk(after):
            return DifferenceVerdict(Difference.CANONICAL)
        return _compare_spacing(quote, i)
    if before.isalpha() and after.isalpha():
        if (written.soft or quoted.soft) and {quoted.punctuation, written.punctuation} <= {"", "-"}:
            return DifferenceVerdict(Difference.CANONICAL)
        if {quoted.punctuation, written.punctuation} <= {"", "-"}:
            return _compare_spacing(quote, i)
    return DifferenceVerdict(Difference.COSMETIC)


def _compare_digits(quoted: _Gap, written: _Gap) -> DifferenceVerdict:
    """Between two digits only a thousands separator may come or go."""
    if quoted.punctuation == written.punctuation and (quoted.punctuation or quoted.broken == written.broken):
        return DifferenceVerdict(Difference.CANONICAL)
    loose = {quoted.punctuation, written.punctuation} == {"", ","} and not quoted.broken and not written.broken
    return DifferenceVerdict(Difference.COSMETIC) if loose else DifferenceVerdict(Difference.REFUSED, "veto_number")


def _sign(gap: _Gap) -> bool:
    return gap.punctuation.endswith("-")


def _compare_spacing(quote: Skeleton, i: int) -> DifferenceVerdict:
    """Two words for one, or one for two: "can not" is "cannot", but "not able" is not "notable"."""
    before, after = quote.key[i], quote.key[i + 1]
    if before.isdigit() or after.isdigit():
        return DifferenceVerdict(Difference.COSMETIC)
    text, at, then = quote.text, int(quote.places[i]), int(quote.places[i + 1])
    left = at
    while left > 0 and text[left - 1].isalpha():
        left -= 1
    right = then + 1
    while right < len(text) and text[right].isalpha():
        right += 1
    # In the quote the two may be one word, so every split at this place is looked at.
    head, tail = text[left : at + 1].casefold(), text[then:right].casefold()
    return spacing_verdict([head, tail], head + tail)


def spacing_verdict(parts: list[str], joined: str) -> DifferenceVerdict:
    """Whether words may be written as one without a change of meaning."""
    if joined in ("cannot", "notwithstanding") or parts[0] == "non":
        return DifferenceVerdict(Difference.COSMETIC)
    if not {"not", "no"}.isdisjoint(parts):
        return DifferenceVerdict(Difference.REFUSED, "veto_negation")
    guarded = [part for part in parts if part in PROTECTED or part in NEGATIVE_PREFIXES]
    if guarded and (joined in known_words() or joined in PROTECTED):
        return DifferenceVerdict(Difference.REFUSED, "veto_negation" if guarded[0] in NEGATIONS else "veto_word")
    return DifferenceVerdict(Difference.COSMETIC)


def _compare_case(quote: Skeleton, source: Skeleton, first: int) -> Difference:
    quoted = np.frombuffer(quote.text.encode("utf-32-le", "surrogatepass"), dtype="<u4")[quote.places]
    start, end = source.span(first, len(quote.places))
    codes = np.frombuffer(source.text[start:end].encode("utf-32-le", "surrogatepass"), dtype="<u4")
    written = codes[source.places[first : first + len(quote.places)] - start]
    unequal = [
        i
        for i in np.flatnonzero(quoted != written).tolist()
        if unfolded(chr(int(quoted[i]))) != unfolded(chr(int(written[i])))
    ]
    if not unequal or (unequal == [0] and len(quote.key) >= _SENTENCE_KEY):
        return Difference.CANONICAL
    ours, theirs = quote.text, source.text[start:end]
    if not any(c.islower() for c in ours) or not any(c.islower() for c in theirs):
        return Difference.CANONICAL if len(quote.places) >= 12 else Difference.COSMETIC
    changed = {int(quote.places[i]) for i in unequal if i > 0 or len(quote.key) < _SENTENCE_KEY}
    words = [m for m in _WORD_EDGE.finditer(ours) if changed.intersection(range(*m.span()))]
    shouted = all(len(m[0]) >= 4 and len(changed.intersection(range(*m.span()))) >= len(m[0]) - 1 for m in words)
    return Difference.CANONICAL if shouted else Difference.COSMETIC
