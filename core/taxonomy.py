"""The taxonomy of clause types and facts, read once from `configs/taxonomy.yaml`, its only home."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from core.errors import ConfigError
from core.wording import Language

PATH = Path(__file__).resolve().parents[1] / "configs" / "taxonomy.yaml"


class Wording(BaseModel):
    """One text in both languages."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    en: str
    ja: str


class Category(BaseModel):
    """A clause type or a fact: `code` is used in code and graph, `cuad` is the data set's name for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    code: str
    kind: Literal["clause", "fact"]
    cuad: str
    en: str
    ja: str
    group: str
    definition: Wording
    aliases: tuple[str, ...] = ()

    def name(self, language: Language) -> str:
        """The category's name in a language."""
        return self.ja if language == "ja" else self.en


class Taxonomy(BaseModel):
    """All categories in their order, with their groups."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    groups: dict[str, Wording]
    categories: tuple[Category, ...]

    @model_validator(mode="after")
    def _consistent(self) -> Taxonomy:
        seen: dict[str, str] = {}
        for category in self.categories:
            if category.group not in self.groups:
                raise ValueError(f"{category.code}: unknown group {category.group}")
            for name in {_key(n) for n in (category.code, category.cuad, category.en, category.ja, *category.aliases)}:
                if seen.setdefault(name, category.code) != category.code:
                    raise ValueError(f"{name!r} names both {seen[name]} and {category.code}")
        return self

    @property
    def clauses(self) -> tuple[Category, ...]:
        """The 33 clause types."""
        return tuple(category for category in self.categories if category.kind == "clause")

    @property
    def facts(self) -> tuple[Category, ...]:
        """The eight facts."""
        return tuple(category for category in self.categories if category.kind == "fact")

    def get(self, code: str) -> Category:
        """The category with this code.

        Raises:
            KeyError: there is none.
        """
        return _by_code()[code]

    def find(self, name: str) -> Category | None:
        """The category that a name in either language, a code or an alias stands for; None when none does."""
        return _by_name().get(_key(name))


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())


@cache
def taxonomy() -> Taxonomy:
    """The taxonomy.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        return Taxonomy.model_validate(yaml.safe_load(PATH.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error


@cache
def _by_code() -> dict[str, Category]:
    return {category.code: category for category in taxonomy().categories}


@cache
def _by_name() -> dict[str, Category]:
    return {
        _key(name): category
        for category in taxonomy().categories
        for name in (category.code, category.cuad, category.en, category.ja, *category.aliases)
    }
