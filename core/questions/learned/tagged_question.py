"""A question with what the learned tags make of its words: which may be passed over, which mean a clause type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.lexicon import places_in
from core.questions.learned.clause_words import NONE, likely_types, speaks_for
from core.questions.learned.question_model import QuestionModel
from core.questions.learned.question_parts import Part, parts_of
from core.questions.learned.word_signs import NAMED, QuestionWord
from core.questions.learned.word_tags import TAGS, likely_tags
from core.questions.lexicon import Sense, clause_words, folded, is_japanese, role_groups, senses
from core.questions.names import Names
from core.questions.plan import Question
from core.questions.ranges import ranges
from core.taxonomy import taxonomy

SURE_PART, SURE_FILLER, LEAST_IDLE = 0.88, 0.8, 0.5
"""How likely the words of a part must be to carry nothing or to be function words, the former, and each of them."""
SURE_IDLE, SURE_CLAUSE, SURE_TYPE, AHEAD = 0.9, 0.8, 0.96, 0.5
LEAST_STORY, LEAST_STORY_JA = 6, 16
"""Words, and Japanese letters, of a sentence that tells a story."""
_FULL_STOPS = frozenset(".!?。！？;；")
SURE_STORY = 0.93
"""How sure a sentence must be to carry nothing, of which even days and names are passed over."""
_COMPOUND = re.compile(r"(?:no|not)-[a-z]")
SURE_THOUGH_KNOWN = 0.9
"""How sure a part of a question must be to carry nothing though the lexicon knows words of it."""
SURE_DENIED = 0.97
"""How sure a clause type must be that is said by a denial of its own."""
MOST_BOUND = 0.2
LEAST_FOR = 0.5
"""By how much each unknown word must speak for the clause type that it is taken for."""
MOSTLY = 0.4
"""Share of the words of a part that carry nothing, above which it is passed over whole or not at all."""
_FILLER, _PLAIN, _CLAUSE, _BOUND = (TAGS.index(tag) for tag in ("filler", "", "clause", "bound"))
_IDLE = [TAGS.index(tag) for tag in ("filler", "ask", "has")]
_TURNS = frozenset(
    "without withoutJ except exceptJ neither neitherJ other_clauses or more less least most or_more or_less"
    " refuse".split()
)
"""Senses of words that turn a set into another: never passed over."""
_DENYING = frozenset("without withoutJ except exceptJ neither neitherJ or other_clauses refuse".split())
_ASKING = re.compile(r"か(?:な|ね|$|[。?!、,\s教知見調確を])")
_CARRIES = frozenset("clause fact dverb dverbJ past pastJ type lang super stat share renew in_force".split())
_OTHERWISE = _CARRIES - {"clause"} | {"count", "role", "bare_type"}
_NO_REMARK = re.compile(r"(?:[一-龠々ァ-ヺー]|とき|ところ|たら|なら|れば)[、。，,.?？!！\s]*$")
"""The end of Japanese words that are no remark of its own: a noun, of which the question is, or a condition."""
_RELATIVE = re.compile(
    r"(?:in|under|by|for|with|to|from|of) (?:which|whom|whose)\b(?! (?:contract|agreement|deal|one))"
    r"|(?:where|whereby|whose|that|with|without)\b"
)
"""Words by which a part goes on from the contracts before it: "…, in which the recipient must …" is no remark."""
_ENDS = frozenset(".!?。！？:：;；…—、,-")
_STOPS = frozenset(".!?。！？:：;；…—")
_FACTS = frozenset("fact dverb dverbJ past pastJ".split())
_VERBS = _FACTS - {"fact"}
_TIME = re.compile(r"\b(?:yet|still|already|past)\b|まだ|もう|すでに|来て|来な|過ぎ|到来")
_GENERAL = 4
_STEM = 5
_NAME = re.compile(r"(?<=[^\s.!?:]\s)[A-Z][a-z][\w'-]*")
"""A word written like a name: with a capital, and not at the head of a sentence."""
_REASON = re.compile(
    r"(?:ので|から|ため(?:に|です)?|ですが|ますが|けど|けれど|(?<![れせ])まして|[いし]て|ており|で|にあたり|にあたって|上で|まして|ました|です|ます)[、。,\s]*$"
)
"""The end of a reason for asking."""
_TOLD_AS_REASON = frozenset({"people", "money", "legal", "prediction", "opinion", "elsewhere", "advice", "draft"})
_OF = re.compile(r"(?P<of>[一-龠々ァ-ヺー]{2,})の$")
_DID = re.compile(r"実際に|これまでに|過去に|今までに|もう(?![一片ひ])|すでに|既に")
"""What was done under a clause is not what it says."""
PAIR = re.compile(r"(?<![後てでにとか])も(?=[一-龠ァ-ヺー])")
"""「手続も納め方も」: words before a second も are two things."""
_NEVER = re.compile(
    r"\b(?:no|not|never|nobody|none|nothing|neither|nor|only|except|without|unless|cannot|or|but)\b|n't\b"
    r"|だけ|のみ|以外|(?:を|は)除|実際に[^、。]{0,12}[たん]|[れしっい]たこと(?=が|は|って)|どなた|何(?:名|社|人)(?!も|か)"
)
"""Words that turn a set into another, whatever else the lexicon takes them for."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Words of a question that were taken for a clause type, or passed over where `code` is None."""

    start: int
    end: int
    words: str
    code: str | None


class TaggedQuestion:
    """A folded question and what each of its words is likely to carry."""

    def __init__(self, question: str, names: Names, today: date, model: QuestionModel) -> None:
        self.text = folded(question)
        self.original = question if len(question) == len(self.text) else self.text
        self.japanese = is_japanese(self.text)
        self.model = model
        self.senses = senses(self.text)
        self.pieces_read: dict[str, Question | None] = {}
        self._turning = [
            s
            for s in self.senses
            if s.tag in _TURNS
            and s.value != "greeting"
            and not self._in_polite_words(s)
            and not _COMPOUND.match(self.text, s.start)
        ]
        called = list(names.spans(self.text, self.original))
        titled = self.text.title() if len(self.text.title()) == len(self.text) else self.text
        self._named = [
            *((name.start, name.end) for name in called),
            *((place.start, place.end) for place in places_in(titled, adjectives=True)),
            *((span.start, span.end) for span in ranges(self.text, today=today)),
            *(found.span() for found in re.finditer(r"\d+", self.text)),
            *(found.span() for found in _NAME.finditer(self.original)),
        ]
        self._never = [*self._named, *(found.span() for found in _NEVER.finditer(self.text))]
        self._parties = [(n.start, n.end) for n in called if n.kind == "party"]
        self.words, self.chance = self._tagged(self._parties)
        self._best = self.chance.argmax(axis=1) if self.words else np.zeros(0, np.intp)

    def _tagged(self, parties: Sequence[tuple[int, int]]) -> tuple[list[QuestionWord], NDArray[np.float64]]:
        """Words and how likely each has each tag; the name of each party is one word."""
        masked, begin = "", 0
        moved: list[tuple[int, int, int]] = []
        for start, end in sorted(parties):
            if start >= begin:
                masked += self.text[begin:start]
                moved.append((len(masked), start, end))
                masked += NAMED
                begin = end
        words, chance = likely_tags(masked + self.text[begin:], self.model.tags)
        found = []
        for word in words:
            shift = sum(end - start - len(NAMED) for place, start, end in moved if place < word.start)
            name = next(((start, end) for place, start, end in moved if place == word.start), None)
            start, end = name or (word.start + shift, word.end + shift)
            found.append(QuestionWord(start, end, word.text))
        return found, chance

    def where(self, word: str) -> list[tuple[int, int]]:
        """Where a word left over stands."""
        before = r"(?<![a-z0-9])" if word[:1].isascii() and word[:1].isalnum() else ""
        after = r"(?![a-z0-9])" if word[-1:].isascii() and word[-1:].isalnum() else ""
        return [found.span() for found in re.finditer(before + re.escape(word) + after, self.text)]

    def taken(self, start: int, end: int) -> Taken | None:
        """What words left over are taken for, with those around them; None where that is not sure."""
        inside = [place for place, word in enumerate(self.words) if word.start < end and start < word.end]
        if not inside:
            return None
        part = self._part(inside)
        if isinstance(part, Taken):
            return part
        if part == "kept":
            return None
        chance = self.chance[inside].mean(axis=0)
        match int(chance.argmax()):
            case tag if tag == _CLAUSE:
                return self._clause(inside)
            case tag if tag == _FILLER and (run := self._filler(inside)) is not None:
                return run
        idle = float(chance[_IDLE].sum())
        if re.fullmatch(r"[ぁ-ゖ]+", self.text[start:end]):
            idle += float(chance[_PLAIN])
        known = any(sense.start <= start and end <= sense.end for sense in self.senses)
        if idle < SURE_IDLE or known or self._turns(start, end):
            return None
        return Taken(start, end, self.text[start:end], None)

    def idle_parts(self) -> list[Taken]:
        """Whole parts of the question, between marks of punctuation, that carry nothing."""
        found = (self._part([place]) for place in range(len(self.words)) if self._best[place] == _FILLER)
        return list(dict.fromkeys(part for part in found if isinstance(part, Taken)))

    def asks_for_what_is_refused(self, passed: Sequence[Taken] = ()) -> bool:
        """Whether a word outside some parts is one that a refusal stands on, such as "should we"."""
        return any(
            sense.tag == "refuse"
            and sense.value != "greeting"
            and not any(part.start <= sense.start and sense.end <= part.end for part in passed)
            for sense in self.senses
        )

    def parts(self) -> list[Part]:
        """The runs of words that carry something."""
        return parts_of(self.text, self.words, self.chance)

    def masked_without(self, passed: Sequence[Taken]) -> str:
        """The question without some parts, the name of each party as one mark."""
        found, begin = "", 0
        cuts = [(start, end, NAMED) for start, end in self._parties] + [(part.start, part.end, "") for part in passed]
        for start, end, put in sorted(cuts):
            if start >= begin:
                found += self.text[begin:start] + put
                begin = end
        return (found + self.text[begin:]).strip(" ,、。.;:!-")

    def names_party(self, start: int, end: int) -> bool:
        """Whether the name of a party stands in a stretch."""
        return any(start <= first and last <= end for first, last in self._parties)

    def names_state(self, start: int, end: int) -> bool:
        """Whether a stretch is the name of a state or province, whose law is meant where nothing else is said of it."""
        words = self.text[start:end].strip().title()
        return any(
            found.place.state is not None and len(words) == found.end - found.start for found in places_in(words)
        )

    def names_role(self, start: int, end: int) -> bool:
        """Whether a word for the role of a party stands in a stretch."""
        return _roles().search(self.text, start, end) is not None

    def turning_spans(self) -> Iterator[tuple[int, int]]:
        """Where words stand that turn a set into another, or name, count or date something.

        A か that ends a question or a part of it asks, and says no "or".
        """
        for sense in self._turning:
            if sense.tag in _DENYING and not (sense.tag == "or" and _ASKING.match(self.text, sense.start)):
                yield sense.start, sense.end
        yield from self._never
        yield from (found.span() for found in _roles().finditer(self.text))

    def named_clause(self, start: int, end: int) -> Taken | None:
        """The clause type of a part by the lexicon, where it knows every word."""
        found = [s for s in self.senses if s.tag == "clause" and start <= s.start and s.end <= end]
        wide = {s.value for s in found if not any(o.start <= s.start and s.end <= o.end and o != s for o in found)}
        outside = any(
            start <= turn.start
            and turn.end <= end
            and not any(s.start <= turn.start and turn.end <= s.end for s in found)
            for turn in self._turning
        )
        whole = not outside and not any(self._unsaid(start, end)) and not self._swallows(start, end)
        if len(wide) == 1 and whole and not self._says_whose(start, end):
            return Taken(start, end, self.text[start:end], str(wide.pop()))
        return None

    def may_be_clause(self, start: int, end: int) -> bool:
        """Whether words may mean one clause type: they name nothing else, deny nothing, tell no deed, no owner."""
        named = any(s < end and start < e for s, e in self._named) or _DID.search(self.text, start, end) is not None
        return not named and not self._denied(start, end) and not self._says_whose(start, end)

    def known_fact(self, start: int, end: int) -> str | None:
        """The fact that the lexicon has for a part, where it knows every word of it."""
        if any(self._unsaid(start, end)):
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
        return found is not None and found.end() == start and any(self._unsaid(*found.span("of")))

    def names_more_than_a_kind(self, start: int, end: int) -> bool:
        """Whether a Japanese part for a kind of agreement has a word before の that the lexicon does not know.

        「池袋のオフィスの賃貸」 says where, too.
        """
        before = self.text.rfind("の", start, end)
        return self.japanese and before > start and any(self._unsaid(start, before))

    def says_time(self, start: int, end: int) -> bool:
        """Whether a stretch holds the verb of a date, or "yet": what it denies is no fact that is stated."""
        verbs = any(s.tag in _VERBS for s in self._facts_in(start, end))
        return verbs or _TIME.search(self.text[start:end]) is not None

    def _facts_in(self, start: int, end: int) -> list[Sense]:
        inside = [s for s in self.senses if s.tag in _FACTS and start <= s.start and s.end <= end]
        return [
            s
            for s in inside
            if not any(o.start <= s.start and s.end <= o.end and (o.end - o.start > s.end - s.start) for o in inside)
        ]

    # Words that carry nothing

    def _part(self, inside: Sequence[int]) -> Taken | Literal["kept"] | None:
        """The part of the question between marks of punctuation, where it carries nothing.

        `kept` where it looks as if it carried nothing, but names something: then none of its words is passed over.
        """
        first, last = inside[0], inside[-1]
        while first and not self._ends(first - 1):
            first -= 1
        while last + 1 < len(self.words) and not self._ends(last):
            last += 1
        if first == 0 and last == len(self.words) - 1:
            return None
        passed = self._passed(first, last, whole=True)
        filler = (self._best[first : last + 1] == _FILLER).mean()
        return "kept" if passed is None and filler >= MOSTLY else passed

    def _ends(self, place: int) -> bool:
        """Whether a part of the question ends with a word: a mark of punctuation, no hyphen within a word."""
        word = self.words[place]
        if word.text != "-":
            return word.text in _ENDS
        return self.text[max(0, word.start - 1)].isspace() and self.text[word.end : word.end + 1].isspace()

    def _filler(self, inside: Sequence[int]) -> Taken | None:
        """The run of words around some that carry nothing."""
        return self._passed(*self._run(inside, _FILLER), whole=False)

    def _passed(self, first: int, last: int, *, whole: bool) -> Taken | None:
        start, end = self.words[first].start, self.words[last].end
        spoken = [place for place in range(first, last + 1) if self.words[place].text[0].isalnum()]
        reason = whole and self.japanese and _REASON.search(self.text[start:end]) is not None
        if not spoken or self._is_bound(first, last):
            return None
        if self._turns(start, end, reason=reason) and not (whole and self._tells_a_story(first, last)):
            return None
        idle = self.chance[spoken][:, [_PLAIN, _FILLER]].sum(axis=1)
        filler = float(self.chance[spoken, _FILLER].mean())
        known = self._held(start, end, _CARRIES)
        if filler < SURE_FILLER or idle.min() < LEAST_IDLE or (known and not whole):
            return None
        if whole and _RELATIVE.match(self.text, start):
            return None
        if idle.mean() < (SURE_THOUGH_KNOWN if known else SURE_PART) or _NO_REMARK.search(self.text[start:end]):
            return None
        return Taken(start, end, self.text[start:end], None)

    def _tells_a_story(self, first: int, last: int) -> bool:
        """Whether a whole sentence surely carries nothing: it may name days, places and people of its own."""
        start, end = self.words[first].start, self.words[last].end
        spoken = [place for place in range(first, last + 1) if self.words[place].text[0].isalnum()]
        filler = self.chance[spoken, _FILLER]
        whole = self.words[last].text in _FULL_STOPS and (first == 0 or self.words[first - 1].text in _FULL_STOPS)
        sure = float(filler.mean()) >= SURE_STORY and float(filler.min()) >= LEAST_IDLE
        long = len(spoken) >= (LEAST_STORY_JA if self.japanese else LEAST_STORY)
        return whole and sure and long and not self.names_party(start, end)

    def _turns(self, start: int, end: int, *, reason: bool = False) -> bool:
        """Whether words in a stretch turn a set into another, or name, count or date something.

        In a `reason` for asking nothing is asked for that would be refused: 「弁護士に渡すので」.
        """
        turning = [s for s in self._turning if not (reason and s.tag == "refuse" and s.value in _TOLD_AS_REASON)]
        return any(s.start < end and start < s.end for s in turning) or any(
            first < end and start < last for first, last in self._never
        )

    def _in_polite_words(self, sense: Sense) -> bool:
        """Whether a denial is part of a word that only serves the grammar: すみません."""
        length = sense.end - sense.start
        around = (s for s in self.senses if s.start <= sense.start and sense.end <= s.end)
        return any(s.tag == "func" and s.end - s.start > length for s in around)

    def _held(self, start: int, end: int, tags: frozenset[str]) -> bool:
        return any(sense.tag in tags and sense.start < end and start < sense.end for sense in self.senses)

    def _is_bound(self, first: int, last: int) -> bool:
        return bool((self.chance[first : last + 1, _BOUND] > MOST_BOUND).any())

    # Words for a clause type

    def _clause(self, inside: Sequence[int]) -> Taken | None:
        first, last = self._run(inside, _CLAUSE)
        start, end = self.words[first].start, self.words[last].end
        sure = float(self.chance[first : last + 1, _CLAUSE].mean()) >= SURE_CLAUSE
        if not sure or any(s < end and start < e for s, e in self._named) or self._is_bound(first, last):
            return None
        words = self.text[start:end]
        if _DID.search(words) is not None:
            return None
        if PAIR.search(words) is not None and self.text.startswith("も", end):
            return None
        types = sorted(likely_types(words, self.model.clauses).items(), key=lambda item: -item[1])
        (code, chance), (_, second) = types[:2]
        if code == NONE or chance < SURE_TYPE or chance - second < AHEAD:
            return None
        if self._denied(start, end) and not (chance >= SURE_DENIED and _denies_itself(words, code)):
            return None
        if self._swallows(start, end) or self._says_whose(start, end):
            return None
        said = {s.value for s in self.senses if s.tag == "clause" and start <= s.start and s.end <= end}
        if said and said != {code}:
            return None
        if not all(self._fits(word, code, known=bool(said)) for word in self._unsaid(start, end)):
            return None
        return Taken(start, end, words, code)

    def _denied(self, start: int, end: int) -> bool:
        """Whether a run of words begins or ends with a denial: what it denies is then not told."""
        inside = [s for s in self._turning if start <= s.start and s.end <= end]
        return any(sense.start - start < 3 or end - sense.end < 2 for sense in inside)

    def _swallows(self, start: int, end: int) -> bool:
        """Whether a run of words for a clause type holds words that mean something else: a date's verb, a count."""
        clauses = [s for s in self.senses if s.tag == "clause"]
        held = {place for sense in clauses for place in range(sense.start, sense.end)}
        inside = [s for s in self.senses if s.tag in _OTHERWISE and start <= s.start and s.end <= end]
        return any(not held.issuperset(range(sense.start, sense.end)) for sense in inside)

    def _says_whose(self, start: int, end: int) -> bool:
        """Whether words for a clause type say which side it is of: "only the supplier may terminate", 相手だけが."""
        return _whose().search(self.text, start, end) is not None

    def _fits(self, word: str, code: str, *, known: bool) -> bool:
        """Whether a word that the lexicon does not know belongs to a clause type, and is nothing said of it."""
        if is_used_for(word, code):
            return True
        return not known and speaks_for(word, code, self.model.clauses) > LEAST_FOR

    def _unsaid(self, start: int, end: int) -> Iterator[str]:
        """Words of a stretch that no sense of the lexicon holds."""
        held = {place for sense in self.senses for place in range(sense.start, sense.end)}
        free = "".join(" " if place in held else self.text[place] for place in range(start, end))
        yield from re.findall(r"[a-z]+|[ァ-ヺー]+|[一-龠々]+", free)

    def _run(self, inside: Sequence[int], tag: int) -> tuple[int, int]:
        """The first and last word of the run of a tag around some words; a function word may stand within."""

        def goes_on(place: int, step: int) -> bool:
            if not 0 <= place < len(self.words) or self.words[place].text in _STOPS:
                return False
            beyond = place + step
            joins = self._best[place] == _PLAIN and 0 <= beyond < len(self.words) and self._best[beyond] == tag
            return bool(self._best[place] == tag or (joins and self.words[beyond].text not in _STOPS))

        first, last = inside[0], inside[-1]
        while goes_on(first - 1, -1):
            first -= 1
        while goes_on(last + 1, 1):
            last += 1
        return first, last


def _denies_itself(words: str, code: str) -> bool:
    """Whether a denial in Japanese words belongs to what a clause type forbids: 「他の客より悪くしない」, 「移せない」.

    「…が書いてない」, 「…がない」 say that the clause is not there.
    """
    if code not in _FORBIDDING or is_japanese(words) is False:
        return False
    plain = _WITHOUT_CONSENT.sub("", words)
    return _ABSENT.search(plain) is None


_FORBIDDING = frozenset(
    {
        *("non_compete", "no_solicit_of_customers", "no_solicit_of_employees", "non_disparagement", "exclusivity"),
        *("anti_assignment", "covenant_not_to_sue", "most_favored_nation", "publicity", "confidentiality", "amendment"),
        *("price_restrictions", "volume_restriction", "subcontracting", "severability", "compliance"),
    }
)
"""Clause types that are said by what must not be done."""
_WITHOUT_CONSENT = re.compile(
    r"(?:同意|承諾|許可|許し|断り|了解|承認|理由|無断)(?:が|の|も)?(?:な[しく]|無[しく])(?:に|ば|で)?(?:は)?"
)
_ABSENT = re.compile(r"[てで]い?(?:ない|ません|な[くし])|[がのもはを](?:ない|無い|ありません)|なし|無し|欠|抜け|漏れ")


@cache
def _roles() -> re.Pattern[str]:
    """Words for the role of a party."""
    words = sorted({word for group in role_groups() for word in group}, key=len, reverse=True)
    latin, others = ([word for word in words if word.isascii() == ascii_] for ascii_ in (True, False))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, latin))})s?\b|{'|'.join(map(re.escape, others))}")


@cache
def _whose() -> re.Pattern[str]:
    """Words that tie a clause to one side: a role that may or must do something, or "only"."""
    role = _roles().pattern
    return re.compile(
        rf"(?:{role})\s+(?:alone\s+)?(?:may|can|could|must|shall|will|is|are|has|have|gets?)\b"
        rf"|(?:{role}|相手|先方|当社|弊社|片方|一方)側|(?:{role})[がは]"
        r"|\b(?:only|solely)\b|(?<!れ)(?<!できる)(?:だけ|のみ|しか)"
    )


def is_used_for(word: str, code: str) -> bool:
    """Whether the taxonomy and the lexicon use a word for a clause type, or for many of them."""
    stem = f" {word[:_STEM]}" if word.isascii() else word
    return stem in _used(code) or sum(stem in _used(clause.code) for clause in taxonomy().clauses) >= _GENERAL


@cache
def _used(code: str) -> str:
    return " " + re.sub(r"\W+", " ", clause_words(code))
