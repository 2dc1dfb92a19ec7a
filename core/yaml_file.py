"""A shipped YAML file read into its model, or the error that says where it is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from core.errors import ConfigError

_Model = TypeVar("_Model", bound=BaseModel)


def read_yaml(path: Path, model: type[_Model]) -> _Model:
    """A YAML file as a model.

    Raises:
        ConfigError: the file is missing or wrong; says where.
    """
    try:
        return model.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError, ValidationError) as error:
        raise ConfigError(f"{path.name}: {error}", file=path.name) from error
