"""Whether the frames of an English statement say otherwise than those of its source."""

from __future__ import annotations

import re

from core.graph.text import stem as root_of
from core.qa.support.english_frames.english_predicates import PARTIES, SENTENCE, EnglishFrames, EnglishPredicate, Force
from core.qa.support.stems import alike, is_soft

_NOUN_OF_TERMS = re.compile(
    r"\b(?:restriction|prohibition|covenant|obligation|limitation|limit|cap|ban|undertaking|"
    r"it|clause|this|exception)s?\b|\bnon-\w+",
    re.IGNORECASE,
)


def differs(
    text: str, claimed: EnglishFrames, written: EnglishFrames, *, beside: frozenset[str], consent: bool
) -> str | None:
    """Why a statement says otherwise than its source: denial, force, doer, receiver, owner; None when it does not.

    Args:
        text: the statement.
        claimed: what it says.
        written: what the cited words say.
        beside: stems of what stands beside the cited words.
        consent: whether one says what may not be done without consent and the other that consent is needed: then
            denials and force are not compared.
    """
    matched = 0
    owned = frozenset(
        owner
        for stem in claimed.denied
        if (thing := alike(stem, frozenset(written.owned))) is not None
        for owner in written.owned[thing]
    )
    for predicate in claimed.predicates:
        partners = [
            known for known in written.predicates if alike(predicate.stem, frozenset((known.stem,))) is not None
        ]
        partners = _nearest(predicate, partners, claimed, written)
        exact = [known for known in partners if known.stem == predicate.stem]
        reasons = [_compared(predicate, known, written, owned, consent=consent) for known in exact or partners]
        if None in reasons:
            matched += 1
            if written.joint and predicate.agents and PARTIES not in predicate.agents and not claimed.joint:
                return "subject"
            continue
        if reasons:
            return reasons[0]
        if is_soft(predicate.stem):
            continue
        if reason := _against_noun(predicate, written, beside, consent=consent):
            return reason
    stems = frozenset(written.denied)
    for stem in claimed.sharp:
        partner = alike(stem, stems)
        if partner is not None and True not in written.denied[partner] and not consent:
            return "polarity"
    for stem in written.excepted:
        partner = alike(stem, frozenset(claimed.denied))
        if (
            partner is not None
            and claimed.denied[partner] == {False}
            and written.denied[stem] == {True}
            and not _EXCLUDES.search(text)
        ):
            return "polarity"
    if not consent and not matched and not _NOUN_OF_TERMS.search(text) and (reason := _flags_differ(claimed, written)):
        return reason
    return _relations_differ(claimed, written)


def part_unconfirmed(claimed: EnglishFrames, written: EnglishFrames) -> bool:
    """Whether some party that a statement names is not found doing, receiving or having the same in its source."""
    confirmed = {PARTIES}
    for predicate in claimed.predicates:
        for known in written.predicates:
            if alike(predicate.stem, frozenset((known.stem,))) is not None:
                confirmed |= predicate.agents if PARTIES in known.agents else predicate.agents & known.agents
    confirmed |= {actor for _, actor in claimed.ways & written.ways}
    for thing, owners in claimed.owned.items():
        if (partner := alike(thing, frozenset(written.owned))) is not None:
            confirmed |= owners & written.owned[partner]
    return bool(claimed.actors - confirmed)


def _nearest(
    predicate: EnglishPredicate, partners: list[EnglishPredicate], claimed: EnglishFrames, written: EnglishFrames
) -> list[EnglishPredicate]:
    """The partners in the one sentence of the source that shares most with the statement's sentence."""
    if len({known.sentence for known in partners}) < 2:
        return partners
    words = claimed.sentences[predicate.sentence]
    shares = {
        at: sum(alike(word, frozenset(written.sentences[at])) is not None for word in words)
        for at in {known.sentence for known in partners}
    }
    most = max(shares.values())
    return [known for known in partners if shares[known.sentence] == most]


def _compared(
    claimed: EnglishPredicate, known: EnglishPredicate, written: EnglishFrames, owned: frozenset[str], *, consent: bool
) -> str | None:
    if not consent:
        if claimed.denied != known.denied:
            return "polarity"
        if claimed.denied and claimed.exempt != known.exempt:
            return "modality"
        if not claimed.denied and _binds_otherwise(claimed.force, known.force):
            return "modality"
        opted = known.conditional and known.stem in _OPTED
        if not claimed.denied and claimed.force == "may" and known.force == "fact" and known.agents and not opted:
            return "modality"
    return _agents_differ(claimed.agents, known.agents, written, owned if not known.agents else frozenset())


_OPTED = frozenset(map(root_of, "request give notify object terminate elect send serve deliver choose opt".split()))
"""What somebody may do of whom it is said "unless either party requests it"."""


def _binds_otherwise(claimed: Force, known: Force) -> bool:
    if "open" in (claimed, known):
        return False
    if claimed == "must":
        return known == "may"
    if claimed == "may":
        return known == "must"
    return known == "may"


def _agents_differ(
    claimed: frozenset[str], known: frozenset[str], written: EnglishFrames, owners: frozenset[str] = frozenset()
) -> str | None:
    if not claimed or claimed <= owners:
        return None
    if not known:
        if PARTIES in claimed:
            return None if PARTIES in written.actors or not written.actors else "subject"
        others = written.actors - {PARTIES}
        return None if claimed >= others and claimed & others else "subject"
    if PARTIES in known or claimed <= known:
        return None
    if PARTIES in claimed and len(known) > 1:
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


def _flags_differ(claimed: EnglishFrames, written: EnglishFrames) -> str | None:
    """Whether words are denied in one only, where no verb was matched; in a source with verbs only theirs counts."""
    agree = differ = 0
    verbs = frozenset(predicate.stem for predicate in written.predicates if predicate.stem in written.denied)
    stems = verbs or frozenset(written.denied)
    for stem, flags in claimed.denied.items():
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


def drops_restriction(text: str, claimed: EnglishFrames, source: str) -> bool:
    """Whether a statement denies wholly what its source denies only within limits."""
    if not any(predicate.denied for predicate in claimed.predicates):
        return False
    denying = [part for part in SENTENCE.split(source) if re.search(r"\b(?:not|no|neither|nor)\b", part)]
    return bool(denying) and all(_RESTRICTS.search(part) for part in denying) and not _RESTRICTS_SAID.search(text)


_RESTRICTS_SAID = re.compile(_RESTRICTS.pattern + r"|\bbefore\b|\bbeyond\b|\bover\b|\bconsent\b", re.IGNORECASE)


def _relations_differ(claimed: EnglishFrames, written: EnglishFrames) -> str | None:
    if (
        claimed.holders
        and written.holders
        and PARTIES not in written.holders
        and not claimed.holders <= written.holders
    ):
        return "subject"
    for thing, marks in claimed.times.items():
        partner = alike(thing, frozenset(written.times))
        if (
            partner is not None
            and marks & _ORDER
            and not any(_same_time(marks, known) for known in written.times[partner])
        ):
            return "limit"
    for way, actor in claimed.ways:
        if actor != PARTIES and (way, actor) not in written.ways and any(known == way for known, _ in written.ways):
            return "subject"
    for thing, owners in claimed.owned.items():
        partner = alike(thing, frozenset(written.owned))
        if partner is not None and not owners <= written.owned[partner] and PARTIES not in written.owned[partner]:
            return "subject"
    return "subject" if _direction_turned(claimed, written) else None


def _direction_turned(claimed: EnglishFrames, written: EnglishFrames) -> bool:
    """Whether what goes to somebody is said to come from or be done by it: payable by X of payments to X."""
    doers = frozenset(actor for known in written.predicates for actor in known.agents)
    return any(
        (other, actor) in written.ways and (way, actor) not in written.ways and (way == "to") == (actor in doers)
        for way, actor in claimed.ways - written.ways
        for other in _TURNED_WAYS.get(way, ())
        if actor != PARTIES
    )


_TURNED_WAYS = {"by": ("to",), "from": ("to",), "to": ("from", "by")}
