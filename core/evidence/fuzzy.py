"""The near match: a quote that differs from the source in nothing but slips.

Similarity proves nothing here: nine of ten quotes that lost a "not" are 95 % similar to their source. So the words of
quote and source are aligned, and each place where they differ must be a known harmless one: an article, a line-end
hyphen, two words written as one, the same number in other figures, one wrong letter in a long word where the result
is no other word, a character that optical recognition takes for another. Anything else refuses the quote, and the
words that differ name the veto.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rapidfuzz.distance import OSA, Levenshtein

from core.evidence.canonical import Skeleton
from core.evidence.compare import Difference, spacing_verdict
from core.evidence.lexicon import (
    ARTICLES,
    COMPARATORS,
    COMPARATORS_JA,
    CONJUNCTIONS,
    CONJUNCTIONS_JA,
    LOOKALIKES,
    MODALS,
    MODALS_JA,
    NEGATIONS,
    NEGATIONS_JA,
    NEGATIVE_PREFIXES,
    UNITS,
    UNITS_JA,
    known_words,
)
from core.evidence.tokens import TextToken, tokens

LONGEST_QUOTE = 20_000
_SHORTEST_KEY = 16
_PIECE = 12
_MAX_PIECES = 96
_MAX_HITS = 40
_CANDIDATES = 4
_LIKELY = 0.6
_SLACK = 80
_HEAD = 24
_MIN_EQUAL = 0.7
_MAX_SLIPS = 0.12
_NAME_ENDS = ("or", "ors", "ee", "ees", "er", "ers")


@dataclass(frozen=True, slots=True)
class FuzzyMatch:
    """Where the quote nearly stands, or the veto that refused it there. `equal` is the share of equal words."""

    start: int
    end: int
    equal: float
    veto: str = ""


def fuzzy_match(quote: Skeleton, source: Skeleton, *, around: int | None = None) -> FuzzyMatch | None:
    """The best near match of a quote; None when nothing like it is in the source.

    Candidates are the places on which equal pieces of the two skeletons agree (diagonal voting); each is aligned
    word by word.
    """
    if len(quote.key) < _SHORTEST_KEY or len(quote.text) > LONGEST_QUOTE:
        return None
    ours = tokens(quote.text)
    if len(ours) < 4:
        return None
    best: FuzzyMatch | None = None
    for diagonal in _diagonals(quote.key, source.key, source, around):
        low = max(0, diagonal - _SLACK)
        high = min(len(source.key), diagonal + len(quote.key) + _SLACK)
        start, end = source.span(low, high - low)
        found = _align(ours, tokens(source.text, start, end))
        if found and (best is None or (found.veto == "", found.equal) > (best.veto == "", best.equal)):
            best = found
        if best and not best.veto:
            break
    return best


def _diagonals(quote: str, source: str, where: Skeleton, around: int | None) -> list[int]:
    """Likeliest places in the source's skeleton at which the quote's skeleton begins, best first."""
    size = max(5, min(_PIECE, len(quote) // 3))
    last = len(quote) - size
    step = max(1, size // 2, -(-last // _MAX_PIECES))
    votes: Counter[int] = Counter()
    for at in range(0, last + 1, step):
        piece, start, count = quote[at : at + size], -1, 0
        while count < _MAX_HITS and (start := source.find(piece, start + 1)) >= 0:
            votes[(start - at) // 64] += 1
            count += 1
    scored = {bucket: votes[bucket] + votes[bucket + 1] for bucket in votes}

    def rank(bucket: int) -> tuple[int, int]:
        place = int(where.places[min(max(bucket * 64, 0), len(where.places) - 1)])
        return -scored[bucket], abs(place - around) if around is not None else bucket

    chosen: list[int] = []
    ranked = sorted(scored, key=rank)
    for bucket in ranked:
        if scored[bucket] < _LIKELY * scored[ranked[0]]:
            break
        if all(abs(bucket - other) > 1 for other in chosen):
            chosen.append(bucket)
        if len(chosen) == _CANDIDATES:
            break
    return [bucket * 64 + 32 for bucket in chosen]


def _align(ours: list[TextToken], theirs: list[TextToken]) -> FuzzyMatch | None:
    """The quote's words laid on a window of the source's words."""
    window = _window(ours, theirs)
    if window is None:
        return None
    first, last = window
    theirs = theirs[first:last]
    q, s = [t.key for t in ours], [t.key for t in theirs]
    equal, slips, veto = 0, 0, ""
    block_q: list[TextToken] = []
    block_s: list[TextToken] = []
    for op in Levenshtein.opcodes(q, s):
        if op.tag == "equal":
            equal += op.src_end - op.src_start
            slips, veto = _judge(block_q, block_s, slips, veto)
            block_q, block_s = [], []
        else:
            block_q += ours[op.src_start : op.src_end]
            block_s += theirs[op.dest_start : op.dest_end]
    slips, veto = _judge(block_q, block_s, slips, veto)
    share = equal / len(q)
    if share < _MIN_EQUAL:
        return None
    if not veto and slips > max(1, int(_MAX_SLIPS * len(q))):
        veto = "veto_word"
    return FuzzyMatch(theirs[0].start, theirs[-1].end, share, veto)


def _window(ours: list[TextToken], theirs: list[TextToken]) -> tuple[int, int] | None:
    """Indexes [first, last) of the source's words that the quote covers: its ends are fitted without cost outside."""
    if not theirs:
        return None
    q, s = [t.key for t in ours], [t.key for t in theirs]
    head, tail = q[:_HEAD], q[-_HEAD:]
    reach = max(0, len(s) - len(q)) + 2 * len(head)
    first = len(s) - _free_end(head[::-1], s[:reach][::-1], len(s) - len(s[:reach]))
    last_from = max(0, len(s) - reach)
    last = last_from + _free_end(tail, s[last_from:], 0)
    if q[0] in ARTICLES and s[first : first + 1] != q[:1] and s[first + 1 : first + 2] == q[1:2]:
        first += 1  # an article that the source has not: what stands in its place is no part of the quote
    return (first, last) if first < last else None


def _free_end(pattern: list[str], text: list[str], offset: int) -> int:
    """End (plus `offset`) of the stretch of `text` nearest to `pattern` by edit distance, Sellers' algorithm (1980)."""
    column = list(range(len(pattern) + 1))
    best, at = column[-1], 0
    for j, word in enumerate(text, start=1):
        diagonal, column[0] = column[0], 0
        for i, other in enumerate(pattern, start=1):
            cost = diagonal if other == word else diagonal + 1
            diagonal = column[i]
            if diagonal + 1 < cost:
                cost = diagonal + 1
            if column[i - 1] + 1 < cost:
                cost = column[i - 1] + 1
            column[i] = cost
        # A tie of neighbours is a last word dropped or replaced: take it as replaced.
        if column[-1] < best or (column[-1] == best and j - at == 1):
            best, at = column[-1], j
    return at + offset


def _judge(quoted: list[TextToken], written: list[TextToken], slips: int, veto: str) -> tuple[int, str]:
    if not quoted and not written:
        return slips, veto
    if veto:
        return slips, _worse(veto, _veto(quoted, written))
    if harmless(quoted, written):
        return slips + 1, ""
    return slips, _veto(quoted, written)


def _worse(veto: str, other: str) -> str:
    return other if veto == "veto_word" else veto


def harmless(quoted: list[TextToken], written: list[TextToken]) -> bool:
    """Whether the words said and the words written differ in a slip only."""
    quoted, written = _bare(quoted), _bare(_without_pointers(written))
    if [t.key for t in quoted] == [t.key for t in written]:
        return True
    if _one_word(quoted, written):
        return True
    return len(quoted) == len(written) and all(_slip(a, b) for a, b in zip(quoted, written, strict=True))


def _without_pointers(written: list[TextToken]) -> list[TextToken]:
    """The words written without parentheses that only point to a definition, such as "(defined below)"."""
    kept: list[TextToken] = []
    at = 0
    while at < len(written):
        stop = next((i for i in range(at, len(written)) if written[i].closes), at)
        if written[at].opens and _points(written[at : stop + 1]):
            at = stop + 1
        else:
            kept.append(written[at])
            at += 1
    return kept


def _points(inner: list[TextToken]) -> bool:
    keys = [t.key for t in inner if t.key not in ("as", "hereinafter", "that", "term", "is", "such", "in", "section")]
    return keys[:1] == ["defined"] and all(k in ("below", "above", "herein") or k[:1].isdigit() for k in keys[1:])


def _bare(block: list[TextToken]) -> list[TextToken]:
    return [t for t in block if not (t.key in ARTICLES and (t.surface != "A" or t.key != "a"))]


def _one_word(quoted: list[TextToken], written: list[TextToken]) -> bool:
    """Words divided otherwise: "with in" for "within"; never numbers, never across a negation that changes the word."""
    if not quoted or not written or any(t.kind != "word" for t in (*quoted, *written)):
        return False
    joined = "".join(t.key for t in quoted)
    if joined != "".join(t.key for t in written) or min(len(quoted), len(written)) > 1:
        return False
    parts = [t.key for t in max(quoted, written, key=len)]
    return spacing_verdict(parts, joined).difference is not Difference.REFUSED


def _slip(quoted: TextToken, written: TextToken) -> bool:
    if quoted.key == written.key:
        return True
    if quoted.kind == written.kind == "cjk":
        return frozenset((quoted.key, written.key)) in LOOKALIKES
    if quoted.kind != "word" or written.kind != "word":
        return False
    if written.surface.replace("I", "l") == quoted.surface or quoted.surface.replace("I", "l") == written.surface:
        return True  # a capital I that recognition put for l
    if quoted.capitalised or written.capitalised or min(len(quoted.key), len(written.key)) < 6:
        return False
    a, b = quoted.key, written.key
    if OSA.distance(a, b, score_cutoff=1) > 1 or a[0] != b[0] or a.endswith(b) or b.endswith(a):
        return False
    if a.endswith(_NAME_ENDS) and b.endswith(_NAME_ENDS) and a[-2:] != b[-2:]:
        return False
    return not (_is_word(a) and _is_word(b))


def _is_word(word: str) -> bool:
    known = known_words()
    stems = (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ed"), word.removesuffix("d"))
    return any(stem in known for stem in stems)


def _prefixed(quoted: list[TextToken], written: list[TextToken]) -> bool:
    """Whether a word gained or lost a negative prefix."""
    pairs = [(a.key, b.key) for a in quoted for b in written if a.kind == b.kind == "word"]
    apart = [sorted(pair, key=len) for pair in pairs if pair[0] != pair[1]]
    alone = {t.key for t in (*quoted, *written)} & {"non", "un"}
    return bool(alone) or any(long.removesuffix(short) in NEGATIVE_PREFIXES for short, long in apart)


def _veto(quoted: list[TextToken], written: list[TextToken]) -> str:
    """Name of the veto for words that differ: the gravest kind among them."""
    a, b = Counter(t.key for t in quoted), Counter(t.key for t in written)
    changed = [t for t in quoted if a[t.key] > b[t.key]] + [t for t in written if b[t.key] > a[t.key]]
    changed = changed or [*quoted, *written]
    keys = {t.key for t in changed}
    japanese = (
        "".join(t.surface for t in quoted if t.kind == "cjk"),
        "".join(t.surface for t in written if t.kind == "cjk"),
    )

    def turns(words: tuple[str, ...]) -> bool:
        return any((word in japanese[0]) != (word in japanese[1]) for word in words)

    if keys & NEGATIONS or _prefixed(quoted, written) or any(k.endswith("n't") for k in keys) or turns(NEGATIONS_JA):
        return "veto_negation"
    if keys & MODALS or turns(MODALS_JA):
        return "veto_modal"
    if any(t.kind == "number" for t in changed):
        return "veto_number"
    if any(t.kind == "symbol" for t in changed) or keys & UNITS:
        return "veto_unit"
    if all(t.capitalised for t in changed):
        return "veto_name"
    if keys & COMPARATORS or turns(COMPARATORS_JA):
        return "veto_comparator"
    if keys & CONJUNCTIONS or turns(CONJUNCTIONS_JA):
        return "veto_conjunction"
    if any(t.capitalised for t in changed) or keys & {"甲", "乙", "丙", "丁"}:
        return "veto_name"
    if turns(UNITS_JA):
        return "veto_unit"
    return "veto_word"
