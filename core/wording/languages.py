"""The languages of the interface, declared in `configs/languages.yaml`, and texts that are kept in all of them."""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

from babel import Locale, UnknownLocaleError
from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator

from core.yaml_file import read_yaml

Language: TypeAlias = str
"""Code of a language that is declared, such as `ja`. What a contract is written in is another matter."""

PATH = Path(__file__).resolve().parents[2] / "configs" / "languages.yaml"
ALWAYS = ("ja", "en")
"""Languages that contracts and questions are understood in: every text and every name has them."""


class DeclaredLanguage(BaseModel):
    """One language of the interface."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str = Field(min_length=1)
    english: str = Field(min_length=1)
    locale: str
    falls_back_to: str


class _Languages(RootModel[dict[str, DeclaredLanguage]]):
    @model_validator(mode="after")
    def _whole(self) -> _Languages:
        for code in ALWAYS:
            if code not in self.root:
                raise ValueError(f"{code} is not declared")
        for code, declared in self.root.items():
            if declared.falls_back_to not in ALWAYS:
                raise ValueError(f"{code}: falls_back_to is {' or '.join(ALWAYS)}")
            try:
                Locale.parse(declared.locale)
            except (UnknownLocaleError, ValueError) as error:
                raise ValueError(f"{code}: {error}") from error
        return self


@cache
def languages() -> Mapping[Language, DeclaredLanguage]:
    """The declared languages by code, in their order.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return read_yaml(PATH, _Languages).root


def locale_of(language: Language) -> str:
    """The locale whose dates and countries' names a language uses."""
    return languages()[language].locale


class _NumberFormatter(string.Formatter):
    """Puts values in; `{count:day|days}` is the number with the word that agrees with it ("1 day", "2 days")."""

    def format_field(self, value: object, format_spec: str) -> str:
        if "|" not in format_spec:
            return str(super().format_field(value, format_spec))
        singular, plural = format_spec.split("|")
        return f"{value} {singular if str(value) == '1' else plural}"


_FORMATTER = _NumberFormatter()


class Wording(BaseModel):
    """One text in Japanese, in English and in any other declared language.

    A model of a configuration file that has a name in each language is a `Wording` with further fields.
    """

    model_config = ConfigDict(extra="allow", frozen=True)
    __pydantic_extra__: dict[str, str] = Field(init=False)
    ja: str
    en: str

    @model_validator(mode="after")
    def _declared(self) -> Wording:
        for name in self.__pydantic_extra__:
            if name not in languages():
                raise ValueError(f"{name} is no field and no language of configs/{PATH.name}")
        return self

    def text(self, language: Language, /, **values: object) -> str:
        """The text in a language, or in the one that it falls back to, with values put in as they are."""
        text = self.own_text(language)
        if text is None:
            text = self.ja if languages()[language].falls_back_to == "ja" else self.en
        return _FORMATTER.vformat(text, (), values) if values else text

    def own_text(self, language: Language) -> str | None:
        """The text in a language; None where only its fallback has one."""
        if language == "ja":
            return self.ja
        return self.en if language == "en" else self.__pydantic_extra__.get(language)

    @property
    def texts(self) -> tuple[str, ...]:
        """The text in every language that has one."""
        return (self.ja, self.en, *self.__pydantic_extra__.values())
