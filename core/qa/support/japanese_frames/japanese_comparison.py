"""Whether a Japanese statement says otherwise than its source: other doers, other force, denied, the contrary."""

from __future__ import annotations

import re

from core.qa.support.claim_words import reporting, synonyms_ja
from core.qa.support.japanese_frames.japanese_consent import CONSENT
from core.qa.support.japanese_frames.japanese_predicates import JapaneseFrames, JapanesePredicate
from core.qa.support.japanese_frames.japanese_reader import CONCESSION

_BOTH = frozenset(("双方", "両当事者", "当事者", "各当事者", "当事者双方", "甲乙", "甲乙双方", "いずれ"))
_NO_VERB = frozenset(("含", "定", "規定", "記載", "該当", "有", "存在", "明記", "対象", "次", "以下", "注意"))
_BELONGS = frozenset(("含", "該当", "対象"))
_LEAVES_OUT = frozenset(("除", "以外", "例外", "限", "除外", "対象外"))
_UNLIKE_FORCES = frozenset((("must", "may"), ("may", "must")))
_ENDS = frozenset(("満了", "終了", "開始", "発効", "始", "終", "失効", "有効"))


def differs(
    text: str, claimed: JapaneseFrames, written: JapaneseFrames, *, consent: bool, both: bool = False
) -> str | None:
    """Why a statement says otherwise than its source: denial, force, doer; None when it does not.

    `both` says that each speaks of what needs consent: whether consent itself is denied (承諾なく, 承諾がない限り) then
    says nothing.
    """
    if CONCESSION.search(text) and claimed.runs & written.reserved:
        return "polarity"
    for predicate in claimed.predicates:
        if predicate.words & _NO_VERB and not predicate.denied:
            same = [known for known in written.predicates if known.main in predicate.words & _BELONGS]
            if same and all(known.denied for known in same):
                return "polarity"
            if same and all((known.force, predicate.force) in _UNLIKE_FORCES for known in same):
                return "modality"
            continue
        if predicate.words & _BELONGS and predicate.denied and not written.runs & _LEAVES_OUT:
            same = [known for known in written.predicates if known.main in predicate.words & _BELONGS]
            if same and not any(known.denied for known in same):
                return "polarity"
        content = frozenset(word for word in predicate.words if word not in reporting(japanese=True))
        if not content or (both and any(CONSENT.search(word) for word in content) and not predicate.agents):
            continue
        partners = _partners(content, written)
        if not partners:
            if predicate.denied:
                return "polarity"
            if _done_by_another(predicate, written):
                return "subject"
            if content & _ENDS and not re.search(r"\d|[一二三四五六七八九十]", text):
                return "content"
            continue
        # Of several the one that stands beside the same things.
        most = max(len(_pairs(predicate.beside) & _pairs(known.beside)) for known in partners)
        partners = [known for known in partners if len(_pairs(predicate.beside) & _pairs(known.beside)) == most]
        nearest = max(len(_pairs(predicate.around) & _pairs(known.around)) for known in partners)
        partners = [known for known in partners if len(_pairs(predicate.around) & _pairs(known.around)) == nearest]
        reasons = [_compared(predicate, known, written, consent=consent) for known in partners]
        if None not in reasons:
            return reasons[0]
    for thing, owners in claimed.owned.items():
        if owners <= written.owned.get(thing, set()):
            continue
        doers = [
            known.agents for known in written.predicates if thing in known.words and known.agents and not known.listed
        ]
        if (
            any(thing in predicate.words and not predicate.listed for predicate in claimed.predicates)
            and doers
            and not any(owners <= agents or agents & _BOTH for agents in doers)
        ):
            return "subject"
        if thing in written.owned and not owners <= written.owned[thing] and not written.owned[thing] & _BOTH:
            return "subject"
    if contrary(claimed, written):
        return "opposite"
    for actor, way in claimed.ways:
        if (
            way in ("から", "に")
            and (actor, way) not in written.ways
            and actor not in _BOTH
            and any(known == way and other != actor for other, known in written.ways)
        ):
            return "subject"
    return None


def _done_by_another(claimed: JapanesePredicate, written: JapaneseFrames) -> bool:
    """Whether somebody is said to do what the source names only as a thing, and does nothing there or has it not."""
    owners = {owner for word in claimed.words for owner in written.owned.get(word, ())}
    if claimed.agents and owners:
        return not claimed.agents <= owners
    doers = {actor for known in written.predicates for actor in known.agents}
    if not claimed.agents or not doers or doers & _BOTH:
        return False
    return len(doers) == 1 if claimed.agents & _BOTH else not claimed.agents & doers


_CONTRARY = (
    (frozenset(("更新", "延長", "継続", "存続")), frozenset(("終了", "満了", "失効", "解約", "解除"))),
    (frozenset(("有効",)), frozenset(("無効", "失効"))),
    (frozenset(("承諾", "承認", "同意")), frozenset(("拒絶", "拒否"))),
    (frozenset(("増額", "引上")), frozenset(("減額", "引下"))),
)


def contrary(claimed: JapaneseFrames, written: JapaneseFrames) -> bool:
    """Whether something happens in one whose contrary alone happens in the other (更新する, 終了する)."""
    told, known = _happens(claimed), _happens(written)
    return any(
        told & first and known & second and not known & first
        for pair in _CONTRARY
        for first, second in (pair, pair[::-1])
    )


def _happens(frames_: JapaneseFrames) -> frozenset[str]:
    verbs = (word for item in frames_.predicates if not item.denied and not item.condition for word in item.words)
    return frozenset(root for word in verbs for pair in _CONTRARY for line in pair for root in line if root in word)


def _partners(words: frozenset[str], written: JapaneseFrames) -> list[JapanesePredicate]:
    """The source's predicates of the same words; else those of like words."""
    exact = [
        known
        for known in written.predicates
        if words & known.words and (len(max(words, key=len)) > 1 or words <= known.words)
    ]
    if exact:
        full = [known for known in exact if words <= known.words]
        main = [known for known in full or exact if known.main in words]
        return [known for known in main if not known.listed] or main or full or exact
    pairs = _pairs(words)
    like = pairs | {word for line in synonyms_ja() if pairs & line for word in line}
    return [known for known in written.predicates if like & _pairs(known.words)]


def _pairs(words: frozenset[str]) -> set[str]:
    return {word[at : at + 2] for word in words for at in range(len(word) - 1)}


def _compared(
    claimed: JapanesePredicate, known: JapanesePredicate, written: JapaneseFrames, *, consent: bool
) -> str | None:
    if not consent:
        if claimed.denied != known.denied:
            return "polarity"
        if "though" in (claimed.condition, known.condition) and "if" in (claimed.condition, known.condition):
            return "polarity"
        if claimed.denied and ((claimed.exempt and known.forbids) or (claimed.forbids and known.exempt)):
            return "modality"
        if not claimed.denied and not known.condition and claimed.condition == "" and not claimed.listed:
            if claimed.force == "must" and known.force == "may":
                return "modality"
            if known.force == "asked" and claimed.force != "asked":
                return "modality"
            if claimed.force == "may" and known.force != "may":
                return "modality"
            if claimed.force == "fact" and known.force == "may" and claimed.agents:
                return "modality"
    owners = {owner for word in known.words for owner in written.owned.get(word, ())}
    if claimed.agents and owners and not known.agents and not claimed.listed and not claimed.agents <= owners:
        # 乙が負担する and 甲の負担とする
        return "subject"
    if not claimed.agents or (claimed.agents & _BOTH and known.agents & _BOTH):
        return None
    if owners and claimed.agents <= owners and any(CONSENT.search(word) for word in claimed.words & known.words):
        # 甲は、乙の承諾を得ずに: it is 乙 who consents.
        return None
    if known.agents:
        return None if claimed.agents <= known.agents or known.agents & _BOTH else "subject"
    # Who is named only as the one that something is of does nothing there: 従業員の勤務成績.
    owning = {actor for actor, way in written.ways if way == "の"} - {a for a, way in written.ways if way != "の"}
    others = written.actors - owning
    return None if claimed.agents <= others or not written.actors else "subject"
