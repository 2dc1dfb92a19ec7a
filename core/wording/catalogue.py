"""Wordings: loaded once, checked when loaded, given out in the language that is asked for.

`FILE.yaml` in this folder holds texts by key in Japanese and English. A further language has its own folder with the
same files, `CODE/FILE.yaml`, each a text by key, and is complete: no sentence falls back to another language.
"""

from __future__ import annotations

import string
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import RootModel, ValidationError

from core.errors import ConfigError, WorkbenchError
from core.wording.languages import ALWAYS, Language, Wording, languages

_DETAIL = "detail"
"""A value that holds a library's own English words: a language says them, or says it by the other values."""
FOLDER = Path(__file__).resolve().parent
# The loader in C reads the files ten times as fast as the one in Python.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Wordings(RootModel[dict[str, Wording]]):
    """One file's texts by key."""


class _Texts(RootModel[dict[str, str]]):
    """One file's texts by key, in one language."""


Model = TypeVar("Model", Wordings, _Texts)


def placeholders(text: str) -> set[str]:
    """Names in braces that a text wants values for."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@cache
def wordings() -> Mapping[str, Wording]:
    """All texts by `file.key`.

    Raises:
        ConfigError: a file is malformed, a language lacks a text, or placeholders differ; says where.
    """
    found: dict[str, Wording] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        texts = {key: dict(wording) for key, wording in _read(path, Wordings).root.items()}
        for language in languages():
            if language not in ALWAYS:
                _add(texts, language, path.name)
        for key, by_language in texts.items():
            _check(by_language, path.name, key)
            found[f"{path.stem}.{key}"] = Wording(**by_language)
    return found


def _read(path: Path, model: type[Model]) -> Model:
    where = str(path.relative_to(FOLDER))
    try:
        return model.model_validate(yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"{where}: {error}", file=where) from error


def _add(texts: dict[str, dict[str, str]], language: Language, file: str) -> None:
    """Put a further language's texts of a file beside the others."""
    path = FOLDER / language / file
    where = f"{language}/{file}"
    if not path.is_file():
        raise ConfigError(f"{where} is missing: {language} is declared in configs/languages.yaml", file=where)
    own = _read(path, _Texts).root
    if lacking := [key for key in texts if key not in own]:
        raise ConfigError(f"{where} lacks {', '.join(lacking)}", file=where, key=lacking[0])
    if unknown := [key for key in own if key not in texts]:
        raise ConfigError(f"{where}: {', '.join(unknown)} is not in {file}", file=where, key=unknown[0])
    for key, text in own.items():
        texts[key][language] = text


def _check(by_language: Mapping[Language, str], file: str, key: str) -> None:
    wanted = placeholders(by_language["ja"]) - {_DETAIL}
    for language, text in by_language.items():
        where = file if language in ALWAYS else f"{language}/{file}"
        if not text.strip():
            raise ConfigError(f"{where}: {key} is empty in {language}", file=where, key=key)
        named = placeholders(text)
        if named - {_DETAIL} != wanted and not (_DETAIL in named and named - {_DETAIL} < wanted):
            raise ConfigError(f"{where}: {key} has different placeholders in {language}", file=where, key=key)


def wording_text(key: str, language: Language, /, **values: object) -> str:
    """The text for `file.key` in a language, with values put in as they are.

    Raises:
        KeyError: no such text, or a value is missing.
    """
    return wordings()[key].text(language, **values)


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


def listed(texts: Iterable[str], language: Language) -> str:
    """Texts one after the other, with the sign that a language puts between them."""
    return wording_text("punctuation.list", language).join(texts)
