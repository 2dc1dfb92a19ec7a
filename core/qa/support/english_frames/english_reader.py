"""Reads English sentences into frames from left to right, word by word."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.qa.support.english_frames.english_actors import one_word
from core.qa.support.english_frames.english_predicates import SENTENCE, EnglishFrames, EnglishPredicate, Force
from core.qa.support.english_frames.frame_words import (
    BE,
    BINDS,
    BOUND,
    COMPARED,
    CONDITIONS,
    DENYING,
    DETERMINERS,
    EXCEPT,
    FAILING,
    FINITE,
    GIVING,
    GRANTS_RIGHT,
    IN_PHRASE,
    LETTERED,
    MODALS,
    NO,
    NOT,
    OPEN,
    PARTY,
    PAST,
    PERMITS,
    TIMES,
    TRANSFERS_AGENT,
)
from core.qa.support.english_frames.sentence_words import SentenceWords, without_genitive
from core.qa.support.stems import content_stem, soft_stem

_REACH = 12
_GIVEN = frozenset("granted given awarded licensed provided".split())


@dataclass(frozen=True, slots=True)
class _Head:
    agents: frozenset[str] = frozenset()
    force: Force = "fact"
    denied: bool = False
    exempt: bool = False
    conditional: bool = False


def frames(text: str, actors: frozenset[str]) -> EnglishFrames:
    """What a text says, with the words that stand for actors."""
    whole = EnglishFrames()
    flat = re.sub(r"\s+", " ", one_word(text).replace("\n", " ; "))
    marked = LETTERED.sub(lambda match: f"Party{match[1]}", flat)
    own = actors | frozenset(f"party{match[1].lower()}" for match in LETTERED.finditer(text))
    marked = PARTY.sub(lambda match: f"{'neither ' if match[0][:2].lower() in ('ne', 'no') else ''}Parties", marked)
    whole.joint = re.search(r"\bjointly\b|\bjoint (?:owner|property|and several)", text, re.IGNORECASE) is not None
    whole.limits = "at_most" in text
    for sentence in SENTENCE.split(marked):
        whole.sentences.append(set())
        _Reader(sentence, own, whole).read()
    return whole


class _Reader:
    """Reads one sentence from left to right into frames."""

    def __init__(self, sentence: str, actors: frozenset[str], into: EnglishFrames) -> None:
        self.sentence = SentenceWords(sentence, actors)
        self.tokens, self.words, self.actors = self.sentence.tokens, self.sentence.words, self.sentence.actors
        self.into = into
        self.head = _Head()
        self.start = 0
        self.first = 0
        self.pending = False
        self.verb_at = 0

    def read(self) -> None:
        """All tokens of the sentence."""
        refusing = 0
        without = excepted = 0
        kept = self.head, self.start, self.pending
        for place, word in enumerate(self.words):
            if word in OPEN:
                self.head = _Head(conditional=word in CONDITIONS)
                self.start = place + 1
                without = excepted = 0
                continue
            if word == "event" and self.words[max(0, place - 2) : place] == ["in", "the"]:
                self.head = _Head(conditional=True)
                self.start = place + 1
            if word in ",:()":
                without = excepted = 0
                if word == ",":
                    self.first = place + 1
                elif word == "(":
                    kept = self.head, self.start, self.pending
                elif word == ")":
                    self.head, self.start, self.pending = kept
                continue
            if word == "without":
                without = _REACH
            elif word in EXCEPT:
                excepted = _REACH
            if word in MODALS or word in FINITE or (word == "need" and self.sentence.next_is_not(place)):
                self._begin(place)
                without = excepted = 0
                continue
            if DENYING.match(word):
                self._deny(place)
                continue
            if word in ("excluded", "excepted", "excludes", "exclude"):
                self._exclude(place)
                continue
            if FAILING.match(word):
                refusing = 6
                continue
            if word in ("prohibition", "restriction", "ban") and self.words[place + 1 : place + 2] in (
                ["on"],
                ["against"],
            ):
                refusing = 6
            self._actor(place)
            if word in TIMES:
                self._time(place)
            if word in ("its", "their") and self.head.agents and not self.head.conditional:
                for thing in self.sentence.nouns(place + 1):
                    self.into.owned.setdefault(thing, set()).update(self.head.agents)
            if GRANTS_RIGHT.match(word) and (holders := self.sentence.recipient(place) or self._holder(place)):
                self.into.holders |= holders
            stem = content_stem(without_genitive(word)) or soft_stem(without_genitive(word))
            if stem is None or stem in self.actors or without_genitive(word) in self.actors:
                without, excepted, refusing = max(0, without - 1), max(0, excepted - 1), max(0, refusing - 1)
                continue
            finite = self.sentence.finite(place, stem, pending=self.pending)
            if finite:
                self._begin(place, verb=True)
                without = excepted = 0
            denied = self.head.denied
            if without or excepted:
                denied = True
            elif refusing:
                denied = not denied
            elif self._not_before(place) or self.sentence.no_before(place):
                denied = True
            bare = stem.removeprefix("non-")
            denied = denied != (bare != stem)
            if excepted and word not in EXCEPT:
                self.into.excepted.add(bare)
            if denied and not self.head.denied and (without > _REACH - 3 or self.sentence.no_before(place)):
                self.into.sharp.add(bare)
            self.into.denied.setdefault(bare, set()).add(denied)
            self.into.sentences[-1].add(bare)
            listed = bool(self.verb_at) and place - self.verb_at <= _REACH
            if finite or self.sentence.is_verb(place, stem, pending=self.pending, listed=listed):
                self._predicate(place, bare, denied)
            without, excepted, refusing = max(0, without - 1), max(0, excepted - 1), max(0, refusing - 1)

    def _not_before(self, place: int) -> bool:
        """Whether "not", "not to" or "never" stands before a word, adverbs passed over."""
        at = place - 1
        while at >= 0 and (self.words[at].endswith("ly") or self.words[at] == "to"):
            at -= 1
        return at >= 0 and self.words[at] in ("not", "never") and not self.head.denied

    def _begin(self, place: int, *, verb: bool = False) -> None:
        """A new finite verb: who its subject is, whether it is denied, how it binds."""
        word = self.words[place]
        agents, no = self._subject(place)
        if not agents and not verb:
            agents = frozenset(part for part in self.words[place + 1 : place + 3] if part in self.actors)
        ahead = self.words[place + 1 : place + 8]
        negated = no or (verb and self.words[place - 1 : place] == ["never"])
        for following in ahead:
            if following in NOT:
                negated = not negated
                break
            if following not in BE and not following.endswith("ly") and following not in ("also", "have", "only"):
                break
        force: Force = MODALS.get(word, "fact")
        exempt = (word == "need") or (
            negated and any(BINDS.match(part) for part in ahead[:4] if part not in ("has", "have"))
        )
        if not verb:
            for at, part in enumerate(ahead[:5]):
                if PERMITS.match(part) or (GRANTS_RIGHT.match(part) and self._has_it(place, ahead[:at])):
                    force = "may"
                    break
                if BOUND.match(part):
                    force = "must"
                    break
        elif BINDS.match(word):
            force = "must"
        elif PERMITS.match(word):
            force = "may"
        if self.words[place] in ("has", "have") and self.words[place + 1 : place + 2] == ["to"]:
            force = "must"
        self.head = _Head(agents, force, negated, exempt, self.head.conditional and place - self.start < 14)
        self.start = place + 1
        self.pending = not verb

    def _has_it(self, place: int, between: list[str]) -> bool:
        """Whether a right is had or given: "shall have the right", and not "shall obtain and hold the rights"."""
        if _GIVEN & set(between):
            return False
        return self.words[place] in FINITE or any(word in ("have", "retain", "be") for word in between)

    def _subject(self, place: int) -> tuple[frozenset[str], bool]:
        """Who stands right before a finite verb, and whether "no" or "neither" goes before."""
        at = place - 1
        while at >= 0 and (
            self.words[at].endswith("ly")
            or self.words[at] in ("also", "hereby", "never", "then", "alone", "only", "each", "both")
        ):
            at -= 1
        if at >= 0 and self.words[at] == ")":
            while at >= 0 and self.words[at] != "(":
                at -= 1
            at -= 1
        agents: set[str] = set()
        no = False
        if at >= 0 and self.words[at] in ("they", "it", "he", "she"):
            return self.head.agents, False
        if at >= 0 and self.words[at] in ("and", "or") and self.head.agents and self.words[place] in MODALS:
            # "Distributor shall be treated no less favorably than any other distributor and shall receive"
            return self.head.agents, False
        while at >= 0:
            word = self.words[at]
            if word in self.actors and word == without_genitive(word):
                agents.add(word)
            elif word in NO or word == "not":
                no = True
            elif word in IN_PHRASE:
                # The name stands in a phrase of another noun: "employees of the Company may".
                agents = set()
                no = no or self._no_in_clause(at)
                break
            elif word not in DETERMINERS and word not in ("and", "or", "nor"):
                if not agents:
                    agents |= self.sentence.with_its_own(at)
                no = no or self._no_in_clause(at)
                break
            at -= 1
        return frozenset(agents), no

    def _no_in_clause(self, at: int) -> bool:
        begin = max(self.start, self.first)
        words = self.words[begin : at + 1]
        compared = {place for place in range(len(words) - 1) if words[place + 1] in COMPARED}
        return any(word in NO for place, word in enumerate(words) if place not in compared) or words[:1] == ["not"]

    def _predicate(self, place: int, stem: str, denied: bool) -> None:
        word = self.words[place]
        head = self.head
        before = self.words[max(0, place - 4) : place]
        self.pending = False
        if word.endswith("ed") or word in PAST:
            if self.sentence.passive(place):
                head = replace(head, agents=self.sentence.by(place))
                if ("to" in before and "be" in before) or not any(part in BE for part in before):
                    head = replace(head, force="open")
        elif before[-1:] == ["to"]:
            head = self._infinitive(place, head)
            self.verb_at = place
        elif word.endswith("ing"):
            head = replace(head, force="open")
        else:
            self.verb_at = place
            at = place - 2
            while at > 0 and self.words[at] in DETERMINERS:
                at -= 1
            if place and self.words[place - 1] in self.actors and re.match(r"lets?$|makes?$", self.words[at]):
                head = replace(head, agents=frozenset((self.words[place - 1],)), force="may")
        self.into.predicates.append(
            EnglishPredicate(
                stem, head.agents, head.force, denied, head.exempt, head.conditional, len(self.into.sentences) - 1
            )
        )
        if GIVING.match(word):
            after = place + 1
            while after < len(self.words) and self.words[after] in DETERMINERS:
                after += 1
            if after < len(self.words) and self.words[after] in self.actors:
                self.into.ways.add(("to", self.words[after]))

    def _infinitive(self, place: int, head: _Head) -> _Head:
        """Who is to do what stands in the infinitive, and how bindingly."""
        denied = head.denied
        for at in range(place - 2, max(self.start - 3, place - 14, -1), -1):
            word = self.words[at]
            if word in self.actors and at + 2 == place:
                # "require Party B to pay"
                governing = next(
                    (
                        self.words[back]
                        for back in range(at - 1, max(-1, at - 5), -1)
                        if TRANSFERS_AGENT.match(self.words[back])
                    ),
                    None,
                )
                if governing is not None:
                    force: Force = "must" if BINDS.match(governing) else "may"
                    return replace(head, agents=frozenset((word,)), force=force)
            if GRANTS_RIGHT.match(word):
                recipient = self.sentence.recipient(at)
                return replace(head, agents=recipient or head.agents, force="may", exempt=False)
            if PERMITS.match(word):
                return replace(head, force="may")
            if BINDS.match(word) and word not in ("has", "have"):
                # "Notice is required to terminate": nobody must.
                return replace(head, force="must" if head.agents else "open", exempt=denied)
            if word in MODALS:
                break
        return head

    def _holder(self, place: int) -> frozenset[str]:
        """Who has a right: "X has the right", "X's right"."""
        before = self.words[max(0, place - 5) : place]
        if any(word in ("has", "have", "retains", "keeps") for word in before):
            return self.head.agents
        return frozenset(
            without_genitive(word)
            for word in before[-2:]
            if word != without_genitive(word) and without_genitive(word) in self.actors
        )

    def _time(self, place: int) -> None:
        """Before, after or during what something is."""
        mark = "before" if self.words[place] in ("before", "prior") else self.words[place]
        for word in self.words[place + 1 : place + 6]:
            if word in ".;:,":
                return
            stem = content_stem(without_genitive(word))
            if stem is not None:
                self.into.times.setdefault(stem, set()).add(mark)
                return

    def _deny(self, place: int) -> None:
        """A verb that forbids: what follows is denied, and where it is passive what goes before."""
        passive = any(word in BE for word in self.words[max(0, place - 3) : place])
        denied = self.head.denied
        if passive:
            for word in self.words[self.first : place]:
                stem = content_stem(without_genitive(word))
                if stem is not None:
                    self.into.denied[stem] = {not flag for flag in self.into.denied.get(stem, {False})}
        self.head = replace(self.head, denied=not denied, force="may", exempt=False)

    def _exclude(self, place: int) -> None:
        """What is excluded: what goes before a passive, what follows otherwise."""
        if any(word in BE for word in self.words[max(0, place - 3) : place]):
            for word in self.words[max(self.first, self.start - 8 if self.start else 0) : place]:
                stem = content_stem(without_genitive(word))
                if stem is not None and stem in self.into.denied:
                    self.into.denied[stem] = {True}
                    self.into.sharp.add(stem)

    def _actor(self, place: int) -> None:
        word = self.words[place]
        bare = without_genitive(word)
        if bare not in self.actors:
            return
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if following[:1].isupper() and self.tokens[place][:1].isupper() and following.lower() not in self.actors:
            return  # "the Arizona Assigned IP" is a thing
        self.into.actors.add(bare)
        begin = place
        while begin and self.words[begin - 1] in self.actors and self.tokens[begin - 1][:1].isupper():
            begin -= 1  # "consent of World Book"
        before = [part for part in self.words[max(0, begin - 2) : begin] if part not in DETERMINERS]
        if bare != word:
            for following in self.sentence.nouns(place + 1):
                self.into.owned.setdefault(following, set()).add(bare)
        elif before and before[-1] in ("to", "from", "by"):
            self.into.ways.add((before[-1], bare))
        if before and before[-1] == "by" and place >= 2:
            at = place - 1
            while at > 0 and self.words[at] != "by":
                at -= 1
            # "examination, reproduction and audit by X"
            while at > 0 and self.words[at - 1] not in IN_PHRASE and place - at < _REACH:
                at -= 1
                if (stem := content_stem(self.words[at])) is not None:
                    self.into.owned.setdefault(stem, set()).add(bare)
                elif self.words[at] not in ("and", "or", ","):
                    break
        elif before and before[-1] == "of" and place >= 2:
            at = place - 1
            while at > 0 and self.words[at] != "of":
                at -= 1
            stem = content_stem(self.words[at - 1])
            if stem is not None:
                self.into.owned.setdefault(stem, set()).add(bare)
