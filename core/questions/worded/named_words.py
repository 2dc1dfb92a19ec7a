"""Courts, institutions, places, lengths and quoted words in a folded question, each with how a contract writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from core.lexicon import country_name, places_in, state_name
from core.questions.worded.wording_file import WordKind, clause_wording_file
from core.questions.worded.written_forms import number_in_words, number_of_words

_EDGE, _END = r"(?<![a-z0-9])", r"(?![a-z0-9])"
_NUMBER_EN = "|".join(
    sorted({number_in_words(number).replace("-", "[ -]") for number in range(1, 100)}, key=len, reverse=True)
)
_LENGTH_EN = re.compile(
    rf"{_EDGE}(?P<n>\d{{1,4}}|{_NUMBER_EN})(?:\s*\(\d{{1,4}}\))?[\s-]+(?P<unit>day|week|month|year)s?'?{_END}"
)
_LENGTH_JA = re.compile(
    r"(?<![\d.,年])(?P<n>\d{1,4}|[一二三四五六七八九]?十?[一二三四五六七八九十])"
    r"(?P<unit>日(?!本)|週間|[かヶカヵケ箇]月|個月|年(?![\d度月]))(?:間(?!隔))?"
)
_NET = re.compile(rf"{_EDGE}net[\s-]?(?P<n>\d{{1,3}})(?: days?)?{_END}")
_QUOTED = re.compile(r"「(?P<ja>[^「」]{1,60})」|[\"“](?P<en>[^\"“”]{2,60})[\"”]")
_DAY_OF_MONTH = re.compile(r"翌々?月(?:の)?(?P<n>\d{1,2})日")
_KANJI_NAME = r"(?<![一-龠々])[一-龠々]{2,4}?"


@dataclass(frozen=True, slots=True)
class NamedWords:
    """Characters `start`–`end` of a folded question that name something, and the spellings that are looked for."""

    start: int
    end: int
    kind: WordKind
    words: tuple[str, ...]


def named_words(text: str, typed: str) -> tuple[NamedWords, ...]:
    """What a folded question names, the longest at each spot, in reading order.

    Args:
        text: the folded question.
        typed: the same letters as typed, or the folded question again.
    """
    chosen: list[NamedWords] = []
    for part in sorted(_mentioned(text, typed), key=lambda part: (part.start - part.end, part.start)):
        if all(part.end <= other.start or other.end <= part.start for other in chosen):
            chosen.append(part)
    return tuple(sorted(chosen, key=lambda part: part.start))


def _mentioned(text: str, typed: str) -> Iterator[NamedWords]:
    for match in _QUOTED.finditer(text):
        words = typed[match.start() + 1 : match.end() - 1].strip()
        if words:
            yield NamedWords(match.start(), match.end(), "quoted", (words,))
    for match in _bodies().finditer(text):
        group = next(names for names in clause_wording_file().bodies if match.group() in map(str.casefold, names))
        yield NamedWords(match.start(), match.end(), "body", group)
    for quality in clause_wording_file().qualities:
        for match in re.finditer(rf"{_EDGE}(?:{quality.en}){_END}|{quality.ja}", text):
            yield NamedWords(match.start(), match.end(), "quality", quality.words)
    yield from _courts(text, typed)
    yield from _places(text, typed)
    yield from _lengths(text)
    yield from _month_ends(text)


@cache
def _bodies() -> re.Pattern[str]:
    names = sorted((name.casefold() for group in clause_wording_file().bodies for name in group), key=len, reverse=True)
    return re.compile("|".join(_whole(name) for name in names))


def _whole(name: str) -> str:
    plain = re.escape(name).replace(r"\ ", r"\s+")
    return f"{_EDGE}{plain}{_END}" if name.isascii() else plain


def _courts(text: str, typed: str) -> Iterator[NamedWords]:
    for match in _courts_ja().finditer(text):
        level = next(each for each in clause_wording_file().court_levels if match["level"] in (each.ja, each.short))
        city = match["city"]
        english = next((en for en, ja in clause_wording_file().cities if ja == city), None)
        branch = match["branch"] or ""
        words = [f"{city}{level.ja}{branch}", f"{city}{level.short}{branch}"]
        if english is not None and not branch:
            words.append(f"{english} {level.en}")
        yield NamedWords(match.start(), match.end(), "court", tuple(words))
    for match in _courts_en().finditer(text):
        level = next(each for each in clause_wording_file().court_levels if match["level"] == each.en.casefold())
        english, japanese = next(pair for pair in clause_wording_file().cities if pair[0].casefold() == match["city"])
        words = [f"{english} {level.en}", f"{japanese}{level.ja}", f"{japanese}{level.short}"]
        yield NamedWords(match.start(), match.end(), "court", tuple(words))
    for place in _places(text, typed, adjectives=True):
        around = _COURTS_BEHIND.match(text, place.end) or _COURTS_BEFORE.search(text, 0, place.start)
        if around is not None:
            yield NamedWords(min(around.start(), place.start), max(around.end(), place.end), "court", place.words)


_COURTS_BEHIND = re.compile(r"(?:'s)?\s+(?:state\s+)?courts?(?![a-z])|の裁判所")
_COURTS_BEFORE = re.compile(r"(?<![a-z])courts?\s+(?:of|in|at|sitting in)\s+(?:the\s+)?(?:state\s+of\s+)?$")


@cache
def _courts_ja() -> re.Pattern[str]:
    cities = "|".join(sorted((ja for _, ja in clause_wording_file().cities), key=len, reverse=True))
    levels = "|".join(word for level in clause_wording_file().court_levels for word in (level.ja, level.short))
    return re.compile(rf"(?P<city>{cities}|{_KANJI_NAME})(?P<level>{levels})(?P<branch>[一-龠々]{{2,4}}支部)?")


@cache
def _courts_en() -> re.Pattern[str]:
    cities = "|".join(en.casefold() for en, _ in clause_wording_file().cities)
    levels = "|".join(level.en.casefold() for level in clause_wording_file().court_levels)
    return re.compile(rf"{_EDGE}(?P<city>{cities})\s+(?P<level>{levels}){_END}")


def _places(text: str, typed: str, *, adjectives: bool = False) -> Iterator[NamedWords]:
    titled = text.title() if len(text.title()) == len(text) else text
    for mention in places_in(titled, adjectives=adjectives):
        place = mention.place
        names = [
            country_name(place.country, language)
            if place.state is None
            else state_name(place.country, place.state, language)
            for language in ("en", "ja")
        ]
        names[1] = names[1].removesuffix("州")
        typed_name = typed[mention.start : mention.end]
        same = any(typed_name.casefold() == name.casefold() for name in names) or typed_name.islower()
        words = names if adjectives or same else [typed_name, *names]
        yield NamedWords(mention.start, mention.end, "place", tuple(dict.fromkeys(words)))
    for match in _cities().finditer(text):
        pair = next(pair for pair in clause_wording_file().cities if match.group() in (pair[0].casefold(), pair[1]))
        yield NamedWords(match.start(), match.end(), "place", pair)


@cache
def _cities() -> re.Pattern[str]:
    names = sorted((name.casefold() for pair in clause_wording_file().cities for name in pair), key=len, reverse=True)
    return re.compile("|".join(_whole(name) for name in names))


def _lengths(text: str) -> Iterator[NamedWords]:
    for pattern in (_LENGTH_EN, _LENGTH_JA):
        for match in pattern.finditer(text):
            number = number_of_words(match["n"])
            if number:
                yield NamedWords(match.start(), match.end(), "length", _length_words(number, match["unit"]))
    for match in _NET.finditer(text):
        net = f"net {match['n']}"
        yield NamedWords(match.start(), match.end(), "net_days", (net, *_length_words(int(match["n"]), "day")))


def _length_words(number: int, unit: str) -> tuple[str, str]:
    english = next(
        (en for ja, en in (("日", "day"), ("週間", "week"), ("年", "year")) if unit in (ja, en)),
        "week" if unit == "week" else "month",
    )
    japanese = {"day": "日", "week": "週間", "month": "か月", "year": "年"}[english]
    pair = f"{number} {english}{'' if number == 1 else 's'}", f"{number}{japanese}"
    return pair if unit.isascii() else (pair[1], pair[0])


def _month_ends(text: str) -> Iterator[NamedWords]:
    groups = clause_wording_file().month_ends
    for match in _month_end_pattern().finditer(text):
        group = next(names for names in groups if match.group() in names)
        pair = group[:2] if not match.group().isascii() else (group[1], group[0])
        yield NamedWords(match.start(), match.end(), "month_end", pair)
    for match in _DAY_OF_MONTH.finditer(text):
        yield NamedWords(match.start(), match.end(), "month_end", (match.group(),))


@cache
def _month_end_pattern() -> re.Pattern[str]:
    names = sorted((name for group in clause_wording_file().month_ends for name in group), key=len, reverse=True)
    return re.compile("|".join(_whole(name) for name in names))
