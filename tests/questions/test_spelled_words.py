"""The lexicon's phrases as plain words, for prompts."""

from __future__ import annotations

import pytest

from core.questions import clause_codes, clause_type_words, concept_vocabulary
from core.taxonomy import taxonomy

CODES = [category.code for category in taxonomy().clauses if category.cuad]


@pytest.mark.parametrize("code", CODES)
def test_each_word_is_read_back_as_its_clause_type(code: str) -> None:
    words = (*clause_type_words(code, "en", 6), *clause_type_words(code, "ja", 6))
    assert len(words) >= 3
    assert {clause_codes(word) for word in words} == {(code,)}


def test_a_prompt_lists_words_in_both_languages() -> None:
    said = concept_vocabulary()
    for word in ("license_grant (", "使用許諾", "audit_rights (", "governing_law ("):
        assert word in said
