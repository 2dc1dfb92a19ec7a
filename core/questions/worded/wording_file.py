"""`configs/clause_words.yaml`: nouns for clauses of which words are said, and names of courts and institutions."""

from __future__ import annotations

from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from core.settings import ROOT
from core.yaml_file import read_yaml

PATH = ROOT / "configs" / "clause_words.yaml"
WordKind = Literal["body", "court", "place", "length", "month_end", "net_days", "quality", "quoted"]
"""What is said of a clause: an institution, a court, a place, a length, a day of a month, a quality, or words."""


class ClauseNoun(BaseModel):
    """Nouns by which a question names a clause, and which kinds of words may be said of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    en: str
    ja: str
    says: tuple[WordKind, ...]


class ClauseQuality(BaseModel):
    """What a clause may be by its own words: expressions for a question, and how contracts write it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    en: str
    ja: str
    words: tuple[str, ...]


class ClauseContrary(BaseModel):
    """Expressions of a question for the contrary of a clause type."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    en: str
    ja: str


class CourtLevel(BaseModel):
    """How the courts of one level are called behind the name of a city."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    ja: str
    short: str
    en: str


class ClauseWordingFile(BaseModel):
    """The file."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    clauses: dict[str, ClauseNoun]
    qualities: tuple[ClauseQuality, ...]
    contraries: dict[str, ClauseContrary]
    bodies: tuple[tuple[str, ...], ...]
    court_levels: tuple[CourtLevel, ...]
    cities: tuple[tuple[str, str], ...]
    month_ends: tuple[tuple[str, ...], ...]


@cache
def clause_wording_file() -> ClauseWordingFile:
    """The file as it ships.

    Raises:
        ConfigError: the file is missing or wrong.
    """
    return read_yaml(PATH, ClauseWordingFile)
