"""One small word turned about in the contract's own words is marked; each true form stands beside its false twin."""

from __future__ import annotations

import pytest

from core.qa.support import Cited, judge

RENEWS = "This Agreement renews for a year unless either party gives written notice at least 90 days before its end."
AUDIT = "Customer may audit the books of Supplier after giving ten days' notice to Supplier."
DEFECTS = "Seller warrants that the Goods are free from defects in material for eighteen months from delivery."
BACKUPS = "Provider shall keep backup copies of all data files in a safe place, using its own servers."
KEEPS = (
    "第12条 甲は、対象データを、善良な管理者の注意をもって管理し、"
    "乙の承諾を得ずに、第三者（委託先を除く。）に開示してはならない。"
)
RESTORES = "受領者は、返還した秘密情報を、方法の如何を問わず、再生してはならない。"
STAFF = "更新の可否については、従業員の勤務成績、会社の経営状況により従業員ごとに個別に判断する。"


@pytest.mark.parametrize(
    ("words", "true", "false"),
    [
        (
            RENEWS,
            RENEWS,
            "This Agreement renews for a year if either party gives written notice at least 90 days before its end.",
        ),
        (
            RENEWS,
            "It renews for a year unless either party gives written notice at least 90 days before its end.",
            "It renews for a year unless either party gives written notice at least 90 days after its end.",
        ),
        (
            AUDIT,
            "Customer may audit the books of Supplier after giving ten days' notice.",
            "Customer shall audit the books of Supplier after giving ten days' notice.",
        ),
        (
            AUDIT,
            "Customer may audit the books of Supplier.",
            "Customer may audit no books of Supplier after giving ten days' notice.",
        ),
        (
            DEFECTS,
            "Seller warrants that the Goods are free from defects in material.",
            "Seller warrants that the Goods are not free from defects in material.",
        ),
        (
            BACKUPS,
            "Provider shall keep backup copies of every data file in a safe place.",
            "Provider may keep backup copies of all data files in a safe place.",
        ),
        (KEEPS, "甲は善管注意義務をもって対象データを管理します。", "乙は善管注意義務をもって対象データを管理します。"),
        (
            KEEPS,
            "乙の承諾がなければ、甲は対象データを第三者に開示できません。",
            "乙の承諾がなくても、甲は対象データを第三者に開示できます。",
        ),
        (
            RESTORES,
            "返還した秘密情報を受領者が再生することは許されません。",
            "返還した秘密情報を受領者が再生することは許されます。",
        ),
        (
            RESTORES,
            "返還した秘密情報を再生することは、方法を問わず禁じられています。",
            "返還した秘密情報を再生することは、方法を問わず認められています。",
        ),
        (STAFF, "更新の可否は従業員ごとに個別に判断されます。", "更新するかどうかは従業員が決めます。"),
    ],
)
def test_a_true_form_is_carried_and_its_false_twin_marked(words: str, true: str, false: str) -> None:
    # What no rule marks the learned judge may still find unlikely: see docs/decisions.
    assert judge(true, [Cited(words, 1)]).reason in (None, "unlikely"), judge(true, [Cited(words, 1)])
    assert not judge(false, [Cited(words, 1)]).carried
