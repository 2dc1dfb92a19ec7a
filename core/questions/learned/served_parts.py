"""Which tagged parts of a question serve what it asks, and whether every word that matters lies in one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from core.questions.learned.meant_clauses import single_clauses
from core.questions.learned.part_values import likely_values
from core.questions.learned.pieces import Pieces
from core.questions.learned.question_parts import Part, unknown_names
from core.questions.learned.tagged_question import PAIR, TaggedQuestion, Taken
from core.questions.plan import (
    Condition,
)

SURE_VALUE = 0.8
"""How sure it must be what a part stands for, where the lexicon does not say so."""
_BESIDE = 7
"""Characters of function words that the lexicon may have beside a denial: "without a", "say nothing about"."""
_FREE = re.compile(r"[\s']*(?:(?:but|and|yet|are|is|a|an|any|the|us|we|they)[\s']*)*")
_EVERY = re.compile(r"\b(?:all|every|everything|each|any|anything)\b")
_YES_OR_NO = re.compile(r"\byes or no\b|\byes/no\b|\by/n\b")
_CONNECTOR = re.compile(
    r"[\s,、・/&+]*(?:and|or|nor|plus|as well as|と|や|か|または|又は|もしくは|および|及び|も|かつ)?[\s,、]*"
    r"(?:an?|the|any|no|both|to|for)?\s*"
)
_SEVERAL = re.compile(r"\b(?:and|or)\b|[,&、・]|と(?!き)|や(?!め)|で.+は")
"""Words between two things: a part that holds them is no single one."""


_ASKS = re.compile(r"(?:どこ|誰|だれ|どなた|どちら|どっち|何|なに)(?:と|の|が|に|の会社)?")
_WHO_DID = re.compile(r"(?:署名|調印|捺印|押印|締結|サイン)(?:し(?:た|て))?(?:者|人)")
_HOW_FAR_AHEAD = re.compile(r"何(?:日|週間|[かヶカヵ箇]月|年)(?:も)?前")
_HOW_LONG = re.compile(r"(?<!月)何(?:年|[かヶカヵ箇]月|日|週)間?(?!何|まで|に)|どれ(?:くらい|だけ)の間|\bhow long\b")


def _apart(parts: Sequence[Part], text: str) -> list[Part]:
    """Parts, one for each Japanese clause type: 「引き抜きも横取り」 is two, 「始めるの」 and 「禁じている」 one."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        pair = PAIR.search(part.words) if part.tag == "clause" else None
        neither = _NOR.search(part.words) if part.tag == "clause" else None
        if pair is not None:
            middle = part.start + pair.start()
            found.append(Part("clause", part.start, middle, text[part.start : middle], part.sure))
            found.append(Part("clause", middle + 1, part.end, text[middle + 1 : part.end], part.sure))
        elif neither is not None:
            end, start = part.start + neither.start(), part.start + neither.end()
            found.append(Part("clause", part.start, end, text[part.start : end], part.sure))
            found.append(Part("clause", start, part.end, text[start : part.end], part.sure))
        elif (
            last is not None
            and last.tag == part.tag == "clause"
            and (
                (_BANS.fullmatch(part.words) and _OF_DEED.fullmatch(text[last.end : part.start]))
                or (
                    _SAYS_SO.fullmatch(part.words) and text[last.end : part.start] in ("", "と", "との", "という", "の")
                )
            )
        ):
            found[-1] = Part("clause", last.start, part.end, text[last.start : part.end], min(last.sure, part.sure))
        else:
            found.append(part)
    return found


_KATAKANA = re.compile(r"[ァ-ヺー]{3,}")
_NOR = re.compile(r",? nor (?:an? |any |the )?")
"""Between two things that are both denied."""
_BANS = re.compile(r"(?:禁じ|禁止|制限|義務)[ぁ-ゖ一-龠]{0,6}")
_SAYS_SO = re.compile(
    r"(?:と?いう|との|との)?(?:決まり|決め|約束|定め|ルール|条|条項|条件|取り?決め|義務|旨|規定|縛り|誓い|話)"
)
_OF_DEED = re.compile(r"(?:の|こと|行為)?(?:を|は|が)?")


class ServedParts:
    """The parts of a question, and which of them serve what it asks.

    Attributes:
        parts: those that carry something, in reading order.
        conditions: what is said of the contracts.
        said_at: where in the question each condition stands.
        asked: facts that are asked of them, or by which they are ranked.
        order: the words of a ranking and whether it begins at the lesser end.
        field: what its words rank by, where no fact beside them says so.
        taken: words that were taken for a clause type.
        several: the clause types that one part may mean, of which this reading has the one that was chosen.
        japanese: the question's language.
        text: the folded question.
    """

    def __init__(
        self, tagged: TaggedQuestion, pieces: Pieces, passed: Sequence[Taken], choice: int | None = None
    ) -> None:
        self._tagged = tagged
        self._pieces = pieces
        self._passed = passed
        self.japanese = tagged.japanese
        self.text = tagged.text
        self.parts = [
            part
            for part in _apart(tagged.parts(), tagged.text)
            if not any(other.start <= part.start and part.end <= other.end for other in passed)
        ]
        facts = [part for part in self.parts if part.tag == "fact"]
        if any(not _ASKS.fullmatch(part.words) for part in facts):
            # 「売主はどこ」: the word that asks beside the fact that is asked for.
            self.parts = [part for part in self.parts if part not in facts or not _ASKS.fullmatch(part.words)]
        self.parts = [single for part in self.parts for single in self._singly(part)]
        self._asks = self._calls = self._groups = False
        self._served: set[int] = set()
        self._excused: list[tuple[int, int]] = [(part.start, part.end) for part in passed]
        self._connected: list[tuple[int, int]] = []
        self.conditions: list[Condition] = []
        self.said_at: dict[Condition, int] = {}
        self._at = 0
        self._choice = choice
        self.several: tuple[str, ...] = ()
        self.wanted: list[str] = []
        self.order: tuple[str, bool] | None = None
        self.field: str | None = None
        self.taken: list[Taken] = []
        self._facts = {place: self._fact(part) for place, part in enumerate(self.parts) if part.tag == "fact"}

    def _singly(self, part: Part) -> list[Part]:
        """A part with the words of several clause types as one part each."""
        found = single_clauses(self._tagged, part.start, part.end) if part.tag == "clause" else []
        return [replace(part, start=start, end=end, words=self.text[start:end]) for start, end in found] or [part]

    def accounted(self) -> bool:
        """Whether every part serves, and no word that turns a set or names something lies outside those that do."""
        if len(self._served) < len(self.parts) or self._swallows_a_name():
            return False
        held = [(part.start, part.end) for part in self.parts] + self._connected + self._excused
        held += [match.span() for match in _YES_OR_NO.finditer(self.text)]
        denials = [(part.start, part.end) for part in self.parts if part.tag in ("lacks", "not")]
        return all(
            any(first <= start and end <= last for first, last in held)
            or any(
                start <= first and last <= end and end - start - (last - first) <= _BESIDE for first, last in denials
            )
            or self._spread(start, end, denials)
            or self._joins_a_denial(start, end)
            or self._only_one_kind(start, end)
            for start, end in self._tagged.turning_spans()
        )

    def _swallows_a_name(self) -> bool:
        """Whether a name that nobody knows lies in a part that names nothing: "NDAs with Zorbex expiring in 2027".

        So does a word in katakana before a kind of agreement that the lexicon has: 「オープンソースライセンス」.
        """
        others = [part for part in self.parts if part.tag not in ("name", "clause")]
        kinds = [part for part in others if part.tag == "type" and self._tagged.known.names_kind(part.start, part.end)]
        if any(_KATAKANA.search(word) for part in kinds for word in self._tagged.known.unknown(part.start, part.end)):
            return True
        return any(
            part.start <= start and end <= part.end
            for start, end in unknown_names(self._tagged.original, self._tagged.known.senses, japanese=self.japanese)
            for part in others
        )

    def _spread(self, start: int, end: int, denials: Sequence[tuple[int, int]]) -> bool:
        """Whether words that turn a set begin in a denial and go on into the part that it denies: "don't allow"."""
        if not any(first < end and start < last for first, last in denials):
            return False
        held = {place for part in self.parts for place in range(part.start, part.end)}
        rest = "".join(" " if place in held else self.text[place] for place in range(start, end))
        return _FREE.fullmatch(rest) is not None

    def _joins_a_denial(self, start: int, end: int) -> bool:
        """Whether it is a "but" that joins what is there to what is not: "with a cap but no policy"."""
        before = [part for part in self.parts if part.end <= start]
        after = [part for part in self.parts if part.start >= end]
        if self.text[start:end].strip() != "but" or not before or not after:
            return False
        denied = after[0].tag in ("lacks", "not") and not _EVERY.search(self.text[:start])
        return denied and before[-1].tag in ("clause", "fact", "when", "name", "type")

    def _only_one_kind(self, start: int, end: int) -> bool:
        """Whether it is an "only" behind a law or a kind of agreement, which narrows as they do: "Dutch law only"."""
        if self.text[start:end].strip() != "only":
            return False
        near = [part for part in self.parts if 0 <= start - part.end <= 2]
        return bool(near) and near[0].tag in ("name", "type") and re.match(r"[\s,.?!;]|$", self.text[end:]) is not None

    def asks(self, words: re.Pattern[str]) -> bool:
        """Whether words stand in the question outside what means a clause type."""
        clauses = [(part.start, part.end) for part in self.parts if part.tag == "clause"]
        return any(
            not any(first <= match.start() and match.end() <= last for first, last in clauses)
            for match in words.finditer(self.text)
        )

    def says_every(self) -> bool:
        """Whether it is asked of all contracts, or of each."""
        clauses = [(part.start, part.end) for part in self.parts if part.tag == "clause"]
        return any(
            sense.tag == "all" and not any(first <= sense.start and sense.end <= last for first, last in clauses)
            for sense in self._tagged.known.senses
        )

    def excuses(self, word: str) -> bool:
        """Whether a word that the second look misses lies in words that were taken for something by the models."""
        places = self._tagged.where(word)
        return bool(places) and all(
            any(first <= start and end <= last for first, last in self._excused) for start, end in places
        )

    def _gap(self, before: int, after: int) -> str:
        return self._tagged.text[self.parts[before].end : self.parts[after].start]

    def _beside(self, place: int) -> list[int]:
        """The parts before and after one, the likelier to belong to it first."""
        around = (place - 1, place + 1) if self.japanese else (place + 1, place - 1)
        found = [other for other in around if 0 <= other < len(self.parts)]
        # A mark of punctuation between two parts sets them apart.
        return sorted(
            found, key=lambda other: bool(re.search(r"[,、;:.]", self._gap(min(place, other), max(place, other))))
        )

    def _run(self, place: int, *tags: str) -> list[int]:
        """The part at a place with those of the same kind that follow, with nothing but a connector between."""
        run = [place]
        while (
            run[-1] + 1 < len(self.parts)
            and self.parts[run[-1] + 1].tag in tags
            and _CONNECTOR.fullmatch(self._gap(run[-1], run[-1] + 1))
        ):
            run.append(run[-1] + 1)
        return run

    def _gaps(self, run: Sequence[int]) -> str:
        return " ".join(self._gap(first, first + 1) for first in run[:-1])

    def _serve(self, *places: int) -> None:
        self._served.update(places)

    def _connect(self, run: Sequence[int]) -> None:
        self._connected.append((self.parts[run[0]].start, self.parts[run[-1]].end))

    def _excuse(self, *places: int) -> None:
        self._excused += [(self.parts[place].start, self.parts[place].end) for place in places]

    def _add(self, conditions: tuple[Condition, ...] | None) -> bool:
        self.conditions += conditions or ()
        self.said_at.update((condition, self._at) for condition in conditions or ())
        return conditions is not None

    def _value(self, parts: Sequence[Part], group: str | None = None) -> str | None:
        """What a single part stands for, by the model."""
        if len(parts) != 1:
            return None
        part = parts[0]
        values = likely_values(group or part.tag, self._tagged.text, part.start, part.end, self._tagged.model.values)
        best = max(values, key=values.__getitem__, default=None)
        return best if best is not None and values[best] >= SURE_VALUE else None

    def _fact(self, part: Part) -> str | None:
        """Which fact words are: by the lexicon where it knows all of them, else by the model."""
        if self._tagged.known.names_several_facts(part.start, part.end):
            return None
        known = self._tagged.known.known_fact(part.start, part.end)
        if _SEVERAL.search(part.words) and not self._tagged.known.names_whole_fact(part.start, part.end):
            return None
        if _WHO_DID.search(part.words):
            return None  # 署名者: who signed, not when
        fact = known or self._value([part])
        if fact == "expiration_date" and _HOW_FAR_AHEAD.search(part.words):
            return "notice_period"  # 満了の何日前: how long before it ends
        if fact == "expiration_date" and _HOW_LONG.search(part.words):
            return "term"  # 何年縛られるの: for how long, not until when
        if self._tagged.known.names_role(part.start, part.end):
            return "role" if fact in ("role", "parties") else None
        return fact
