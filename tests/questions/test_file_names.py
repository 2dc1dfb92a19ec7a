"""Contracts that are called by the firm in the name of their file, where no party of that name was read."""

from __future__ import annotations

from datetime import date

import pytest

from core.questions import ContractIs, NamedContract, Names, PartyIs, understand

TODAY = date(2026, 11, 30)
FILES = {
    "c1": "CybergyHoldingsInc_20140520_10-Q_EX-10.27_Affiliate_Agreement.pdf",
    "c2": "WOMENSGOLFUNLIMITEDINC_03_29_2000-EX-10.13-ENDORSEMENT_AGREEMENT.pdf",
    "c3": "LegacyEducationAllianceInc_20141110_8-K_EX-10.9_Endorsement_Agreement.pdf",
    "c4": "【締結済】業務委託契約書_株式会社みなと測量_20240401.pdf",
    "c5": "MetLife,_Inc._-_Remarketing_Agreement.pdf",
    "c7": "東京_契約.pdf",
    "c8": "保守契約_東海物流様.pdf",
    "c9": "㈱あおば印刷 覚書.docx",
    "c6": "EnergyPartnersLP_20100101_Supply_Agreement.pdf",
}
PARTIES = ("WOMEN.COM NETWORKS, INC.", "Quillon Media Ltd.")
NAMES = Names(PARTIES, [NamedContract(key, n, "", file) for n, (key, file) in enumerate(FILES.items(), 1)])


def _contracts(question: str) -> set[str]:
    understood = understand(question, today=TODAY, names=NAMES)
    conditions = understood.readings[0].plan.conditions if understood.readings else ()
    return {key for condition in conditions if isinstance(condition, ContractIs) for key in condition.references}


@pytest.mark.parametrize(
    ("question", "contract"),
    [
        ("When does the Cybergy agreement end?", "c1"),
        ("Which law governs the Cybergy Holdings agreement?", "c1"),
        ("Cybergy's agreement: when does it expire?", "c1"),
        ("Cybergyとの契約の終了日はいつ", "c1"),
        ("When does the Women's Golf Unlimited agreement end?", "c2"),
        ("Which law governs the Legacy Education agreement?", "c3"),
        ("みなと測量との契約の準拠法は？", "c4"),
        ("株式会社みなと測量との契約はいつ終わりますか", "c4"),
        ("When does the MetLife agreement end?", "c5"),
        ("東海物流との契約の準拠法は？", "c8"),
        ("あおば印刷との契約の準拠法は？", "c9"),
    ],
)
def test_a_firm_in_the_name_of_a_file_names_its_contract(question: str, contract: str) -> None:
    assert _contracts(question) == {contract}


@pytest.mark.parametrize(
    "question",
    [
        "Legacy contracts that expire in 2030",
        "Energy contracts governed by English law",
        "which contracts are about legacy systems?",
        "業務委託契約の準拠法は？",
        "締結済の契約は何件ありますか",
        "東京の会社との契約",
        "Which contracts are governed by Unlimited law?",
    ],
)
def test_words_that_files_have_as_well_name_no_contract(question: str) -> None:
    assert not _contracts(question)


def test_a_party_that_was_read_goes_before_a_file() -> None:
    understood = understand("When does the Women.com Networks agreement end?", today=TODAY, names=NAMES)
    assert [type(condition) for condition in understood.readings[0].plan.conditions] == [PartyIs]
