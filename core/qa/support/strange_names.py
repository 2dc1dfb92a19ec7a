"""Places and names of a statement that stand nowhere in what it cites."""

from __future__ import annotations

import re
import unicodedata

from core.lexicon import places_in
from core.qa.support import english, parties, shown_forms
from core.qa.support.stems import alike, content_stem

_CAPITALS = re.compile(r"(?<![\w'’])(?:[A-Z][\w&'’.-]*[\w&]|[A-Z])(?![\w])", re.ASCII)
_FORM_JA = re.compile(
    r"(?:株式会社|合同会社|有限会社)[^\s、。はがのをにとも「」（）()]{1,30}|[^\s、。はがのをにとも「」（）()]{1,30}(?:株式会社|合同会社|有限会社)"
)
_ORDINARY = frozenset(
    "the a an this that these those it its under if in on at by for from to with without either neither each both all "
    "any no not and "
    "but or as while when where after before during unless except only there here according section article clause "
    "contract agreement "
    "no. p. however also their his her our such upon i we you he she they yes term date law state notice party "
    "parties usd eur jpy gbp us vat".split()
)


def strange_place(text: str, source: str) -> bool:
    """Whether a text names a place that its source does not name."""
    known = [mention.place for mention in places_in(source, adjectives=True)]
    for mention in places_in(text, adjectives=True):
        place = mention.place
        if not any(
            place.country == known_place.country and place.state in (None, known_place.state) for known_place in known
        ):
            return True
    return False


def strange_name(text: str, source: str) -> bool:
    """Whether a text names somebody or something, by a capital or a firm's form, that its source does not name."""
    known = letters_of(source)
    places = [(mention.start, mention.end) for mention in places_in(text, adjectives=True)]
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
        if letters_of(word) and letters_of(word) not in known:
            return True
    return any(letters_of(match[0]) not in known for match in _FORM_JA.finditer(text))


_PART = re.compile(
    r"\b(?P<kind>Attachment|Exhibit|Schedule|Annex|Appendix|Addendum)\s+(?P<label>[A-Z]{1,2}|\d{1,2}|[IVX]+)\b(?!['’])"
    r"|(?P<kind_ja>別紙|別表|別添|付属書|添付)\s*(?P<label_ja>[A-Z\d一二三四五六七八九十]{1,2})"
)


def strange_part(text: str, source: str) -> bool:
    """Whether a text names an attachment or exhibit by another letter or number than its source."""
    known = {
        (match["kind"] or match["kind_ja"], match["label"] or match["label_ja"]) for match in _PART.finditer(source)
    }
    kinds = {kind for kind, _ in known}
    named = {(match["kind"] or match["kind_ja"], match["label"] or match["label_ja"]) for match in _PART.finditer(text)}
    return any(part[0] in kinds and part not in known for part in named)


def common_word(word: str, source: str) -> bool:
    """Whether a word with a capital is an ordinary word: it says nothing, or its stem stands in the source."""
    root = content_stem(word.lower())
    return root is None or alike(root, english.content(source)) is not None


def letters_of(text: str) -> str:
    """Letters and digits of a text alone, in one width and case, by which names and sentences are compared."""
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text)).casefold()
