"""The words of one English sentence: which are verbs in use, and who or what stands before and behind a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.qa.support.claim_words import verbs
from core.qa.support.english_frames.english_predicates import PARTIES
from core.qa.support.english_frames.frame_words import (
    ADJECTIVES,
    BE,
    BEFORE_NOUN,
    BINDS,
    DETERMINERS,
    FINITE,
    GIVING,
    IN_PHRASE,
    MODALS,
    PAST,
)
from core.qa.support.stems import content_stem

_TOKEN = re.compile(r"at_least|at_most|[A-Za-z]+(?:['’]s?(?![a-z]))?(?:-[A-Za-z]+)*|[$€£¥]?\d[\d,.]*%?|[.;:,()|>!?]")


class SentenceWords:
    """The words of a sentence, and which of them stand for actors."""

    def __init__(self, sentence: str, actors: frozenset[str]) -> None:
        self.tokens = _TOKEN.findall(sentence)
        self.words = [token.lower() for token in self.tokens]
        self.actors = actors | {PARTIES}

    def next_is_not(self, place: int) -> bool:
        """Whether "not" follows a word."""
        return self.words[place + 1 : place + 2] == ["not"]

    def no_before(self, place: int) -> bool:
        """Whether "no" or "neither" stands before a noun, with at most two words between them."""
        for back in range(1, 4):
            before = self.words[place - back] if place >= back else ""
            if before in ("no", "none") or (before == "not" and self.words[place - back - 1] in ("and", "but")):
                return True
            if before in DETERMINERS or before in MODALS or before in ",.;:" or not before:
                return False
        return False

    def with_its_own(self, at: int) -> set[str]:
        """The name in "WPT and its representatives"."""
        for place in range(at, max(-1, at - 4), -1):
            if self.words[place] in ("its", "their", "his", "her") and place >= 2:
                joins, name = self.words[place - 1], self.words[place - 2]
                return {name} if joins in ("and", "or", "nor") and name in self.actors else set()
        return set()

    def passive(self, place: int) -> bool:
        """Whether a participle is a passive: a form of "be" before it, or "by" behind."""
        before = self.words[max(0, place - 4) : place]
        while (
            before
            and before[-1] not in BE
            and (before[-1].endswith("ly") or before[-1] in ("not", "also", "so", "and", "or"))
        ):
            before = before[:-1]
        return (before[-1:] != [] and before[-1] in BE) or "by" in self.words[place + 1 : place + 5]

    def finite(self, place: int, stem: str, *, pending: bool) -> bool:
        """Whether a word is a verb in the present tense with its subject before it; `pending`: one is awaited."""
        word = self.words[place]
        before = self.words[place - 1] if place else ""
        if not word.endswith("s") and not (
            stem in verbs() and before == PARTIES and word not in ADJECTIVES and not pending
        ):
            return False
        if stem not in verbs() and not (BINDS.match(word) and stem in verbs()):
            return False
        if not place or before in BEFORE_NOUN or before in IN_PHRASE or before.endswith(("'s", "’s", "s'")):
            return False
        following = self.words[place + 1] if place + 1 < len(self.words) else ""
        return following not in ("shall", "may", "will", "must", "is", "are", "of") and before not in (
            ",",
            "and",
            "or",
            "(",
        )

    def is_verb(self, place: int, stem: str, *, pending: bool, listed: bool) -> bool:
        """Whether a word is a verb in use, finite or not; `listed`: one was met shortly before."""
        word = self.words[place]
        if stem not in verbs() or word.endswith(("ment", "ion", "al", "ance")):
            return False
        before = self.words[place - 1] if place else ""
        if before.endswith(("'s", "’s")):
            return False
        if word.endswith("ing"):
            return before not in DETERMINERS
        if word.endswith("ed") or word in PAST:
            return self.passive(place) or any(
                part in ("has", "have", "had") for part in self.words[max(0, place - 3) : place]
            )
        if word.endswith("s") or before in BEFORE_NOUN:
            return False
        if word in ADJECTIVES:
            return any(part in BE for part in self.words[max(0, place - 3) : place])
        if (
            before in MODALS
            or before in ("to", "not", "never", PARTIES)
            or before.endswith("ly")
            or before in self.actors
        ):
            return True
        if before in ("also", "hereby", "then", "only", "alone"):
            return True
        if before in ("and", "or", "nor", ",") and listed:
            return True
        return pending and before in (",", ":", ")", "discretion", "option", "election", "expense", "cost")

    def by(self, place: int) -> frozenset[str]:
        """Who follows "by" behind a passive."""
        for at in range(place + 1, min(place + 12, len(self.words))):
            if self.words[at] == "by":
                found = set()
                for word in self.words[at + 1 : at + 8]:
                    if word in self.actors:
                        found.add(word)
                    elif word not in DETERMINERS and word not in ("and", "or", ","):
                        break
                return frozenset(found)
            if self.words[at] in MODALS or self.words[at] in ".;":
                break
        return frozenset()

    def recipient(self, place: int) -> frozenset[str]:
        """Who is granted a right: "grants to EFS a … right", "grants EFS a right"."""
        for at in range(place - 1, -1, -1):
            word = self.words[at]
            if re.match(r"(?:grant|give|gave|provide|award)", word) and place - at > 2:
                return frozenset()
            if word in self.actors:
                before = [part for part in self.words[max(0, at - 3) : at] if part not in DETERMINERS]
                if before and (before[-1] == "to" or GIVING.match(before[-1])):
                    return frozenset((word,))
        return frozenset()

    def nouns(self, place: int) -> Iterator[str]:
        """The stems of the next words that can be what somebody has."""
        for word in self.words[place : place + 3]:
            if word in MODALS or word in FINITE or word in IN_PHRASE or word in ".,;:()" or word in self.actors:
                return
            stem = content_stem(word)
            if stem is not None:
                yield stem


def without_genitive(word: str) -> str:
    """A word without the sign of the genitive: Supplier's."""
    return re.sub(r"['’]s?$", "", word)
