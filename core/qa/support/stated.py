"""Whether what a statement says stands in the words that it cites: its content, who does what, how bindingly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, cast

from core.lexicon import places_in
from core.qa.support import (
    across,
    english,
    english_frames,
    english_turns,
    japanese,
    japanese_frames,
    japanese_turns,
    parties,
    shown_forms,
)
from core.qa.support.claim_words import claim_words
from core.qa.support.figure_places import figure_displaced
from core.qa.support.figures import Figures
from core.qa.support.scope_turns import frees_any, narrows_another_sentence, reaches_further, reaches_further_ja
from core.qa.support.stems import alike

Reason = Literal[
    "no_source", "contract", "quotation", "figure", "place", "name", "opposite", "strong",
    "polarity", "modality", "limit", "subject", "content", "unlikely",
]  # fmt: skip
JAPANESE = re.compile(r"[ぁ-ヿ\u3400-\u9fff]")
_LEAST_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Source:
    """All cited words of one judgement, read once."""

    text: str
    names: str
    beside: str
    figures: Figures
    whole: str
    parties: str = ""


def stated(text: str, source: Source) -> Iterator[Reason]:
    """By which tests of what is said a statement falls, in the language of each, the first that tells first."""
    if JAPANESE.search(text):
        if JAPANESE.search(source.text):
            yield from _stated_in_japanese(text, source)
        elif other := _stated_in_another_language(text, source):
            yield other
    elif not mostly_japanese(source.text):
        yield from _stated_in_english(text, source)
    elif other := _stated_in_another_language(text, source):
        yield other


def mostly_japanese(text: str) -> bool:
    """Whether more than a third of a text's letters are Japanese."""
    return 3 * len(JAPANESE.findall(text)) > len(re.findall(r"\w", text))


def _stated_in_english(text: str, source: Source) -> Iterator[Reason]:
    if english.speaks_of_consent(text) and english.speaks_of_consent(source.text):
        # "only with consent" is what "not without consent" says.
        text = re.sub(r"\bonly (?=with|after|if)", "", text, flags=re.IGNORECASE)
    if _CONDITIONAL.search(source.text):
        text = re.sub(r"\bonly (?=if|when)", "", text, flags=re.IGNORECASE)
    own = english.content(source.text) | english.worded(source.text) | english.content(source.beside)
    known = own | english.content(source.names)
    claimed = english.clauses(text)
    stems = frozenset(stem for clause in claimed for stem in clause.stems)
    if english.denies_existence(text, english.clauses(source.text)):
        yield "polarity"
    if (
        english.claims_more(text, source.text)
        or narrows_another_sentence(text, source.text)
        or frees_any(text, source.text)
    ):
        yield "strong"
    for line in claim_words().opposites:
        if stems.intersection(line) and not stems.intersection(line) & known and known.intersection(line):
            yield "opposite"
    if _prefix_differs(stems, known):
        yield "opposite"
    written = english.content(source.text)
    if any(stems.intersection(line) and not written.intersection(line) for line in claim_words().strong):
        yield "strong"
    # Names of the contract and its parties are checked by themselves and carry nothing of what is said.
    if parties.subject_by_name(text, source.names, source.text):
        yield "subject"
    telling = frozenset(stem for stem in stems if stem in own or stem not in known)
    small = english.content(" ".join(re.findall(r"(?<![\w-])[a-z][\w'’-]*", text)))
    if parties.strange_role(text, source.whole):
        yield "subject"
    if not _covered(telling, own, known) or not _covered(small & stems, own, own):
        yield "content"
    if figure_displaced(text, source.text, english.content):
        yield "figure"
    if english.affirms_denied(text, source.text) or english_turns.affirms_what_is_set_aside(text, source.text):
        yield "polarity"
    if english_turns.includes_what_is_set_aside(text, source.text):
        yield "polarity"
    if english_turns.right_becomes_duty(text, source.text) or english_turns.done_is_to_come(text, source.text):
        yield "modality"
    if (
        english_turns.owner_replaced(text, source.text)
        or english_turns.own_becomes_others(text, source.text)
        or english_turns.which_party_replaced(text, source.text)
        or english_turns.owing_turned(
            text, source.text, english_frames.actors_of(text, source.text, names=source.parties)
        )
    ):
        yield "subject"
    if english_turns.drops_condition(text, source.text) or english_turns.widens_condition(text, source.text):
        yield "limit"
    if reaches_further(text, source.text):
        yield "limit"
    if english_turns.denial_differs(text, source.text):
        yield "polarity"
    joined = english.formed(source.text)
    for clause in claimed:
        if reason := english.contradicts(clause, joined):
            yield cast(Reason, reason)
    everyday = any(alike(stem, known, everyday=False) is None for stem in telling)
    if reason := _frames_differ(text, source, everyday=everyday):
        yield cast(Reason, reason)


_CONDITIONAL = re.compile(r"\b(?:provided|if|unless|subject to|conditioned)\b", re.IGNORECASE)


def _covered(stems: frozenset[str], own: frozenset[str], known: frozenset[str]) -> bool:
    """Whether all content stands in the cited words: every verb, and all but one of many other words."""
    missing = {stem for stem in stems if alike(stem, known) is None}
    if missing:
        return False
    return english.share(stems, own) >= _LEAST_SHARE


def _frames_differ(text: str, source: Source, *, everyday: bool) -> str | None:
    actors = english_frames.actors_of(text, source.text, names=source.parties)
    required = english_frames.consent_needed(english.formed(text))
    given = english_frames.consent_needed(english.formed(source.text))
    consent = bool((required["without"] | required["needed"]) and (given["without"] | given["needed"]))
    if consent:
        if not (required["without"] | required["needed"]) <= (given["without"] | given["needed"]):
            return "polarity"
        consent = not (required["without"] and given["without"])
    plain = english.formed(text)
    claimed = english_frames.frames(plain, actors)
    if english_frames.order_differs(plain, english.formed(source.text)):
        return "limit"
    if english_frames.drops_restriction(text, claimed, english.formed(source.text)):
        return "limit"
    written = english_frames.frames(english.formed(source.text), actors)
    if reason := english_frames.differs(text, claimed, written, beside=english.content(source.beside), consent=consent):
        return reason
    # Everyday words for the contract's are believed only where each party named has the part that it has there.
    return "subject" if everyday and english_frames.part_unconfirmed(claimed, written) else None


def _prefix_differs(claimed: frozenset[str], known: frozenset[str]) -> bool:
    """Whether one says exclusive where the other says non-exclusive."""
    return any(f"non-{stem}" in known and stem not in known for stem in claimed)


def _stated_in_japanese(text: str, source: Source) -> Iterator[Reason]:
    known = japanese.pairs(source.whole) | japanese.forbidding_pairs(source.text)
    if japanese.denies_existence(text, japanese.clauses(source.text)):
        yield "polarity"
    if japanese_turns.denies_alone(text, source.text) or japanese_turns.affirms_what_is_set_aside(text, source.text):
        yield "polarity"
    if japanese_turns.widens_condition(text, source.text):
        yield "limit"
    if reaches_further_ja(text, source.text):
        yield "limit"
    if japanese_turns.needs_no_consent(text, source.text) or japanese_turns.without_what_stands(text, source.text):
        yield "polarity"
    if japanese_turns.exchanges_places(text, source.text) or japanese_turns.another_consents(text, source.text):
        yield "subject"
    if japanese_turns.object_of_another(text, source.text) or japanese_turns.own_becomes_others_ja(text, source.text):
        yield "subject"
    if japanese_turns.name_of_another(text, source.text):
        yield "subject"
    if japanese_turns.narrows_alone(text, source.text):
        yield "strong"
    text = japanese_turns.doer_first(text)
    strange = japanese.strange_word(text, known) or japanese.strange_verb(text, source.whole)
    if japanese.share(text, known) < 1 or strange:
        yield "content"
    if japanese.figure_of_another(text, source.text) or figure_displaced(text, source.text, japanese.pairs):
        yield "figure"
    required, given = japanese_frames.consent_needed(text), japanese_frames.consent_needed(source.text)
    consent = bool((required["without"] | required["needed"]) and (given["without"] | given["needed"]))
    if consent:
        if not (required["without"] | required["needed"]) <= (given["without"] | given["needed"]):
            yield "polarity"
        consent = not (required["without"] and given["without"])
    both = bool((required["without"] | required["needed"]) and (given["without"] | given["needed"]))
    written = japanese.clauses(source.text)
    for clause in japanese.clauses(text):
        partner = japanese.best(clause, written)
        reason = partner and japanese.contradicts(clause, partner, source.text)
        if reason:
            yield cast(Reason, reason)
    if who := shown_forms.who_does(text):
        text = who
    if reason := japanese_frames.differs(
        text,
        japanese_frames.frames(text, names=source.parties),
        japanese_frames.frames(japanese_turns.doer_first(source.text), names=source.parties),
        consent=consent,
        both=both,
    ):
        yield cast(Reason, reason)


def _stated_in_another_language(text: str, source: Source) -> Reason | None:
    """By words that both languages have for the same; what has none counts as not carried."""
    bare = _without_places(text)
    if JAPANESE.search(text):
        stems = english.content(source.text) | english.content(source.beside)
        known = japanese.pairs(" ".join((across.in_japanese(stems), source.beside, source.names)))
        if japanese.share(bare, known) < 1 or japanese.strange_word(bare, known):
            return "content"
        if figure_displaced(bare, source.text, across.keys):
            return "figure"
        if across.consent_differs(japanese_frames.consent_needed(text), _consent_in_english(source.text)):
            return "polarity"
        actors = english_frames.actors_of(source.text, names=source.parties)
        written = english_frames.frames(english.formed(source.text), actors)
        return cast(Reason | None, across.differs_from_english(japanese_frames.frames(bare), written))
    words = across.in_english(source.text) | english.content(source.beside)
    if not _covered(english.content(bare), words, words | english.content(source.names)):
        return "content"
    if figure_displaced(bare, source.text, across.keys):
        return "figure"
    if across.consent_differs(_consent_in_english(text), japanese_frames.consent_needed(source.text)):
        return "polarity"
    claimed = english_frames.frames(english.formed(text), english_frames.actors_of(text))
    return cast(Reason | None, across.differs_from_japanese(claimed, japanese_frames.frames(source.text)))


def _consent_in_english(text: str) -> dict[str, set[bool]]:
    return english_frames.consent_needed(english.formed(text))


def _without_places(text: str) -> str:
    for place in reversed(places_in(text, adjectives=True)):
        text = f"{text[: place.start]} {text[place.end :]}"
    return text
