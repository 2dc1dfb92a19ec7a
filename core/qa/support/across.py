"""A statement in one language over cited words in the other: by words that both have for the same thing."""

from __future__ import annotations

import re
from functools import cache

from core.graph.text import stem
from core.qa.support import english_frames, japanese_frames
from core.qa.support.claim_words import translations
from core.qa.support.english_frames import PARTIES
from core.qa.support.stems import alike

_BOTH = frozenset(("甲", "乙", "両当事者", "当事者", "相手方", "双方"))


_EXCEEDS = frozenset(("超", "超過", "上回"))


def in_japanese(stems: frozenset[str]) -> str:
    """Japanese words for English stems."""
    return " ".join(
        word
        for ours, theirs in translations()
        if any(alike(root, ours) is not None for root in stems)
        for word in theirs
    )


def in_english(text: str) -> frozenset[str]:
    """English stems for the words of a Japanese text."""
    return frozenset(root for ours, theirs in translations() if any(word in text for word in theirs) for root in ours)


def keys(text: str) -> frozenset[str]:
    """What a text in either language speaks of, as those English stems that there is a Japanese word for."""
    if re.search(r"[ぁ-ん]", text):
        return in_english(text)
    return frozenset(map(stem, re.findall(r"[a-z]+", text.lower()))) & _known()


@cache
def _known() -> frozenset[str]:
    return frozenset(word for ours, _ in translations() for word in ours)


def consent_differs(required: dict[str, set[bool]], given: dict[str, set[bool]]) -> bool:
    """Whether two texts that both speak of somebody's consent say otherwise whether it is needed."""
    claimed, written = required["without"] | required["needed"], given["without"] | given["needed"]
    return bool(claimed and written and not claimed <= written)


def differs_from_english(claimed: japanese_frames.JapaneseFrames, written: english_frames.EnglishFrames) -> str | None:
    """Why a Japanese statement says otherwise than English words; None when it does not."""
    for predicate in claimed.predicates:
        if written.limits and predicate.denied and predicate.words & _EXCEEDS:
            continue  # 超えない: bounds compare it
        if written.limits and not predicate.condition and predicate.words & _EXCEEDS:
            return "polarity"
        wanted = _english(predicate.words)
        partners = [known for known in written.predicates if alike(known.stem, wanted) is not None]
        flags = {flag for root, known in written.denied.items() if alike(root, wanted) is not None for flag in known}
        agents = frozenset(name for actor in predicate.agents for name in _english(frozenset((actor,)), whole=True))
        reasons = [
            _compared(predicate.denied, predicate.force, agents, known.denied, known.force, known.agents)
            for known in partners
        ] or ([None] if not predicate.denied or True in flags else ["polarity"])
        if None not in reasons:
            return reasons[0]
        if not partners and predicate.agents and not agents & written.actors:
            return "subject"
    if not claimed.predicates and any(flags == {True} for flags in written.denied.values()):
        return None
    return None


def differs_from_japanese(claimed: english_frames.EnglishFrames, written: japanese_frames.JapaneseFrames) -> str | None:
    """Why an English statement says otherwise than Japanese words; None when it does not."""
    for predicate in claimed.predicates:
        wanted = _japanese(frozenset((predicate.stem,)))
        partners = [
            known
            for known in written.predicates
            if any(word in run or run in word for word in wanted for run in known.words if len(run) > 1)
        ]
        agents = frozenset(word for name in predicate.agents for word in _japanese(frozenset((name,))))
        reasons = [
            _compared(predicate.denied, predicate.force, agents, known.denied, known.force, known.agents)
            for known in partners
        ] or (["polarity"] if predicate.denied else [None])
        if None not in reasons:
            return reasons[0]
    return None


def _compared(
    denied: bool, force: str, agents: frozenset[str], known_denied: bool, known_force: str, known_agents: frozenset[str]
) -> str | None:
    if denied != known_denied:
        return "polarity"
    if not denied and {force, known_force} == {"must", "may"}:
        return "modality"
    if (
        agents
        and known_agents
        and not agents & known_agents
        and PARTIES not in known_agents | agents
        and not known_agents & _BOTH
    ):
        return "subject"
    return None


def _english(words: frozenset[str], *, whole: bool = False) -> frozenset[str]:
    return frozenset(
        root
        for ours, theirs in translations()
        if any(word == known if whole else word in known or known in word for word in words for known in theirs)
        for root in ours
    )


def _japanese(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(
        word
        for ours, theirs in translations()
        if any(alike(root, ours) is not None for root in stems)
        for word in theirs
    )
