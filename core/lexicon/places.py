"""Countries and states by name: ISO 3166 alpha-2 codes from names in English and Japanese, and back.

Country names come from CLDR through Babel, other spellings and the states from `configs/places.yaml`. A name that
stands for a state and for a country (Georgia) is decided by the words around it; a two-letter abbreviation that is
both a state and a country (DE, CA, GA) is read as a country by `country_code` and as nothing by `state_of`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from babel import Locale
from pydantic import BaseModel, ConfigDict, Field

from core.lexicon.alternatives import any_of
from core.settings import ROOT
from core.wording import Language, Wording, locale_of, wording_text
from core.yaml_file import read_yaml

PATH = ROOT / "configs" / "places.yaml"
_NOT_COUNTRIES = frozenset("AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split())
_US_CONTEXT = re.compile(r"(?:state|commonwealth)\s+of\s+$", re.IGNORECASE)
_REPUBLIC = re.compile(r"(?:republic|country|nation)\s+of\s+$", re.IGNORECASE)
_LAND_FOLLOWS = re.compile(r"\W{1,3}(?:u\.?\s?s\.?(?:\s?a\.?)?|united\s+states)\b", re.IGNORECASE)
_GEORGIAN_CITY = re.compile(r"\btbilisi\b|\bbatumi\b", re.IGNORECASE)


class _StateEntry(Wording):
    en: str = Field(validation_alias="name")
    also: tuple[str, ...] = ()
    postal: str | None = None
    ambiguous: bool = False


class _Places(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    countries: dict[str, tuple[str, ...]]
    adjectives: dict[str, tuple[str, ...]]
    not_in_running_text: frozenset[str]
    states: dict[str, tuple[_StateEntry, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """A country, with its state where the words name one. `sure` is False where only custom decides (bare Georgia)."""

    country: str
    state: str | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class PlaceMention:
    """A place named in a text, at character offsets."""

    start: int
    end: int
    place: Place


def country_code(name: str) -> str | None:
    """The ISO 3166 alpha-2 code of a country's name in English or Japanese; None when it names no country.

    A code itself, in capitals, is taken as it is.
    """
    return _countries().get(_key(name)) or (name if name in _names("en") else None)


def country_name(code: str, language: Language) -> str:
    """The name of a country in a language; the code itself when it is none."""
    return _names(language).get(code, code)


def state_of(name: str) -> tuple[str, str] | None:
    """Country code and English name of a state, province, territory or nation of the United Kingdom; None when none.

    `State of Georgia` and `Georgia` are the American state, `Republic of Georgia` is none. Two-letter abbreviations
    that are also a country's code (DE, CA, IN) are none.
    """
    bare = re.sub(r"^(?:the\s+)?(?:state|commonwealth|province|territory)\s+of\s+", "", name.strip(), flags=re.I)
    return _states().get(_key(bare))


def state_name(country: str, state: str, language: Language) -> str:
    """The name of a state in a language; as given when it is not known."""
    found = next((known for known in _places().states.get(country, ()) if known.en == state), None)
    return state if found is None else found.text(language)


def place_name(country: str, state: str | None, language: Language) -> str:
    """A country's name, with that of its state where one is given, such as "New York, United States"."""
    name = country_name(country, language)
    if not state:
        return name
    return wording_text(
        "punctuation.state_of_country", language, state=state_name(country, state, language), country=name
    )


def place_in_language(name: str, language: Language) -> str:
    """A place that somebody named in any language, by its name in this one.

    As given when it is not known, or when both a country and a state are called so (Georgia).
    """
    country, state = country_code(name), state_of(name)
    if country is not None and state is None:
        return country_name(country, language)
    if state is not None and country is None:
        return state_name(*state, language)
    return name


def places_in(text: str, *, adjectives: bool = False) -> tuple[PlaceMention, ...]:
    """The places that a text names, in reading order, the longest name at each spot.

    Args:
        text: running text; names must begin with a capital.
        adjectives: also read `Swiss` or `English` as places, for words such as `Swiss law`.
    """
    found = []
    for match in _pattern(adjectives).finditer(text):
        words = match[0]
        if words.isascii() and words.islower():
            continue
        place = _place(words, text, match.start(), match.end())
        if place is not None:
            found.append(PlaceMention(match.start(), match.end(), place))
    return tuple(found)


def place_names() -> frozenset[str]:
    """Names of countries and states, and their adjectives, as `places_in` finds them, in their own case or folded."""
    return frozenset((*_countries(), *_adjectives(), *_states()))


def _place(words: str, text: str, start: int, end: int) -> Place | None:
    key = _key(words)
    state = _states().get(key)
    if state is None:
        code = _countries().get(key) or _adjectives().get(key)
        return Place(code) if code else None
    if (state[0], state[1]) not in _ambiguous():
        return Place(*state)
    before = text[max(0, start - 24) : start]
    if _REPUBLIC.search(before) or _GEORGIAN_CITY.search(text[max(0, start - 80) : end + 80]):
        return Place(_countries()[key])
    return Place(*state, sure=bool(_US_CONTEXT.search(before) or _LAND_FOLLOWS.match(text[end:])))


def _key(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    decomposed = unicodedata.normalize("NFD", plain)
    if plain.isascii() or not re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", plain):
        plain = "".join(character for character in decomposed if not unicodedata.combining(character))
    plain = re.sub(r"^the\s+", "", plain.strip()).replace("&", "and")
    return re.sub(r"[\W_]+", "", plain)


@cache
def _places() -> _Places:
    return read_yaml(PATH, _Places)


@cache
def _names(language: Language) -> dict[str, str]:
    territories = Locale.parse(locale_of(language)).territories
    return {
        code: str(name)
        for code, name in territories.items()
        if len(code) == 2 and code.isalpha() and code not in _NOT_COUNTRIES
    }


def _country_words() -> Iterator[tuple[str, str]]:
    for language in ("en", "ja"):
        for code, name in _names(language).items():
            yield name, code
    for code, names in _places().countries.items():
        for name in names:
            yield name, code


def _state_words() -> Iterator[tuple[str, tuple[str, str]]]:
    for country, states in _places().states.items():
        for state in states:
            for name in (*state.texts, *state.also):
                yield name, (country, state.en)


@cache
def _countries() -> dict[str, str]:
    return {_key(name): code for name, code in _country_words()}


@cache
def _adjectives() -> dict[str, str]:
    return {_key(name): code for code, names in _places().adjectives.items() for name in names}


@cache
def _states() -> dict[str, tuple[str, str]]:
    found = {_key(name): state for name, state in _state_words()}
    for country, states in _places().states.items():
        for state in states:
            if state.postal and state.postal not in _names("en"):
                found[_key(state.postal)] = (country, state.en)
    return found


@cache
def _ambiguous() -> frozenset[tuple[str, str]]:
    return frozenset(
        (country, state.en) for country, states in _places().states.items() for state in states if state.ambiguous
    )


@cache
def _pattern(adjectives: bool) -> re.Pattern[str]:
    names = {name for name, _ in _country_words()} | {name for name, _ in _state_words()}
    if adjectives:
        names |= {name for names_of in _places().adjectives.values() for name in names_of}
    else:
        names -= {"English", "Welsh", "Scottish", "Scots", "English and Welsh"}
    names -= _places().not_in_running_text
    latin = any_of(_parts(name) for name in names if name[0].isascii())
    others = [_parts(name) for name in names if not name[0].isascii()]
    # What each begins with is looked at first: hardly any place in a text is the beginning of a name.
    firsts = "".join(sorted({parts[0] for parts in others}))
    return re.compile(rf"(?<![A-Za-z])(?=[A-Za-z]){latin}|(?=[{firsts}]){any_of(others)}", re.IGNORECASE)


def _parts(name: str) -> list[str]:
    """A name as parts of an expression: any spaces between its words, either apostrophe, no letter behind it."""
    parts: list[str] = []
    for word in name.replace("’", "'").lower().split():
        parts += [r"\s+"] * bool(parts) + ["['’]\\s?" if each == "'" else re.escape(each) for each in word]
    ends_in_letter = name[-1].isascii() and name[-1].isalpha()
    return parts + [r"(?![A-Za-z])"] * ends_in_letter
