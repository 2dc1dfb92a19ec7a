"""Which clause type the words of a part mean that surely means one: by the lexicon, else by the model, or none."""

from __future__ import annotations

from core.questions.learned.clause_fit import BETWEEN, is_one, is_used_for
from core.questions.learned.clause_words import NONE, likely_types
from core.questions.learned.tagged_question import TaggedQuestion, Taken
from core.questions.second_look import LENGTH_OF_NOTICE, permits

SURE_MEANT, SURE_APART = 0.96, 0.97
"""How likely it must be, of all clause types that a part may mean; and of each of several side by side."""
_NEAR = 16
"""Characters before a part, in Japanese behind it, in which "may" is said of it."""


def clause_at(tagged: TaggedQuestion, start: int, end: int) -> Taken | None:
    """The clause type of a part: by the lexicon where it knows every word, else by the model where it is sure."""
    if LENGTH_OF_NOTICE.search(tagged.text, start, end) is not None:
        return None
    named = tagged.known.named_clause(start, end)
    if named is not None:
        return Taken(start, end, tagged.text[start:end], named)
    likely = clauses_at(tagged, start, end)
    return likely[0][0] if likely and likely[0][1] >= SURE_MEANT else None


def clauses_at(tagged: TaggedQuestion, start: int, end: int) -> list[tuple[Taken, float]]:
    """The clause types that words of a part may mean, the likeliest first, and how likely each is.

    Which one, not whether any: that the part means one is for the tags to say.
    """
    if not tagged.may_be_clause(start, end):
        return []
    words = tagged.text[start:end]
    types = {code: chance for code, chance in likely_types(words, tagged.model.clauses).items() if code != NONE}
    whole = sum(types.values())
    ranked = sorted(types.items(), key=lambda item: -item[1])
    first = ranked[0][0]
    said = {s.value for s in tagged.known.senses if s.tag == "clause" and start <= s.start and s.end <= end}
    if (said and said != {first}) or not is_one(words, first, tagged.model.clauses):
        return []
    # "banks have a cap on liability": beside the type's name, words that are none of its own say something more.
    more = said and any(not is_used_for(word, first) for word in tagged.known.unknown(start, end))
    if more or tagged.known.says_whose(start, end):
        return []
    if permits(with_beside(tagged, start, end), first):
        return []
    return [(Taken(start, end, words, code), chance / whole) for code, chance in ranked]


def single_clauses(tagged: TaggedQuestion, start: int, end: int) -> list[tuple[int, int]]:
    """The stretches of words for several clause types side by side; nothing where they are one, or not told."""
    text = tagged.text[start:end]
    breaks = [match.span() for match in BETWEEN.finditer(text)]
    begins, ends = [0, *(last for _, last in breaks)], [*(first for first, _ in breaks), len(text)]
    match = [
        (last - len(text[first:last].lstrip()), first + len(text[first:last].rstrip()))
        for first, last in zip(begins, ends, strict=True)
        if text[first:last].strip()
    ]
    stretches = [(start + first, start + last) for first, last in match]
    told = [clauses_at(tagged, first, last) for first, last in stretches]
    codes = {likely[0][0].code for likely in told if likely and likely[0][1] >= SURE_APART}
    return stretches if len(stretches) == len(codes) > 1 else []


def with_beside(tagged: TaggedQuestion, start: int, end: int) -> str:
    """Some words and those before them, in Japanese those behind them."""
    return tagged.text[start : end + _NEAR] if tagged.japanese else tagged.text[max(0, start - _NEAR) : end]
