"""Whether a statement about contracts is carried by the words that it cites.

Every test can only refuse: figures, places, names, quotations, contracts named, negation, modality, limits, subject,
and how much of what is said stands in the cited words at all. A statement that passes all may still be wrong; one that
fails is marked where it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from core.evidence import sentence_span
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
from core.qa.support.bounds import bound_differs
from core.qa.support.claim_words import claim_words
from core.qa.support.figure_places import figure_displaced
from core.qa.support.figures import Figures, figures
from core.qa.support.learned.carried_model import carried_model
from core.qa.support.lengths import length_turned
from core.qa.support.rates import rate_differs
from core.qa.support.scope_turns import reaches_further, reaches_further_ja
from core.qa.support.stems import alike, content_stem
from core.qa.support.turned_words import word_turned
from core.qa.support.worded_alike import says_the_contrary, worded_alike

Reason = Literal[
    "no_source", "contract", "quotation", "figure", "place", "name", "opposite", "strong",
    "polarity", "modality", "limit", "subject", "content", "unlikely",
]  # fmt: skip
_JAPANESE = re.compile(r"[ぁ-ヿ\u3400-\u9fff]")
_NUMBERED = re.compile(
    r"(?:\b(?:contract|agreement)s?\s*(?:no\.?|number|#)?|契約書?(?:番号)?(?:第)?)\s*(?P<number>\d{1,6})(?!\d|[年月日.,]\d|"
    r"\s*(?:年|月|日|か月|ヶ月|件|社|つ|部))"
    r"(?:\s*号)?",
    re.IGNORECASE,
)
_PAGED = re.compile(r"\b(?:p|pp|page|pages)\.?\s*\d+|\d+\s*(?:ページ|頁)", re.IGNORECASE)
_MARKER = re.compile(
    r"^\s*(?:[>#*+•・-]+\s+)*(?:[(（]?(?:\d{1,2}|[a-z]|[ivx]{1,4}|[①-⑳])[)）.、]\s+|[①-⑳]\s*|[(（]\d{1,2}[)）])|"
    r"^\s*\**[QA](?:uestion|nswer)?\s*[:：]\**|(?<=[?？.。]\s)[QA]\s*[:：]",
    re.IGNORECASE,
)
"""What numbers or labels a line and says nothing."""
_CAPITALS = re.compile(r"(?<![\w'’])(?:[A-Z][\w&'’.-]*[\w&]|[A-Z])(?![\w])", re.ASCII)
_FORM_JA = re.compile(
    r"(?:株式会社|合同会社|有限会社)[^\s、。はがのをにとも「」（）()]{1,30}|[^\s、。はがのをにとも「」（）()]{1,30}(?:株式会社|合同会社|有限会社)"
)
_SHORTEST_SENTENCE = 12
_LEAST_SHARE = 0.8
_ORDINARY = frozenset(
    "the a an this that these those it its under if in on at by for from to with without either neither each both all "
    "any no not and "
    "but or as while when where after before during unless except only there here according section article clause "
    "contract agreement "
    "no. p. however also their his her our such upon i we you he she they yes term date law state notice party "
    "parties usd eur jpy gbp us vat".split()
)


@dataclass(frozen=True, slots=True)
class Cited:
    """What one citation carries: the contract's words, and what the row that gave them says beside them.

    `number`, `title` and `parties` are the contract's; `beside` are the row's values and the names of what they are
    (a fact's or clause type's name in both languages).
    """

    words: str
    number: int | None = None
    title: str = ""
    parties: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def names(self) -> str:
        """Names that a statement may use for it."""
        return " \n ".join((self.title, *self.parties))


@dataclass(frozen=True, slots=True)
class SupportVerdict:
    """Whether a statement is carried, and by which test it fell where it is not."""

    carried: bool
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class _Source:
    """All cited words of one judgement, read once."""

    text: str
    names: str
    beside: str
    figures: Figures
    whole: str
    parties: str = ""


def judge(
    text: str, cited: Sequence[Cited], *, quotations: Sequence[bool] = (), others: Sequence[str] = ()
) -> SupportVerdict:
    """Whether some cited words carry a statement.

    Args:
        text: the statement without its keys.
        cited: what it cites.
        quotations: for each quotation in it, whether it was located in the cited words.
        others: titles of contracts that are not cited.
    """
    if not cited:
        return SupportVerdict(False, "no_source")
    if not all(quotations):
        return SupportVerdict(False, "quotation")
    plain = unicodedata.normalize("NFKC", text)
    if _names_another(plain, cited, others):
        return SupportVerdict(False, "contract")
    if any(is_a_sentence_of(plain, source.words) for source in cited):
        return SupportVerdict(True)
    parts = _by_contract(plain, cited)
    for part, own in parts:
        reason = _reason(examined(part, own))
        if reason is not None:
            return SupportVerdict(False, reason)
    return SupportVerdict(True)


def is_a_sentence_of(text: str, words: str) -> bool:
    """Whether a statement is a whole sentence of the cited words; a part of one may leave out a condition."""
    said, at = _bare(text), 0
    while len(said) > _SHORTEST_SENTENCE and at < len(words):
        end = max(sentence_span(words, at, at + 1)[1], at + 1)
        if _bare(words[at:end]) == said:
            return True
        at = end
    return False


def _names_another(text: str, cited: Sequence[Cited], others: Sequence[str]) -> bool:
    named = {int(match["number"]) for match in _NUMBERED.finditer(text)}
    if named - {source.number for source in cited}:
        return True
    own = _bare(" ".join(f"{source.names} {source.words}" for source in cited))
    said = _bare(text)
    return any(len(key := _bare(title)) > 5 and key in said and key not in own for title in others)


def _by_contract(text: str, cited: Sequence[Cited]) -> Sequence[tuple[str, Sequence[Cited]]]:
    """The statement cut where it turns to another contract, each part with that contract's words."""
    places = list(_NUMBERED.finditer(text))
    if len({match["number"] for match in places}) < 2:
        return [(text, cited)]
    cuts = [0, *(match.start() for match in places[1:]), len(text)]
    found = []
    for match, start, end in zip(places, cuts, cuts[1:], strict=False):
        own = [source for source in cited if source.number == int(match["number"])]
        found.append((text[start:end], own))
    return found


def _part(text: str, cited: Sequence[Cited]) -> tuple[str, _Source]:
    """A part of a statement and what it cites, both in the words that are compared."""
    text = worded_alike(text)
    words = worded_alike(" \n ".join(source.words for source in cited))
    names = " \n ".join(source.names for source in cited)
    beside = " \n ".join((*(part for source in cited for part in source.beside), *shown_forms.ends_written(words)))
    whole = f"{words} \n {names} \n {beside}"
    source = _Source(
        words, names, beside, figures(whole), whole, " \n ".join(name for item in cited for name in item.parties)
    )
    bare = _PAGED.sub(" ", _NUMBERED.sub(" ", _MARKER.sub("", text)))
    for title in sorted({source.title for source in cited if source.title}, key=len, reverse=True):
        bare = re.sub(re.escape(title), " ", bare, flags=re.IGNORECASE)
    return bare, source


@dataclass(frozen=True, slots=True)
class Examined:
    """A part of a statement and its source in the words that are compared, and by which rules it falls.

    `japanese` is the language of both, None where they differ.
    """

    text: str
    source: str
    beside: str
    faults: tuple[Reason, ...]
    japanese: bool | None


def examined(text: str, cited: Sequence[Cited]) -> Examined:
    """What the rules say of a part of a statement that speaks of one contract."""
    bare, source = _part(text, cited)
    said = _JAPANESE.search(bare) is not None
    written = _JAPANESE.search(source.text) is not None if said else _mostly_japanese(source.text)
    beside = f"{source.names} {source.beside}"
    return Examined(bare, source.text, beside, tuple(_faults(bare, source)), said if said == written else None)


def _reason(seen: Examined) -> Reason | None:
    """Why a statement is marked: by a rule, or as unlikely to be carried though no rule speaks against it."""
    if seen.faults:
        return seen.faults[0]
    if seen.japanese is None:
        return None
    model = carried_model(japanese=seen.japanese)
    score = model.score(seen.text, seen.source, seen.faults, japanese=seen.japanese, beside=seen.beside)
    return None if score >= model.least else "unlikely"


def _faults(bare: str, source: _Source) -> Iterator[Reason]:
    """By which tests a statement falls, the first that tells first."""
    if figures(bare).missing_from(source.figures) is not None:
        yield "figure"
    if bound_differs(bare, source.text):
        yield "limit"
    if rate_differs(bare, source.text):
        yield "figure"
    if shown_forms.time_turned(bare, source.text):
        yield "limit"
    if length_turned(bare, source.text):
        yield "limit"
    if word_turned(bare, source.text):
        yield "opposite"
    if says_the_contrary(english.formed(bare), english.formed(source.text)):
        yield "opposite"
    if shown_forms.says_none(bare, source.text):
        yield "polarity"
    if shown_forms.other_party_named(bare, source.parties, source.text):
        yield "subject"
    if strange_place(bare, source.whole):
        yield "place"
    if strange_name(bare, source.whole):
        yield "name"
    yield from _stated(bare, source)


def strange_place(text: str, source: str) -> bool:
    known = [found.place for found in places_in(source, adjectives=True)]
    for found in places_in(text, adjectives=True):
        place = found.place
        if not any(
            place.country == known_place.country and place.state in (None, known_place.state) for known_place in known
        ):
            return True
    return False


def strange_name(text: str, source: str) -> bool:
    known = _bare(source)
    places = [(found.start, found.end) for found in places_in(text, adjectives=True)]
    for match in _CAPITALS.finditer(text):
        word = match[0].rstrip(".'’s") if match[0].endswith(("'s", "’s")) else match[0].rstrip(".")
        begins = re.search(r"(?:^|[.!?:;。：\n*#>|•-]\s*[\"“'‘(*_]*|[|])$", text[: match.start()]) is not None
        if (
            word.lower() in _ORDINARY
            or shown_forms.is_calendar_word(word)
            or (begins and word[1:].islower())
            or word.lower() in parties.ROLES
        ):
            continue
        if any(start <= match.start() < end for start, end in places):
            continue
        if word.istitle() and common_word(word, source):
            continue
        if _bare(word) and _bare(word) not in known:
            return True
    return any(_bare(match[0]) not in known for match in _FORM_JA.finditer(text))


def common_word(word: str, source: str) -> bool:
    """Whether a word with a capital is an ordinary word: it says nothing, or its stem stands in the source."""
    root = content_stem(word.lower())
    return root is None or alike(root, english.content(source)) is not None


def _stated(text: str, source: _Source) -> Iterator[Reason]:
    if _JAPANESE.search(text):
        if _JAPANESE.search(source.text):
            yield from _stated_in_japanese(text, source)
        elif other := _stated_in_another_language(text, source):
            yield other
    elif not _mostly_japanese(source.text):
        yield from _stated_in_english(text, source)
    elif other := _stated_in_another_language(text, source):
        yield other


def _mostly_japanese(text: str) -> bool:
    return 3 * len(_JAPANESE.findall(text)) > len(re.findall(r"\w", text))


def _stated_in_english(text: str, source: _Source) -> Iterator[Reason]:
    if english.speaks_of_consent(text) and english.speaks_of_consent(source.text):
        # "only with consent" is what "not without consent" says.
        text = re.sub(r"\bonly (?=with|after|if)", "", text, flags=re.IGNORECASE)
    if _CONDITIONAL.search(source.text):
        text = re.sub(r"\bonly (?=if|when)", "", text, flags=re.IGNORECASE)
    own = english.content(source.text) | english.worded(source.text) | english.content(source.beside)
    known = own | english.content(source.names)
    said = english.clauses(text)
    stems = frozenset(stem for clause in said for stem in clause.stems)
    if english.denies_existence(text, english.clauses(source.text)):
        yield "polarity"
    if english.claims_more(text, source.text):
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
    if english_turns.own_becomes_others(text, source.text) or english_turns.owing_turned(
        text, source.text, english_frames.actors_of(text, source.text, names=source.parties)
    ):
        yield "subject"
    if english_turns.drops_condition(text, source.text) or english_turns.widens_condition(text, source.text):
        yield "limit"
    if reaches_further(text, source.text):
        yield "limit"
    if english_turns.denial_differs(text, source.text):
        yield "polarity"
    joined = english.formed(source.text)
    for clause in said:
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


def _frames_differ(text: str, source: _Source, *, everyday: bool) -> str | None:
    actors = english_frames.actors_of(text, source.text, names=source.parties)
    asked = english_frames.consent_needed(english.formed(text))
    given = english_frames.consent_needed(english.formed(source.text))
    consent = bool((asked["without"] | asked["needed"]) and (given["without"] | given["needed"]))
    if consent:
        if not (asked["without"] | asked["needed"]) <= (given["without"] | given["needed"]):
            return "polarity"
        consent = not (asked["without"] and given["without"])
    plain = english.formed(text)
    said = english_frames.frames(plain, actors)
    if english_frames.order_differs(plain, english.formed(source.text)):
        return "limit"
    if english_frames.drops_restriction(text, said, english.formed(source.text)):
        return "limit"
    written = english_frames.frames(english.formed(source.text), actors)
    if reason := english_frames.differs(text, said, written, beside=english.content(source.beside), consent=consent):
        return reason
    # Everyday words for the contract's are believed only where each party named has the part that it has there.
    return "subject" if everyday and english_frames.part_unconfirmed(said, written) else None


def _prefix_differs(said: frozenset[str], known: frozenset[str]) -> bool:
    """Whether one says exclusive where the other says non-exclusive."""
    return any(f"non-{stem}" in known and stem not in known for stem in said)


def _stated_in_japanese(text: str, source: _Source) -> Iterator[Reason]:
    known = japanese.pairs(source.whole) | japanese.forbidding_pairs(source.text)
    if japanese.denies_existence(text, japanese.clauses(source.text)):
        yield "polarity"
    if japanese_turns.denies_alone(text, source.text) or japanese_turns.affirms_what_is_set_aside(text, source.text):
        yield "polarity"
    if japanese_turns.widens_condition(text, source.text):
        yield "limit"
    if reaches_further_ja(text, source.text):
        yield "limit"
    if japanese_turns.exchanges_places(text, source.text):
        yield "subject"
    text = japanese_turns.doer_first(text)
    strange = japanese.strange_word(text, known) or japanese.strange_verb(text, source.whole)
    if japanese.share(text, known) < 1 or strange:
        yield "content"
    if japanese.figure_of_another(text, source.text) or figure_displaced(text, source.text, japanese.pairs):
        yield "figure"
    asked, given = japanese_frames.consent_needed(text), japanese_frames.consent_needed(source.text)
    consent = bool((asked["without"] | asked["needed"]) and (given["without"] | given["needed"]))
    if consent:
        if not (asked["without"] | asked["needed"]) <= (given["without"] | given["needed"]):
            yield "polarity"
        consent = not (asked["without"] and given["without"])
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
        japanese_frames.frames(source.text, names=source.parties),
        consent=consent,
    ):
        yield cast(Reason, reason)


def _stated_in_another_language(text: str, source: _Source) -> Reason | None:
    """By words that both languages have for the same; what has none counts as not carried."""
    bare = _without_places(text)
    if _JAPANESE.search(text):
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
    said = english_frames.frames(english.formed(text), english_frames.actors_of(text))
    return cast(Reason | None, across.differs_from_japanese(said, japanese_frames.frames(source.text)))


def _consent_in_english(text: str) -> dict[str, set[bool]]:
    return english_frames.consent_needed(english.formed(text))


def _without_places(text: str) -> str:
    for found in reversed(places_in(text, adjectives=True)):
        text = f"{text[: found.start]} {text[found.end :]}"
    return text


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()
