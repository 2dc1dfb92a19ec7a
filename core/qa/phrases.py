"""Parts of the built-in engine's answers: sentences of `core/wording/answers.yaml`, names, days, quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from babel.dates import format_date

from core.contracts import fact_words
from core.taxonomy import taxonomy
from core.wording import Language, locale_of, wording_text

_FIELDS = ("parties", "agreement_type", "last_notice_day", "current_term")
"""What is named beside the categories of the taxonomy, or otherwise than there."""
_EXCERPT_LENGTH = 260


def say(key: str, language: Language, **values: object) -> str:
    """A sentence in a language."""
    return wording_text(f"answers.{key}", language, **values)


def category(code: str, language: Language) -> str:
    """Name of a category, agreement type's field or date field."""
    if code in _FIELDS:
        return say(code, language)
    return taxonomy().get(code).name(language)


def names(code: str, text: str) -> bool:
    """Whether a text holds the first word of one of the category's names, such as price or 価格."""
    kind = taxonomy().get(code)
    heads = {name[:2] if not name.isascii() else name.split()[0].casefold() for name in kind.spoken_names}
    return any(head in text.casefold() for head in heads)


def day(value: str | date, language: Language) -> str:
    """A date as people write it."""
    moment = date.fromisoformat(value) if isinstance(value, str) else value
    return format_date(moment, format="long", locale=locale_of(language))


def fact_value(name: str, value: str, detail: str | None, language: Language) -> str:
    """A fact's value in words, dates as people write them."""
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", value):
        return day(value, language)
    return fact_words(name, value, detail, language)


def short(text: str) -> str:
    """Words of a contract on one line, cut at a word."""
    line = re.sub(r"\s+", " ", text).strip()
    if len(line) <= _EXCERPT_LENGTH:
        return line
    cut = line[:_EXCERPT_LENGTH]
    space = cut.rfind(" ")
    return (cut[:space] if space > _EXCERPT_LENGTH // 2 else cut) + " …"


def without_names(text: str, names: Sequence[str]) -> str:
    """A text without some names, to be looked for in contracts that bear them: there every page's head has their words.

    The text as it is where nothing else is left.
    """
    left = text
    for name in names:
        left = re.sub(
            rf"(?<!\w){re.escape(name)}(?:'s|’s)?(?!\w)|{re.escape(name)}(?=[^\W\d_a-zA-Z])", " ", left, flags=re.I
        )
    return left if re.search(r"\w", left) else text


def called(number: int, title: str, parties: Sequence[str], language: Language) -> str:
    """A contract as answers name it: number, title, parties."""
    name = f"{say('contract', language, number=number)} **{plain(title)}**"
    return f"{name} ({plain(' / '.join(parties))})" if parties else name


def plain(text: str) -> str:
    """Text that has no meaning to a Markdown reader."""
    return re.sub(r"([\\`*_{}\[\]<>#|$~:])", r"\\\1", re.sub(r"\s+", " ", text))


def unescaped(text: str) -> str:
    """An answer for readers that know no Markdown."""
    return re.sub(r"\\([\\`*_{}\[\]<>#|$~:])", r"\1", text)


def quoted(text: str, language: Language) -> str:
    """Words of a contract in quotation marks."""
    words = plain(short(text))
    return wording_text("punctuation.quoted", language, words=words)
