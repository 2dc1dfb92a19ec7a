"""Where the built-in engine may say that a clause is absent: where it was measured how seldom it misses one.

Reading every page is not knowing. `make train` measures by cross-validation, for each clause type, language and kind
of document, in how many of the contracts that have the clause its best passage stays below a confidence, and writes
the figures beside the model. What was not measured, or on too few contracts, is never called absent.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import ConfigError

PATH = Path(__file__).resolve().parents[3] / "data" / "models" / "miss_rates.json"
HIGHEST_RATE = 0.05
FEWEST_POSITIVES = 30


class MissRate(BaseModel):
    """What was measured for one clause type.

    Of `positives` contracts that have the clause, `missed` have no passage with a confidence of `below` or more.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    type: str
    language: str
    document_kind: str
    positives: int = Field(ge=0)
    missed: int = Field(ge=0)
    below: float = Field(ge=0, le=1)

    @property
    def rate(self) -> float:
        """The share that was missed, one more counted so that few contracts prove little."""
        return (self.missed + 1) / (self.positives + 2)

    @property
    def low(self) -> bool:
        """Whether the rate is low enough, and known well enough, to say that a clause is absent."""
        return self.positives >= FEWEST_POSITIVES and self.rate <= HIGHEST_RATE


class MissRates(BaseModel):
    """The file of measured rates."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    method: str
    rates: tuple[MissRate, ...]


@cache
def miss_rates() -> dict[tuple[str, str, str], MissRate]:
    """The measured rates by clause type, language and kind of document, read once.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        book = MissRates.model_validate(json.loads(PATH.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error
    return {(row.type, row.language, row.document_kind): row for row in book.rates}


def absent_below(clause_type: str, language: str, document_kind: str) -> float | None:
    """The confidence that no passage may reach for the type to be called absent; None where it never may be."""
    row = miss_rates().get((clause_type, language, document_kind))
    return row.below if row is not None and row.low else None
