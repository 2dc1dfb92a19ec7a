"""What words mean: phrases of `configs/questions.yaml`, names of clause types, facts and agreement types, as senses.

A sense is a tag of the grammar (`clause`, `fact`, `doc`, `with` …) and a value. Words that mean several things give
several senses at one place; the grammar decides between them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import ConfigError
from core.lexicon import agreement_types, place_names
from core.settings import ROOT
from core.taxonomy import per_taxonomy, taxonomy

PATH = ROOT / "configs" / "questions.yaml"
_JAPANESE = re.compile(r"[ぁ-ゖァ-ヺ一-龠々]")
_LANGUAGES = {
    "en": "english(-| )language|(written |drafted |made )?in english|英語版?|英文(の)?",
    "ja": "japanese(-| )language|(written |drafted |made )?in japanese|日本語版?|和文(の)?|邦文",
}


class _DateVerb(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    present: str
    past: str = ""


class _LexiconFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    forms: dict[str, str]
    clauses: dict[str, str]
    facts: dict[str, str]
    date_verbs: dict[str, _DateVerb]
    superlatives: dict[str, str]
    statistics: dict[str, str]
    heads: dict[str, str]
    words: dict[str, str]
    bare_types: dict[str, str]
    roles: tuple[tuple[str, ...], ...]
    open_questions: str
    refused: dict[str, str]
    house: str
    no_slips: str
    function: dict[Literal["en", "ja"], str]


@dataclass(frozen=True, slots=True)
class Sense:
    """What characters `start`–`end` of a folded question may mean."""

    start: int
    end: int
    tag: str
    value: object


_Patterns = tuple[tuple[str, object, frozenset[str], re.Pattern[str], tuple[re.Pattern[str], ...]], ...]


def folded(question: str) -> str:
    """A question in one width and case, with straight quotes and plain hyphens."""
    text = unicodedata.normalize("NFKC", question).casefold()
    return re.sub(r"[‘’]", "'", re.sub(r"[‐-―−]", "-", text))


def is_japanese(text: str) -> bool:
    """Whether a text holds Japanese letters."""
    return _JAPANESE.search(text) is not None


def senses(text: str) -> tuple[Sense, ...]:
    """Every sense of every place of a folded question, in no order."""
    return _reader()(text)


@per_taxonomy
def _reader() -> Callable[[str], tuple[Sense, ...]]:
    """Finds senses, and remembers those of the last questions: several readers ask for them one after the other."""
    patterns = _patterns()
    return lru_cache(maxsize=64)(lambda text: tuple(_matched(text, patterns)))


def _matched(text: str, patterns: _Patterns) -> Iterator[Sense]:
    characters = set(text)
    for tag, value, firsts, anywhere, phrases in patterns:
        if firsts.isdisjoint(characters):
            continue
        for start in [match.start() for match in anywhere.finditer(text)]:
            ends = {match.end() for phrase in phrases if (match := phrase.match(text, start)) is not None}
            for end in ends:
                if end > start:
                    yield Sense(start, end, tag, value)


@cache
def role_groups() -> tuple[frozenset[str], ...]:
    """Folded words for one role of a party, in either language."""
    return tuple(frozenset(folded(word) for word in group) for group in _file().roles)


def clause_codes(text: str) -> tuple[str, ...]:
    """Codes of the clause types that a text names, in reading order; of names that overlap, the longest."""
    found = [sense for sense in senses(folded(text)) if sense.tag == "clause"]
    chosen: list[Sense] = []
    for sense in sorted(found, key=lambda sense: (sense.start - sense.end, sense.start)):
        if all(sense.end <= other.start or other.end <= sense.start for other in chosen):
            chosen.append(sense)
    return tuple(dict.fromkeys(str(sense.value) for sense in sorted(chosen, key=lambda sense: sense.start)))


@per_taxonomy
def known_words() -> frozenset[str]:
    """Latin words of four letters or more and runs of katakana that the lexicon knows, for slips of the pen."""
    texts = [phrase for _, _, phrase in _phrases()]
    texts += [folded(name) for kind in agreement_types().values() for name in (kind.en, kind.ja, *kind.aliases)]
    texts += [folded(name) for c in taxonomy().categories for name in (c.en, c.ja, *c.aliases)]
    words = {word for text in texts for word in _words_of(text)}
    places = {word for name in place_names() for word in re.findall(r"[a-z]{5,}|[ァ-ヺー]{4,}", folded(name))}
    return frozenset(words | places)


@cache
def no_slips() -> frozenset[str]:
    """English words, as written, that are near a known one and yet no slip of the pen."""
    return frozenset(_file().no_slips.split())


@cache
def function_words() -> frozenset[str]:
    """Latin words that only serve the grammar: a word taken for one of them by a slip would be lost."""
    words = {word for tag, _, phrase in _phrases() if tag == "func" for word in _words_of(phrase)}
    others = [phrase for tag, _, phrase in _phrases() if tag != "func"]
    return frozenset(
        word
        for word in words
        if not any(word in phrase and re.fullmatch(_expression(phrase), word) for phrase in others)
    )


def _words_of(phrase: str) -> set[str]:
    """Whole words of an expression: those without alternatives in them, and stems with each of their endings."""
    plain = phrase.replace("[sc]", "s").replace("u?", "u")
    found = set(re.findall(r"(?<![\w)\]|(])[a-z]{4,}(?![\w(\[?])|[ァ-ヺー]{4,}", plain))
    for stem, last in re.findall(r"(?<![\w)\]])([a-z]{3,})([a-z])\?", plain):
        found |= {stem, stem + last}
    for stem, endings, may_lack in re.findall(r"(?<![\w)\]])([a-z]{3,})\(([a-z|]+)\)(\?)?", plain):
        found |= {stem + ending for ending in endings.split("|")} | ({stem} if may_lack else set())
    return {word for word in found if len(word) >= 4}


@per_taxonomy
def common_words() -> frozenset[str]:
    """Latin words that name no firm and no contract by themselves: those of the lexicon and of agreement types."""
    found = set("the of and for by with inc llc ltd corp company group holdings international no amended".split())
    for _, _, phrase in _phrases():
        found |= set(re.findall(r"[a-z]{3,}", phrase))
    for kind in agreement_types().values():
        for name in (kind.en, *kind.aliases):
            found |= set(re.findall(r"[a-z]{2,}", folded(name)))
    for category in taxonomy().categories:
        for name in (category.en, *category.aliases):
            found |= set(re.findall(r"[a-z]{2,}", folded(name)))
    return frozenset(found | {f"{word}s" for word in found})


def clause_phrases(code: str) -> tuple[str, ...]:
    """Expressions of the lexicon for a clause type, as written."""
    return tuple(phrase for tag, value, phrase in _phrases() if tag == "clause" and value == code)


def clause_words(code: str) -> str:
    """Every word that the taxonomy and the phrases have for a clause type, folded, in no order."""
    category = taxonomy().get(code)
    told = (*category.names, *category.definition.texts, *category.topic)
    return folded(" ".join([*told, *clause_phrases(code)]))


def _file() -> _LexiconFile:
    try:
        read = yaml.safe_load(PATH.read_text(encoding="utf-8"))
        return _LexiconFile.model_validate(_with_forms(read, _spelled_forms(read.get("forms") or {})))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error


def _spelled_forms(forms: dict[str, str]) -> dict[str, str]:
    """The forms, with those that an earlier one is part of written out."""
    spelled: dict[str, str] = {}
    for name, expression in forms.items():
        spelled[name] = f"({_with_forms(expression, spelled)})"
    return spelled


def _with_forms(value: Any, forms: dict[str, str]) -> Any:
    """The file's texts with `<name>` replaced by the form of that name; a name that is no form stays."""
    match value:
        case str():
            return _FORM.sub(lambda match: forms.get(match[1], match[0]), value)
        case dict():
            return {key: inner if key == "forms" else _with_forms(inner, forms) for key, inner in value.items()}
        case list():
            return [_with_forms(inner, forms) for inner in value]
    return value


_FORM = re.compile(r"<(\w+)>")


def _split(phrases: str, *, whole: bool = False) -> list[str]:
    """Phrases, each also without what may be missing at its end: that may belong to the next word."""
    found: list[str] = []
    for phrase in re.split(r"\s;(?:\s|$)", phrases):
        shorter = phrase.strip()
        while shorter and shorter not in found:
            found.append(shorter)
            without = None if whole else _without_ending(shorter)
            shorter = without or ""
    return found


def _without_ending(phrase: str) -> str | None:
    """An expression without the part at its end that may be missing; None where there is none."""
    if not phrase.endswith(")?"):
        return None
    depth = 0
    for place in range(len(phrase) - 2, -1, -1):
        depth += (phrase[place] == ")") - (phrase[place] == "(")
        if depth == 0:
            return phrase[:place]
    return None


@cache
def _phrases() -> tuple[tuple[str, object, str], ...]:
    """Tag, value and expression of every phrase of the file.

    Raises:
        ConfigError: the file is missing or wrong.
    """
    file = _file()
    found: list[tuple[str, object, str]] = []

    def add(tag: str, value: object, phrases: str) -> None:
        found.extend((tag, value, phrase) for phrase in _split(phrases, whole=tag == "func"))

    for tag, table in (("clause", file.clauses), ("fact", file.facts), ("super", file.superlatives)):
        for name, phrases in table.items():
            add(tag, name, phrases)
    for name, verb in file.date_verbs.items():
        add("dverb", name, verb.present)
        add("past", name, verb.past)
    for name, phrases in file.statistics.items():
        add("stat", name, phrases)
    for table in (file.heads, file.words):
        for name, phrases in table.items():
            add(name, True, phrases)
    for name, phrases in file.refused.items():
        add("refuse", name, phrases)
    add("open", True, file.open_questions)
    add("house", True, file.house)
    for phrases in file.function.values():
        add("func", True, phrases)
    for language, phrases in _LANGUAGES.items():
        found.extend(("lang", language, phrase) for phrase in (phrases,))
    return tuple(found)


@per_taxonomy
def _patterns() -> _Patterns:
    """For each tag and value: letters of which a text must have one, where any of its phrases begins, each phrase."""
    groups: dict[tuple[str, object], list[str]] = {}
    for tag, value, phrase in _phrases():
        # English and Japanese words go into patterns of their own: the parts that hold for both are tagged alike.
        groups.setdefault((tag if not is_japanese(phrase) or tag not in _DIRECTED else f"{tag}J", value), []).append(
            _expression(phrase)
        )
    for category in taxonomy().categories:
        named = (category.cuad, category.en, category.ja, *category.aliases)
        names = {folded(name) for name in named if name}
        names |= {part for name in names for part in re.split("・", name) if len(part) > 2 and is_japanese(part)}
        groups.setdefault((category.kind, category.code), []).extend(
            _expression(_plural(_escaped(name))) for name in sorted(names) if name != "parties"
        )
    for kind in agreement_types().values():
        groups[("type", kind.code)] = list(_type_expressions((kind.en, kind.ja, *kind.aliases)))
    for code, phrases in _file().bare_types.items():
        groups[("bare_type", code)] = [_expression(phrase) for phrase in _split(phrases)]
    return tuple(
        (tag, value, _firsts(parts), _anywhere(parts), tuple(re.compile(part) for part in sorted(set(parts))))
        for (tag, value), parts in groups.items()
    )


_DIRECTED = frozenset({"with", "without", "except", "neither", "dverb", "past"})
"""Tags whose words stand before what they belong to in English and after it in Japanese; the latter end in J."""


def _anywhere(parts: Iterable[str]) -> re.Pattern[str]:
    return re.compile(f"(?={'|'.join(sorted(set(parts)))})")


def _firsts(parts: Iterable[str]) -> frozenset[str]:
    """Letters of which a text must have one to hold any of some expressions: those of their first words."""
    letters: set[str] = set()
    for part in parts:
        bare = re.sub(r"\(\?<?[!=][^()]*\)", "", part)
        letters |= set(re.findall(r"\w|[%$&+/,、・;?-]", bare))
    return frozenset(letters)


def _escaped(name: str) -> str:
    return re.sub(r"([.+*?()\[\]{}|^$\\])", r"\\\1", name)


def _plural(name: str) -> str:
    plain = name.replace("license", "licen[sc]e")
    return f"{plain}(s|es)?" if name.isascii() and not name.endswith("s") else plain


def _type_expressions(names: Iterable[str]) -> Iterator[str]:
    for name in sorted({folded(name) for name in names}):
        plain = _escaped(name).replace("license", "licen[sc]e")
        if name.isascii():
            bare = " " not in name and len(name) > 4
            suffix = " (agreements?|contracts?|deals?)" if bare else "s?"
            stem = re.sub(r" agreement$", "", plain)
            if stem != plain:
                yield _expression(f"{stem} (agreements?|contracts?|deals?)")
            yield _expression(plain + suffix)
            if bare or stem != plain:
                # "distributor and agency agreements": the noun is said once.
                yield (
                    _expression(stem)
                    + r"(?=(?:,\s*[\w-]+)*,?\s+(?:and|or)\s+[\w-]+(?:\s\w+)?\s(?:agreement|contract)s?)"
                )
        else:
            yield _expression(f"{plain}書?")


def _expression(phrase: str) -> str:
    """A phrase as an expression: blanks of any width, words in Latin letters whole."""
    made = re.sub(r"-\?_\?|_\?", r"[\\s-]*", phrase)
    made = re.sub(r"(?<!\\)\((?!\?)", "(?:", made)
    made = re.sub(r"(?<!\[\\s)(?<!\\s)_", r"[\\s-]", made)
    made = re.sub(r" ", r"\\s+", made)
    if is_japanese(phrase):
        return made
    begins = "(?<![a-z0-9])" if re.match(r"[a-z0-9(\[\\]", made) else ""
    ends = "(?![a-z0-9])" if re.search(r"[a-z0-9)?\]*]$", made) else ""
    return f"{begins}(?:{made}){ends}"
