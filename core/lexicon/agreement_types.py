"""Types of agreements, read once from `configs/agreement_types.yaml`, their only home."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from pydantic import BaseModel, ConfigDict

from core.settings import ROOT
from core.wording import Language, Wording
from core.yaml_file import read_yaml

PATH = ROOT / "configs" / "agreement_types.yaml"


class AgreementType(Wording):
    """One type with its names; aliases are other words for it in a title or a question."""

    code: str
    aliases: tuple[str, ...] = ()

    @property
    def spoken_names(self) -> tuple[str, ...]:
        """The names that people use for it: those of every language, and the aliases."""
        return (*self.texts, *self.aliases)


class _AgreementTypesFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    agreement_types: tuple[AgreementType, ...]


@cache
def agreement_types() -> dict[str, AgreementType]:
    """All types by code.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    file = read_yaml(PATH, _AgreementTypesFile)
    return {kind.code: kind for kind in file.agreement_types}


def agreement_type_name(code: str, language: Language) -> str:
    """Name of a type; the code itself where it is a person's or an endpoint's own word."""
    kind = agreement_types().get(code)
    if kind is None:
        return code
    return kind.text(language)


def agreement_code(name: str) -> str | None:
    """Code of the type that a code, a name in any language or an alias stands for; None for any other word.

    "契約書" and "契約", "NDA" and "non-disclosure agreement", full and half width, capitals and hyphens make no
    difference.
    """
    return _codes().get(_key(name))


def _key(name: str) -> str:
    plain = re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", name).casefold())
    return re.sub(r"(?:契約)?書$", "契約", plain) if plain.endswith("契約書") else plain


@cache
def _codes() -> dict[str, str]:
    codes: dict[str, str] = {}
    for kind in agreement_types().values():
        for name in (kind.code, *kind.spoken_names):
            codes.setdefault(_key(name), kind.code)
            # "License" for "license agreement", 秘密保持 for 秘密保持契約; never an empty word.
            bare = re.sub(r"(?:agreements?|contracts?|契約)$", "", _key(name))
            if len(bare) > 1:
                codes.setdefault(bare, kind.code)
    return codes
