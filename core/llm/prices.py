"""What models cost, by their names, from `configs/models.yaml` or the file that the settings name."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import get_args

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import ConfigError
from core.llm.request import Tokens
from core.settings import ROOT, Role, Settings

PATH = ROOT / "configs" / "models.yaml"
_MILLION = 1_000_000


class ModelPrice(BaseModel):
    """Price of a million tokens of each kind, in one currency of the reader's choice.

    Cached input costs what other input does, and reasoning what other output does, where no price of its own is given.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    input: float = Field(ge=0)
    output: float = Field(0.0, ge=0)
    cached_input: float | None = Field(None, ge=0)
    reasoning: float | None = Field(None, ge=0)

    def cost(self, tokens: Tokens) -> float:
        """Price of one reply's tokens; cached ones are part of the input, reasoning ones part of the output."""
        cached = self.input if self.cached_input is None else self.cached_input
        reasoning = self.output if self.reasoning is None else self.reasoning
        return (
            (tokens.input - tokens.cached_input) * self.input
            + tokens.cached_input * cached
            + (tokens.output - tokens.reasoning) * self.output
            + tokens.reasoning * reasoning
        ) / _MILLION

    @property
    def dearest(self) -> float:
        """The most that one token of any kind costs."""
        return max(self.input, self.output, self.cached_input or 0.0, self.reasoning or 0.0) / _MILLION


class _PricesFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    models: dict[str, ModelPrice] = Field(default_factory=dict)


def model_price(model: str, settings: Settings) -> ModelPrice | None:
    """Price of a model by its name or the longest listed name that its own continues after a hyphen; None for no price.

    An endpoint says `name-2026-08-01` where `name` was asked for: both cost the same.

    Raises:
        ConfigError: the file cannot be read, or says something else than prices; says where.
    """
    prices = _prices(settings.models_file or PATH)
    fitting = [name for name in prices if model == name or model.startswith(f"{name}-")]
    return prices[max(fitting, key=len)] if fitting else None


def dearest_token(settings: Settings) -> float:
    """The most that one token of any configured model costs; 0 where none has a price.

    Raises:
        ConfigError: as `model_price` does.
    """
    models = {settings.connection(role).model for role in get_args(Role)} - {None}
    prices = [model_price(model, settings) for model in sorted(filter(None, models))]
    return max((price.dearest for price in prices if price is not None), default=0.0)


@cache
def _prices(path: Path) -> dict[str, ModelPrice]:
    try:
        return _PricesFile.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")) or {}).models
    except (OSError, UnicodeDecodeError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name) from error
