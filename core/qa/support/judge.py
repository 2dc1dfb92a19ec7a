"""Whether a statement about contracts is carried by the words that it cites.

Every test can only refuse: figures, places, names, quotations, contracts named, negation, modality, limits, subject,
and how much of what is said stands in the cited words at all. A statement that passes all may still be wrong; one that
fails is marked where it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from core.graph.text import query_groups, terms
from core.lexicon import places_in
from core.qa.support import english, japanese, parties
from core.qa.support.claim_words import claim_words
from core.qa.support.figures import Figures, figures

Reason = Literal[
    "no_source", "contract", "quotation", "figure", "place", "name", "opposite", "strong",
    "polarity", "modality", "limit", "subject", "content",
]  # fmt: skip
_JAPANESE = re.compile(r"[ぁ-ヿ\u3400-\u9fff]")
_NUMBERED = re.compile(
    r"(?:\b(?:contract|agreement)s?\s*(?:no\.?|number|#)?|契約書?(?:番号)?(?:第)?)\s*(?P<number>\d{1,6})(?!\d|[年月日.,]\d|"
    r"\s*(?:年|月|日|か月|ヶ月|件|社|つ|部))"
    r"(?:\s*号)?",
    re.IGNORECASE,
)
_PAGED = re.compile(r"\b(?:p|pp|page|pages)\.?\s*\d+|\d+\s*(?:ページ|頁)", re.IGNORECASE)
_CAPITALS = re.compile(r"(?<![\w'’])(?:[A-Z][\w&'’.-]*[\w&]|[A-Z])(?![\w])")
_FORM_JA = re.compile(
    r"(?:株式会社|合同会社|有限会社)[^\s、。はがのをにとも「」（）()]{1,30}|[^\s、。はがのをにとも「」（）()]{1,30}(?:株式会社|合同会社|有限会社)"
)
_LEAST_SHARE, _LEAST_CLAUSE, _FOREIGN_SHARE = 0.8, 0.6, 0.6
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
    parts = _by_contract(plain, cited)
    for part, own in parts:
        reason = _part(part, own)
        if reason is not None:
            return SupportVerdict(False, reason)
    return SupportVerdict(True)


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


def _part(text: str, cited: Sequence[Cited]) -> Reason | None:
    words = " \n ".join(source.words for source in cited)
    names = " \n ".join(source.names for source in cited)
    beside = " \n ".join(part for source in cited for part in source.beside)
    whole = f"{words} \n {names} \n {beside}"
    source = _Source(words, names, beside, figures(whole), whole)
    bare = _PAGED.sub(" ", _NUMBERED.sub(" ", text))
    for title in sorted({source.title for source in cited if source.title}, key=len, reverse=True):
        bare = re.sub(re.escape(title), " ", bare, flags=re.IGNORECASE)
    if figures(bare).missing_from(source.figures) is not None:
        return "figure"
    if strange_place(bare, source.whole):
        return "place"
    if strange_name(bare, source.whole):
        return "name"
    return _uncarried(bare, source)


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
        if word.lower() in _ORDINARY or (begins and word[1:].islower()) or word.lower() in parties.ROLES:
            continue
        if any(start <= match.start() < end for start, end in places):
            continue
        if _bare(word) and _bare(word) not in known:
            return True
    return any(_bare(match[0]) not in known for match in _FORM_JA.finditer(text))


def _uncarried(text: str, source: _Source) -> Reason | None:
    if _JAPANESE.search(text):
        if _JAPANESE.search(source.text):
            return _uncarried_in_japanese(text, source)
        return _uncarried_across_languages(text, source)
    return (
        _uncarried_across_languages(text, source)
        if _mostly_japanese(source.text)
        else _uncarried_in_english(text, source)
    )


def _mostly_japanese(text: str) -> bool:
    return 3 * len(_JAPANESE.findall(text)) > len(re.findall(r"\w", text))


def _uncarried_in_english(text: str, source: _Source) -> Reason | None:
    consent = english.speaks_of_consent(text) and english.speaks_of_consent(source.text)
    written = english.clauses(source.text, consent=consent)
    own = english.content(source.text, consent=consent) | english.content(source.beside)
    known = own | english.content(source.names)
    said = english.clauses(text, consent=consent)
    stems = frozenset(stem for clause in said for stem in clause.stems)
    if english.denies_existence(text, written):
        return "polarity"
    if english.claims_more(text, source.text):
        return "strong"
    for line in claim_words().opposites:
        if stems.intersection(line) and not stems.intersection(line) & known and known.intersection(line):
            return "opposite"
    if _prefix_differs(stems, known):
        return "opposite"
    if any(stems.intersection(line) and not known.intersection(line) for line in claim_words().strong):
        return "strong"
    # Names of the contract and its parties are checked by themselves and carry nothing of what is said.
    telling = frozenset(stem for stem in stems if stem in own or stem not in known)
    if parties.subject_by_name(text, source.names, source.text):
        return "subject"
    if english.share(telling, own) < _LEAST_SHARE or parties.strange_role(text, source.whole):
        return "content"
    for clause in said:
        if len(clause.stems) > 1 and english.covered(clause, known) < _LEAST_CLAUSE:
            return "content"
        partner = english.best(clause, written)
        reason = partner and english.contradicts(clause, partner, " ".join(other.text for other in written))
        if reason:
            return cast(Reason, reason)
    return None


def _prefix_differs(said: frozenset[str], known: frozenset[str]) -> bool:
    """Whether one says exclusive where the other says non-exclusive."""
    return any(f"non-{stem}" in known and stem not in known for stem in said)


def _uncarried_in_japanese(text: str, source: _Source) -> Reason | None:
    consent = japanese.speaks_of_consent(text) and japanese.speaks_of_consent(source.text)
    written = japanese.clauses(source.text, consent=consent)
    known = japanese.pairs(source.whole)
    if japanese.denies_existence(text, written):
        return "polarity"
    if japanese.share(text, known) < _LEAST_SHARE or japanese.strange_word(text, known):
        return "content"
    if japanese.figure_of_another(text, source.text):
        return "figure"
    for clause in japanese.clauses(text, consent=consent):
        if len(clause.stems) > 2 and japanese.share(clause.text, known) < _LEAST_CLAUSE:
            return "content"
        partner = japanese.best(clause, written)
        reason = partner and japanese.contradicts(clause, partner)
        if reason:
            return cast(Reason, reason)
    return None


_DENIED_EN = re.compile(
    r"\bnot\b|\bno\b|\bneither\b|\bnor\b|\bnever\b|\bwithout\b|n't\b|\bprohibit|\bexclud", re.IGNORECASE
)


def _uncarried_across_languages(text: str, source: _Source) -> Reason | None:
    """By legal terms that both languages have a word for; what has none counts as not carried."""
    groups = query_groups(text)
    line = f" {' '.join(terms(source.whole))} "
    held = [group for group in groups if any(f" {' '.join(way)} " in line for way in group.alternatives)]
    if not groups or len(held) / len(groups) < _FOREIGN_SHARE:
        return "content"
    in_japanese = _JAPANESE.search(text) is not None
    said = (
        any(japanese.denies(clause) for clause in japanese.clauses(text))
        if in_japanese
        else bool(_DENIED_EN.search(text))
    )
    plain = " ".join(clause.text for clause in english.clauses(source.text)) if in_japanese else source.text
    written = (
        bool(_DENIED_EN.search(plain))
        if in_japanese
        else any(japanese.denies(clause) for clause in japanese.clauses(plain))
    )
    return "polarity" if said != written else None


def _bare(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()
