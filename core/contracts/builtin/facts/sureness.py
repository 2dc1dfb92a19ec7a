"""How sure a fact read by rules is: the share that was right where the rule said as much.

A rule says by its grounds how strong it is; `make train` measures on labelled contracts how often that was right and
writes the shares beside the models. A date or party that the labels do not have counts as wrong there.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from core.errors import ConfigError

PATH = Path(__file__).resolve().parents[4] / "data" / "models" / "fact_confidence.json"


class MeasuredShares(BaseModel):
    """By fact the steps (strength from which it holds, share that was right), by rising strength."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    method: str
    steps: dict[str, tuple[tuple[float, float], ...]]

    def confidence(self, name: str, strength: float) -> float:
        """The measured share for a rule's strength; a strength below all that were measured stays as it is."""
        below = [share for start, share in self.steps.get(name, ()) if start <= strength]
        return below[-1] if below else strength


@cache
def measured_shares() -> MeasuredShares:
    """The measured shares, read once.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        return MeasuredShares.model_validate(json.loads(PATH.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise ConfigError(f"{PATH.name}: {error}", file=PATH.name) from error
