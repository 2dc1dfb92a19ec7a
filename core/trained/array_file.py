"""Files of trained models: named arrays, as numpy writes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from core.errors import ConfigError


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """All arrays of a file by name.

    Raises:
        ConfigError: the file is missing or damaged.
    """
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise ConfigError(f"The model {path.name} cannot be read: {error}", file=path.name) from error
