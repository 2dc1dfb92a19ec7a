"""A file with prices of models, as `configs/models.yaml` has them."""

from __future__ import annotations

from pathlib import Path


def prices_file(folder: Path, *models: str) -> Path:
    """A file in a folder with some lines such as `name: {input: 1.0}`."""
    path = folder / "models.yaml"
    path.write_text("models:\n" + "".join(f"  {line}\n" for line in models), "utf-8")
    return path
