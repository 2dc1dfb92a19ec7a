"""Japanese clauses in words that no rule knows: nearest passages by machines, findings by the surest alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from core.contracts.builtin import find_clauses
from core.contracts.builtin.japanese import binding_sentences, confidences, rule_book
from core.contracts.builtin.japanese.clauses import weighed
from core.contracts.builtin.japanese.told import (
    MOST,
    NEAREST,
    SURE,
    Told,
    ToldModel,
    groups,
    load_told,
    nearest,
    save_told,
    scores,
    told_model,
)
from core.documents import Document
from core.errors import ConfigError
from core.taxonomy import taxonomy

WRITTEN = Path(__file__).resolve().parents[3] / "scripts" / "training" / "told_clauses_ja.jsonl"
Maker = Callable[..., Document]


@pytest.fixture
def small() -> ToldModel:
    """Two machines: 犬 speaks for insurance and against payment, 猫 for payment; 犬猫 together weighs nothing."""
    _, keys = groups(["犬", "猫"])
    order = np.argsort(keys)
    weights = np.array([[100, -50], [0, 100]], np.int8)[order]
    return ToldModel(
        np.array(["insurance", "payment"]),
        keys[order],
        np.ones(2, np.float32),
        weights,
        np.array([0.01, 0.01], np.float32),
        np.array([0.0, -0.5], np.float32),
        np.array([2.0, 0.0]),
    )


def test_groups_are_counted_once_and_stay_within_a_sentence() -> None:
    rows, keys = groups(["甲は甲は", "乙"])
    assert rows.tolist() == [0] * 6 + [1]  # 甲, は, 甲は, は甲, 甲は甲, は甲は
    assert len(set(keys.tolist())) == 7


def test_all_numbers_are_alike() -> None:
    first, second = groups(["30日"]), groups(["1,200日"])
    assert first[1].tolist() == second[1].tolist()
    assert first[1].tolist() != groups(["何日"])[1].tolist()


def test_scores_are_weights_of_a_sentence_of_length_one(small: ToldModel) -> None:
    found = scores(["犬", "犬猫", "空"], small)
    assert found.tolist() == pytest.approx(
        np.array([[1.0, -1.0], [1 / 2**0.5, 0.5 / 2**0.5 - 0.5], [0.0, -0.5]]), abs=1e-6
    )


def test_nearest_are_few_sure_first_and_capped(small: ToldModel) -> None:
    found = nearest(["空", "犬", *["猫"] * 20], small)
    assert found["insurance"][0] == Told(1, MOST)
    assert [told.sentence for told in found["payment"]] == list(range(2, 2 + NEAREST))
    assert all(told.sentence != 1 for told in found["payment"])


def test_no_sentences_have_no_nearest() -> None:
    assert nearest([], told_model()) == {code: [] for code in told_model().codes.tolist()}


def test_of_rule_and_machine_the_surer_counts() -> None:
    rows = binding_sentences("乙は、賠償責任保険に加入しなければならない。")
    found = weighed(rows, {"insurance": [Told(0, 0.2)], "payment": [Told(0, 0.1)]})
    assert [row.confidence for row in found["insurance"]] == [confidences()["strong"]]
    assert [row.confidence for row in found["payment"]] == [0.1]


def test_a_machine_claims_only_what_no_rule_reads() -> None:
    unread = binding_sentences("犬と猫とは仲がよいものとし、これを互いに大切にする。")
    assert weighed(unread, {"insurance": [Told(0, SURE)]})["insurance"][0].confidence == SURE > rule_book().threshold
    # a fact's own rules say whether it is there
    assert weighed(unread, {"expiration_date": [Told(0, SURE)]})["expiration_date"][0].confidence == MOST
    read = binding_sentences("乙は、賠償責任保険に加入しなければならない。")
    assert weighed(read, {"payment": [Told(0, SURE)]})["payment"][0].confidence == MOST


def test_a_sure_machine_claims_a_sentence_and_no_title(small: ToldModel) -> None:
    sure = nearest(["犬" * 12 + "。", "犬"], small)["insurance"]
    assert [(told.sentence, told.confidence) for told in sure] == [(0, SURE), (1, MOST)]


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        (
            "運送中の荷について、荷主は自らの費用で火災や水濡れに備える共済をかけ、証書の写しを運送人に渡す。",
            "insurance",
        ),
        ("工場の帳面や伝票は、求められればいつでも本部の者に開いて見せ、写しを取らせます。", "audit_rights"),
        ("店を閉めた後も二年は、同じ町内で似た店を出さないでください。", "non_compete"),
    ],
)
def test_a_clause_in_other_words_is_among_the_nearest_and_no_finding(
    sentence: str, code: str, text_document: Maker
) -> None:
    text = (
        "第1条（目的）\n甲は乙に商品を卸し、乙はこれを店で売る。\n第2条（発注）\n乙は毎月末日までに翌月の数を甲に知らせる。\n"
        f"第3条（その他）\n{sentence}\n第4条（協議）\n定めのない事項は、甲乙が誠意をもって話し合う。\n"
    )
    clause = next(row for row in find_clauses(text_document(text, language="ja")) if row.type == code)
    assert clause.presence == "not_found"
    assert sentence in clause.candidates[0].text
    assert 0 < clause.confidence < rule_book().threshold


def test_a_damaged_or_foreign_model_is_named(small: ToldModel, tmp_path: Path) -> None:
    path = tmp_path / "machines.npz"
    save_told(small, path)
    assert scores(["犬猫"], load_told(path)).tolist() == scores(["犬猫"], small).tolist()
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(ConfigError, match=r"machines\.npz"):
        load_told(path)
    small.codes[0] = "dogs"
    save_told(small, path)
    with pytest.raises(ConfigError, match="another taxonomy"):
        load_told(path)


def test_the_written_clauses_are_of_known_types_and_none_stands_twice() -> None:
    rows = [json.loads(line) for line in WRITTEN.read_text(encoding="utf-8").splitlines()]
    codes = {category.code for category in taxonomy().categories}
    assert codes.issuperset(code for row in rows for code in (row["type"], *row.get("also", ())))
    assert {row["type"] for row in rows} == set(told_model().codes.tolist())
    assert len({row["text"] for row in rows}) == len(rows)
