"""A question beside its reading: where the words of each condition stand, and the words that turn or join them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from core.lexicon import places_in
from core.questions.lexicon import Sense, folded, is_japanese, senses
from core.questions.names import Names, NameSpan
from core.questions.plan import ClauseIs, LawIs, PartyIs, Question, TypeIs
from core.questions.ranges import Range, ranges
from core.questions.told_reading import ToldReading

TURNING = frozenset("without withoutJ neither neitherJ except exceptJ".split())
"""Senses of words that deny or leave out."""
_BESIDE = TURNING | frozenset(
    "with withJ govern dverb dverbJ past pastJ written but and comma or which count list doc really both to mo"
    " clauseword".split()
)

Key = tuple[str, str, str | None]
"""Which member of a condition is meant: a clause type, a kind of agreement, a law, a party."""


@dataclass(slots=True)
class Stretch:
    """Words at characters `start`–`end`: a part of the reading where there are `keys`, else words of these senses."""

    start: int
    end: int
    tags: set[str]
    keys: list[Key]


class StatedQuestion:
    """A folded question with its reading."""

    def __init__(self, text: str, question: Question, names: Names, *, today: date) -> None:
        """Take in a question.

        Args:
            text: as typed.
            question: the reading.
            names: names of the portfolio.
            today: what relative days count from.
        """
        self.text = folded(text).strip()
        self.original = text
        self.question = question
        self.told = ToldReading(question)
        self.japanese = is_japanese(self.text)
        self.senses: tuple[Sense, ...] = senses(self.text)
        self._names = names
        self._today = today

    @cached_property
    def named(self) -> tuple[NameSpan, ...]:
        """Names of parties and contracts in it."""
        return tuple(self._names.spans(self.text, self.original))

    @property
    def kinds_held(self) -> frozenset[str]:
        """Agreement types of which the portfolio has contracts."""
        return self._names.kinds

    @cached_property
    def days(self) -> tuple[Range, ...]:
        """Days in it."""
        return tuple(ranges(self.text, today=self._today))

    @cached_property
    def wanted(self) -> dict[Key, set[bool]]:
        """For each member of a condition whether the reading wants it, denies it or, in two conditions, both."""
        found: dict[Key, set[bool]] = {}
        for condition in self.told.conditions:
            match condition:
                case ClauseIs(codes, wanted):
                    keys: Iterable[Key] = [("clause", code, None) for code in codes]
                case TypeIs(codes, wanted):
                    keys = [("type", code, None) for code in codes]
                case LawIs(laws, wanted):
                    keys = [("law", law.country, law.state) for law in laws]
                case PartyIs(_, names, _, wanted):
                    keys = [("party", name, None) for name in names]
                case _:
                    continue
            for key in keys:
                found.setdefault(key, set()).add(wanted)
        return found

    @cached_property
    def stretches(self) -> tuple[Stretch, ...]:
        """The words of conditions and those that turn, join or carry them, none over another, in reading order."""
        kept: list[Stretch] = []
        for start, end, key in sorted(self._mentions(), key=lambda place: (place[0] - place[1], place[0])):
            same = next((part for part in kept if (part.start, part.end) == (start, end)), None)
            if same is not None:
                same.keys.append(key)
            elif all(end <= part.start or part.end <= start for part in kept):
                kept.append(Stretch(start, end, set(), [key]))
        beside = [sense for sense in self.senses if sense.tag in _BESIDE]
        for sense in sorted(beside, key=lambda sense: (sense.start - sense.end, sense.start)):
            same = next((part for part in kept if (part.start, part.end) == (sense.start, sense.end)), None)
            if same is not None:
                same.tags |= {sense.tag} if not same.keys else set()
            elif all(sense.end <= part.start or part.end <= sense.start for part in kept):
                kept.append(Stretch(sense.start, sense.end, {sense.tag}, []))
        return tuple(sorted(kept, key=lambda part: part.start))

    def _mentions(self) -> Iterable[tuple[int, int, Key]]:
        for sense in self.senses:
            key: Key = ("clause" if sense.tag == "clause" else "type", str(sense.value), None)
            if sense.tag in ("clause", "type", "bare_type") and key in self.wanted:
                yield sense.start, sense.end, key
        for span in self.named:
            names = {name for choice in span.choices for name in choice} if span.kind == "party" else set()
            yield from ((span.start, span.end, key) for name in names if (key := ("party", name, None)) in self.wanted)
        typed = self.original.strip()
        titled = self.text.title() if len(self.text.title()) == len(self.text) else self.text
        texts = (titled, typed) if len(typed) == len(self.text) else (titled,)
        for place in (place for text in texts for place in places_in(text, adjectives=True)):
            if (key := ("law", place.place.country, place.place.state)) in self.wanted:
                yield place.start, place.end, key
