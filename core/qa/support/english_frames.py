"""Who does what in an English text, how bindingly, and whether it is denied: read by words, without a parser.

Contracts write in few patterns: a party, a modal verb, what it does. What does not fit them is read as unknown, and a
statement whose doer or force cannot be held against the cited words is not carried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from core.qa.support.claim_words import verbs
from core.qa.support.parties import ROLES
from core.qa.support.stems import alike, content_stem, is_soft, soft_stem

Force = Literal["must", "may", "fact", "open"]
PARTIES = "parties"
_TOKEN = re.compile(r"at_least|at_most|[A-Za-z]+(?:['’]s?(?![a-z]))?(?:-[A-Za-z]+)*|[$€£¥]?\d[\d,.]*%?|[.;:,()|>!?]")
_SENTENCE = re.compile(r"(?<=[.;!?])\s+(?=[A-Z\"“(\d])|[;|\n]+")
_MODALS: dict[str, Force] = {
    "shall": "must", "must": "must", "will": "must", "should": "must", "may": "may", "can": "may", "could": "may",
    "might": "may", "would": "fact",
}  # fmt: skip
_FINITE = frozenset("is are was were has have had does do did".split())
_BE = frozenset("is are was were be been being".split())
_NOT = frozenset("not never neither nor".split())
_NO = frozenset("no neither none nobody nothing".split())
_OPEN = frozenset(
    "if unless provided which who whom whose when whenever where while because whereas although though but however "
    "until once".split()
)
_CONDITIONS = frozenset("if unless when whenever where once until".split())
_DETERMINERS = frozenset(
    "the a an any all such its their his her our your this that these those each either neither both every no other "
    "another said same own some".split()
)
_BEFORE_NOUN = _DETERMINERS | frozenset("of written prior at least most more less per for in on with without".split())
_IN_PHRASE = frozenset("of to by from with for between against under upon on in at towards among than as".split())
_GRANTS_RIGHT = re.compile(r"(?:right|licen[sc]e|option|permission|authority|power|privilege|freedom|choice)s?$")
_PERMITS = re.compile(r"(?:entitled|permitted|allowed|free|able|discretion|elects?|permits?|allows?|lets?|enables?)$")
_BINDS = re.compile(
    r"(?:required|obliged|obligated|obligations?|dut(?:y|ies)|agrees?|undertakes?|covenants?|commits?|has|have|needs?|"
    r"requires?|causes?|obliges?|bound|responsible|instructs?)$"
)
_BOUND = re.compile(r"(?:required|obliged|obligated|obligations?|dut(?:y|ies)|bound|responsible|undertakes?)$")
_TRANSFERS_AGENT = re.compile(r"(?:requir|caus|oblig|permit|allow|enabl|let|entitl|authori|ask|direct|instruct)")
_DENYING = re.compile(r"(?:prohibit(?:s|ed)?|forbid(?:s|den)?|bar(?:s|red)|ban(?:s|ned)?|refrains?|precludes?d?)$")
_FAILING = re.compile(r"(?:fail(?:s|ed|ing|ure)?|refus(?:e|es|ed)|declin(?:e|es|ed)|neglect(?:s|ed)?)$")
_EXCEPT = frozenset("except excepting excluding excepted".split())
_TIMES = frozenset("before prior after following during at upon".split())
_GIVING = re.compile(
    r"(?:grant|give|gave|pay|paid|provide|assign|deliver|disclose|licen[sc]e|sell|transfer|lease|lend|offer|owe|"
    r"convey|reimburse|indemnif|compensat|refund|notif|inform)"
)
_REACH = 12
_PAST = frozenset("paid given made borne sold sent held kept bought taken written chosen met left withheld".split())
_ADJECTIVES = frozenset("liable responsible".split())
_NOUN_OF_TERMS = re.compile(
    r"\b(?:restriction|prohibition|covenant|obligation|limitation|limit|cap|ban|undertaking|"
    r"it|clause|this|exception)s?\b|\bnon-\w+",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EnglishPredicate:
    """Something that is done: its stem, by whom (nobody: not said), how bindingly, and whether it is denied.

    `exempt` says that it need not be done. `conditional` that it stands in a condition.
    """

    stem: str
    agents: frozenset[str]
    force: Force
    denied: bool
    exempt: bool = False
    conditional: bool = False
    sentence: int = 0


@dataclass(slots=True)
class EnglishFrames:
    """What a text says: its predicates, the flags of all its content stems, who gets what and whose things are."""

    predicates: list[EnglishPredicate] = field(default_factory=list)
    denied: dict[str, set[bool]] = field(default_factory=dict)
    ways: set[tuple[str, str]] = field(default_factory=set)
    owned: dict[str, set[str]] = field(default_factory=dict)
    actors: set[str] = field(default_factory=set)
    sharp: set[str] = field(default_factory=set)
    excepted: set[str] = field(default_factory=set)
    holders: set[str] = field(default_factory=set)
    times: dict[str, set[str]] = field(default_factory=dict)
    joint: bool = False
    limits: bool = False
    sentences: list[set[str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Head:
    agents: frozenset[str] = frozenset()
    force: Force = "fact"
    denied: bool = False
    exempt: bool = False
    conditional: bool = False


_PARTY = re.compile(
    r"\b(?:either|each|neither|both|any|the|such|no|other)\s+(?:other\s+)?part(?:y|ies)\b(?!\s+[A-Z]\b)", re.I
)
_LETTERED = re.compile(r"\bPart(?:y|ies)\s+([A-Z])\b")


def actors_of(*texts: str, names: str = "") -> frozenset[str]:
    """Words that stand for somebody who can do something: roles, and names that do something in one of some texts."""
    found = {word for word in ROLES if word not in ("party", "parties")}
    for text in map(_one_word, texts):
        found |= {word.lower() for word in re.findall(r"\b[A-Z][a-z]+party\b", text)}
        found |= {word.lower() for word in re.findall(r"\b[a-z]+[A-Z][A-Za-z]+\b", text)}
        for match in re.finditer(
            r"(?<![\w'’])([A-Z][\w&]+)(?:['’]s)?\s+(?:(?:also|hereby|alone|only|then|solely|each|irrevocably)\s+)?"
            r"(?:(?:shall|must|may|will|can|need)\s+(?!be\b(?! (?:entitled|required|obligated|"
            r"obliged|responsible|liable)))|has\b|have\b|agrees?\b|undertakes?\b|grants?\b|assigns?\b|"
            r"represents?\b|covenants?\b|acknowledges?\b|pays?\b|warrants?\b)",
            text,
        ):
            if match[1].lower() not in _NOT_ACTORS:
                found.add(match[1].lower())
        for match in re.finditer(
            r"\b([A-Z][\w&]+)\s+(?:and|or|nor)\s+(?:the\s+)?([A-Z][\w&]+)\s+(?:shall|must|may|will|"
            r"can|agrees?|has|have)\b",
            text,
        ):
            found |= {name.lower() for name in match.groups() if name.lower() not in _NOT_ACTORS}
        for match in re.finditer(r"\b(?:by|to|from|of)\s+([A-Z][\w&]+)\b(?=[\s.,;]|['’]s)", text):
            if match[1].isupper() and len(match[1]) < 8:
                found.add(match[1].lower())
    for name in re.findall(r"[A-Z][\w&]+|[a-z]+[A-Z]\w+", _one_word(names)):
        if len(name) > 2 and name.lower() not in _NOT_ACTORS:
            found.add(name.lower())
    return frozenset(found)


_NAMED_PARTY = re.compile(
    r"\b(?!(?:The|Each|Either|Neither|Both|Any|No|Such|This|That|A|An|All|Every|If|Third|Other)\b)([A-Z][a-z]+) Party\b"
)


def _one_word(text: str) -> str:
    """A text with names such as Women.com, E.piphany and Receiving Party as one word."""
    bare = re.sub(r"(?<=\w)\.(?:com|net|org)\b", "", text, flags=re.IGNORECASE)
    bare = re.sub(r"(?<=\b[A-Z])\.(?=[a-z]{3})", "", bare)
    return _NAMED_PARTY.sub(lambda match: f"{match[1]}party", bare)


_NOT_ACTORS = frozenset(
    "agreement contract term terms section article the this that these it they each either neither both party parties "
    "inc corp corporation company llc ltd limited co plc gmbh ag sa bv kk group holdings international no and of such "
    "products product services service royalties royalty any all notice in if upon under license agreement".split()
) - {"company"} | frozenset("eur usd jpy gbp us".split())


def frames(text: str, actors: frozenset[str]) -> EnglishFrames:
    """What a text says, with the words that stand for actors."""
    whole = EnglishFrames()
    flat = re.sub(r"\s+", " ", _one_word(text).replace("\n", " ; "))
    marked = _LETTERED.sub(lambda match: f"Party{match[1]}", flat)
    own = actors | frozenset(f"party{match[1].lower()}" for match in _LETTERED.finditer(text))
    marked = _PARTY.sub(lambda match: f"{'neither ' if match[0][:2].lower() in ('ne', 'no') else ''}Parties", marked)
    whole.joint = re.search(r"\bjointly\b|\bjoint (?:owner|property|and several)", text, re.IGNORECASE) is not None
    whole.limits = "at_most" in text
    for sentence in _SENTENCE.split(marked):
        whole.sentences.append(set())
        _Reader(sentence, own, whole).read()
    return whole


class _Reader:
    """Reads one sentence from left to right into frames."""

    def __init__(self, sentence: str, actors: frozenset[str], into: EnglishFrames) -> None:
        self.tokens = _TOKEN.findall(sentence)
        self.words = [token.lower() for token in self.tokens]
        self.actors = actors | {PARTIES}
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
            if word in _OPEN:
                self.head = _Head(conditional=word in _CONDITIONS)
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
            elif word in _EXCEPT:
                excepted = _REACH
            if word in _MODALS or word in _FINITE or (word == "need" and self._next_is_not(place)):
                self._begin(place)
                without = excepted = 0
                continue
            if _DENYING.match(word):
                self._deny(place)
                continue
            if word in ("excluded", "excepted", "excludes", "exclude"):
                self._exclude(place)
                continue
            if _FAILING.match(word):
                refusing = 6
                continue
            if word in ("prohibition", "restriction", "ban") and self.words[place + 1 : place + 2] in (
                ["on"],
                ["against"],
            ):
                refusing = 6
            self._actor(place)
            if word in _TIMES:
                self._time(place)
            if word in ("its", "their") and self.head.agents and not self.head.conditional:
                for thing in self._nouns(place + 1):
                    self.into.owned.setdefault(thing, set()).update(self.head.agents)
            if _GRANTS_RIGHT.match(word) and (holders := self._recipient(place) or self._holder(place)):
                self.into.holders |= holders
            stem = content_stem(_bare(word)) or soft_stem(_bare(word))
            if stem is None or stem in self.actors or _bare(word) in self.actors:
                without, excepted, refusing = max(0, without - 1), max(0, excepted - 1), max(0, refusing - 1)
                continue
            finite = self._finite(place, stem)
            if finite:
                self._begin(place, verb=True)
                without = excepted = 0
            denied = self.head.denied
            if without or excepted:
                denied = True
            elif refusing:
                denied = not denied
            elif self._not_before(place) or self._no_before(place):
                denied = True
            bare = stem.removeprefix("non-")
            denied = denied != (bare != stem)
            if excepted and word not in _EXCEPT:
                self.into.excepted.add(bare)
            if denied and not self.head.denied and (without > _REACH - 3 or self._no_before(place)):
                self.into.sharp.add(bare)
            self.into.denied.setdefault(bare, set()).add(denied)
            self.into.sentences[-1].add(bare)
            if finite or self._is_verb(place, stem):
                self._predicate(place, bare, denied)
            without, excepted, refusing = max(0, without - 1), max(0, excepted - 1), max(0, refusing - 1)

    def _next_is_not(self, place: int) -> bool:
        return self.words[place + 1 : place + 2] == ["not"]

    def _not_before(self, place: int) -> bool:
        """Whether "not", "not to" or "never" stands before a word, adverbs passed over."""
        at = place - 1
        while at >= 0 and (self.words[at].endswith("ly") or self.words[at] == "to"):
            at -= 1
        return at >= 0 and self.words[at] in ("not", "never") and not self.head.denied

    def _no_before(self, place: int) -> bool:
        """Whether "no" or "neither" stands before a noun, with at most two words between them."""
        for back in range(1, 4):
            before = self.words[place - back] if place >= back else ""
            if before in ("no", "none"):
                return True
            if before in _DETERMINERS or before in _MODALS or before in ",.;:" or not before:
                return False
        return False

    def _begin(self, place: int, *, verb: bool = False) -> None:
        """A new finite verb: who its subject is, whether it is denied, how it binds."""
        word = self.words[place]
        agents, no = self._subject(place)
        if not agents and not verb:
            agents = frozenset(part for part in self.words[place + 1 : place + 3] if part in self.actors)
        ahead = self.words[place + 1 : place + 8]
        negated = no or (verb and self.words[place - 1 : place] == ["never"])
        for following in ahead:
            if following in _NOT:
                negated = not negated
                break
            if following not in _BE and not following.endswith("ly") and following not in ("also", "have", "only"):
                break
        force: Force = _MODALS.get(word, "fact")
        exempt = (word == "need") or (
            negated and any(_BINDS.match(part) for part in ahead[:4] if part not in ("has", "have"))
        )
        if not verb:
            for part in ahead[:5]:
                if _PERMITS.match(part) or _GRANTS_RIGHT.match(part):
                    force = "may"
                    break
                if _BOUND.match(part):
                    force = "must"
                    break
        elif _BINDS.match(word):
            force = "must"
        elif _PERMITS.match(word):
            force = "may"
        if self.words[place] in ("has", "have") and self.words[place + 1 : place + 2] == ["to"]:
            force = "must"
        self.head = _Head(agents, force, negated, exempt, self.head.conditional and place - self.start < 14)
        self.start = place + 1
        self.pending = not verb

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
        while at >= 0:
            word = self.words[at]
            if word in self.actors and word == _bare(word):
                agents.add(word)
            elif word in _NO or word == "not":
                no = True
            elif word in _IN_PHRASE:
                # The name stands in a phrase of another noun: "employees of the Company may".
                agents = set()
                no = no or self._no_in_clause(at)
                break
            elif word not in _DETERMINERS and word not in ("and", "or", "nor"):
                if not agents:
                    agents |= self._with_its_own(at)
                no = no or self._no_in_clause(at)
                break
            at -= 1
        return frozenset(agents), no

    def _with_its_own(self, at: int) -> set[str]:
        """The name in "WPT and its representatives"."""
        for place in range(at, max(-1, at - 4), -1):
            if self.words[place] in ("its", "their", "his", "her") and place >= 2:
                joins, name = self.words[place - 1], self.words[place - 2]
                return {name} if joins in ("and", "or", "nor") and name in self.actors else set()
        return set()

    def _no_in_clause(self, at: int) -> bool:
        begin = max(self.start, self.first)
        words = self.words[begin : at + 1]
        return any(word in _NO for word in words) or words[:1] == ["not"]

    def _finite(self, place: int, stem: str) -> bool:
        """Whether a word is a verb in the present tense with its subject before it."""
        word = self.words[place]
        before = self.words[place - 1] if place else ""
        if not word.endswith("s") and not (
            stem in verbs() and before == PARTIES and word not in _ADJECTIVES and not self.pending
        ):
            return False
        if stem not in verbs() and not (_BINDS.match(word) and stem in verbs()):
            return False
        if not place or before in _BEFORE_NOUN or before in _IN_PHRASE or before.endswith(("'s", "’s", "s'")):
            return False
        following = self.words[place + 1] if place + 1 < len(self.words) else ""
        return following not in ("shall", "may", "will", "must", "is", "are", "of") and before not in (
            ",",
            "and",
            "or",
            "(",
        )

    def _is_verb(self, place: int, stem: str) -> bool:
        word = self.words[place]
        if stem not in verbs() or word.endswith(("ment", "ion", "al", "ance")):
            return False
        before = self.words[place - 1] if place else ""
        if before.endswith(("'s", "’s")):
            return False
        if word.endswith("ing"):
            return before not in _DETERMINERS
        if word.endswith("ed") or word in _PAST:
            return self._passive(place) or any(
                part in ("has", "have", "had") for part in self.words[max(0, place - 3) : place]
            )
        if word.endswith("s") or before in _BEFORE_NOUN:
            return False
        if word in _ADJECTIVES:
            return any(part in _BE for part in self.words[max(0, place - 3) : place])
        if (
            before in _MODALS
            or before in ("to", "not", "never", PARTIES)
            or before.endswith("ly")
            or before in self.actors
        ):
            return True
        if before in ("also", "hereby", "then", "only", "alone"):
            return True
        if before in ("and", "or", "nor", ",") and self.verb_at and place - self.verb_at <= _REACH:
            return True
        return self.pending and before in (",", ":", ")", "discretion", "option", "election", "expense", "cost")

    def _passive(self, place: int) -> bool:
        before = self.words[max(0, place - 4) : place]
        while (
            before
            and before[-1] not in _BE
            and (before[-1].endswith("ly") or before[-1] in ("not", "also", "so", "and", "or"))
        ):
            before = before[:-1]
        return (before[-1:] != [] and before[-1] in _BE) or "by" in self.words[place + 1 : place + 5]

    def _predicate(self, place: int, stem: str, denied: bool) -> None:
        word = self.words[place]
        head = self.head
        before = self.words[max(0, place - 4) : place]
        self.pending = False
        if word.endswith("ed") or word in _PAST:
            if self._passive(place):
                head = replace(head, agents=self._by(place))
                if ("to" in before and "be" in before) or not any(part in _BE for part in before):
                    head = replace(head, force="open")
        elif before[-1:] == ["to"]:
            head = self._infinitive(place, head)
            self.verb_at = place
        elif word.endswith("ing"):
            head = replace(head, force="open")
        else:
            self.verb_at = place
            at = place - 2
            while at > 0 and self.words[at] in _DETERMINERS:
                at -= 1
            if place and self.words[place - 1] in self.actors and re.match(r"lets?$|makes?$", self.words[at]):
                head = replace(head, agents=frozenset((self.words[place - 1],)), force="may")
        self.into.predicates.append(
            EnglishPredicate(
                stem, head.agents, head.force, denied, head.exempt, head.conditional, len(self.into.sentences) - 1
            )
        )
        if _GIVING.match(word):
            after = place + 1
            while after < len(self.words) and self.words[after] in _DETERMINERS:
                after += 1
            if after < len(self.words) and self.words[after] in self.actors:
                self.into.ways.add(("to", self.words[after]))

    def _by(self, place: int) -> frozenset[str]:
        """Who follows "by" behind a passive."""
        for at in range(place + 1, min(place + 12, len(self.words))):
            if self.words[at] == "by":
                found = set()
                for word in self.words[at + 1 : at + 8]:
                    if word in self.actors:
                        found.add(word)
                    elif word not in _DETERMINERS and word not in ("and", "or", ","):
                        break
                return frozenset(found)
            if self.words[at] in _MODALS or self.words[at] in ".;":
                break
        return frozenset()

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
                        if _TRANSFERS_AGENT.match(self.words[back])
                    ),
                    None,
                )
                if governing is not None:
                    force: Force = "must" if _BINDS.match(governing) else "may"
                    return replace(head, agents=frozenset((word,)), force=force)
            if _GRANTS_RIGHT.match(word):
                recipient = self._recipient(at)
                return replace(head, agents=recipient or head.agents, force="may", exempt=False)
            if _PERMITS.match(word):
                return replace(head, force="may")
            if _BINDS.match(word) and word not in ("has", "have"):
                # "Notice is required to terminate": nobody must.
                return replace(head, force="must" if head.agents else "open", exempt=denied)
            if word in _MODALS:
                break
        return head

    def _recipient(self, place: int) -> frozenset[str]:
        """Who is granted a right: "grants to EFS a … right", "grants EFS a right"."""
        for at in range(place - 1, -1, -1):
            word = self.words[at]
            if re.match(r"(?:grant|give|gave|provide|award)", word) and place - at > 2:
                return frozenset()
            if word in self.actors:
                before = [part for part in self.words[max(0, at - 3) : at] if part not in _DETERMINERS]
                if before and (before[-1] == "to" or _GIVING.match(before[-1])):
                    return frozenset((word,))
        return frozenset()

    def _holder(self, place: int) -> frozenset[str]:
        """Who has a right: "X has the right", "X's right"."""
        before = self.words[max(0, place - 5) : place]
        if any(word in ("has", "have", "retains", "keeps") for word in before):
            return self.head.agents
        return frozenset(_bare(word) for word in before[-2:] if word != _bare(word) and _bare(word) in self.actors)

    def _time(self, place: int) -> None:
        """Before, after or during what something is."""
        mark = "before" if self.words[place] in ("before", "prior") else self.words[place]
        for word in self.words[place + 1 : place + 6]:
            if word in ".;:,":
                return
            stem = content_stem(_bare(word))
            if stem is not None:
                self.into.times.setdefault(stem, set()).add(mark)
                return

    def _deny(self, place: int) -> None:
        """A verb that forbids: what follows is denied, and where it is passive what goes before."""
        passive = any(word in _BE for word in self.words[max(0, place - 3) : place])
        denied = self.head.denied
        if passive:
            for word in self.words[self.first : place]:
                stem = content_stem(_bare(word))
                if stem is not None:
                    self.into.denied[stem] = {not flag for flag in self.into.denied.get(stem, {False})}
        self.head = replace(self.head, denied=not denied, force="may", exempt=False)

    def _exclude(self, place: int) -> None:
        """What is excluded: what goes before a passive, what follows otherwise."""
        if any(word in _BE for word in self.words[max(0, place - 3) : place]):
            for word in self.words[max(self.first, self.start - 8 if self.start else 0) : place]:
                stem = content_stem(_bare(word))
                if stem is not None and stem in self.into.denied:
                    self.into.denied[stem] = {True}
                    self.into.sharp.add(stem)

    def _actor(self, place: int) -> None:
        word = self.words[place]
        bare = _bare(word)
        if bare not in self.actors:
            return
        following = self.tokens[place + 1] if place + 1 < len(self.tokens) else ""
        if following[:1].isupper() and self.tokens[place][:1].isupper() and following.lower() not in self.actors:
            return  # "the Arizona Assigned IP" is a thing
        self.into.actors.add(bare)
        before = [part for part in self.words[max(0, place - 2) : place] if part not in _DETERMINERS]
        if bare != word:
            for following in self._nouns(place + 1):
                self.into.owned.setdefault(following, set()).add(bare)
        elif before and before[-1] in ("to", "from", "by"):
            self.into.ways.add((before[-1], bare))
        if before and before[-1] == "by" and place >= 2:
            at = place - 1
            while at > 0 and self.words[at] != "by":
                at -= 1
            # "examination, reproduction and audit by X"
            while at > 0 and self.words[at - 1] not in _IN_PHRASE and place - at < _REACH:
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

    def _nouns(self, place: int) -> Iterator[str]:
        """The stems of the next words that can be what somebody has."""
        for word in self.words[place : place + 3]:
            if word in _MODALS or word in _FINITE or word in _IN_PHRASE or word in ".,;:()" or word in self.actors:
                return
            stem = content_stem(word)
            if stem is not None:
                yield stem


def _bare(word: str) -> str:
    return re.sub(r"['’]s?$", "", word)


def differs(
    text: str, said: EnglishFrames, written: EnglishFrames, *, beside: frozenset[str], consent: bool
) -> str | None:
    """Why a statement says otherwise than its source: denial, force, doer, receiver, owner; None when it does not.

    Args:
        text: the statement.
        said: what it says.
        written: what the cited words say.
        beside: stems of what stands beside the cited words.
        consent: whether one says what may not be done without consent and the other that consent is needed: then
            denials and force are not compared.
    """
    matched = 0
    owned = frozenset(
        owner
        for stem in said.denied
        if (thing := alike(stem, frozenset(written.owned))) is not None
        for owner in written.owned[thing]
    )
    for predicate in said.predicates:
        partners = [
            known for known in written.predicates if alike(predicate.stem, frozenset((known.stem,))) is not None
        ]
        partners = _nearest(predicate, partners, said, written)
        exact = [known for known in partners if known.stem == predicate.stem]
        reasons = [_compared(predicate, known, written, owned, consent=consent) for known in exact or partners]
        if None in reasons:
            matched += 1
            if written.joint and predicate.agents and PARTIES not in predicate.agents and not said.joint:
                return "subject"
            continue
        if reasons:
            return reasons[0]
        if is_soft(predicate.stem):
            continue
        if reason := _against_noun(predicate, written, beside, consent=consent):
            return reason
    stems = frozenset(written.denied)
    for stem in said.sharp:
        partner = alike(stem, stems)
        if partner is not None and True not in written.denied[partner] and not consent:
            return "polarity"
    for stem in written.excepted:
        partner = alike(stem, frozenset(said.denied))
        if (
            partner is not None
            and said.denied[partner] == {False}
            and written.denied[stem] == {True}
            and not _EXCLUDES.search(text)
        ):
            return "polarity"
    if not consent and not matched and not _NOUN_OF_TERMS.search(text) and (reason := _flags_differ(said, written)):
        return reason
    return _relations_differ(said, written)


def part_unconfirmed(said: EnglishFrames, written: EnglishFrames) -> bool:
    """Whether some party that a statement names is not found doing, receiving or having the same in its source."""
    confirmed = {PARTIES}
    for predicate in said.predicates:
        for known in written.predicates:
            if alike(predicate.stem, frozenset((known.stem,))) is not None:
                confirmed |= predicate.agents if PARTIES in known.agents else predicate.agents & known.agents
    confirmed |= {actor for _, actor in said.ways & written.ways}
    for thing, owners in said.owned.items():
        if (partner := alike(thing, frozenset(written.owned))) is not None:
            confirmed |= owners & written.owned[partner]
    return bool(said.actors - confirmed)


def _nearest(
    predicate: EnglishPredicate, partners: list[EnglishPredicate], said: EnglishFrames, written: EnglishFrames
) -> list[EnglishPredicate]:
    """Of partners in several sentences those in the sentence that says most of what the statement's does."""
    if len({known.sentence for known in partners}) < 2:
        return partners
    words = said.sentences[predicate.sentence]
    shares = {
        at: sum(alike(word, frozenset(written.sentences[at])) is not None for word in words)
        for at in {known.sentence for known in partners}
    }
    most = max(shares.values())
    return [known for known in partners if shares[known.sentence] == most]


def _compared(
    said: EnglishPredicate, known: EnglishPredicate, written: EnglishFrames, owned: frozenset[str], *, consent: bool
) -> str | None:
    if not consent:
        if said.denied != known.denied:
            return "polarity"
        if said.denied and said.exempt != known.exempt:
            return "modality"
        if not said.denied and _binds_otherwise(said.force, known.force):
            return "modality"
        if not said.denied and said.force == "may" and known.force == "fact" and known.agents:
            return "modality"
    return _agents_differ(said.agents, known.agents, written, owned if not known.agents else frozenset())


def _binds_otherwise(said: Force, known: Force) -> bool:
    if "open" in (said, known):
        return False
    if said == "must":
        return known == "may"
    if said == "may":
        return known == "must"
    return known == "may"


def _agents_differ(
    said: frozenset[str], known: frozenset[str], written: EnglishFrames, owners: frozenset[str] = frozenset()
) -> str | None:
    if not said or said <= owners:
        return None
    if not known:
        if PARTIES in said:
            return None if PARTIES in written.actors or not written.actors else "subject"
        others = written.actors - {PARTIES}
        return None if said >= others and said & others else "subject"
    if PARTIES in known or said <= known:
        return None
    if PARTIES in said and len(known) > 1:
        return None
    return "subject"


def _against_noun(
    predicate: EnglishPredicate, written: EnglishFrames, beside: frozenset[str], *, consent: bool
) -> str | None:
    partner = alike(predicate.stem, frozenset(written.denied))
    if partner is None:
        if written.limits and alike(predicate.stem, frozenset(("limit",))) is not None:
            return "polarity" if predicate.denied else None
        if alike(predicate.stem, beside) is None:
            return "content"
        return "polarity" if predicate.denied else None
    if not consent and predicate.denied not in written.denied[partner]:
        return "polarity"
    return _agents_differ(predicate.agents, frozenset(), written, frozenset(written.owned.get(partner, ())))


def _flags_differ(said: EnglishFrames, written: EnglishFrames) -> str | None:
    """Denial of words alone, where no verb was matched; of a source with verbs their denial alone tells."""
    agree = differ = 0
    verbs = frozenset(predicate.stem for predicate in written.predicates if predicate.stem in written.denied)
    stems = verbs or frozenset(written.denied)
    for stem, flags in said.denied.items():
        partner = alike(stem, stems)
        if partner is None:
            continue
        if flags & written.denied[partner]:
            agree += 1
        else:
            differ += 1
    return "polarity" if differ > agree else None


_EARLIER = re.compile(r"\b(?:before|prior|preced\w*|until|advance|at_least|by)\b", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:after|upon|following|thereafter|since|from|subsequent\w*|expir\w*|once|when|if)\b", re.IGNORECASE
)


def order_differs(text: str, source: str) -> bool:
    """Whether one speaks of what is before something, and the other only of what is after."""
    if re.search(r"\bbefore\b", text, re.IGNORECASE):
        return bool(not _EARLIER.search(source) and _LATER.search(source))
    if re.search(r"\bafter\b", text, re.IGNORECASE):
        return bool(not _LATER.search(source) and _EARLIER.search(source))
    return False


_ORDER = frozenset(("before", "after", "following"))


def _same_time(marks: set[str], known: str) -> bool:
    later = {"after", "following", "upon", "at"}
    return known in marks or ("before" not in marks and known in later)


_EXCLUDES = re.compile(r"\b(?:except|exclud|not|other than|outside|uncapped|unlimited)", re.IGNORECASE)
_RESTRICTS = re.compile(
    r"\b(?:which|that)\b.{0,60}\bexceed\w*|\bin excess\b|\bwithout\b|\bprior to\b|\buntil\b|\bmore than\b|\bonly\b|"
    r"\bto the extent\b",
    re.IGNORECASE,
)


def drops_restriction(text: str, said: EnglishFrames, source: str) -> bool:
    """Whether a statement denies wholly what its source denies only within limits."""
    if not any(predicate.denied for predicate in said.predicates):
        return False
    denying = [part for part in _SENTENCE.split(source) if re.search(r"\b(?:not|no|neither|nor)\b", part)]
    return bool(denying) and all(_RESTRICTS.search(part) for part in denying) and not _RESTRICTS_SAID.search(text)


_RESTRICTS_SAID = re.compile(_RESTRICTS.pattern + r"|\bbefore\b|\bbeyond\b|\bover\b|\bconsent\b", re.IGNORECASE)


def _relations_differ(said: EnglishFrames, written: EnglishFrames) -> str | None:
    if said.holders and written.holders and PARTIES not in written.holders and not said.holders <= written.holders:
        return "subject"
    for thing, marks in said.times.items():
        partner = alike(thing, frozenset(written.times))
        if (
            partner is not None
            and marks & _ORDER
            and not any(_same_time(marks, known) for known in written.times[partner])
        ):
            return "limit"
    for way, actor in said.ways:
        if actor != PARTIES and (way, actor) not in written.ways and any(known == way for known, _ in written.ways):
            return "subject"
    for thing, owners in said.owned.items():
        partner = alike(thing, frozenset(written.owned))
        if partner is not None and not owners <= written.owned[partner] and PARTIES not in written.owned[partner]:
            return "subject"
    return None


def consent_needed(text: str) -> dict[str, set[bool]]:
    """Whether consent is needed, by how it is said: `without` it nothing may be done, or it is `needed`."""
    found: dict[str, set[bool]] = {"without": set(), "needed": set()}
    for sentence in re.split(r"(?<=[.;])\s+", text):
        if not _CONSENT.search(sentence):
            continue
        if _WITHOUT.search(sentence):
            rest = _WITHOUT.sub(" ", sentence)
            found["without"].add(bool(_DENIED.search(re.sub(r",\s*(?:which|such)\b[^,]*", "", rest))))
        elif _ONLY_WITH.search(sentence):
            found["needed"].add(not _NOT_NEEDED.search(sentence) and not _NOT_EVEN_WITH.search(sentence))
    return found


_CONSENT = re.compile(r"\b(?:consent|approval|permission|consult\w*)", re.I)
_DENIED = re.compile(r"\b(?:not|no|neither|nor|never|prohibit\w*|forbid\w*)\b", re.I)
_NOT_NEEDED = re.compile(r"\b(?:not|no)\s+(?:\w+\s+){0,3}(?:requir|need|necess|oblig|consent|approv|permission)", re.I)
_NOT_EVEN_WITH = re.compile(
    r"\b(?:not|no|neither|nor|never|cannot|prohibit\w*|forbid\w*|"
    r"barred)\b[^.;]{0,120}?(?<!only )\bwith\b(?:\s+\S+){0,6}?\s+"
    r"(?:consent|approval|permission)",
    re.I,
)
_WITHOUT = re.compile(r"\bwithout\b(?:\s+\S+){0,9}?\s+(?:consent|approval|permission|consult\w*)\b", re.I)
_ONLY_WITH = re.compile(
    r"\b(?:only\s+(?:with|if|after)|requir\w+|needs?|needed|necessary|subject\s+to|"
    r"must\s+(?:first\s+)?(?:obtain|consult)|obtain\w*|with)\b"
    r".{0,80}\b(?:consent|approval|permission|consult\w*)|\b(?:consent|approval|permission|"
    r"consult\w*)\b.{0,80}\b(?:required|needed|necessary)\b",
    re.I,
)
