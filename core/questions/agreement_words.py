"""Agreement types that the words of a question name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from core.lexicon import agreement_types
from core.questions.mentions import folded


@dataclass(frozen=True, slots=True)
class TypeMention:
    """An agreement type named at characters `start`–`end` of a folded question."""

    code: str
    start: int
    end: int


def types_in(text: str) -> list[TypeMention]:
    """Agreement types that a folded text names, in reading order; of names that overlap, the longest."""
    found: list[TypeMention] = []
    for begin, pattern, code in _patterns():
        if begin not in text:
            continue
        for match in pattern.finditer(text):
            if all(match.end() <= one.start or one.end <= match.start() for one in found):
                found.append(TypeMention(code, match.start(), match.end()))
    return sorted(found, key=lambda one: one.start)


def type_names(code: str) -> tuple[str, ...]:
    """Names of an agreement type, folded. A bare word is a type only with "agreement" or "contract" after it."""
    return _types()[code]


@cache
def _types() -> dict[str, tuple[str, ...]]:
    types: dict[str, tuple[str, ...]] = {}
    for kind in agreement_types().values():
        names = {folded(name) for name in (kind.en, kind.ja, *kind.aliases)}
        bare = {name for name in names if name.isascii() and " " not in name and len(name) > 4}
        longer = {f"{name} {word}" for name in bare for word in ("agreement", "contract")}
        types[kind.code] = tuple(sorted((names - bare) | longer))
    return types


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """The first word of each name, a pattern of the name, and the type; the longest name first."""
    pairs = [(name, code) for code, names in _types().items() for name in names]
    found: list[tuple[str, re.Pattern[str], str]] = []
    for name, code in sorted(pairs, key=lambda pair: (-len(pair[0]), pair[0])):
        plain = r"\s+".join(re.escape(word) for word in name.split())
        pattern = rf"(?<![a-z]){plain}s?(?![a-z])" if name.isascii() else rf"{plain}書?"
        found.append((name.split()[0], re.compile(pattern), code))
    return tuple(found)
