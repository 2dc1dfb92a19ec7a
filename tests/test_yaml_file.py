"""Reading a shipped YAML file: its model, or an error that names the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from core.errors import ConfigError
from core.yaml_file import read_yaml


class _Shelf(BaseModel):
    books: dict[str, int]


def test_a_file_is_read_into_its_model(tmp_path: Path) -> None:
    path = tmp_path / "shelf.yaml"
    path.write_text("books: {契約: 2}\n", encoding="utf-8")
    assert read_yaml(path, _Shelf).books == {"契約": 2}


@pytest.mark.parametrize("text", ["books: {契約: many}", "books: [", "", None])
def test_a_wrong_or_missing_file_is_named(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "shelf.yaml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"^shelf\.yaml: ") as raised:
        read_yaml(path, _Shelf)
    assert raised.value.facts == {"file": "shelf.yaml"}
