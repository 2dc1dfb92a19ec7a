"""What a tagged part of a question stands for (which fact, which direction, which kind of agreement), and the kind
of question: linear models over words, their neighbours and the lexicon's senses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.questions.learned.clause_words import ClauseWordsModel, likely_codes, word_signs
from core.questions.lexicon import Sense, is_japanese, senses

GROUPS = ("fact", "order", "compare", "type")
"""Tags with values."""
_TOLD = frozenset("fact dverb dverbJ past pastJ renew notice_word type bare_type super more less least most".split())
_KIND_TOLD = frozenset(
    "which list count share who when yes_no how_long have_question by breakdown super stat refuse open words house"
    " fact dverb dverbJ clause type doc presence".split()
)
_TOKEN = re.compile(r"〔名〕|[a-z]+(?:'[a-z]+)?|\d+|[?？]")
_JAPANESE_END = 12
_FIRST = 3


def likely_values(tag: str, text: str, start: int, end: int, model: ClauseWordsModel) -> dict[str, float]:
    """How likely the words at `start`–`end` have each value that words of a tag may have.

    Args:
        tag: one of `GROUPS`, or `field` for what a ranking ranks by.
        text: the folded question.
        start: where the part begins.
        end: where it ends.
        model: a model whose codes begin with the tag of their group.
    """
    chances = likely_codes(value_signs(text, start, end), model)
    own = {code.removeprefix(f"{tag}:"): chance for code, chance in chances.items() if code.startswith(f"{tag}:")}
    whole = sum(own.values()) or 1.0
    return {value: chance / whole for value, chance in own.items()}


def value_signs(text: str, start: int, end: int) -> Iterator[str]:
    """Signs of a part: its words, those beside it, the lexicon's senses in it."""
    yield from word_signs(text[start:end])
    before, after = _TOKEN.findall(text[:start]), _TOKEN.findall(text[end:])
    if is_japanese(text):
        yield from (f"<{text[max(0, start - 2) : start]}", f">{text[end : end + 2]}", f"j{text[end : end + 3]}")
    else:
        yield from (f"<{before[-1] if before else '^'}", f">{after[0] if after else '$'}")
    yield from sorted({f"x{s.tag}:{s.value}" for s in _inside(senses(text), start, end) if s.tag in _TOLD})


def _inside(taken: Sequence[Sense], start: int, end: int) -> list[Sense]:
    """Senses within a stretch that lie in no longer one there."""
    inside = [s for s in taken if start <= s.start and s.end <= end]
    return [
        s
        for s in inside
        if not any(o.start <= s.start and s.end <= o.end and o.end - o.start > s.end - s.start for o in inside)
    ]


def likely_kinds(masked: str, model: ClauseWordsModel) -> dict[str, float]:
    """How likely a folded question, each party's name one mark, is of each kind."""
    return likely_codes(kind_signs(masked), model, masked)


def kind_signs(masked: str) -> Iterator[str]:
    """Signs of a whole question: its words and their pairs, how it begins and ends, the lexicon's senses."""
    tokens = [re.sub(r"\d+", "0", token) for token in _TOKEN.findall(masked)]
    yield from (f"w{token}" for token in tokens)
    yield from (f"b{first} {second}" for first, second in pairwise(tokens))
    for length in range(1, _FIRST + 1):
        yield f"f{' '.join(tokens[:length])}"
        yield f"e{' '.join(tokens[-length:])}"
    japanese = re.sub(r"[^ぁ-ゖァ-ヺー一-龠々?？]", " ", masked)
    for size in (2, 3, 4):
        groups = {japanese[place : place + size] for place in range(len(japanese) - size + 1)}
        yield from sorted(f"c{group}" for group in groups if " " not in group)
        last = japanese.rstrip()[-_JAPANESE_END:]
        ends = {last[place : place + size] for place in range(len(last) - size + 1)}
        yield from sorted(f"z{group}" for group in ends if " " not in group)
    yield from sorted(
        {f"k{s.tag}:{s.value if s.tag == 'refuse' else ''}" for s in senses(masked) if s.tag in _KIND_TOLD}
    )
    yield f"q{masked.rstrip()[-1:] in '?？'}"
