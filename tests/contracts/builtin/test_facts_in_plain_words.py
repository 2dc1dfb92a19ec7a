"""Facts of English contracts that speak plainly: letters, order forms, statements of work, laws that apply."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.contracts.builtin.facts.facts import find_facts
from core.documents import Document
from core.record import Fact

Maker = Callable[..., Document]

HEAD = (
    "SERVICES AGREEMENT\n\nThis Services Agreement is made as of March 1, 2020 between Alder, Inc. "
    '("Provider") and Kestrel LLC ("Customer").\n\n1. Provider shall serve.\n\n9. '
)
YEAR = "This Agreement begins on March 1, 2020 and lasts one year. "
LETTER = """4 May 2023

Ms Harriet Osei
Osei Sensory Limited
22 Larkspur Road
Norwich

Dear Harriet,

Tasting panel: our agreement

This letter sets out what Marlowe Brewing Ltd ("we") and you have agreed. When Osei Sensory Limited has signed it,
it binds.

1. When. You start on 1 June 2023. The arrangement runs for twelve months from that date.

Yours sincerely,

Toby Marlowe
Director
for Marlowe Brewing Ltd

I agree to the above.

Harriet Osei
for Osei Sensory Limited
Date: 11 May 2023
"""


def facts_of(document: Document) -> dict[str, Fact]:
    return {fact.name: fact for fact in reversed(find_facts(document)[0])}


@pytest.mark.parametrize(
    ("words", "country", "state"),
    [
        ("English law applies to this letter.", "GB", "England"),
        ("The laws of Germany apply. The UN Convention is excluded.", "DE", None),
        ("The laws of the State of Nevada apply to this SOW as they do to the MPSA.", "US", "Nevada"),
        ("Swiss law applies exclusively.", "CH", None),
        ("The law of Scotland applies to any question about this Agreement.", "GB", "Scotland"),
        ("This contract falls under French law.", "FR", None),
        ("Disputes are decided under Dutch law by the court of Amsterdam.", "NL", None),
        ("Questions about this agreement will be answered by reference to the law of Ontario.", "CA", "Ontario"),
        ("The parties choose Singapore law for this Agreement.", "SG", None),
        ("Delaware law controls.", "US", "Delaware"),
    ],
)
def test_a_law_that_applies(text_document: Maker, words: str, country: str, state: str | None) -> None:
    law = facts_of(text_document(f"{HEAD}{words}\n"))["governing_law"]
    assert (law.value, law.detail) == (country, state)


@pytest.mark.parametrize(
    "words",
    [
        "German law applies to the processing of personal data by Supplier.",
        "Export laws of the United States apply to the Products.",
        "The data protection laws of France apply and Supplier observes them.",
        "The consumer protection laws of California apply to purchases made by residents.",
        "Mandatory laws of the country where the goods are delivered apply in addition.",
        'In this Agreement, "Law" means the laws of Japan that apply to a party.',
    ],
)
def test_a_law_for_something_else_is_no_governing_law(text_document: Maker, words: str) -> None:
    assert facts_of(text_document(f"{HEAD}{words}\n"))["governing_law"].value is None


@pytest.mark.parametrize(
    ("words", "renewal", "notice"),
    [
        (
            "It will carry on for another twelve months each time, unless one of us writes to the other at least 60 "
            "days before a year is over to say that it should stop.",
            "P12M",
            "P60D",
        ),
        (
            "It is prolonged by two years at a time if it is not terminated by either party in writing with six "
            "months' notice to the end of the respective period.",
            "P2Y",
            "P6M",
        ),
        (
            "The Agreement rolls over for a further year unless either party gives 90 days' notice before the end "
            "of the year.",
            "P1Y",
            "P90D",
        ),
        (
            "Unless either party gives the other notice not later than 30 days before the term ends, the term is "
            "lengthened by one year.",
            "P1Y",
            "P30D",
        ),
        (
            "At the end of each term this Agreement continues for another year, but either party may stop that by "
            "writing to the other two months or more before the term is out.",
            "P1Y",
            "P2M",
        ),
        (
            "The Agreement repeats itself for periods of one year if no party objects at least one month ahead of "
            "its end.",
            "P1Y",
            "P1M",
        ),
        (
            "Either party may refuse renewal by giving notice at least four (4) months before the end of the term then "
            "running; otherwise the Agreement renews for one (1) year.",
            "P1Y",
            "P4M",
        ),
        ("You may carry on using the Software for another 30 days after the Agreement ends.", None, None),
        ("The parties may refuse to extend the test period by six months on 30 days' notice.", None, None),
    ],
)
def test_a_term_that_carries_on(text_document: Maker, words: str, renewal: str | None, notice: str | None) -> None:
    facts = facts_of(text_document(f"{HEAD}{YEAR}{words}\n"))
    assert (facts["renewal_term"].value, facts["notice_period"].value) == (renewal, notice)


def test_a_letter(text_document: Maker) -> None:
    document = text_document(LETTER)
    facts = facts_of(document)
    assert facts["document_name"].value == "Tasting panel: our agreement"
    assert facts["agreement_date"].value == "2023-05-04"
    assert facts["expiration_date"].value == "2024-06-01"
    assert {party.name for party in find_facts(document)[1]} == {"Marlowe Brewing Ltd", "Osei Sensory Limited"}


def test_both_sign_below_the_closing_words_of_a_letter(text_document: Maker) -> None:
    text = (
        "March 3, 2020\n\nQuill & Ash LLC\n12 Pine Street\n\nDear Sirs:\n\nThis letter confirms our agreement.\n\n"
        "1. Services. You shall advise us.\n\nVery truly yours,\n\nBRIGHTWATER CORPORATION OF AMERICA\n\nBy: ________\n"
        "Title: CEO\n\nACCEPTED AND AGREED:\n\nQUILL & ASH LLC\n\nBy: ________\nTitle: Member\n"
    )
    _, parties = find_facts(text_document(text))
    assert {party.name for party in parties} == {"BRIGHTWATER CORPORATION OF AMERICA", "QUILL & ASH LLC"}


def test_a_person_after_a_label_who_signs(text_document: Maker) -> None:
    text = (
        "CONSULTANCY AGREEMENT\n\nPARTIES\n\nCompany:      Tidewater Heritage Trust\n              Customs House\n\n"
        "Consultant:   Ingrid Solheim\n              14 Beacon Terrace\n\nDATED 8 January 2020\n\n1. Appointment\n"
        "The Company engages the Consultant.\n\nSIGNED for Tidewater Heritage Trust by  ........\nMalcolm Bright\n\n"
        "SIGNED by Ingrid Solheim   ..........\n"
    )
    _, parties = find_facts(text_document(text))
    assert {(party.name, party.role) for party in parties} == {
        ("Tidewater Heritage Trust", "Company"),
        ("Ingrid Solheim", "Consultant"),
    }


@pytest.mark.parametrize("title", ["STATEMENT OF WORK NO. 3", "Order Form", "Purchase Order No. 4471-B"])
def test_forms_are_titles(text_document: Maker, title: str) -> None:
    text = (
        f"{title}\nWarehouse pilot\n\nThis document is entered into as of February 14, 2022 under the Master Services "
        'Agreement dated as of June 30, 2020 between Copperline, Inc. ("Client") and Vantage LLC ("Vendor").\n\n'
        "1. SCOPE\nVendor will install robots. Work under this SOW begins on March 7, 2022 and ends in August.\n"
    )
    facts = facts_of(text_document(text))
    assert facts["document_name"].value == title
    assert facts["effective_date"].value is None  # the work begins, not the agreement


@pytest.mark.parametrize(
    ("text", "day"),
    [
        (
            "DISTRIBUTION AGREEMENT\n\nbetween Alpha GmbH and Beta K.K.\n\n1. Term\nThis Agreement enters into force "
            "on 15 February 2019.\n\n2. Law\nThe laws of Germany apply.\n\n"
            "Oberau, 29 January 2019                   Tokyo, 6 February 2019\n\nAlpha GmbH\nBeta K.K.\n",
            "2019-02-06",
        ),
        (
            "ORDER FORM\n\nProvider:  Tall, Inc.\nCustomer:  Rowe LLC\nOrder Date:   September 18, 2024\n\n1. This "
            "Order Form is entered into under the Master Terms dated January 8, 2024.\n",
            "2024-09-18",
        ),
        (
            "PURCHASE ORDER\n\nPO Date: 14 June 2022\nBuyer: Alpha Ltd\nSeller: Beta Ltd\n\n"
            "Quotation dated 2 June 2022 applies.\n",
            "2022-06-14",
        ),
        (
            "MEMORANDUM OF UNDERSTANDING\n\nAlpha Ltd and Beta Ltd met on 2 May 2022 and agreed:\n\n1. To work.\n",
            None,
        ),
    ],
)
def test_the_date_of_an_agreement_is_its_own(text_document: Maker, text: str, day: str | None) -> None:
    assert facts_of(text_document(text))["agreement_date"].value == day
