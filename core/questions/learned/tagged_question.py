"""A question with what the learned tags make of its words: which may be passed over, which mean a clause type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.lexicon import places_in
from core.questions.idioms.question_reasons import reason_before
from core.questions.learned.clause_fit import denies_itself, is_used_for, means_another
from core.questions.learned.clause_words import NONE, likely_types, speaks_for
from core.questions.learned.known_words import KnownWords
from core.questions.learned.question_model import QuestionModel
from core.questions.learned.question_parts import Part, parts_of
from core.questions.learned.word_signs import NAMED, QuestionWord
from core.questions.learned.word_tags import TAGS, likely_tags
from core.questions.lexicon import folded, is_japanese
from core.questions.names import Names
from core.questions.plan import Question
from core.questions.ranges import ranges
from core.questions.second_look import permits

SURE_PART, SURE_FILLER, LEAST_IDLE = 0.88, 0.8, 0.5
"""How likely the words of a part must be to carry nothing or to be function words, the former, and each of them."""
SURE_IDLE, SURE_CLAUSE, SURE_TYPE, AHEAD = 0.9, 0.8, 0.96, 0.5
LEAST_STORY, LEAST_STORY_JA = 6, 16
"""Words, and Japanese letters, of a sentence that tells a story."""
_FULL_STOPS = frozenset(".!?。！？;；")
SURE_STORY = 0.93
"""How sure a sentence must be to carry nothing, of which even days and names are passed over."""
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
_NO_REMARK = re.compile(r"(?:[一-龠々ァ-ヺー]|とき|ところ|たら|なら|れば)[、。，,.?？!！\s]*$")
"""The end of Japanese words that are no remark of its own: a noun, of which the question is, or a condition."""
_RELATIVE = re.compile(
    r"(?:in|under|by|for|with|to|from|of) (?:which|whom|whose)\b(?! (?:contract|agreement|deal|one))"
    r"|(?:where|whereby|whose|that|with|without)\b"
)
"""Words by which a part goes on from the contracts before it: "…, in which the recipient must …" is no remark."""
_ENDS = frozenset(".!?。！？:：;；…—、,-")
_STOPS = frozenset(".!?。！？:：;；…—")
_NAME = re.compile(r"(?<=[^\s.!?:]\s)[A-Z][a-z][\w'-]*")
"""A word written like a name: with a capital, and not at the head of a sentence."""
_REASON = re.compile(
    r"(?:ので|から|ため(?:に|です)?|ですが|ますが|けど|けれど|(?<![れせ])まして|[いし]て|ており|で|にあたり"
    r"|にあたって|上で|まして|ました|です|ます)[、。,\s]*$"
)
"""The end of a reason for asking."""
_ASKED_ME = re.compile(r"(?<=[聞訊])かれ(?:た|て)")
"""A か that is no "or"."""
_DID = re.compile(r"実際に|これまでに|過去に|今までに|もう(?![一片ひ])|すでに|既に")
"""What was done under a clause is not what it says."""
PAIR = re.compile(r"(?<![後てでにとか])も(?=[一-龠ァ-ヺー])")
"""「手続も納め方も」: words before a second も are two things."""
_NEAR = 16
"""Characters before words in which "may" is said of them."""
_NEVER = re.compile(
    r"\b(?:no|not|never|nobody|none|nothing|neither|nor|only|except|without|unless|cannot|or|but)\b|n't\b"
    r"|\b(?:rather than|instead of|in place of|in preference to|prefer(?:s|ring)?)\b"
    r"|だけ|のみ|以外|(?:を|は)除|実際に[^、。]{0,12}[たん]|[れしっい]たこと(?=が|は|って)|どなた|何(?:名|社|人)(?!も"
    r"|か)"
)
"""Words that turn a set into another, whatever else the lexicon takes them for."""


_OTHER_MATTER = re.compile(
    r"返還|返却|廃棄|破棄|消去|\breturn(?=s|ed|ing|\b)(?! on)|\bhand(?:s|ed|ing)? back|\bgiv(?:e|es|ing) back|\bdestr"
    r"(?:oy|uction)|否認|\bdisclaim"
)
"""Giving back, destroying, disclaiming: matters of their own beside clauses on the same thing."""
_PLEDGED = re.compile(
    r"\b(?:un)?secured\b(?! (?:storage|facilit|system|server|network|area|premis))|\bcollateral\b"
    r"|\bmortgag\w*|\bliens?\b"
    r"|\ba pledge\b|\bpledges? (?:of|over|on)\b|\bpledged\b|\bcharges? over\b|\bsecurity (?:interest|over)\b"
    r"|\b(?:grants?|gives?|takes?|provides?|holds?) security\b|\bsecurity for (?:the )?(?:loan|debt|repayment)"
)
"""What secures a debt is no clause type of ours; the word is that of the security of data."""


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
        self.known = KnownWords(self.text)
        self.pieces_read: dict[str, Question | None] = {}
        called = list(names.spans(self.text, self.original))
        titled = self.text.title() if len(self.text.title()) == len(self.text) else self.text
        self._named = [
            *((name.start, name.end) for name in called),
            *((place.start, place.end) for place in places_in(titled, adjectives=True)),
            *((span.start, span.end) for span in ranges(self.text, today=today)),
            *(match.span() for match in re.finditer(r"\d+", self.text)),
            *(match.span() for match in _NAME.finditer(self.original)),
        ]
        self._never = [*self._named, *(match.span() for match in _NEVER.finditer(self.text))]
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
        return [match.span() for match in re.finditer(before + re.escape(word) + after, self.text)]

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
        known = any(sense.start <= start and end <= sense.end for sense in self.known.senses)
        if idle < SURE_IDLE or known or self._turns(start, end):
            return None
        return Taken(start, end, self.text[start:end], None)

    def idle_parts(self) -> list[Taken]:
        """Whole parts of the question, between marks of punctuation, that carry nothing."""
        found = (self._part([place]) for place in range(len(self.words)) if self._best[place] == _FILLER)
        reason = self._reason()
        parts = (part for part in found if isinstance(part, Taken) and (reason is None or part.start >= reason.end))
        return list(dict.fromkeys((*(() if reason is None else (reason,)), *parts)))

    def _reason(self) -> Taken | None:
        """Why a question is asked, said before it, unless it names, denies or counts something."""
        end = reason_before(self.text, japanese=self.japanese)
        said = _ASKED_ME.sub("れた", self.text[:end])
        named = any(start < end for start, _ in self._never)
        if not end or named or KnownWords(said).turns(0, len(said), reason=True):
            return None
        return Taken(0, end, self.text[:end], None)

    def asks_for_what_is_refused(self, passed: Sequence[Taken] = ()) -> bool:
        """Whether a word outside some parts is one that a refusal stands on, such as "should we"."""
        return any(
            sense.tag == "refuse"
            and sense.value != "greeting"
            and not any(part.start <= sense.start and sense.end <= part.end for part in passed)
            for sense in self.known.senses
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

    def turning_spans(self) -> Iterator[tuple[int, int]]:
        """Where words stand that turn a set into another, or name, count or date something."""
        yield from self.known.denying_spans()
        yield from self._never
        yield from self.known.role_spans()

    def may_be_clause(self, start: int, end: int) -> bool:
        """Whether words may mean one clause type: they name nothing else, deny nothing, tell no deed, no owner."""
        named = any(s < end and start < e for s, e in self._named) or _DID.search(self.text, start, end) is not None
        named |= _PLEDGED.search(self.text, start, end) is not None
        named |= _OTHER_MATTER.search(self.text, start, end) is not None
        return not named and not self.known.denied(start, end) and not self.known.says_whose(start, end)

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
        known = self.known.carries(start, end)
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

        In a `reason` for asking nothing is asked for that would be refused.
        """
        never = any(first < end and start < last for first, last in self._never)
        return never or self.known.turns(start, end, reason=reason)

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
        if any(pattern.search(words) is not None for pattern in (_DID, _PLEDGED, _OTHER_MATTER)):
            return None
        if PAIR.search(words) is not None and self.text.startswith("も", end):
            return None
        beside = "" if self.japanese else self.text[max(0, start - _NEAR) : start]
        types = sorted(likely_types(words, self.model.clauses).items(), key=lambda item: -item[1])
        (code, chance), (_, second) = types[:2]
        if (
            code == NONE
            or chance < SURE_TYPE
            or chance - second < AHEAD
            or means_another(words, code, self.model.clauses)
            or (not self.japanese and permits(beside + words, code))
        ):
            return None
        if self.known.denied(start, end) and not (chance >= SURE_DENIED and denies_itself(words, code)):
            return None
        if self.known.swallows(start, end) or self.known.says_whose(start, end):
            return None
        said = {s.value for s in self.known.senses if s.tag == "clause" and start <= s.start and s.end <= end}
        if said and said != {code}:
            return None
        if not all(self._fits(word, code, known=bool(said)) for word in self.known.unknown(start, end)):
            return None
        return Taken(start, end, words, code)

    def _fits(self, word: str, code: str, *, known: bool) -> bool:
        """Whether a word that the lexicon does not know belongs to a clause type, and is nothing said of it."""
        if is_used_for(word, code):
            return True
        return not known and speaks_for(word, code, self.model.clauses) > LEAST_FOR

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
