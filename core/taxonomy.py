"""The taxonomy of clause types and facts, read once from `configs/taxonomy.yaml`, its only home.

It has two layers: the 41 categories of CUAD (33 clause types and the eight facts) and general clause types, which
have no name in that data set. A clause type is wholly described by its entry; nothing in Python lists clause types.

To these come the types that users define, which the store keeps and whoever opens it makes known here
(`use_own_types`). A process has one store, so it has one set of them; the last that was made known counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError, model_validator

from core.errors import ConfigError
from core.wording import Language, Wording

PATH = Path(__file__).resolve().parents[1] / "configs" / "taxonomy.yaml"
# The loader in C reads the file in 30 ms; the one in Python takes ten times that.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
Strength = Literal["strong", "fair", "weak"]
Made = TypeVar("Made")
OWN_GROUP = "own"


def _pattern(value: str) -> str:
    try:
        re.compile(value)
    except re.error as error:
        raise ValueError(f"{value!r} is no pattern: {error}") from error
    return value


Pattern = Annotated[str, AfterValidator(_pattern)]


class Headings(BaseModel):
    """Patterns of an article's heading: English in lower case, Japanese in NFKC without blanks."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    en: Pattern | None = None
    ja: Pattern | None = None


class Rule(BaseModel):
    """What a Japanese sentence must and must not contain to be a clause of a type."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    strength: Strength
    all: tuple[Pattern, ...]
    none: tuple[Pattern, ...] = ()


class Category(Wording):
    """A clause type or a fact, with its name in every language.

    `code` is used in code and graph, `cuad` is that data set's name for it, if any. `topic` holds groups of
    English words; a sentence with a word of every group speaks of the category. `stance` says what follows from the
    clause being there: that what it is named after may be done, may not be done, or either; that something goes to one
    side, which only its words name; None where nobody asks so.
    """

    code: str
    kind: Literal["clause", "fact"]
    cuad: str | None = None
    group: str
    stance: Literal["allows", "forbids", "either", "one_side"] | None = None
    definition: Wording
    aliases: tuple[str, ...] = ()
    topic: tuple[str, ...]
    headings: Headings = Headings()
    japanese: tuple[Rule, ...] = ()

    def name(self, language: Language) -> str:
        """The category's name in a language."""
        return self.text(language)

    @property
    def spoken_names(self) -> tuple[str, ...]:
        """The names that people use for it: those of every language, and the aliases."""
        return (*self.texts, *self.aliases)

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that stands for it beside its code, that of CUAD among them."""
        return (*((self.cuad,) if self.cuad else ()), *self.spoken_names)


class OwnType(Category):
    """A clause type that a user defined, with passages that are of it and passages that are not.

    `examples` are those that its author gave; `accepted` and `rejected` are what reviewers said of passages found.
    """

    kind: Literal["clause"] = "clause"
    group: str = OWN_GROUP
    topic: tuple[str, ...] = ()
    examples: tuple[str, ...]
    accepted: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()


class Taxonomy(BaseModel):
    """All categories in their order, with their groups. `removed` are own types that only old reviews still name."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    groups: dict[str, Wording]
    categories: tuple[Category, ...]
    removed: tuple[OwnType, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Taxonomy:
        seen: dict[str, str] = {}
        for category in self.categories:
            if category.group not in self.groups:
                raise ValueError(f"{category.code}: unknown group {category.group}")
            for name in {_key(n) for n in (category.code, *category.names)}:
                if seen.setdefault(name, category.code) != category.code:
                    raise ValueError(f"{name!r} names both {seen[name]} and {category.code}")
        return self

    @property
    def clauses(self) -> tuple[Category, ...]:
        """The clause types."""
        return tuple(category for category in self.categories if category.kind == "clause")

    @property
    def facts(self) -> tuple[Category, ...]:
        """The eight facts."""
        return tuple(category for category in self.categories if category.kind == "fact")

    @property
    def cuad(self) -> tuple[Category, ...]:
        """The 41 categories of CUAD."""
        return tuple(category for category in self.categories if category.cuad is not None)

    def get(self, code: str) -> Category:
        """The category with this code.

        Raises:
            KeyError: there is none.
        """
        return self._by_code[code]

    def find(self, name: str) -> Category | None:
        """The category that a name in any language, a code or an alias stands for; None when none does."""
        return self._by_name.get(_key(name))

    @property
    def own(self) -> tuple[OwnType, ...]:
        """The clause types that users defined."""
        return tuple(category for category in self.categories if isinstance(category, OwnType))

    @cached_property
    def _by_code(self) -> dict[str, Category]:
        return {category.code: category for category in (*self.removed, *self.categories)}

    @cached_property
    def _by_name(self) -> dict[str, Category]:
        return {_key(name): category for category in self.categories for name in (category.code, *category.names)}


def _key(name: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())


@cache
def shipped_taxonomy() -> Taxonomy:
    """The taxonomy that ships, without the types that users defined: what models were trained for.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        return Taxonomy.model_validate(yaml.load(PATH.read_text(encoding="utf-8"), Loader=_LOADER))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error


_with_own: Taxonomy | None = None


def taxonomy() -> Taxonomy:
    """The taxonomy with the types that users defined, which come last.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    return _with_own or shipped_taxonomy()


def use_own_types(own: Sequence[OwnType], removed: Sequence[OwnType] = ()) -> None:
    """Make the types that users defined known to this process, in place of those that were.

    Raises:
        ValueError: a name stands for two types.
    """
    global _with_own
    known = taxonomy()
    if known.own == tuple(own) and known.removed == tuple(removed):
        return
    shipped = shipped_taxonomy()
    _with_own = Taxonomy(groups=shipped.groups, categories=(*shipped.categories, *own), removed=tuple(removed))


def per_taxonomy(function: Callable[[], Made]) -> Callable[[], Made]:
    """A function without arguments whose result is computed once for each state of the taxonomy."""
    known: tuple[Taxonomy, Made] | None = None

    def computed() -> Made:
        nonlocal known
        current = taxonomy()
        if known is None or known[0] is not current:
            known = current, function()
        return known[1]

    computed.__doc__ = function.__doc__
    return computed
