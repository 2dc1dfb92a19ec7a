"""The learned judge marks what no rule speaks against and what is unlikely to be carried all the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import ConfigError
from core.qa.support import Cited, judge
from core.qa.support.learned.aligned import alignment, likeness, units
from core.qa.support.learned.carried_features import Features, features
from core.qa.support.learned.carried_model import LANGUAGES, PATH, read_models, save_models

SERVERS = (
    "Local Servers: Servers listed in Annex 3, which are in the factories of the Buyer. Central Servers: Servers "
    "listed in Annex 3, which are outside the factories. Local Applications: IT applications used by the Buyer. "
    "The Buyer is responsible for these applications, which are listed in Annex 4."
)
NOTICE = "Supplier shall give Buyer written notice of each recall. Buyer may inspect the plant once a year."


def _seen(text: str, source: str, *, japanese: bool = False) -> Features:
    return features(text, source, (), {}, japanese=japanese)


def test_words_are_aligned_in_order_with_one_stretch() -> None:
    said = units("Buyer may inspect the plant", japanese=False)
    written = units(NOTICE, japanese=False)
    like = likeness(said, written, japanese=False)
    worth, pairs = alignment(like, np.full(len(said), 1 / len(said)))
    assert worth > 0.9
    assert [written[column].key for _, column in pairs] == [unit.key for unit in said]
    assert NOTICE[written[pairs[0][1]].start :].startswith("Buyer may inspect")


def test_what_is_said_in_another_order_is_worth_less() -> None:
    straight, turned = (
        _seen(text, NOTICE)
        for text in ("Supplier gives Buyer notice of a recall", "A recall of Buyer gives Supplier notice")
    )
    assert straight["worth"] > turned["worth"]
    assert turned["turned"] > straight["turned"]


@pytest.mark.parametrize(
    ("text", "source", "japanese", "feature"),
    [
        ("Buyer may inspect the plant without notice.", "Buyer may inspect the plant.", False, "stretch_without_alone"),
        ("Buyer may sell the goods.", "Buyer may sell the goods only with consent.", False, "sentence_only_left_out"),
        ("The fee is 300 euro.", "The fee is 200 euro.", False, "numbers_missing"),
        ("甲は乙に通知しない。", "甲は乙に書面で通知する。", True, "stretch_neg_alone"),
        ("丙は乙に通知する。", "甲は乙に書面で通知する。", True, "parties_missing"),
    ],
)
def test_what_only_one_of_them_says_is_seen(text: str, source: str, japanese: bool, feature: str) -> None:
    assert _seen(text, source, japanese=japanese)[feature] == 1
    assert _seen(source, source, japanese=japanese)[feature] == 0


def test_names_and_values_beside_the_words_are_not_missing() -> None:
    bare = features("Acme may inspect the plant.", NOTICE, (), {}, japanese=False)
    named = features("Acme may inspect the plant.", NOTICE, (), {}, japanese=False, beside="Acme Inc.")
    assert (bare["missing"], named["missing"]) == (1, 0)


def test_nothing_to_align_is_no_fault_of_the_reader() -> None:
    assert _seen("", "")["words"] == 0
    assert _seen("The plant.", "")["longest"] == 0


@pytest.mark.parametrize(
    "text", ["The Buyer is responsible for the Central Servers.", "The Buyer is responsible for the factories."]
)
def test_a_statement_is_marked_by_likelihood_alone(text: str) -> None:
    verdict = judge(text, [Cited(SERVERS)])
    assert (verdict.carried, verdict.reason) == (False, "unlikely")


def test_a_whole_sentence_of_the_source_is_never_unlikely() -> None:
    assert judge("Buyer may inspect the plant once a year.", [Cited(NOTICE)]).carried


def test_a_model_is_read_as_it_was_saved(tmp_path: Path) -> None:
    models = read_models(PATH)
    save_models(models, tmp_path / "again.npz")
    again = read_models(tmp_path / "again.npz")
    for language in LANGUAGES:
        said = (
            ("Buyer may inspect the plant.", NOTICE)
            if language == "english"
            else ("甲は通知する。", "甲は乙に通知する。")
        )
        scores = [model[language].score(*said, (), japanese=language == "japanese") for model in (models, again)]
        assert scores[0] == scores[1]
        assert models[language].least == again[language].least


def test_a_damaged_model_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "claims.npz"
    with broken.open("wb") as stream:
        np.savez(stream, english_names=np.zeros(2, np.uint8))
    with pytest.raises(ConfigError, match=r"claims\.npz"):
        read_models(broken)
