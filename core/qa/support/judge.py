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

from core.evidence import sentence_span
from core.qa.support import english, shown_forms
from core.qa.support.bounds import bound_differs
from core.qa.support.days import day_bound_differs
from core.qa.support.english_turns import done_is_to_come
from core.qa.support.figures import figures
from core.qa.support.learned.carried_model import carried_model
from core.qa.support.lengths import length_turned
from core.qa.support.rates import rate_differs
from core.qa.support.rewording import (
    leaves_out_condition,
    leaves_out_condition_in_japanese,
    replaced,
    replaced_in_japanese,
    rewords_in_english,
    rewords_in_japanese,
    widens_scope,
)
from core.qa.support.stated import JAPANESE, Reason, Source, mostly_japanese, stated
from core.qa.support.strange_names import letters_of, strange_name, strange_part, strange_place
from core.qa.support.turned_words import word_turned
from core.qa.support.worded_alike import says_the_contrary, worded_alike

_NUMBERED = re.compile(
    r"(?:\b(?:contract|agreement)s?\s*(?:no\.?|number|#)?|契約書?(?:番号)?(?:第)?)\s*(?P<number>\d{1,6})(?!\d|[年月日.,]\d|"
    r"\s*(?:年|月|日|か月|ヶ月|件|社|つ|部|条|項|章))"
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
_SHORTEST_SENTENCE = 12


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
    if names_another(plain, cited, others):
        return SupportVerdict(False, "contract")
    if any(_is_a_sentence_of(plain, source.words) for source in cited):
        return SupportVerdict(True)
    parts = _by_contract(plain, cited)
    for part, own in parts:
        if _rewords(part, own):
            continue
        reason = _reason(examined(part, own))
        if reason is not None:
            return SupportVerdict(False, reason)
    return SupportVerdict(True)


def says_again(text: str, cited: Sequence[Cited]) -> bool:
    """Whether a statement is a sentence of what it cites, or a clause of one with harmless parts left out."""
    plain = unicodedata.normalize("NFKC", text)
    return any(_is_a_sentence_of(plain, source.words) for source in cited) or _rewords(plain, cited)


def _rewords(text: str, cited: Sequence[Cited]) -> bool:
    """Whether a part of a statement is a clause of some cited words with harmless parts left out."""
    bare = _MARKER.sub("", _NUMBERED.sub(" ", text))
    if mostly_japanese(bare):
        return any(rewords_in_japanese(bare, source.words) for source in cited)
    return any(rewords_in_english(bare, source.words) and not done_is_to_come(bare, source.words) for source in cited)


def _is_a_sentence_of(text: str, words: str) -> bool:
    """Whether a statement is a whole sentence of the cited words; a part of one may leave out a condition."""
    claimed, at = letters_of(text), 0
    while len(claimed) > _SHORTEST_SENTENCE and at < len(words):
        end = max(sentence_span(words, at, at + 1)[1], at + 1)
        if letters_of(words[at:end]) == claimed:
            return True
        at = end
    return False


def names_another(text: str, cited: Sequence[Cited], others: Sequence[str] = ()) -> bool:
    """Whether a statement names a contract, by number or title, that it does not cite."""
    named = {int(match["number"]) for match in _NUMBERED.finditer(text)}
    if named - {source.number for source in cited}:
        return True
    own = letters_of(" ".join(f"{source.names} {source.words}" for source in cited))
    claimed = letters_of(text)
    return any(len(key := letters_of(title)) > 5 and key in claimed and key not in own for title in others)


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


def _part(text: str, cited: Sequence[Cited]) -> tuple[str, Source]:
    """A part of a statement and what it cites, both in the words that are compared."""
    text = worded_alike(text)
    words = worded_alike(" \n ".join(source.words for source in cited))
    names = " \n ".join(source.names for source in cited)
    beside = " \n ".join((*(part for source in cited for part in source.beside), *shown_forms.ends_written(words)))
    whole = f"{words} \n {names} \n {beside}"
    source = Source(
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
    japanese = JAPANESE.search(bare) is not None
    written = JAPANESE.search(source.text) is not None if japanese else mostly_japanese(source.text)
    beside = f"{source.names} {source.beside}"
    return Examined(bare, source.text, beside, tuple(_faults(bare, source)), japanese if japanese == written else None)


def _reason(seen: Examined) -> Reason | None:
    """Why a statement is marked: by a rule, or as unlikely to be carried though no rule speaks against it."""
    if seen.faults:
        return seen.faults[0]
    if seen.japanese is None:
        return None
    model = carried_model(japanese=seen.japanese)
    score = model.score(seen.text, seen.source, seen.faults, japanese=seen.japanese, beside=seen.beside)
    return None if score >= model.least else "unlikely"


def _laid_beside(bare: str, source: Source) -> Iterator[Reason]:
    """What a statement replaces or leaves out of the words that it follows, where both are of one language."""
    if mostly_japanese(bare):
        if replaced_in_japanese(bare, source.text):
            yield "opposite"
        if leaves_out_condition_in_japanese(bare, source.text):
            yield "limit"
        return
    if turned := replaced(bare, source.text):
        yield turned
    if widens_scope(bare, source.text) or leaves_out_condition(bare, source.text):
        yield "limit"


def _faults(bare: str, source: Source) -> Iterator[Reason]:
    """By which tests a statement falls, the first that tells first."""
    if figures(bare).missing_from(source.figures) is not None:
        yield "figure"
    if bound_differs(bare, source.text) or day_bound_differs(bare, source.text):
        yield "limit"
    if rate_differs(bare, source.text):
        yield "figure"
    if shown_forms.time_turned(bare, source.text):
        yield "limit"
    if length_turned(bare, source.text):
        yield "limit"
    if word_turned(bare, source.text):
        yield "opposite"
    yield from _laid_beside(bare, source)
    if says_the_contrary(english.formed(bare), english.formed(source.text)):
        yield "opposite"
    if shown_forms.says_none(bare, source.text):
        yield "polarity"
    if shown_forms.other_party_named(bare, source.parties, source.text):
        yield "subject"
    if strange_part(bare, source.whole):
        yield "figure"
    if strange_place(bare, source.whole):
        yield "place"
    if strange_name(bare, source.whole):
        yield "name"
    yield from stated(bare, source)
