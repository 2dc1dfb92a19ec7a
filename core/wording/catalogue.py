"""Wordings: loaded once, checked when loaded, given out in the language that is asked for."""

from __future__ import annotations

import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, RootModel, ValidationError

from core.errors import ConfigError, WorkbenchError

Language = Literal["ja", "en"]
"""A language that every text is kept in."""

FOLDER = Path(__file__).resolve().parent


class Wording(BaseModel):
    """One text in both languages, with the same placeholders in both."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    ja: str
    en: str

    def text(self, language: Language) -> str:
        """The text in a language."""
        return self.ja if language == "ja" else self.en


class Wordings(RootModel[dict[str, Wording]]):
    """One file's texts by key."""


def placeholders(text: str) -> set[str]:
    """Names in braces that a text wants values for."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@cache
def wordings() -> Mapping[str, Wording]:
    """All texts by `file.key`.

    Raises:
        ConfigError: a file is malformed, a language is missing, or placeholders differ; says where.
    """
    found: dict[str, Wording] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        try:
            entries = Wordings.model_validate(yaml.safe_load(path.read_text(encoding="utf-8"))).root
        except (OSError, yaml.YAMLError, ValidationError) as error:
            raise ConfigError(f"{path.name}: {error}", file=path.name) from error
        for key, wording in entries.items():
            if not wording.ja.strip() or not wording.en.strip():
                raise ConfigError(f"{path.name}: {key} is empty in one language", file=path.name)
            if placeholders(wording.ja) != placeholders(wording.en):
                raise ConfigError(f"{path.name}: {key} has different placeholders", file=path.name)
            found[f"{path.stem}.{key}"] = wording
    return found


def wording_text(key: str, language: Language, /, **values: object) -> str:
    """The text for `file.key` in a language, with values put in as they are.

    Raises:
        KeyError: no such text, or a value is missing.
    """
    text = wordings()[key].text(language)
    return text.format(**values) if values else text


def error_wording(code: str, language: Language, facts: Mapping[str, object] | None = None) -> str:
    """What happened and what to do about it, in a language.

    Args:
        code: an error's code; one that is not known gets the general wording.
        language: the reader's.
        facts: values for the wording; those that are missing show as an ellipsis. A `reason` that has a wording of
            its own (`code__reason`) is used instead of the code's.
    """
    known = wordings()
    keys = (f"errors.{code}__{(facts or {}).get('reason')}", f"errors.{code}", f"errors.{WorkbenchError.code}")
    wording = next(known[key] for key in keys if key in known)
    text = wording.text(language)
    values = dict.fromkeys(placeholders(text), "…") | {name: str(value) for name, value in (facts or {}).items()}
    return text.format(**values)
