"""Names of firms and persons: one form for searching, and how surely two names mean the same.

Similarity of letters alone merges firms that differ (Fund II and Fund III, 山田商事 and 山本商事) and misses those
that do not (株式会社 before or after the name). So words are compared one by one, and what tells firms apart
(numerals, regions, NON-, a different Chinese character) is a veto.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict
from rapidfuzz.distance import OSA

from core.yaml_file import read_yaml

PATH = Path(__file__).resolve().parents[2] / "configs" / "legal_forms.yaml"
_ROMAN = re.compile(r"(?=[ivx])(?:x{0,3})(?:ix|iv|v?i{0,3})")
_ORDINALS = {
    word: str(number)
    for number, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}
_NUMBERS = {
    word: str(number) for number, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
}
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff々〆ヶ]")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff々]")
_ALSO_KNOWN = re.compile(
    r"\b(?:[dfan]\W?/?\W?[bk]\W?/?\W?a\b|formerly(?:\s+known\s+as)?\b|doing\s+business\s+as\b|trading\s+as\b)", re.I
)
_ASIDE = re.compile(
    r"\((?=\W*(?:formerly|the\b|hereinafter|referred|collectively|each|以下|[dfan]\W?/)|[\"“「])[^()]*\)?"
)
_POSSESSIVE = re.compile(r"(?<=\w)['’](?=s\b)")
_INITIAL = re.compile(r"(?<=\b\w)\.(?=\s?\w\b)")
_NO_WORD = re.compile(r"[\W_]+")
_LEAST_LETTERS = 5
_KEPT = 20_000
"""So many names are kept with what was worked out about them: a search compares the same ones again and again."""


class LegalForms(BaseModel):
    """Legal forms and telling words, from `configs/legal_forms.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    english: tuple[str, ...]
    others: tuple[str, ...]
    japanese: tuple[str, ...]
    regions: tuple[str, ...]


@cache
def legal_forms() -> LegalForms:
    """The legal forms.

    Raises:
        ConfigError: the file is missing or wrong.
    """
    return read_yaml(PATH, LegalForms)


def normal_name(name: str) -> str:
    """The name for searching and comparing: width, case, accents, punctuation, legal form and a leading The are gone.

    Words stay in their order, one blank between them. A name that is nothing but a legal form is kept.
    """
    return " ".join(_without_forms(_words(name)))


def same_name_score(a: str, b: str) -> float:
    """How surely two names mean the same firm or person, 0 to 1.

    1 the same words and the same legal form; 0.97 where one has no form; 0.95 a letter too many or too few in a long
    word; 0.85 a letter changed; 0.7 two forms (Inc. and LLC are two firms); 0.6 one name begins the other; otherwise 0.
    Numerals, regions, NON- and Chinese characters that differ are always 0. From 0.9 on a person would
    call it the same.
    """
    all_a, all_b = _words(a), _words(b)
    words_a, words_b = _without_forms(all_a), _without_forms(all_b)
    if not words_a or not words_b or _vetoed(words_a, words_b):
        return 0.0
    letters = _letters_score("".join(words_a), "".join(words_b), words_a, words_b)
    if letters < 0.8:
        return letters
    forms_a, forms_b = _forms(all_a), _forms(all_b)
    if forms_a and forms_b and forms_a != forms_b:
        return min(letters, 0.7)
    return letters if forms_a == forms_b else min(letters, 0.97)


def _letters_score(joined_a: str, joined_b: str, words_a: tuple[str, ...], words_b: tuple[str, ...]) -> float:
    if joined_a == joined_b:
        return 1.0
    if _CJK.search(joined_a + joined_b):
        # a kana's size or a long-vowel mark is spelling; any other character is another firm
        return 0.95 if same_kana(joined_a) == same_kana(joined_b) else _begins(words_a, words_b)
    if len(words_a) == len(words_b):
        pairs = [(first, other) for first, other in zip(words_a, words_b, strict=True) if first != other]
        return min((_word_score(first, other) for first, other in pairs), default=1.0) if len(pairs) == 1 else 0.0
    if len(joined_a) >= 2 * _LEAST_LETTERS and OSA.distance(joined_a, joined_b, score_cutoff=1) <= 1:
        return 0.85
    return _begins(words_a, words_b)


def _word_score(first: str, other: str) -> float:
    if min(len(first), len(other)) < _LEAST_LETTERS or OSA.distance(first, other, score_cutoff=1) > 1:
        return 0.0
    # a plural is another word (Brand, Brands), not a slip
    if abs(len(first) - len(other)) == 1 and max(first, other, key=len)[:-1] == min(first, other, key=len):
        return 0.85
    return 0.95 if len(first) != len(other) else 0.85


def _begins(words_a: tuple[str, ...], words_b: tuple[str, ...]) -> float:
    short, long = sorted((words_a, words_b), key=len)
    return 0.6 if len(short) < len(long) and long[: len(short)] == short and len("".join(short)) > 3 else 0.0


def same_kana(text: str) -> str:
    """The text with small kana large and without long-vowel marks, which are spelling and tell no firms apart."""
    return text.translate(str.maketrans("ァィゥェォッャュョヮヶヵヴ", "アイウエオツヤユヨワケカブ")).replace("ー", "")


def _vetoed(words_a: tuple[str, ...], words_b: tuple[str, ...]) -> bool:
    return (
        _numerals(words_a) != _numerals(words_b)
        or _regions(words_a) != _regions(words_b)
        or ("non" in words_a) != ("non" in words_b)
        or (
            sorted(_HAN.findall("".join(words_a))) != sorted(_HAN.findall("".join(words_b)))
            and not _begins(words_a, words_b)
        )
    )


@lru_cache(maxsize=_KEPT)
def _numerals(words: tuple[str, ...]) -> tuple[str, ...]:
    found = []
    for position, word in enumerate(words):
        found += re.findall(r"\d+", word)
        if position and _ROMAN.fullmatch(word):
            found.append(str(_roman(word)))
        elif word in _ORDINALS:
            found.append(_ORDINALS[word])
        elif word in _NUMBERS:
            found.append(_NUMBERS[word])
    return tuple(sorted(found))


def _roman(word: str) -> int:
    values = [{"i": 1, "v": 5, "x": 10}[letter] for letter in word]
    return sum(-v if any(later > v for later in values[i + 1 :]) else v for i, v in enumerate(values))


@lru_cache(maxsize=_KEPT)
def _regions(words: tuple[str, ...]) -> frozenset[str]:
    single, several, japanese = _region_words()
    found = single.intersection(words)
    if several:
        latin = f" {' '.join(words)} "
        found |= {region for region in several if f" {region} " in latin}
    joined = "".join(words)
    return found if joined.isascii() else found | {region for region in japanese if region in joined}


@cache
def _region_words() -> tuple[frozenset[str], tuple[str, ...], tuple[str, ...]]:
    """The regions of one word, of several words, and those in scripts that put no blank between words."""
    regions = legal_forms().regions
    latin = [region for region in regions if region.isascii()]
    return (
        frozenset(region for region in latin if " " not in region),
        tuple(region for region in latin if " " in region),
        tuple(region for region in regions if not region.isascii() and len(region) > 1),
    )


@lru_cache(maxsize=_KEPT)
def _words(name: str) -> tuple[str, ...]:
    plain = unicodedata.normalize("NFKC", name).casefold().strip()
    if not plain.isascii():
        for form, bare in _japanese_forms():
            if form in plain:
                plain = plain.replace(form, f" {bare} ")
    known = _ALSO_KNOWN.search(plain)
    if known and known.start() > 3:
        plain = plain[: known.start()]
    plain = _ASIDE.sub(" ", plain)
    if not plain.isascii() and not _CJK.search(plain):
        plain = "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))
    plain = plain.replace("&", " and ").replace("+", " and ")
    plain = _POSSESSIVE.sub("", plain)
    plain = _INITIAL.sub("", plain)
    words = tuple(_NO_WORD.sub(" ", plain).split())
    return words[1:] if len(words) > 1 and words[0] == "the" else words


@cache
def _japanese_forms() -> tuple[tuple[str, str], ...]:
    """Each Japanese form as written and without brackets, the longest first."""
    forms = sorted(legal_forms().japanese, key=len, reverse=True)
    return tuple((form.casefold(), form.casefold().strip("()")) for form in forms)


@cache
def _form_words() -> tuple[frozenset[tuple[str, ...]], int, frozenset[str]]:
    """All forms as words, the most words that one has, and the Japanese ones without brackets."""
    forms = (*legal_forms().english, *legal_forms().others, *legal_forms().japanese)
    found = {tuple(re.sub(r"[\W_]+", " ", form.casefold().replace("&", " and ")).split()) for form in forms}
    return frozenset(found), max(map(len, found)), frozenset(bare for _, bare in _japanese_forms())


@lru_cache(maxsize=_KEPT)
def _without_forms(words: tuple[str, ...]) -> tuple[str, ...]:
    start, end = _form_bounds(words)
    kept = words[start:end]
    while kept and kept[-1] in ("and",):
        kept = kept[:-1]
    return kept or words


def _form_bounds(words: tuple[str, ...]) -> tuple[int, int]:
    start, end = 0, len(words)
    forms, longest, japanese = _form_words()
    while start < end and words[start] in japanese:
        start += 1
    found = True
    while found and end > start:
        found = False
        for length in range(min(longest, end - start), 0, -1):
            if words[end - length : end] in forms:
                end -= length
                found = True
                break
    return start, end


_SAME_FORM = {
    "incorporated": "inc", "corporation": "corp", "company": "co", "limited": "ltd", "limitedliabilitycompany": "llc",
    "limitedpartnership": "lp", "companylimited": "coltd", "株": "株式会社", "有": "有限会社", "同": "合同会社",
    "aktiengesellschaft": "ag", "kabushikikaisha": "kk", "ptyltd": "ptyltd", "nationalassociation": "na",
}  # fmt: skip


@lru_cache(maxsize=_KEPT)
def _forms(words: tuple[str, ...]) -> str:
    start, end = _form_bounds(words)
    if start >= end:
        return ""
    before = [_SAME_FORM.get(word, word) for word in words[:start]]
    after = "".join(_SAME_FORM.get(word, word) for word in words[end:])
    return "".join(before) + _SAME_FORM.get(after, after)
