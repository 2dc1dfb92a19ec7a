"""The rubric: what an answer is scored for, in one YAML file that a person edits without touching code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from core.errors import ConfigError
from core.prompting import places
from core.wording import Language, Wording

_Words = Annotated[str, Field(min_length=1)]


class Criterion(Wording):
    """One thing that is scored from 0 to `max`; its words tell a judge what for."""

    max: Annotated[float, Field(gt=0, le=100)]
    ja: _Words
    en: _Words

    def words(self, language: Language) -> str:
        """What is scored, in a language."""
        return self.text(language)


class Rubric(BaseModel):
    """Criteria by name. Totals are on a scale from 0 to 1; a difference below `tie_below` is shown as a tie."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,64}$")]
    version: str
    tie_below: Annotated[float, Field(ge=0, lt=1)] = 0.05
    criteria: Annotated[dict[Annotated[str, Field(pattern=r"^[a-z][a-z_]{0,30}$")], Criterion], Field(min_length=1)]

    @property
    def most(self) -> float:
        """The largest sum of scores."""
        return sum(criterion.max for criterion in self.criteria.values())

    def total(self, scores: Mapping[str, float]) -> float:
        """The scores' sum on a scale from 0 to 1."""
        return sum(scores[name] for name in self.criteria) / self.most

    @property
    def label(self) -> str:
        """Id and version."""
        return f"{self.id}@{self.version}"


@dataclass(frozen=True, slots=True)
class TotalsComparison:
    """Two totals compared: `margin` is the first minus the second, `outcome` 1, 0.5 or 0 as the first wins."""

    margin: float
    outcome: float


def compare(first: float, second: float, rubric: Rubric) -> TotalsComparison:
    """Two totals under the rubric's rule of ties."""
    margin = first - second
    if abs(margin) < rubric.tie_below - 1e-12:
        return TotalsComparison(margin, 0.5)
    return TotalsComparison(margin, 1.0 if margin > 0 else 0.0)


def read_rubric(path: Path) -> Rubric:
    """The rubric of a file.

    Raises:
        ConfigError: it cannot be read or is wrong; names file, line and place.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path.name}: cannot be read: {error}", file=path.name) from None
    return parse_rubric(text, file=path.name)


def parse_rubric(text: str, *, file: str) -> Rubric:
    """The rubric of a file's text; as `read_rubric`."""
    try:
        return Rubric.model_validate(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise ConfigError(f"{file}: no YAML: {' '.join(str(error).split())}", file=file) from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        found = places(text).get(place)
        line = "" if found is None else f"line {found.line}: "
        facts = {} if found is None else {"line": found.line}
        raise ConfigError(f"{file}: {line}{place}: {first['msg']}", file=file, name=place, **facts) from None
