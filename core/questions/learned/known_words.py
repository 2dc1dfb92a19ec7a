"""What the lexicon knows of the words of a question: what a stretch names and denies, which words it does not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from core.lexicon import places_in
from core.questions.lexicon import Sense, is_japanese, role_groups, senses

_TURNS = frozenset(
    "without withoutJ except exceptJ neither neitherJ other_clauses or more less least most or_more or_less"
    " refuse".split()
)
"""Senses of words that turn a set into another: never passed over."""
_DENYING = frozenset("without withoutJ except exceptJ neither neitherJ or other_clauses refuse".split())
_COMPOUND = re.compile(r"(?:no|not)-[a-z]")
_ASKING = re.compile(r"か(?:な|ね|$|[。?!、,\s教知見調確を])")
_CARRIES = frozenset("clause fact dverb dverbJ past pastJ type lang super stat share renew in_force".split())
_OTHERWISE = _CARRIES - {"clause"} | {"count", "role", "bare_type"}
_FACTS = frozenset("fact dverb dverbJ past pastJ".split())
_VERBS = _FACTS - {"fact"}
_TIME = re.compile(r"\b(?:yet|still|already|past)\b|まだ|もう|すでに|来て|来な|過ぎ|到来")
_TOLD_AS_REASON = frozenset({"people", "money", "legal", "prediction", "opinion", "elsewhere", "advice", "draft"})
_OF = re.compile(r"(?P<of>[一-龠々ァ-ヺー]{2,})の$")


class KnownWords:
    """A folded question and the senses that the lexicon has for its words."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.senses = senses(text)
        self._turning = [
            s
            for s in self.senses
            if s.tag in _TURNS
            and s.value != "greeting"
            and not self._in_polite_words(s)
            and not _COMPOUND.match(self.text, s.start)
        ]

    def names_state(self, start: int, end: int) -> bool:
        """Whether a stretch is the name of a state or province, whose law is meant where nothing else is said of it."""
        words = self.text[start:end].strip().title()
        return any(
            mention.place.state is not None and len(words) == mention.end - mention.start
            for mention in places_in(words)
        )

    def names_role(self, start: int, end: int) -> bool:
        """Whether a word for the role of a party stands in a stretch."""
        return _roles().search(self.text, start, end) is not None

    def named_clause(self, start: int, end: int) -> str | None:
        """The clause type of a part by the lexicon, where it knows every word."""
        found = [s for s in self.senses if s.tag == "clause" and start <= s.start and s.end <= end]
        wide = {s.value for s in found if not any(o.start <= s.start and s.end <= o.end and o != s for o in found)}
        outside = any(
            start <= turn.start
            and turn.end <= end
            and not any(s.start <= turn.start and turn.end <= s.end for s in found)
            for turn in self._turning
        )
        whole = not outside and not any(self.unknown(start, end)) and not self.swallows(start, end)
        return str(wide.pop()) if len(wide) == 1 and whole and not self.says_whose(start, end) else None

    def known_fact(self, start: int, end: int) -> str | None:
        """The fact that the lexicon has for a part, where it knows every word of it."""
        if any(self.unknown(start, end)):
            return None
        told = {str(s.value) for s in self._facts_in(start, end)}
        return told.pop() if len(told) == 1 else None

    def names_whole_fact(self, start: int, end: int) -> bool:
        """Whether the lexicon has a part whole as one fact."""
        return any(s.start <= start and end <= s.end for s in self._facts_in(start, end))

    def names_several_facts(self, start: int, end: int) -> bool:
        """Whether a part holds the names of several facts side by side."""
        found = [s for s in self._facts_in(start, end) if s.tag == "fact"]
        return any(s.end <= other.start and s.value != other.value for s in found for other in found)

    def names_several_kinds(self, start: int, end: int) -> bool:
        """Whether a part holds words for several kinds of agreement side by side: 雇用秘密保持."""
        found = [s for s in self.senses if s.tag in ("type", "bare_type") and start <= s.start and s.end <= end]
        wide = [s for s in found if not any(o.start <= s.start and s.end <= o.end and o != s for o in found)]
        return any(s.end <= other.start and s.value != other.value for s in wide for other in wide)

    def names_kind_outside_clauses(self) -> bool:
        """Whether a kind of agreement is named in words that lie in no longer ones for a clause type."""
        clauses = [s for s in self.senses if s.tag == "clause"]
        return any(
            s.tag == "type"
            and not any(c.start <= s.start and s.end <= c.end and c.end - c.start >= s.end - s.start for c in clauses)
            for s in self.senses
        )

    def unknown_before(self, start: int) -> bool:
        """Whether Japanese words that the lexicon does not know stand before a place with の: 「池袋の」."""
        found = _OF.search(self.text, 0, start)
        return found is not None and found.end() == start and any(self.unknown(*found.span("of")))

    def names_more_than_a_kind(self, start: int, end: int) -> bool:
        """Whether a Japanese part for a kind of agreement has a word before の that the lexicon does not know.

        「池袋のオフィスの賃貸」 says where, too.
        """
        before = self.text.rfind("の", start, end)
        return is_japanese(self.text) and before > start and any(self.unknown(start, before))

    def says_time(self, start: int, end: int) -> bool:
        """Whether a stretch holds the verb of a date, or "yet": what it denies is no fact that is stated."""
        verbs = any(s.tag in _VERBS for s in self._facts_in(start, end))
        return verbs or _TIME.search(self.text[start:end]) is not None

    def carries(self, start: int, end: int) -> bool:
        """Whether a stretch touches words of which an answer is made: a clause type, a fact, a kind, a date's verb."""
        return any(sense.tag in _CARRIES and sense.start < end and start < sense.end for sense in self.senses)

    def turns(self, start: int, end: int, *, reason: bool) -> bool:
        """Whether a stretch touches words that turn a set into another.

        In a `reason` for asking nothing is asked for that would be refused: 「弁護士に渡すので」.
        """
        turning = [s for s in self._turning if not (reason and s.tag == "refuse" and s.value in _TOLD_AS_REASON)]
        return any(s.start < end and start < s.end for s in turning)

    def denying_spans(self) -> Iterator[tuple[int, int]]:
        """Where words stand that deny, leave out or say "or"; a か that ends a question or a part of it asks."""
        for sense in self._turning:
            if sense.tag in _DENYING and not (sense.tag == "or" and _ASKING.match(self.text, sense.start)):
                yield sense.start, sense.end

    def role_spans(self) -> Iterator[tuple[int, int]]:
        """Where words for the role of a party stand."""
        yield from (match.span() for match in _roles().finditer(self.text))

    def denied(self, start: int, end: int) -> bool:
        """Whether a run of words begins or ends with a denial: what it denies is then not told."""
        inside = [s for s in self._turning if start <= s.start and s.end <= end]
        return any(sense.start - start < 3 or end - sense.end < 2 for sense in inside)

    def swallows(self, start: int, end: int) -> bool:
        """Whether a run of words for a clause type holds words that mean something else: a date's verb, a count."""
        clauses = [s for s in self.senses if s.tag == "clause"]
        held = {place for sense in clauses for place in range(sense.start, sense.end)}
        inside = [s for s in self.senses if s.tag in _OTHERWISE and start <= s.start and s.end <= end]
        return any(not held.issuperset(range(sense.start, sense.end)) for sense in inside)

    def says_whose(self, start: int, end: int) -> bool:
        """Whether words for a clause type say which side it is of: "only the supplier may terminate", 相手だけが."""
        return _whose().search(self.text, start, end) is not None

    def names_kind(self, start: int, end: int) -> bool:
        """Whether a stretch holds a word for a kind of agreement."""
        return any(s.tag in ("type", "bare_type") and start <= s.start and s.end <= end for s in self.senses)

    def unknown(self, start: int, end: int) -> Iterator[str]:
        """Words of a stretch that no sense of the lexicon holds."""
        held = {place for sense in self.senses for place in range(sense.start, sense.end)}
        free = "".join(" " if place in held else self.text[place] for place in range(start, end))
        yield from re.findall(r"[a-z]+|[ァ-ヺー]+|[一-龠々]+", free)

    def _facts_in(self, start: int, end: int) -> list[Sense]:
        inside = [s for s in self.senses if s.tag in _FACTS and start <= s.start and s.end <= end]
        return [
            s
            for s in inside
            if not any(o.start <= s.start and s.end <= o.end and (o.end - o.start > s.end - s.start) for o in inside)
        ]

    def _in_polite_words(self, sense: Sense) -> bool:
        """Whether a denial is part of a word that only serves the grammar: すみません."""
        length = sense.end - sense.start
        around = (s for s in self.senses if s.start <= sense.start and sense.end <= s.end)
        return any(s.tag == "func" and s.end - s.start > length for s in around)


@cache
def _roles() -> re.Pattern[str]:
    """Words for the role of a party."""
    words = sorted({word for group in role_groups() for word in group}, key=len, reverse=True)
    latin, others = ([word for word in words if word.isascii() == ascii_] for ascii_ in (True, False))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, latin))})s?\b|{'|'.join(map(re.escape, others))}")


@cache
def _whose() -> re.Pattern[str]:
    """Words that tie a clause to one side: a role that may or must do something or has a right, or "only"."""
    role = _roles().pattern
    return re.compile(
        rf"(?:{role})\s+(?:alone\s+)?(?:may|can|could|must|shall|will|is|are|has|have|gets?)\b"
        rf"|(?:{role}|相手|先方|当社|弊社|片方|一方)側|(?:{role})[がは]"
        rf"|(?:{role}|相手方?|先方|[当弊自]社|[甲乙丙])[にへ](?=帰属|属|移転|残)"
        r"|\b(?:owned by|(?:belong|vest)(?:s|ed)?(?: (?:to|in|with))|(?:stay|remain)s? with)"
        rf" (?:(?:the|our) )?(?:us|{role})\b"
        rf"|\b(?:requir|oblig|forc|let|allow|permit|entitl|bind)\w*\s+(?:the |our |an? )?(?:{role})"
        r"|\b(?:only|solely)\b|(?<!れ)(?<!できる)(?:だけ|のみ|しか)"
    )
