"""What a contract's words say of other agreements, in both languages; general merger clauses name none."""

from __future__ import annotations

import pytest

from core.contracts.references import agreement_references

Found = tuple[str, str, str | None, str]
FOUND: list[tuple[str, list[Found]]] = [
    (
        "AMENDMENT NO. 1 TO THE SUPPLY AGREEMENT\nThis Amendment amends the Supply Agreement dated March 1, 2019 "
        "between Acme Inc. and Beta LLC.",
        [
            ("amends", "SUPPLY AGREEMENT", None, "AMENDMENT NO. 1 TO THE SUPPLY AGREEMENT"),
            ("amends", "Supply Agreement", "2019-03-01", "amends the Supply Agreement dated March 1, 2019"),
        ],
    ),
    (
        'WHEREAS, the parties entered into that certain Services Agreement (the "Agreement") dated as of 1 May 2004;',
        [("names", "Services Agreement", "2004-05-01", 'Services Agreement (the "Agreement") dated as of 1 May 2004')],
    ),
    (
        "This Agreement supersedes and replaces the License Agreement between the parties dated June 2, 2010.",
        [
            (
                "supersedes",
                "License Agreement",
                "2010-06-02",
                "supersedes and replaces the License Agreement between the parties dated June 2, 2010",
            )
        ],
    ),
    (
        "The Confidentiality Agreement dated June 2, 2010 is hereby superseded by this Agreement.",
        [
            (
                "supersedes",
                "Confidentiality Agreement",
                "2010-06-02",
                "Confidentiality Agreement dated June 2, 2010 is hereby superseded",
            )
        ],
    ),
    (
        "甲及び乙は、2019年3月1日付け供給契約書（以下「原契約」という。）の一部を次のとおり変更する。",
        [
            (
                "amends",
                "供給契約書",
                "2019-03-01",
                "2019年3月1日付け供給契約書（以下「原契約」という。）の一部を次のとおり変更する",
            )
        ],
    ),
    (
        "平成31年3月1日付で締結した「業務委託契約書」は、本契約の締結をもって失効する。",
        [
            (
                "supersedes",
                "業務委託契約書",
                "2019-03-01",
                "平成31年3月1日付で締結した「業務委託契約書」は、本契約の締結をもって失効",
            )
        ],
    ),
]
NOTHING = [
    "This Agreement supersedes all prior agreements, whether written or oral, between the parties.",
    "This Agreement supersedes all previous agreements except for the Confidential Agreement dated January 4, 1999.",
    "This Agreement does not supersede the License Agreement dated June 2, 2010.",
    "This Agreement replaces Exhibit B of the License Agreement dated June 2, 2010.",
    "This Supply Agreement is dated as of March 1, 2019.",
    "The parties shall replace the pump by the date dated March 1, 2019.",
    "本契約は、本契約締結前の一切の合意に優先する。",
    "2019年3月1日付け秘密保持契約書を除き、本契約が優先し、従前の合意は失効する。",
    "",
]


@pytest.mark.parametrize(("text", "found"), FOUND)
def test_agreements_that_are_named(text: str, found: list[Found]) -> None:
    references = agreement_references(text)
    assert [
        (reference.verb, reference.title, reference.day, text[reference.start : reference.end])
        for reference in references
    ] == found


@pytest.mark.parametrize("text", NOTHING)
def test_words_that_name_no_other_agreement_as_changed(text: str) -> None:
    assert [reference for reference in agreement_references(text) if reference.verb != "names"] == []


def test_an_agreement_named_far_down_is_not_what_an_amendment_amends() -> None:
    text = "AMENDMENT\n" + "Words. " * 2_000 + "See the Lease Agreement dated May 1, 2001."
    assert agreement_references(text) == ()
