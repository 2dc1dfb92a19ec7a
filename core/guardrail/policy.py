"""What may be repaired for one kind of answer beyond form alone: a data file beside the schema.

`configs/guardrail/<name>.yaml`. Without a policy only what holds for any schema is repaired.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from core.errors import ConfigError

FOLDER = Path(__file__).resolve().parents[2] / "configs" / "guardrail"
_NAME = re.compile(r"[a-z0-9_]{1,64}")
_POINTER = re.compile(r"(?:/(?:[^~/]|~[01])+)+")
# Signs that join or set off words; not a point inside a number or a minus before one.
_JOINERS = re.compile(r"[\s_‐-―\"'`“”‘’「」『』【】<>()（）\[\]*、。]+|(?<!\d)[.,・:]|[.,・:](?!\d)|-(?!\d)|(?<=\w)-")


def folded(word: str) -> str:
    """A word without width, case and joiners: how names and listed values are compared."""
    return _JOINERS.sub("", unicodedata.normalize("NFKC", word)).casefold()


class Default(BaseModel):
    """A value that may stand where a property is missing or null.

    `unless` names places and the values there with which the property is content, so that its lack is not harmless.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    path: str
    value: bool | int | float | str | list[str] | None
    unless: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class Policy(BaseModel):
    """Repairs that one kind of answer allows. Places are JSON Pointers into the answer; `*` stands for any item.

    Attributes:
        description: what answers it is for.
        aliases: other names of a property, by its name.
        words: other words for a listed value: place, then value, then words.
        versions: places whose value is a version number: `1`, `v1.0` and 1.0 mean `1.0`.
        null_words: words that mean that there is no value, where the schema takes null and no text.
        defaults: safe values.
        visible: places whose text must show at least one character.
        drop_unknown: whether properties that a closed object does not know are left out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    description: str = ""
    aliases: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    words: dict[str, dict[str, tuple[str, ...]]] = Field(default_factory=dict)
    versions: tuple[str, ...] = ()
    null_words: tuple[str, ...] = ()
    defaults: tuple[Default, ...] = ()
    visible: tuple[str, ...] = ()
    drop_unknown: bool = False

    @field_validator("versions", "visible")
    @classmethod
    def _pointers(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for pointer in value:
            if not _POINTER.fullmatch(pointer):
                raise ValueError(f"{pointer!r} is no JSON Pointer")
        return value

    @field_validator("words")
    @classmethod
    def _distinct(cls, value: dict[str, dict[str, tuple[str, ...]]]) -> dict[str, dict[str, tuple[str, ...]]]:
        for pointer, words in value.items():
            if not _POINTER.fullmatch(pointer):
                raise ValueError(f"{pointer!r} is no JSON Pointer")
            seen: dict[str, str] = {}
            for target, others in words.items():
                for word in others:
                    if seen.setdefault(folded(word), target) != target:
                        raise ValueError(f"{pointer}: {word!r} stands for {seen[folded(word)]!r} and for {target!r}")
        return value

    @field_validator("aliases")
    @classmethod
    def _one_meaning(cls, value: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        seen: dict[str, str] = {}
        for name, others in value.items():
            for other in others:
                if seen.setdefault(folded(other), name) != name:
                    raise ValueError(f"{other!r} stands for {seen[folded(other)]!r} and for {name!r}")
        return value


NO_POLICY = Policy()


@cache
def load_policy(name: str) -> Policy:
    """A policy that ships with the product.

    Raises:
        ConfigError: there is none of that name, or its file is wrong; says where.
    """
    if not _NAME.fullmatch(name) or not (FOLDER / f"{name}.yaml").is_file():
        known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.yaml")))
        raise ConfigError(f"there is no guardrail policy {name!r}; there are: {known}", policy=name)
    return read_policy(FOLDER / f"{name}.yaml")


def read_policy(path: Path) -> Policy:
    """The policy of a file.

    Raises:
        ConfigError: it is missing, no YAML, or not of the form; says where.
    """
    try:
        return Policy.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path.name}: the policy cannot be read: {error}", file=path.name) from None
    except yaml.YAMLError as error:
        raise ConfigError(f"{path.name}: no YAML: {' '.join(str(error).split())}", file=path.name) from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = "/".join(str(part) for part in first["loc"])
        raise ConfigError(f"{path.name}: /{place}: {first['msg']}", file=path.name, place=f"/{place}") from None
