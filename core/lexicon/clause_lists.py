"""Which clause types are listed for an agreement type and a language, in which order; the data is in configs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, model_validator

from core.lexicon.agreement_types import agreement_types
from core.taxonomy import shipped_taxonomy
from core.wording import Language
from core.yaml_file import read_yaml

PATH = Path(__file__).resolve().parents[2] / "configs" / "clause_lists.yaml"


class ClauseLists(BaseModel):
    """The setting: what every contract of a language is looked through for, and what each agreement type is."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    every: dict[Language, tuple[str, ...]]
    agreement_types: dict[str, tuple[str, ...]]

    @model_validator(mode="after")
    def _known(self) -> ClauseLists:
        clauses = {category.code for category in shipped_taxonomy().clauses}
        named = {code for codes in (*self.every.values(), *self.agreement_types.values()) for code in codes}
        if unknown := named - clauses:
            raise ValueError(f"no clause types: {', '.join(sorted(unknown))}")
        if unknown := self.agreement_types.keys() - agreement_types().keys():
            raise ValueError(f"no agreement types: {', '.join(sorted(unknown))}")
        return self


@cache
def _lists() -> ClauseLists:
    return read_yaml(PATH, ClauseLists)


def listed_types(agreement_type: str | None, language: str) -> tuple[str, ...]:
    """Codes of the clause types to list for a contract, in their order.

    Args:
        agreement_type: code of its agreement type, None where it has none.
        language: the contract's; any but Japanese has the English list.

    Raises:
        ConfigError: the setting is missing or wrong; says where.
    """
    own = _lists().agreement_types.get(agreement_type or "", ())
    return tuple(dict.fromkeys((*own, *_lists().every["ja" if language == "ja" else "en"])))
