"""Which clause types are listed for which contract."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import ConfigError
from core.lexicon import clause_lists, listed_types


def test_a_japanese_nda_begins_with_confidentiality_and_lists_no_escrow() -> None:
    listed = listed_types("nda", "ja")
    assert listed[:3] == ("confidentiality", "definitions", "personal_data")
    assert "anti_social_forces" in listed
    assert "source_code_escrow" not in listed


def test_no_type_stands_twice_and_an_unknown_agreement_has_the_list_of_its_language() -> None:
    assert len(set(listed_types("service", "ja"))) == len(listed_types("service", "ja"))
    assert listed_types(None, "en") == listed_types("no such type", "en")
    assert "anti_social_forces" not in listed_types(None, "en")


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("every: {en: [nothing]}\nagreement_types: {}", "no clause types: nothing"),
        ("every: {en: []}\nagreement_types: {nothing: []}", "no agreement types: nothing"),
        ("every: [", "clause_lists"),
    ],
)
def test_a_wrong_setting_is_named(content: str, named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "clause_lists.yaml"
    path.write_text(content, encoding="utf-8")
    monkeypatch.setattr(clause_lists, "PATH", path)
    clause_lists._lists.cache_clear()
    with pytest.raises(ConfigError, match=named):
        listed_types(None, "en")
    clause_lists._lists.cache_clear()
