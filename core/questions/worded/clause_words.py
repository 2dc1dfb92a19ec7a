"""`configs/clause_words.yaml`: which nouns name a clause whose words are meant, and names of courts and institutions."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from core.settings import ROOT
from core.yaml_file import read_yaml

PATH = ROOT / "configs" / "clause_words.yaml"
WordKind = Literal["body", "court", "place", "length", "month_end", "net_days", "quoted"]
"""What words said of a clause are: an institution, a court, a place, a length, a day by the month, words in quotes."""


class ClauseNoun(BaseModel):
    """Nouns by which a question names a clause, and which kinds of words may be said of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    en: str
    ja: str
    says: tuple[WordKind, ...]


class CourtLevel(BaseModel):
    """How the courts of one level are called behind the name of a city."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    ja: str
    short: str
    en: str


class ClauseWords(BaseModel):
    """The file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    clauses: dict[str, ClauseNoun]
    bodies: tuple[tuple[str, ...], ...]
    court_levels: tuple[CourtLevel, ...]
    cities: tuple[tuple[str, str], ...]
    month_ends: tuple[tuple[str, ...], ...]


@cache
def clause_words_file() -> ClauseWords:
    """The file as it ships.

    Raises:
        ConfigError: the file is missing or wrong.
    """
    return read_yaml(PATH, ClauseWords)
